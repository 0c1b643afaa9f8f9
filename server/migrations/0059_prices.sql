-- How services are priced, in which rooms they take place, and what a booking was sold for, line by line (docs/decisions/0089).

alter table studio_services
  add column description text,
  add column capacity integer,
  add column step_minutes integer,
  add column room_ids uuid[],
  add column hide_without_price boolean not null default false,
  add column pricing jsonb not null default '{"unit": "session", "rooms": [], "rules": [], "packages": [], "add_ons": []}',
  add constraint service_description check (char_length(description) between 1 and 1000),
  add constraint service_capacity check (capacity between 1 and 1000),
  add constraint service_step check (step_minutes between 5 and 1440),
  add constraint service_rooms check (room_ids <> '{}'),
  add constraint service_pricing check (jsonb_typeof(pricing) = 'object' and pg_column_size(pricing) < 32768);
grant update (description, capacity, step_minutes, room_ids, hide_without_price, pricing) on studio_services to studiohub_app;

-- The sum of a price's lines; null where the session itself is on request. Every amount follows from its quantity and price:
-- minutes where the unit is an hour, rounded half up, else how many. The same as `totalOf` and `amountOf` in the contract.
create function app.price_total(lines jsonb) returns bigint language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select case when bool_or(line->>'kind' <> 'add_on' and line->>'amount_minor' is null) then null
    else coalesce(sum((line->>'amount_minor')::bigint), 0)::bigint end
  from jsonb_array_elements(lines) line
$$;
create function app.price_lines_add_up(lines jsonb) returns boolean language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select coalesce(bool_and(coalesce((line->>'amount_minor')::bigint = case line->>'unit'
      when 'hour' then ((line->>'unit_price_minor')::bigint * (line->>'quantity')::bigint + 30) / 60
      else (line->>'unit_price_minor')::bigint * (line->>'quantity')::bigint end,
    line->>'amount_minor' is null and line->>'unit_price_minor' is null)
    and (line->>'quantity')::bigint > 0 and coalesce((line->>'unit_price_minor')::bigint, 0) >= 0), true)
  from jsonb_array_elements(lines) line
$$;
grant execute on function app.price_total(jsonb), app.price_lines_add_up(jsonb) to studiohub_app, studiohub_system;

alter table bookings
  add column people integer,
  add column price_lines jsonb not null default '[]',
  add constraint booking_people check (people between 1 and 1000);
alter table change_requests
  add column people integer,
  add column price_lines jsonb not null default '[]',
  add constraint change_request_people check (people between 1 and 1000);
grant update (people, price_lines) on bookings to studiohub_app;

-- What was sold before is one line. The owner reads these rows past the policies only while they are not forced.
alter table studio_services no force row level security;
alter table bookings no force row level security;
alter table change_requests no force row level security;
update bookings b set price_lines = jsonb_build_array(jsonb_build_object('kind', 'session', 'key', null,
    'label', coalesce((select s.label from studio_services s where s.studio_id = b.studio_id and s.key = b.service_type),
      b.service_type),
    'unit', 'session', 'quantity', 1, 'unit_price_minor', b.price_minor, 'amount_minor', b.price_minor))
  where b.price_minor is not null;
update change_requests c set price_lines = jsonb_build_array(jsonb_build_object('kind', 'session', 'key', null,
    'label', coalesce((select s.label from studio_services s where s.studio_id = c.studio_id and s.key = c.service_type),
      c.service_type),
    'unit', 'session', 'quantity', 1, 'unit_price_minor', c.price_minor, 'amount_minor', c.price_minor))
  where c.price_minor is not null;
alter table change_requests force row level security;
alter table bookings force row level security;
alter table studio_services force row level security;

alter table bookings add constraint booking_price_lines check (jsonb_typeof(price_lines) = 'array'
  and pg_column_size(price_lines) < 32768 and app.price_lines_add_up(price_lines)
  and (price_lines = '[]' and price_minor is null or app.price_total(price_lines) is not distinct from price_minor));
alter table change_requests add constraint change_request_price_lines check (jsonb_typeof(price_lines) = 'array'
  and pg_column_size(price_lines) < 32768 and app.price_lines_add_up(price_lines)
  and (price_lines = '[]' and price_minor is null or app.price_total(price_lines) is not distinct from price_minor));

-- Whether every line of a client's price has a price from the studio's list, or was sold before. How many hours, people and
-- pieces it charges is computed by the server. Without a line the price of the session is on request.
create function app.price_is_listed(studio uuid, service text, lines jsonb, sold jsonb) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp
as $$
  with offer as (
    select o.price_minor, o.pricing from public.studio_services o where o.studio_id = studio and o.key = service
  ), bases as (
    select price_minor::bigint as base from offer
    union all select (room->>'price_minor')::bigint from offer, jsonb_array_elements(pricing->'rooms') room
  ), prices as (
    select base as price from bases
    union all select coalesce((rule->>'price_minor')::bigint, (base * (100 + (rule->>'percent')::integer) + 50) / 100)
      from bases, offer, jsonb_array_elements(pricing->'rules') rule
    union all select (package->>'price_minor')::bigint from offer, jsonb_array_elements(pricing->'packages') package
  )
  select coalesce(bool_and(line in (select jsonb_array_elements(sold)) or case line->>'kind'
    when 'session' then exists (select from prices
      where price is not distinct from (line->>'unit_price_minor')::bigint)
    when 'add_on' then exists (select from offer, jsonb_array_elements(pricing->'add_ons') add_on
      where add_on->>'key' = line->>'key'
        and (add_on->>'price_minor')::bigint is not distinct from (line->>'unit_price_minor')::bigint)
    else false end) and bool_or(line->>'kind' <> 'add_on'), false)
  from jsonb_array_elements(case lines when '[]' then '[{"kind": "session"}]' else lines end) line
$$;
grant execute on function app.price_is_listed(uuid, text, jsonb, jsonb) to studiohub_app;

create function app.listed_currency(studio uuid, service text) returns text
  language sql stable set search_path = pg_catalog, pg_temp
as $$
  select coalesce(o.currency, s.currency) from public.studios s
  left join public.studio_services o on o.studio_id = s.id and o.key = service where s.id = studio
$$;
grant execute on function app.listed_currency(uuid, text) to studiohub_app;

-- A client's booking costs what the studio lists, or what was agreed.
create or replace function app.keep_clients_price() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  sold jsonb := '[]';
begin
  if app.role() is distinct from 'client' then return new; end if;
  if tg_op = 'UPDATE' and (new.price_minor, new.currency, new.price_lines) is not distinct from
    (old.price_minor, old.currency, old.price_lines) and new.service_type is not distinct from old.service_type then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.service_type = old.service_type then sold := old.price_lines; end if;
  if not app.price_is_listed(new.studio_id, new.service_type, new.price_lines, sold)
    or (new.price_minor is not null and new.currency is distinct from app.listed_currency(new.studio_id, new.service_type)
      and (tg_op = 'INSERT' or new.currency is distinct from old.currency)) then
    raise exception using errcode = '42501', message = 'a client sets no price';
  end if;
  return new;
end
$$;
drop trigger keep_clients_price on bookings;
create trigger keep_clients_price before insert or update of price_minor, currency, price_lines, service_type on bookings
  for each row execute function app.keep_clients_price();

-- A client's change request costs what the studio lists or what its session was sold for. It waits until the earlier of both
-- starts at the latest.
create or replace function app.keep_clients_request() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  session record;
begin
  if app.role() is distinct from 'client' then return new; end if;
  select b.service_type, b.starts_at, b.price_minor, b.currency, b.price_lines into session from public.bookings b
    where b.id = new.booking_id;
  if not (session.service_type = new.service_type and (new.price_minor, new.currency, new.price_lines) is not distinct from
      (session.price_minor, session.currency, session.price_lines))
    and (not app.price_is_listed(new.studio_id, new.service_type, new.price_lines,
        case when session.service_type = new.service_type then session.price_lines else '[]' end)
      or (new.price_minor is not null and new.currency is distinct from session.currency
        and new.currency is distinct from app.listed_currency(new.studio_id, new.service_type))) then
    raise exception using errcode = '42501', message = 'a client sets no price';
  end if;
  if (new.expires_at <= app.request_expiry(new.studio_id, least(session.starts_at, new.starts_at))) is not true then
    raise exception using errcode = '42501', message = 'the studio says how long a request waits';
  end if;
  return new;
end
$$;
drop function app.service_price(uuid, text);

drop function door.public_offer(text, date, date);
create function door.public_offer(wanted_slug text, first_day date, last_day date)
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
        and h.during && tstzrange((first_day - 1)::timestamp at time zone s.timezone,
          (last_day + 3)::timestamp at time zone s.timezone)
      where r.studio_id = s.id and r.is_active and r.kind = 'room' group by h.resource_id) t)
  from public.studios s where s.slug = wanted_slug and s.is_active
$$;
alter function door.public_offer(text, date, date) owner to studiohub_door;
grant execute on function door.public_offer(text, date, date) to studiohub_app;

-- What a studio offers to visitors, and in which rooms. Room ids are its own, without names.
create function door.priced_offer(studio uuid) returns table (services json, room_ids uuid[])
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select (select coalesce(json_agg(json_build_object('key', o.key, 'label', o.label, 'description', o.description,
        'default_minutes', o.default_minutes, 'min_minutes', o.min_minutes, 'max_minutes', o.max_minutes,
        'step_minutes', o.step_minutes, 'capacity', o.capacity, 'room_ids', o.room_ids, 'price_minor', o.price_minor,
        'currency', coalesce(o.currency, s.currency), 'pricing', o.pricing) order by o.position, o.key), '[]')
      from public.studio_services o where o.studio_id = s.id and o.is_active and o.is_client_bookable
        and not (o.hide_without_price and o.price_minor is null and o.pricing->'rooms' = '[]')),
    array(select r.id from public.resources r
      where r.studio_id = s.id and r.is_active and r.kind = 'room' order by r.position, r.id)
  from public.studios s where s.id = studio and s.is_active
$$;
alter function door.priced_offer(uuid) owner to studiohub_door;
grant execute on function door.priced_offer(uuid) to studiohub_app;
