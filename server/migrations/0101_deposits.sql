-- What clients pay when they book (docs/decisions/0138).

alter table studio_services
  add column deposit jsonb,
  add constraint service_deposit check (deposit is null or (case deposit->>'kind'
    when 'full' then true
    when 'percent' then (deposit->>'percent')::integer between 1 and 100
    when 'fixed' then (deposit->>'amount_minor')::bigint > 0 end) is true);
grant update (deposit) on studio_services to studiohub_app;

-- The part of an amount that is paid when booking; null: nothing. The same as `depositDue` in the contract.
create function app.deposit_due(deposit jsonb, payable bigint, currency text) returns bigint
  language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select nullif(case when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then due - due % 10 else due end, 0)
  from (select case deposit->>'kind' when 'full' then payable
      when 'percent' then (payable * (deposit->>'percent')::bigint + 50) / 100
      when 'fixed' then least(payable, (deposit->>'amount_minor')::bigint) end as due) d
$$;
grant execute on function app.deposit_due(jsonb, bigint, text) to studiohub_app, studiohub_system;

-- A session keeps the deposit that was agreed when it was booked.
alter table bookings
  add column deposit_minor bigint,
  add constraint booking_deposit check (deposit_minor > 0);
create function app.keep_deposit() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  agreed bigint;
begin
  -- Jobs and backups have no role.
  if app.role() is null then return new; end if;
  if new.booking_type = 'client_booking' and new.client_id is not null then
    select app.deposit_due(o.deposit, app.payable_amount(new.price_minor, new.tax), new.currency) into agreed
      from public.studio_services o where o.studio_id = new.studio_id and o.key = new.service_type;
  end if;
  if coalesce(new.deposit_minor, agreed) is distinct from agreed then
    raise exception using errcode = '42501', message = 'the studio decides on deposits';
  end if;
  new.deposit_minor := agreed;
  return new;
end
$$;
-- By its name it comes after the trigger that fills in the tax.
create trigger keep_deposit before insert on bookings
  for each row execute function app.keep_deposit();

create or replace function door.priced_offer(studio uuid) returns table (services json, room_ids uuid[])
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select (select coalesce(json_agg(json_build_object('key', o.key, 'label', o.label, 'description', o.description,
        'default_minutes', o.default_minutes, 'min_minutes', o.min_minutes, 'max_minutes', o.max_minutes,
        'step_minutes', o.step_minutes, 'capacity', o.capacity, 'room_ids', o.room_ids, 'price_minor', o.price_minor,
        'needs_person', o.person_ids is not null, 'person_title', o.person_title, 'deposit', o.deposit,
        'currency', coalesce(o.currency, s.currency), 'pricing', o.pricing) order by o.position, o.key), '[]')
      from public.studio_services o where o.studio_id = s.id and o.is_active and o.is_client_bookable
        and not (o.hide_without_price and o.price_minor is null and o.pricing->'rooms' = '[]')),
    array(select r.id from public.resources r
      where r.studio_id = s.id and r.is_active and r.kind = 'room' order by r.position, r.id)
  from public.studios s where s.id = studio and s.is_active
$$;
