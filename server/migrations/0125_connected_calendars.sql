-- Calendars of other programs that block the time of a person or a room (docs/decisions/0171).
create table connected_calendars (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  resource_id uuid not null,
  -- Who connected it, and alone may read the titles.
  owner_id uuid not null references profiles (id) on delete cascade,
  label text not null,
  -- Sealed: an address is often all that is needed to read a calendar.
  secret text not null,
  host text not null,
  -- What the server said about the version that was read last.
  etag text,
  last_modified text,
  -- When the times were read, when that was tried last, and when it is tried again.
  read_at timestamptz,
  full_read_at timestamptz,
  checked_at timestamptz,
  next_at timestamptz not null,
  failing_since timestamptz,
  problem text,
  warned_at timestamptz,
  times_count integer not null default 0,
  is_cut boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  constraint connected_calendar_of_resource foreign key (resource_id, studio_id) references resources (id, studio_id) on delete cascade,
  constraint connected_calendar_within_studio unique (id, studio_id),
  constraint connected_calendar_texts check (char_length(label) between 1 and 100 and char_length(host) between 1 and 255
    and char_length(etag) <= 1000 and char_length(last_modified) <= 1000 and char_length(problem) <= 500),
  constraint connected_calendar_fails check ((problem is null) = (failing_since is null))
);
create index connected_calendars_by_studio on connected_calendars (studio_id, created_at, id);
create index connected_calendars_by_resource on connected_calendars (resource_id);
create index connected_calendars_by_owner on connected_calendars (owner_id);
create index connected_calendars_by_turn on connected_calendars (next_at);
alter table connected_calendars enable row level security;
alter table connected_calendars force row level security;
-- The address is for the server alone.
grant select (id, studio_id, resource_id, owner_id, label, host, read_at, checked_at, failing_since, problem, times_count,
  is_cut, created_at) on connected_calendars to studiohub_app;
grant select, insert, update, delete on connected_calendars to studiohub_system;
-- Only to seal the addresses again with another key, or to delete lost ones.
grant select (id, secret), update (secret), delete on connected_calendars to studiohub_auth;
grant select (id, studio_id, resource_id, owner_id), delete on connected_calendars to studiohub_door;

-- Whether a resource is the studio's own: a room, or a person without an account. The desk connects its calendars.
create function app.is_of_desk(resource uuid) returns boolean language sql stable set search_path = pg_catalog, public, pg_temp
as $$ select exists (select from resources r where r.id = resource and r.user_id is null and r.kind <> 'equipment') $$;
grant execute on function app.is_of_desk(uuid) to studiohub_app;

create policy people_see_their_calendars on connected_calendars for select to studiohub_app
  using (studio_id = (select app.studio_id()) and (owner_id = (select app.user_id())
    or ((select app.works_at_desk()) and app.is_of_desk(resource_id))));
create policy jobs_keep_calendars on connected_calendars to studiohub_system using (true) with check (true);
create policy auth_keeps_calendars on connected_calendars to studiohub_auth using (true) with check (true);
create policy the_door_knows_calendars on connected_calendars to studiohub_door using (true);

-- The times of these calendars in which a person or a room is busy, with titles that only the owner may read.
create table calendar_times (
  id bigint generated always as identity primary key,
  calendar_id uuid not null,
  studio_id uuid not null,
  resource_id uuid not null,
  during tstzrange not null,
  title text,
  constraint calendar_time_of_calendar foreign key (calendar_id, studio_id)
    references connected_calendars (id, studio_id) on delete cascade,
  constraint calendar_time_range check (not isempty(during) and not lower_inf(during) and not upper_inf(during)),
  constraint calendar_time_title check (char_length(title) between 1 and 200)
);
create index calendar_times_by_time on calendar_times using gist (resource_id, during);
create index calendar_times_by_calendar on calendar_times (calendar_id);
alter table calendar_times enable row level security;
alter table calendar_times force row level security;
grant select on calendar_times to studiohub_app;
grant select, insert, delete on calendar_times to studiohub_system;
grant select (calendar_id, studio_id, resource_id, during) on calendar_times to studiohub_door;
create policy owners_see_calendar_times on calendar_times for select to studiohub_app
  using (studio_id = (select app.studio_id()) and calendar_id in (select c.id from connected_calendars c
    where c.owner_id = (select app.user_id())));
create policy jobs_keep_calendar_times on calendar_times to studiohub_system using (true) with check (true);
create policy the_door_tells_calendar_times on calendar_times for select to studiohub_door using (true);

-- When active resources of a studio are busy in their calendars, in milliseconds and in order. No titles, and not in which
-- calendar. Rights as for `door.days_off`.
create function door.calendar_times(studio uuid, first timestamptz, last timestamptz)
  returns table (resource_id uuid, times json)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  -- Most studios have none.
  if not exists (select from public.connected_calendars c where c.studio_id = studio) then return; end if;
  if not (current_setting('role', true) = 'studiohub_system' or coalesce(app.role() = 'super_admin', false)
    or coalesce(studio = app.studio_id(), false)) then return; end if;
  return query select t.resource_id, t.times from app.calendar_times_of(studio, first, last) t;
end $$;
create function app.calendar_times_of(studio uuid, first timestamptz, last timestamptz)
  returns table (resource_id uuid, times json)
  language sql stable set search_path = pg_catalog, public, pg_temp
as $$
  select joined.resource_id, json_agg(json_build_array((extract(epoch from lower(one)) * 1000)::bigint,
    (extract(epoch from upper(one)) * 1000)::bigint) order by one)
  from (select t.resource_id, range_agg(t.during) as ranges from calendar_times t
    join resources r on r.id = t.resource_id and r.is_active
    where t.studio_id = studio and r.studio_id = studio and t.during && tstzrange(first, last) group by t.resource_id) joined
  cross join lateral unnest(joined.ranges) one
  group by joined.resource_id
$$;
revoke execute on function app.calendar_times_of(uuid, timestamptz, timestamptz) from public;
grant execute on function app.calendar_times_of(uuid, timestamptz, timestamptz) to studiohub_door;
alter function door.calendar_times(uuid, timestamptz, timestamptz) owner to studiohub_door;
grant execute on function door.calendar_times(uuid, timestamptz, timestamptz) to studiohub_app, studiohub_system;

-- The same for visitors of an active studio: only rooms, between two of its days.
create function door.public_calendar_times(studio uuid, first_day date, last_day date)
  returns table (calendar json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce(json_agg(json_build_object('resource_id', t.resource_id, 'times', t.times)), '[]')
  from public.studios s
  cross join lateral app.calendar_times_of(s.id, (first_day - 1)::timestamp at time zone s.timezone,
    (last_day + 3)::timestamp at time zone s.timezone) t
  join public.resources r on r.id = t.resource_id and r.kind = 'room'
  where s.id = studio and s.is_active
$$;
alter function door.public_calendar_times(uuid, date, date) owner to studiohub_door;
grant execute on function door.public_calendar_times(uuid, date, date) to studiohub_app;

-- The calendars of a person end with their role at the studio: what is in them is not the studio's to keep.
create function door.end_calendars_of_role() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.connected_calendars c using public.resources r
    where c.studio_id = old.studio_id and c.owner_id = old.user_id and r.id = c.resource_id and r.user_id = old.user_id
      and not exists (select from public.user_roles o where o.user_id = old.user_id and o.studio_id = old.studio_id
        and o.role in ('staff', 'studio_admin') and o.status = 'active' and o.removed_at is null);
  return null;
end $$;
grant select (id, user_id) on resources to studiohub_door;
alter function door.end_calendars_of_role() owner to studiohub_door;
create trigger calendars_end_with_the_role after update of status, removed_at, studio_id on user_roles
  for each row when (old.role in ('staff', 'studio_admin') and old.status = 'active')
  execute function door.end_calendars_of_role();
-- Another person gets the place of the first: their calendar is not this person's.
create function door.end_calendars_of_person() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.connected_calendars c where c.resource_id = new.id;
  return null;
end $$;
alter function door.end_calendars_of_person() owner to studiohub_door;
create trigger calendars_end_with_the_person after update of user_id on resources
  for each row when (old.user_id is distinct from new.user_id) execute function door.end_calendars_of_person();

-- As before, with the times of their calendars.
create or replace function door.people_of_service(studio uuid, service text, first_day date, last_day date)
  returns table (people json, held json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with people as (
    select r.id, row_number() over (order by wanted.place) as number, r.setup_minutes, r.teardown_minutes, r.has_own_hours
    from public.studio_services o cross join lateral unnest(o.person_ids) with ordinality wanted (id, place)
    join public.resources r on r.id = wanted.id and r.studio_id = o.studio_id and r.is_active and r.kind = 'person'
    where o.studio_id = studio and o.key = service and o.is_active and o.is_client_bookable
  )
  select (select coalesce(json_agg(json_build_object('id', p.number::text, 'setup_minutes', p.setup_minutes,
        'teardown_minutes', p.teardown_minutes, 'own_week', case when p.has_own_hours then (
          select coalesce(json_agg(json_build_object('weekday', w.weekday, 'opens', to_char(w.opens, 'HH24:MI'),
            'closes', to_char(w.closes, 'HH24:MI'), 'closes_next_day', w.closes_next_day)), '[]')
          from public.resource_hours w where w.resource_id = p.id) end,
        'days_off', (select coalesce(json_agg(json_build_object('first_date', d.first_date, 'last_date', d.last_date,
            'from_time', to_char(d.from_time, 'HH24:MI'), 'to_time', to_char(d.to_time, 'HH24:MI'))), '[]')
          from public.days_off d where d.resource_id = p.id and d.last_date >= first_day - 1),
        'calendar_times', (select t.times from app.calendar_times_of(studio, (first_day - 1)::timestamp at time zone s.timezone,
          (last_day + 3)::timestamp at time zone s.timezone) t where t.resource_id = p.id)) order by p.number), '[]')
      from people p),
    (select coalesce(json_agg(t), '[]') from (
      select p.number::text as resource_id, json_agg(json_build_array((extract(epoch from lower(h.during)) * 1000)::bigint,
          (extract(epoch from upper(h.during)) * 1000)::bigint) order by h.during) as held
      from people p join public.reservations h on h.resource_id = p.id and h.holds
        and (h.expires_at is null or h.expires_at > app.now())
        and h.during && tstzrange((first_day - 1)::timestamp at time zone s.timezone,
          (last_day + 3)::timestamp at time zone s.timezone)
      group by p.number) t)
  from public.studios s where s.id = studio and s.is_active
$$;

alter table notices drop constraint notice_kind;
alter table notices add constraint notice_kind check (kind in ('invitation', 'role_request', 'request_answered',
  'booking_request', 'booking_changed', 'mention', 'task', 'plan', 'domain', 'claim', 'sender', 'dispute',
  'webhook', 'calendar'));
