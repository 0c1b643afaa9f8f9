-- What a session was sold for, its series, its versions, and how its holds move with it (docs/decisions/0024 to 0026).

-- booking_series: what was once asked for, as a rule; its sessions are bookings, and say what became of it
create table booking_series (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  client_id uuid references profiles (id) on delete set null,
  booking_type text not null,
  service_type text not null,
  rrule text not null,
  first_date date not null,
  start_time time not null,
  end_time time not null,
  ends_next_day boolean not null default false,
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint series_type_known check (booking_type in ('client_booking', 'blocked_time')),
  constraint series_blocks_for_nobody check (booking_type = 'client_booking' or client_id is null),
  constraint series_within_studio unique (id, studio_id)
);
alter table booking_series enable row level security;
alter table booking_series force row level security;
grant select, insert on booking_series to studiohub_app, studiohub_system;
grant update (updated_at) on booking_series to studiohub_app;
create policy people_see_their_series on booking_series for select to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.user_id())))));
create policy people_make_series on booking_series for insert to studiohub_app
  with check (created_by = (select app.user_id()) and ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
      or ((select app.role()) = 'client' and client_id = (select app.user_id()))))));
create policy series_are_changed on booking_series for update to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
      or ((select app.role()) = 'client' and client_id = (select app.user_id())))));
create policy jobs_keep_series on booking_series to studiohub_system using (true) with check (true);

alter table bookings
  add column price_minor integer,
  add column currency text,
  add column no_show_at timestamptz,
  add column series_id uuid,
  add column version integer not null default 1,
  add constraint booking_price check (price_minor >= 0 and (price_minor is null) = (currency is null)),
  add constraint booking_nobody_came check (no_show_at is null or status = 'completed'),
  add constraint bookings_follow_their_series foreign key (series_id, studio_id) references booking_series (id, studio_id);
create index bookings_by_series on bookings (series_id, booking_date) where series_id is not null;

-- Whoever may take a step may also move what is still to come; whose a booking is never changes.
grant update (booking_date, start_time, end_time, ends_next_day, starts_at, ends_at, service_type, notes, price_minor,
  currency, no_show_at, version) on bookings to studiohub_app;
grant update (version) on bookings to studiohub_system;

-- Whether the studio confirms a client's booking of a service by itself, as the asker may read.
create function app.confirms_at_once(studio uuid, service text) returns boolean language sql stable
  set search_path = pg_catalog, public, pg_temp
as $$ select exists (select from studio_services s
  where s.studio_id = studio and s.key = service and s.is_active and s.is_client_bookable and s.auto_confirm) $$;
grant execute on function app.confirms_at_once(uuid, text) to studiohub_app, studiohub_system;

-- A client's booking is confirmed at once where the studio says so of its service.
drop policy people_make_bookings on bookings;
create policy people_make_bookings on bookings for insert to studiohub_app
  with check (created_by = (select app.user_id()) and ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
      or ((select app.role()) = 'client' and client_id = (select app.user_id()) and booking_type = 'client_booking'
        and (status = 'pending' or (status = 'confirmed' and app.confirms_at_once(studio_id, service_type))))))));
-- Admins take every step; a client moves and cancels what is theirs and still to come. Who cancels, says so.
drop policy bookings_take_their_steps on bookings;
create policy bookings_take_their_steps on bookings for update to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
      or ((select app.role()) = 'client' and client_id = (select app.user_id()) and holds))))
  with check (((select app.role()) <> 'client' or status in ('pending', 'confirmed', 'cancelled'))
    and cancelled_by is not distinct from case status when 'cancelled' then (select app.user_id()) end);

-- A client may say more of a confirmed session, but a new time or service has to be confirmed anew. A policy cannot compare
-- what was with what shall be.
create function app.guard_confirmation() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if app.role() = 'client' and new.status = 'confirmed' and not app.confirms_at_once(new.studio_id, new.service_type)
    and (old.status, old.booking_date, old.starts_at, old.ends_at, old.service_type)
      is distinct from (new.status, new.booking_date, new.starts_at, new.ends_at, new.service_type) then
    raise exception using errcode = '42501', message = 'the studio confirms';
  end if;
  return new;
end $$;
create trigger studios_confirm_bookings before update on bookings
  for each row execute function app.guard_confirmation();

-- A hold may have parts: a block leaves out the time of what was kept under it.
alter table reservations add column part integer not null default 0;
alter table reservations drop constraint reservations_pkey;
alter table reservations add primary key (booking_id, resource_id, part);

-- A moved booking gives up its holds and takes new ones, in the statement that moves it.
grant delete on reservations to studiohub_app;
create policy bookings_give_up_what_they_hold on reservations for delete to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
      or ((select app.role()) = 'client' and exists (
        select from bookings b where b.id = booking_id and b.client_id = (select app.user_id()))))));

-- The booking and its holds are written by one statement, which no policy can look into: each sees what was there before.
-- A trigger comes after it, in the rights of the asker, so that nobody holds anything for a booking that they do not see,
-- longer than it lasts with the buffers of the resource. A resource that was archived, deleted or given other buffers while
-- the booking was on its way ends here too; the name tells the asker so.
create function app.check_hold() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from bookings b join resources r on r.id = new.resource_id and r.studio_id = new.studio_id
      and r.archived_at is null
    where b.id = new.booking_id and b.studio_id = new.studio_id
      and new.during <@ tstzrange(b.starts_at - make_interval(mins => r.setup_minutes),
        b.ends_at + make_interval(mins => r.teardown_minutes))) then
    raise exception using errcode = '42501', constraint = 'hold_within_its_booking',
      message = 'a hold lies within its own booking';
  end if;
  return null;
end $$;
create trigger holds_lie_within_their_booking after insert on reservations
  for each row execute function app.check_hold();

-- A session that is still to come holds something: its holds are given up for others or not at all.
create function app.check_given_up() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from bookings b where b.id = old.booking_id and b.holds)
    and not exists (select from reservations h where h.booking_id = old.booking_id) then
    raise exception using errcode = '42501', message = 'a session that is to come holds what it needs';
  end if;
  return null;
end $$;
create trigger holds_are_given_up_for_others after delete on reservations
  for each row execute function app.check_given_up();

-- What a visitor of an active studio may know: what it offers, its hours, its rooms by number alone and when they are
-- taken. Nothing of who takes them, and nothing of the plan.
create function door.public_offer(wanted_slug text, first_day date, last_day date)
  returns table (id uuid, timezone text, currency text, min_notice_minutes integer, booking_horizon_days integer,
    weekly json, exceptions json, rooms json, services json, held json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.id, s.timezone, s.currency, s.min_notice_minutes, s.booking_horizon_days,
    (select coalesce(json_agg(json_build_object('weekday', h.weekday, 'opens', to_char(h.opens, 'HH24:MI'),
        'closes', to_char(h.closes, 'HH24:MI'), 'closes_next_day', h.closes_next_day)), '[]')
      from public.opening_hours h where h.studio_id = s.id),
    (select coalesce(json_agg(d), '[]') from (
      select e.date::text as date, coalesce(json_agg(json_build_object('opens', to_char(e.opens, 'HH24:MI'),
          'closes', to_char(e.closes, 'HH24:MI'), 'closes_next_day', e.closes_next_day) order by e.position)
          filter (where e.opens is not null), '[]') as spans
      from public.opening_exceptions e
      where e.studio_id = s.id and e.date between first_day - 1 and last_day + 1 group by e.date) d),
    (select coalesce(json_agg(json_build_object('id', r.id, 'setup_minutes', r.setup_minutes,
        'teardown_minutes', r.teardown_minutes, 'own_week', case when r.has_own_hours then (
          select coalesce(json_agg(json_build_object('weekday', w.weekday, 'opens', to_char(w.opens, 'HH24:MI'),
            'closes', to_char(w.closes, 'HH24:MI'), 'closes_next_day', w.closes_next_day)), '[]')
          from public.resource_hours w where w.resource_id = r.id) end) order by r.position, r.id), '[]')
      from public.resources r where r.studio_id = s.id and r.is_active and r.kind = 'room'),
    (select coalesce(json_agg(json_build_object('key', o.key, 'label', o.label, 'default_minutes', o.default_minutes,
        'min_minutes', o.min_minutes, 'max_minutes', o.max_minutes, 'price_minor', o.price_minor,
        'currency', case when o.price_minor is not null then coalesce(o.currency, s.currency) end)
        order by o.position, o.key), '[]')
      from public.studio_services o where o.studio_id = s.id and o.is_active and o.is_client_bookable),
    (select coalesce(json_agg(t), '[]') from (
      select h.resource_id, json_agg(json_build_array((extract(epoch from lower(h.during)) * 1000)::bigint,
          (extract(epoch from upper(h.during)) * 1000)::bigint) order by h.during) as held
      from public.resources r join public.reservations h on h.resource_id = r.id and h.holds
        and h.during && tstzrange((first_day - 1)::timestamp at time zone s.timezone,
          (last_day + 3)::timestamp at time zone s.timezone)
      where r.studio_id = s.id and r.is_active and r.kind = 'room' group by h.resource_id) t)
  from public.studios s where s.slug = wanted_slug and s.is_active
$$;
grant select on opening_hours, opening_exceptions, resource_hours, studio_services to studiohub_door;
grant select (id, studio_id, kind, position, is_active, has_own_hours, setup_minutes, teardown_minutes) on resources
  to studiohub_door;
grant select (resource_id, during, holds) on reservations to studiohub_door;
create policy the_door_tells_hours on opening_hours for select to studiohub_door using (true);
create policy the_door_tells_exceptions on opening_exceptions for select to studiohub_door using (true);
create policy the_door_tells_hours_of_resources on resource_hours for select to studiohub_door using (true);
create policy the_door_tells_services on studio_services for select to studiohub_door using (true);
create policy the_door_tells_rooms on resources for select to studiohub_door using (true);
create policy the_door_tells_what_is_taken on reservations for select to studiohub_door using (true);
alter function door.public_offer(text, date, date) owner to studiohub_door;
grant execute on function door.public_offer(text, date, date) to studiohub_app;
