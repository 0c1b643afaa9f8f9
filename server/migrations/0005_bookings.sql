-- What a studio offers and when, what a session occupies, and the sessions themselves (docs/decisions/0006).

-- studio_services: the kinds of session that a studio offers
create table studio_services (
  studio_id uuid not null references studios (id) on delete cascade,
  key text not null,
  label text not null,
  position integer not null,
  is_active boolean not null default true,
  default_minutes integer not null,
  primary key (studio_id, key),
  constraint service_key_shape check (key ~ '^[a-z0-9][a-z0-9_]{0,59}$'),
  constraint service_minutes check (default_minutes between 5 and 1440)
);
alter table studio_services enable row level security;
alter table studio_services force row level security;
grant select, insert on studio_services to studiohub_app, studiohub_system;
create policy people_see_their_studios_services on studio_services for select to studiohub_app
  using (studio_id = (select app.studio_id()) or (select app.role()) = 'super_admin');
create policy admins_offer_services on studio_services for insert to studiohub_app
  with check ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy jobs_keep_services on studio_services to studiohub_system using (true) with check (true);

-- opening_hours: stretches of the week (0 is Sunday) by the studio's clock
create table opening_hours (
  studio_id uuid not null references studios (id) on delete cascade,
  weekday smallint not null,
  opens time not null,
  closes time not null,
  closes_next_day boolean not null default false,
  primary key (studio_id, weekday, opens),
  constraint opening_hours_weekday check (weekday between 0 and 6),
  constraint opening_hours_close_after_opening check (
    opens < '24:00' and closes < '24:00' and (opens < closes) <> closes_next_day)
);
alter table opening_hours enable row level security;
alter table opening_hours force row level security;
grant select, insert on opening_hours to studiohub_app, studiohub_system;
create policy people_see_their_studios_hours on opening_hours for select to studiohub_app
  using (studio_id = (select app.studio_id()) or (select app.role()) = 'super_admin');
create policy admins_open_the_studio on opening_hours for insert to studiohub_app
  with check ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy jobs_keep_hours on opening_hours to studiohub_system using (true) with check (true);

-- resources: what a session occupies
create table resources (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  kind text not null,
  name text not null,
  position integer not null,
  is_active boolean not null default true,
  setup_minutes integer not null default 0,
  teardown_minutes integer not null default 0,
  user_id uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint resource_kind check (kind in ('room', 'person', 'equipment')),
  constraint resource_buffers check (setup_minutes between 0 and 480 and teardown_minutes between 0 and 480),
  constraint resource_person check (user_id is null or kind = 'person'),
  constraint resources_within_studio unique (id, studio_id)
);
create index resources_by_studio on resources (studio_id, position, id);
alter table resources enable row level security;
alter table resources force row level security;
grant select, insert on resources to studiohub_app, studiohub_system;
create policy people_see_their_studios_resources on resources for select to studiohub_app
  using (studio_id = (select app.studio_id()) or (select app.role()) = 'super_admin');
create policy admins_furnish_the_studio on resources for insert to studiohub_app
  with check ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy jobs_keep_resources on resources to studiohub_system using (true) with check (true);

-- bookings
create table bookings (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  project_id uuid,
  client_id uuid references profiles (id) on delete set null,
  booking_date date not null,
  start_time time not null,
  end_time time not null,
  ends_next_day boolean not null default false,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  service_type text not null,
  booking_type text not null,
  status text not null,
  -- Generated, and carried into reservations by their foreign key: whether a booking holds its room cannot drift.
  holds boolean not null generated always as (status in ('pending', 'confirmed')) stored,
  notes text,
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  cancelled_at timestamptz,
  cancelled_by uuid references profiles (id) on delete set null,
  cancel_reason text,
  constraint booking_type_known check (booking_type in ('client_booking', 'blocked_time')),
  constraint booking_status_known check (status in ('pending', 'confirmed', 'cancelled', 'completed')),
  constraint booking_day_exists check (booking_date between '1970-01-01' and '2199-12-31'),
  constraint booking_times_exist check (start_time < '24:00' and end_time < '24:00'),
  constraint booking_ends_after_start check (ends_next_day or start_time < end_time),
  constraint booking_lasts_at_most_a_day check (not ends_next_day or end_time <= start_time),
  constraint booking_instants_in_order check (isfinite(starts_at) and isfinite(ends_at) and starts_at < ends_at),
  constraint booking_blocks_for_nobody check (booking_type = 'client_booking' or client_id is null),
  constraint booking_cancelled_once check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint booking_notes_length check (char_length(notes) <= 2000),
  constraint booking_reason_length check (char_length(cancel_reason) <= 500),
  constraint bookings_within_studio unique (id, studio_id, holds)
);
create index bookings_by_day on bookings (studio_id, booking_date, start_time, id) include (booking_type, status);
create index bookings_by_client on bookings (client_id, booking_date) where client_id is not null;
create index bookings_to_complete on bookings (ends_at) where status = 'confirmed' and booking_type = 'client_booking';
alter table bookings enable row level security;
alter table bookings force row level security;
grant select on bookings to studiohub_app, studiohub_system;
grant insert on bookings to studiohub_app, studiohub_system;
grant update (status, updated_at, cancelled_at, cancelled_by, cancel_reason) on bookings to studiohub_app;
grant update (status, updated_at) on bookings to studiohub_system;
create policy people_see_their_bookings on bookings for select to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.user_id())))));
create policy people_make_bookings on bookings for insert to studiohub_app
  with check (created_by = (select app.user_id()) and ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
      or ((select app.role()) = 'client' and client_id = (select app.user_id())
        and booking_type = 'client_booking' and status = 'pending')))));
-- Admins take every step; a client's only one is to cancel what is theirs. Who cancels, says so.
create policy bookings_take_their_steps on bookings for update to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
      or ((select app.role()) = 'client' and client_id = (select app.user_id())))))
  with check (((select app.role()) <> 'client' or status = 'cancelled')
    and cancelled_by is not distinct from case status when 'cancelled' then (select app.user_id()) end);
create policy jobs_keep_bookings on bookings to studiohub_system using (true) with check (true);

-- reservations: a booking's hold on one resource, buffers included; nothing personal, so a studio's clients may read it
create table reservations (
  booking_id uuid not null,
  resource_id uuid not null,
  studio_id uuid not null,
  during tstzrange not null,
  holds boolean not null,
  primary key (booking_id, resource_id),
  constraint reservations_follow_their_booking foreign key (booking_id, studio_id, holds)
    references bookings (id, studio_id, holds) on update cascade on delete cascade,
  constraint reservations_within_studio foreign key (resource_id, studio_id)
    references resources (id, studio_id) on delete cascade,
  -- An empty range overlaps nothing, and one without an end everything for ever.
  constraint reservations_not_empty check (
    coalesce(isfinite(lower(during)) and isfinite(upper(during)), false) and lower_inc(during) and not upper_inc(during)),
  constraint reservations_no_overlap exclude using gist (resource_id with =, during with &&) where (holds)
);
alter table reservations enable row level security;
alter table reservations force row level security;
grant select, insert on reservations to studiohub_app, studiohub_system;
create policy people_see_what_is_taken on reservations for select to studiohub_app
  using (studio_id = (select app.studio_id()) or (select app.role()) = 'super_admin');
create policy bookings_hold_what_they_need on reservations for insert to studiohub_app
  with check ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) in ('studio_admin', 'client')));
create policy jobs_keep_reservations on reservations to studiohub_system using (true) with check (true);

-- How many sessions count against a studio's plan between two days. A client may not read the rows that it counts, so
-- it has the door's rights, narrowed to the asker's own studio.
create function door.live_bookings(studio uuid, first_day date, last_day date) returns integer
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select count(*)::integer from public.bookings b
  where b.studio_id = studio and b.booking_date between first_day and last_day
    and b.booking_type = 'client_booking' and b.status <> 'cancelled'
$$;
grant select (studio_id, booking_date, booking_type, status) on bookings to studiohub_door;
create policy the_door_counts_bookings on bookings for select to studiohub_door
  using (studio_id = (select app.studio_id()) or (select app.role()) = 'super_admin');
alter function door.live_bookings(uuid, date, date) owner to studiohub_door;
grant execute on function door.live_bookings(uuid, date, date) to studiohub_app;
