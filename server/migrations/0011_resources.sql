-- What a studio books with, as its admin keeps it: rooms with colours and hours of their own, days that differ from the
-- week, services with prices and lengths, and the rules of booking (docs/decisions/0023).

-- studios: how far ahead clients book, and which edition of the hours and services an admin has before them
alter table studios
  add column min_notice_minutes integer not null default 0,
  add column booking_horizon_days integer not null default 730,
  add column hours_version integer not null default 1,
  add column services_version integer not null default 1,
  add constraint studio_min_notice check (min_notice_minutes between 0 and 43200),
  add constraint studio_booking_horizon check (booking_horizon_days between 1 and 1095);
grant update (min_notice_minutes, booking_horizon_days, cancellation_cutoff_hours, hours_version, services_version)
  on studios to studiohub_app;

-- resources
alter table resources
  add column color text,
  add column archived_at timestamptz,
  add column has_own_hours boolean not null default false,
  add column version integer not null default 1,
  add constraint resource_color check (color ~ '^#[0-9a-f]{6}$'),
  -- What only asks for active ones never finds an archived one.
  add constraint resource_archived_rests check (archived_at is null or not is_active);
-- One engineer listed twice could be booked twice at the same time.
create unique index resource_person_once on resources (studio_id, user_id)
  where user_id is not null and archived_at is null;
-- The holds of sessions outlive a resource: one that was ever held is archived. Asked at the end of the transaction, since
-- a studio that goes takes its resources before the bookings that held them.
alter table reservations
  drop constraint reservations_within_studio,
  add constraint reservations_within_studio foreign key (resource_id, studio_id) references resources (id, studio_id)
    deferrable initially deferred;
create index reservations_by_resource on reservations (resource_id);
grant update (name, position, is_active, setup_minutes, teardown_minutes, user_id, color, archived_at, has_own_hours,
  version) on resources to studiohub_app;
grant delete on resources to studiohub_app;
create policy admins_change_their_resources on resources for update to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy admins_remove_their_resources on resources for delete to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));

-- resource_hours: the week of a resource that has hours of its own, in place of its studio's
create table resource_hours (
  resource_id uuid not null,
  studio_id uuid not null,
  weekday smallint not null,
  opens time not null,
  closes time not null,
  closes_next_day boolean not null default false,
  primary key (resource_id, weekday, opens),
  constraint resource_hours_within_studio foreign key (resource_id, studio_id)
    references resources (id, studio_id) on delete cascade,
  constraint resource_hours_weekday check (weekday between 0 and 6),
  constraint resource_hours_close_after_opening check (
    opens < '24:00' and closes < '24:00' and (opens < closes) <> closes_next_day)
);
create index resource_hours_by_studio on resource_hours (studio_id);
alter table resource_hours enable row level security;
alter table resource_hours force row level security;
grant select, insert, delete on resource_hours to studiohub_app;
grant select on resource_hours to studiohub_system;
create policy people_see_hours_of_resources on resource_hours for select to studiohub_app
  using (studio_id = (select app.studio_id()) or (select app.role()) = 'super_admin');
create policy admins_give_resources_hours on resource_hours for insert to studiohub_app
  with check ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy admins_take_resources_hours on resource_hours for delete to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy jobs_read_hours_of_resources on resource_hours for select to studiohub_system using (true);

-- opening_exceptions: days that differ from the week, each closed (one row without times) or open in its own stretches
create table opening_exceptions (
  studio_id uuid not null references studios (id) on delete cascade,
  date date not null,
  position smallint not null default 0,
  opens time,
  closes time,
  closes_next_day boolean not null default false,
  note text,
  primary key (studio_id, date, position),
  constraint opening_exception_day check (date between '1970-01-01' and '2199-12-31'),
  constraint opening_exception_close_after_opening check (
    (opens is null and closes is null and not closes_next_day)
    or coalesce(opens < '24:00' and closes < '24:00' and (opens < closes) <> closes_next_day, false)),
  -- A day is closed or open: of rows that differ in it there is only one kind.
  constraint opening_exception_closed_or_open exclude using gist
    (studio_id with =, date with =, ((opens is null)::integer) with <>),
  constraint opening_exception_closed_once check (opens is not null or position = 0),
  constraint opening_exception_note_once check (note is null or position = 0),
  constraint opening_exception_note_length check (char_length(note) <= 200)
);
alter table opening_exceptions enable row level security;
alter table opening_exceptions force row level security;
grant select, insert, delete on opening_exceptions to studiohub_app;
grant select on opening_exceptions to studiohub_system;
create policy people_see_their_studios_exceptions on opening_exceptions for select to studiohub_app
  using (studio_id = (select app.studio_id()) or (select app.role()) = 'super_admin');
create policy admins_make_exceptions on opening_exceptions for insert to studiohub_app
  with check ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy admins_take_exceptions_back on opening_exceptions for delete to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy jobs_read_exceptions on opening_exceptions for select to studiohub_system using (true);

-- opening_hours: a new week replaces the old one
grant delete on opening_hours to studiohub_app;
create policy admins_replace_the_week on opening_hours for delete to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));

-- studio_services: null lengths are no limit, a null price is not shown, a null currency is the studio's
alter table studio_services
  add column price_minor integer,
  add column currency text,
  add column is_client_bookable boolean not null default true,
  add column auto_confirm boolean not null default false,
  add column min_minutes integer,
  add column max_minutes integer,
  add constraint service_price check (price_minor >= 0),
  add constraint service_currency check (currency ~ '^[A-Z]{3}$'),
  add constraint service_lengths check (
    min_minutes between 5 and default_minutes and max_minutes between default_minutes and 1440);
grant update (label, position, is_active, default_minutes, price_minor, currency, is_client_bookable, auto_confirm,
  min_minutes, max_minutes) on studio_services to studiohub_app;
grant delete on studio_services to studiohub_app;
create policy admins_change_their_services on studio_services for update to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy admins_withdraw_services on studio_services for delete to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
