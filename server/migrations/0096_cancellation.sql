-- What cancelling costs, in steps, and what it cost (docs/decisions/0128).

alter table studios
  add column cancellation_policy jsonb not null default '{"steps": [], "late_percent": 0, "no_show_percent": 0}',
  add constraint studio_cancellation_policy
    check (jsonb_typeof(cancellation_policy) = 'object' and pg_column_size(cancellation_policy) < 4096);
grant update (cancellation_policy) on studios to studiohub_app;

-- Bookings from before this have no policy: cancelling them costs nothing.
alter table bookings
  add column cancellation_policy jsonb,
  add column fee jsonb,
  add constraint booking_fee check (fee is null or ((fee->>'amount_minor')::bigint > 0) is true);
grant update (fee) on bookings to studiohub_app, studiohub_system;

-- The share of a price that cancelling costs at an instant. The same as `cancellationFee` in the contract.
create function app.cancellation_fee(policy jsonb, price bigint, starts timestamptz, at timestamptz) returns bigint
  language sql stable set search_path = pg_catalog, pg_temp
as $$
  select coalesce((price * coalesce((select (step->>'percent')::bigint from jsonb_array_elements(policy->'steps') step
      where at <= starts - make_interval(hours => (step->>'hours')::integer)
      order by (step->>'hours')::integer desc limit 1), (policy->>'late_percent')::bigint) + 50) / 100, 0)
$$;
grant execute on function app.cancellation_fee(jsonb, bigint, timestamptz, timestamptz) to studiohub_app;

-- A session keeps the policy that its studio had when it was booked.
create function app.keep_cancellation_policy() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  current jsonb;
begin
  -- Jobs and backups have no role.
  if app.role() is null then return new; end if;
  if new.booking_type = 'client_booking' and new.client_id is not null then
    select s.cancellation_policy into current from public.studios s where s.id = new.studio_id;
  end if;
  if coalesce(new.cancellation_policy, current) is distinct from current or new.fee is not null then
    raise exception using errcode = '42501', message = 'the policy of the studio decides on fees';
  end if;
  new.cancellation_policy := current;
  return new;
end
$$;
create trigger keep_cancellation_policy before insert on bookings
  for each row execute function app.keep_cancellation_policy();

-- What a client cancels costs what the policy says. Crew charge no fee, the desk waives none.
create function app.guard_booking_fee() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  changes boolean := new.fee is distinct from old.fee;
begin
  if app.role() = 'client' then
    if old.status = 'confirmed' and new.status = 'cancelled' then
      if coalesce((new.fee->>'amount_minor')::bigint, 0) = app.cancellation_fee(
        old.cancellation_policy, old.price_minor, old.starts_at, new.cancelled_at) and new.fee->>'waived_at' is null
      then return new; end if;
    elsif not changes then return new; end if;
  elsif app.role() = 'staff' and changes then
    if app.works_at_desk() and new.fee->>'waived_at' is not distinct from old.fee->>'waived_at' then return new; end if;
  else return new;
  end if;
  raise exception using errcode = '42501', message = 'the policy of the studio decides on fees';
end
$$;
create trigger guard_booking_fee before update of fee, status on bookings
  for each row execute function app.guard_booking_fee();

drop function door.public_page(uuid);
create function door.public_page(studio uuid) returns table (timezone text, location text, contact_email text,
    contact_phone text, links text[], cancellation_cutoff_hours integer, cancellation_policy jsonb,
    visitors_can_book boolean, approve_new_clients boolean, rooms json, people json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.timezone, s.location, s.contact_email, s.contact_phone, s.links, s.cancellation_cutoff_hours,
    s.cancellation_policy, s.visitors_can_book, s.approve_new_clients,
    (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'details', r.details)
        order by r.position, r.id), '[]')
      from public.resources r where r.studio_id = s.id and r.is_active and r.kind = 'room'),
    (select coalesce(json_agg(json_build_object('name', r.name, 'details', r.details) order by r.position, r.id), '[]')
      from public.resources r where r.studio_id = s.id and r.is_active and r.kind = 'person' and s.shows_people)
  from public.studios s where s.id = studio and s.is_active
$$;
alter function door.public_page(uuid) owner to studiohub_door;
grant execute on function door.public_page(uuid) to studiohub_app;
