-- A visitor holds one time by name and email, for some minutes and without an account (docs/decisions/0111).
alter table studios add column visitors_can_book boolean not null default true;
grant update (visitors_can_book) on studios to studiohub_app;

-- visitor_holds: what a visitor chose. It is no booking: only the server reads and writes it, and a job deletes it.
create table visitor_holds (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  name text not null,
  email text not null,
  -- The secret of the mailed link; null after its first use.
  token_hash text,
  service_type text not null,
  booking_date date not null,
  start_time time not null,
  end_time time not null,
  ends_next_day boolean not null,
  days integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The price that the visitor was shown; null: on request.
  price_minor integer,
  currency text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The account that proved the address, and the booking that the hold became. A deleted booking keeps no trace here.
  user_id uuid references auth.users (id) on delete cascade,
  booking_id uuid references bookings (id) on delete cascade,
  constraint visitor_hold_token unique (token_hash),
  constraint visitor_holds_within_studio unique (id, studio_id),
  constraint visitor_hold_ends check (expires_at > created_at and isfinite(expires_at)),
  constraint visitor_hold_instants check (isfinite(starts_at) and isfinite(ends_at) and starts_at < ends_at),
  constraint visitor_hold_lengths check (char_length(name) between 1 and 120 and char_length(email) between 3 and 255)
);
create index visitor_holds_by_email on visitor_holds (email);
create index visitor_holds_by_studio on visitor_holds (studio_id, booking_date);
create index visitor_holds_by_user on visitor_holds (user_id) where user_id is not null;
create index visitor_holds_by_booking on visitor_holds (booking_id) where booking_id is not null;
create index visitor_holds_by_age on visitor_holds (created_at);
alter table visitor_holds enable row level security;
alter table visitor_holds force row level security;
grant select, insert, update, delete on visitor_holds to studiohub_system;
grant select (id, studio_id, user_id, booking_id) on visitor_holds to studiohub_door;
create policy jobs_keep_visitor_holds on visitor_holds to studiohub_system using (true) with check (true);
create policy the_door_knows_visitor_holds on visitor_holds for select to studiohub_door using (true);

-- A reservation is for a booking or for a visitor's hold: one constraint keeps both apart.
alter table reservations drop constraint reservations_pkey;
alter table reservations alter column booking_id drop not null,
  add column visitor_hold_id uuid,
  add column expires_at timestamptz,
  add column holder_id uuid not null generated always as (coalesce(booking_id, visitor_hold_id)) stored,
  add constraint reservations_of_visitor_hold foreign key (visitor_hold_id, studio_id)
    references visitor_holds (id, studio_id) on delete cascade,
  add constraint reservations_of_one_holder check (num_nonnulls(booking_id, visitor_hold_id) = 1
    and (visitor_hold_id is null) = (expires_at is null) and (visitor_hold_id is null or change_request_id is null));
alter table reservations add primary key (holder_id, resource_id, part, requested);
create index reservations_by_booking on reservations (booking_id);
create index reservations_of_visitors on reservations (visitor_hold_id) where visitor_hold_id is not null;
create index reservations_of_visitors_by_resource on reservations (resource_id) where visitor_hold_id is not null;
alter table reservations drop constraint reservations_no_overlap;
alter table reservations add constraint reservations_no_overlap
  exclude using gist (resource_id with =, during with &&, holder_id with <>) where (holds);
grant select (holder_id, visitor_hold_id, expires_at), delete on reservations to studiohub_door;
create policy the_door_ends_visitor_holds on reservations for delete to studiohub_door using (true);

-- The table of holds can be read by the server alone, so no request can write a reservation for one.
drop trigger holds_lie_within_their_booking on reservations;
create trigger holds_lie_within_their_booking after insert on reservations
  for each row when (new.visitor_hold_id is null) execute function app.check_hold();
drop trigger holds_are_given_up_for_others on reservations;
create trigger holds_are_given_up_for_others after delete on reservations
  for each row when (old.visitor_hold_id is null) execute function app.check_given_up();
create function app.check_visitor_hold() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from visitor_holds v join resources r on r.id = new.resource_id and r.studio_id = new.studio_id
      and r.archived_at is null
    where v.id = new.visitor_hold_id and v.booking_id is null and v.expires_at = new.expires_at
      and new.during <@ tstzrange(v.starts_at - make_interval(mins => r.setup_minutes),
        v.ends_at + make_interval(mins => r.teardown_minutes))) then
    raise exception using errcode = '42501', constraint = 'hold_within_its_booking',
      message = 'a hold lies within what the visitor chose';
  end if;
  return null;
end $$;
create trigger visitor_holds_lie_within_their_time after insert on reservations
  for each row when (new.visitor_hold_id is not null) execute function app.check_visitor_hold();

-- An expired hold never blocks, even before the job deletes it.
create function door.end_expired_holds() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.reservations h where h.resource_id = new.resource_id and h.visitor_hold_id is not null
    and h.expires_at <= app.now() and h.during && new.during;
  return new;
end $$;
alter function door.end_expired_holds() owner to studiohub_door;
create trigger expired_holds_end before insert on reservations
  for each row execute function door.end_expired_holds();

-- Ends the hold of the asker, so that their booking can take its place in the same transaction; tells if it was booked.
create function door.end_visitor_hold(hold uuid) returns table (booking_id uuid)
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  if not exists (select from public.visitor_holds v where v.id = hold and v.user_id = app.user_id()) then return; end if;
  delete from public.reservations h where h.visitor_hold_id = hold;
  return query select v.booking_id from public.visitor_holds v where v.id = hold;
end $$;
alter function door.end_visitor_hold(uuid) owner to studiohub_door;
grant execute on function door.end_visitor_hold(uuid) to studiohub_app;

-- As before, without expired holds of visitors.
create or replace function door.holds(resources uuid[], first timestamptz, last timestamptz)
  returns table (booking_id uuid, resource_id uuid, during tstzrange)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  mine uuid := app.studio_id();
  every boolean := coalesce(app.role() = 'super_admin', false);
begin
  return query select h.holder_id, h.resource_id, h.during from public.reservations h
    where h.resource_id = any (resources) and h.holds and h.during && tstzrange(first, last)
      and (h.expires_at is null or h.expires_at > app.now())
      and (every or h.studio_id = mine);
end $$;
create or replace function door.public_offer(wanted_slug text, first_day date, last_day date)
  returns table (id uuid, timezone text, currency text, min_notice_minutes integer, booking_horizon_days integer,
    weekly json, exceptions json, rooms json, held json)
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
    (select coalesce(json_agg(t), '[]') from (
      select h.resource_id, json_agg(json_build_array((extract(epoch from lower(h.during)) * 1000)::bigint,
          (extract(epoch from upper(h.during)) * 1000)::bigint) order by h.during) as held
      from public.resources r join public.reservations h on h.resource_id = r.id and h.holds
        and (h.expires_at is null or h.expires_at > app.now())
        and h.during && tstzrange((first_day - 1)::timestamp at time zone s.timezone,
          (last_day + 3)::timestamp at time zone s.timezone)
      where r.studio_id = s.id and r.is_active and r.kind = 'room' group by h.resource_id) t)
  from public.studios s where s.slug = wanted_slug and s.is_active
$$;

drop function door.public_page(uuid);
create function door.public_page(studio uuid) returns table (timezone text, location text, contact_email text,
    contact_phone text, links text[], cancellation_cutoff_hours integer, visitors_can_book boolean,
    approve_new_clients boolean, rooms json, people json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.timezone, s.location, s.contact_email, s.contact_phone, s.links, s.cancellation_cutoff_hours,
    s.visitors_can_book, s.approve_new_clients,
    (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'details', r.details)
        order by r.position, r.id), '[]')
      from public.resources r where r.studio_id = s.id and r.is_active and r.kind = 'room'),
    (select coalesce(json_agg(json_build_object('name', r.name, 'details', r.details) order by r.position, r.id), '[]')
      from public.resources r where r.studio_id = s.id and r.is_active and r.kind = 'person' and s.shows_people)
  from public.studios s where s.id = studio and s.is_active
$$;
alter function door.public_page(uuid) owner to studiohub_door;
grant execute on function door.public_page(uuid) to studiohub_app;
