-- Calendars of rooms end with the role of the person who connected them (docs/decisions/0199).
alter table connected_calendars
  -- Since when it is no longer read, because its owner no longer may connect it. Its last times still count.
  add column ended_at timestamptz,
  alter column owner_id drop not null,
  alter column secret drop not null,
  drop constraint connected_calendar_granted;
alter table connected_calendars
  add constraint connected_calendar_granted check ((grant_id is null) = (kind in ('ics', 'caldav')) or ended_at is not null),
  add constraint connected_calendar_ended check ((ended_at is null) = (owner_id is not null) and (ended_at is null) = (secret is not null)),
  add constraint connected_calendar_ended_receives check (ended_at is null or not receives);
grant select (ended_at) on connected_calendars to studiohub_app;
-- Those whose admins are not told yet.
create index connected_calendars_ended on connected_calendars (id) where ended_at is not null and warned_at is null;
-- All calendars of an account wait when its provider asks for it.
create index connected_calendars_by_host on connected_calendars (kind, host) where kind <> 'ics';

-- The role on which a consent rests has ended: it is revoked.
alter table calendar_grants add column ended_at timestamptz;
create index calendar_grants_ended on calendar_grants (id) where ended_at is not null;

grant update (ended_at, owner_id, secret, receives, state, etag, last_modified, needs_consent, problem, failing_since,
  write_problem, warned_at) on connected_calendars to studiohub_door;
grant update (title), select (title) on calendar_times to studiohub_door;
create policy the_door_forgets_titles on calendar_times for update to studiohub_door using (true) with check (true);
grant select (calendar_id), delete on calendar_copies to studiohub_door;
create policy the_door_ends_calendar_copies on calendar_copies to studiohub_door using (true);
grant select (id, studio_id, resource_id, owner_id, ended_at), update (ended_at) on calendar_grants to studiohub_door;
create policy the_door_ends_calendar_grants on calendar_grants to studiohub_door using (true) with check (true);

-- As before, and calendars of rooms and of people without an account, which need a role at the desk: nothing is read or written
-- any longer, the address and password are gone, and the last times stay until the desk connects another calendar.
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
        write_problem = null, warned_at = null
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
drop trigger calendars_end_with_the_role on user_roles;
create trigger calendars_end_with_the_role after update of role, status, removed_at, studio_id, at_desk on user_roles
  for each row when (old.role in ('staff', 'studio_admin') and old.status = 'active')
  execute function door.end_calendars_of_role();
create trigger calendars_end_with_a_deleted_role after delete on user_roles
  for each row when (old.role in ('staff', 'studio_admin') and old.status = 'active')
  execute function door.end_calendars_of_role();
