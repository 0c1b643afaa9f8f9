-- The content of a person's calendar feed follows from the role in which it was created (docs/decisions/0209).
alter table calendar_feeds
  -- Whether a client created it. Then it contains only their own bookings.
  add column is_client boolean not null default false,
  add constraint calendar_feed_of_client check (kind = 'person' or not is_client);
alter table calendar_feeds no force row level security;
alter table user_roles no force row level security;
update calendar_feeds f set is_client = true
where f.kind = 'person' and not exists (select from user_roles r where r.user_id = f.user_id and r.studio_id = f.studio_id
  and r.role in ('staff', 'studio_admin') and r.created_at <= f.created_at);
alter table user_roles force row level security;
alter table calendar_feeds force row level security;
drop policy people_open_feeds on calendar_feeds;
create policy people_open_feeds on calendar_feeds for insert to studiohub_app
  with check (user_id = (select app.user_id()) and studio_id = (select app.studio_id())
    and ((select app.role()) = 'studio_admin' or (kind = 'person' and (select app.role()) in ('staff', 'client')))
    and is_client = ((select app.role()) = 'client'));

-- A text without its email addresses.
create function app.without_addresses(words text) returns text
  language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select regexp_replace(words, '[^[:space:]@]+@[^[:space:]@]+', 'Former member', 'g')
$$;
grant execute on function app.without_addresses(text) to studiohub_door;

grant select (host, label), update (host, label) on connected_calendars to studiohub_door;
-- As before, and the email addresses in the name of the calendar and of its account are deleted too.
create or replace function door.end_calendars_of_role() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  works boolean;
  works_at_desk boolean;
begin
  select coalesce(bool_or(true), false), coalesce(bool_or(o.role = 'studio_admin' or o.at_desk), false)
    into works, works_at_desk
    from public.user_roles o where o.user_id = old.user_id and o.studio_id = old.studio_id
      and o.role in ('staff', 'studio_admin') and o.status = 'active' and o.removed_at is null;
  if not works then
    delete from public.connected_calendars c using public.resources r
      where c.studio_id = old.studio_id and c.owner_id = old.user_id and r.id = c.resource_id and r.user_id = old.user_id;
    update public.calendar_grants g set ended_at = app.now()
      where g.studio_id = old.studio_id and g.owner_id = old.user_id and g.ended_at is null;
  end if;
  if not works_at_desk then
    update public.calendar_grants g set ended_at = app.now() from public.resources r
      where g.studio_id = old.studio_id and g.owner_id = old.user_id and g.ended_at is null
        and r.id = g.resource_id and r.user_id is null;
    with ended as (
      update public.connected_calendars c set ended_at = app.now(), owner_id = null, secret = null, receives = false,
        state = null, etag = null, last_modified = null, needs_consent = false, problem = null, failing_since = null,
        write_problem = null, warned_at = null, host = app.without_addresses(c.host),
        label = left(app.without_addresses(c.label), 100)
      from public.resources r
      where c.studio_id = old.studio_id and c.owner_id = old.user_id and r.id = c.resource_id and r.user_id is null
      returning c.id
    ), forgotten as (
      delete from public.calendar_copies p where p.calendar_id in (select e.id from ended e)
    )
    update public.calendar_times t set title = null
      where t.calendar_id in (select e.id from ended e) and t.title is not null;
  end if;
  return null;
end $$;
alter table connected_calendars no force row level security;
update connected_calendars set host = app.without_addresses(host), label = left(app.without_addresses(label), 100)
where ended_at is not null;

-- Calendars that ended while they were read were marked as released, but still have their consent or channel.
update connected_calendars set warned_at = null
where ended_at is not null and warned_at is not null and (grant_id is not null or channel_id is not null);
alter table connected_calendars force row level security;
