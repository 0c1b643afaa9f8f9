-- A client's change of a confirmed session is a request that the studio answers (docs/decisions/0054).

-- How long a client's request waits for the studio.
alter table studios add column request_expiry_hours integer not null default 24,
  add constraint studio_request_expiry check (request_expiry_hours between 1 and 720);
grant update (request_expiry_hours) on studios to studiohub_app;

-- When a pending request of a client expires; null where the studio made the booking itself.
alter table bookings add column expires_at timestamptz;
grant update (expires_at) on bookings to studiohub_app;
create index bookings_to_expire on bookings (expires_at) where status = 'pending' and expires_at is not null;

-- change_requests: what a client asks of a confirmed session; the row exists as long as the request is open
create table change_requests (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null,
  studio_id uuid not null,
  client_id uuid not null references profiles (id) on delete cascade,
  -- Follows the session through the foreign key: a session that holds nothing has no open request.
  holds boolean not null default true,
  booking_date date not null,
  start_time time not null,
  end_time time not null,
  ends_next_day boolean not null default false,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  service_type text not null,
  price_minor integer,
  currency text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint change_request_once unique (booking_id),
  constraint change_request_of_its_booking unique (id, booking_id),
  constraint change_requests_follow_their_booking foreign key (booking_id, studio_id, holds)
    references bookings (id, studio_id, holds) on update cascade on delete cascade,
  constraint change_request_of_a_session_to_come check (holds),
  constraint change_request_instants_in_order check (isfinite(starts_at) and isfinite(ends_at) and starts_at < ends_at),
  constraint change_request_price check (price_minor >= 0 and (price_minor is null) = (currency is null))
);
create index change_requests_by_studio on change_requests (studio_id);
create index change_requests_to_expire on change_requests (expires_at);
create index change_requests_by_client on change_requests (client_id);
alter table change_requests enable row level security;
alter table change_requests force row level security;
grant select, insert, delete on change_requests to studiohub_app;
grant select, delete on change_requests to studiohub_system;
create policy people_see_their_change_requests on change_requests for select to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.user_id())))));
create policy clients_ask_for_changes on change_requests for insert to studiohub_app
  with check ((select app.role()) = 'client' and studio_id = (select app.studio_id())
    and client_id = (select app.user_id()) and exists (
      select from bookings b where b.id = booking_id and b.client_id = (select app.user_id()) and b.status = 'confirmed'));
create policy change_requests_are_answered on change_requests for delete to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
      or ((select app.role()) = 'client' and client_id = (select app.user_id())))));
create policy jobs_end_change_requests on change_requests to studiohub_system using (true) with check (true);

-- A request ends with its session, whoever cancels or completes it.
create function app.end_change_request() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from change_requests where booking_id = old.id;
  return new;
end $$;
create trigger change_requests_end_with_their_session before update of status on bookings
  for each row when (new.status not in ('pending', 'confirmed')) execute function app.end_change_request();

-- The time that is asked for is held beside the session's own. The two may overlap: they are one booking's.
alter table reservations add column change_request_id uuid,
  add constraint reservations_of_change_request foreign key (change_request_id, booking_id)
    references change_requests (id, booking_id) on delete cascade;
alter table reservations add column requested boolean not null generated always as (change_request_id is not null) stored;
alter table reservations drop constraint reservations_pkey;
alter table reservations add primary key (booking_id, resource_id, part, requested);
alter table reservations drop constraint reservations_no_overlap;
alter table reservations add constraint reservations_no_overlap
  exclude using gist (resource_id with =, during with &&, booking_id with <>) where (holds);
create index reservations_by_change_request on reservations (change_request_id) where change_request_id is not null;

-- As before for a session's own holds; a requested hold lies within the time that is asked for.
create or replace function app.check_hold() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  lies_within boolean;
begin
  if new.change_request_id is null then
    lies_within := exists (select from bookings b join resources r on r.id = new.resource_id and r.studio_id = new.studio_id
        and r.archived_at is null
      where b.id = new.booking_id and b.studio_id = new.studio_id
        and new.during <@ tstzrange(b.starts_at - make_interval(mins => r.setup_minutes),
          b.ends_at + make_interval(mins => r.teardown_minutes)));
  else
    lies_within := exists (select from change_requests c join resources r on r.id = new.resource_id
        and r.studio_id = new.studio_id and r.archived_at is null
      where c.id = new.change_request_id and c.studio_id = new.studio_id
        and new.during <@ tstzrange(c.starts_at - make_interval(mins => r.setup_minutes),
          c.ends_at + make_interval(mins => r.teardown_minutes)));
  end if;
  if not lies_within then
    raise exception using errcode = '42501', constraint = 'hold_within_its_booking',
      message = 'a hold lies within its own booking';
  end if;
  return null;
end $$;

-- As before for a session's own holds; besides, a client removes no people or equipment. A requested hold may always go.
create or replace function app.check_given_up() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.change_request_id is not null or not exists (select from bookings b where b.id = old.booking_id and b.holds) then
    return null;
  end if;
  if not exists (select from reservations h where h.booking_id = old.booking_id and not h.requested) then
    raise exception using errcode = '42501', message = 'a session that is to come holds what it needs';
  end if;
  if app.role() = 'client'
    and not exists (select from reservations h
      where h.booking_id = old.booking_id and h.resource_id = old.resource_id and not h.requested)
    and exists (select from resources r where r.id = old.resource_id and r.kind <> 'room') then
    raise exception using errcode = '42501', message = 'people and equipment are the studio''s to remove';
  end if;
  return null;
end $$;

-- As before; besides, a client's change never makes a confirmed session pending: it is a request instead.
create or replace function app.guard_confirmation() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if app.role() = 'client' and ((old.status = 'confirmed' and new.status = 'pending')
    or (new.status = 'confirmed' and not app.confirms_at_once(new.studio_id, new.service_type)
      and (old.status, old.booking_date, old.starts_at, old.ends_at, old.service_type)
        is distinct from (new.status, new.booking_date, new.starts_at, new.ends_at, new.service_type))) then
    raise exception using errcode = '42501', message = 'the studio confirms';
  end if;
  return new;
end $$;

alter table booking_messages drop constraint booking_message_kind;
alter table booking_messages add constraint booking_message_kind check (kind in ('requested', 'booked', 'confirmed',
  'declined', 'moved', 'cancelled', 'reminder', 'expired',
  'change_requested', 'change_approved', 'change_declined', 'change_expired'));
