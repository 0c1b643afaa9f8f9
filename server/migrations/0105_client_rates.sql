-- What one client pays instead of the listed prices (docs/decisions/0145).

alter table client_records
  add column rates jsonb not null default '[]',
  add constraint client_rates check (jsonb_typeof(rates) = 'array' and pg_column_size(rates) < 16384);
grant update (rates) on client_records to studiohub_app, studiohub_system;

-- The desk keeps client records, but only admins decide on prices. Jobs and backups have no role.
create function app.guard_client_rates() returns trigger language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  if coalesce(app.role() in ('studio_admin', 'super_admin'), true) or new.rates = '[]'
    or (tg_op = 'UPDATE' and new.rates = old.rates) then return new; end if;
  raise exception using errcode = '42501', message = 'admins decide on rates';
end $$;
create trigger guard_client_rates before insert or update of rates on client_records
  for each row execute function app.guard_client_rates();

-- A discount has a negative amount. What the session costs without its add-ons is never negative.
create or replace function app.price_lines_add_up(lines jsonb) returns boolean language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  select coalesce(bool_and(coalesce((line->>'amount_minor')::bigint = case line->>'unit'
      when 'hour' then ((line->>'unit_price_minor')::bigint * (line->>'quantity')::bigint + 30) / 60
      else (line->>'unit_price_minor')::bigint * (line->>'quantity')::bigint end,
    line->>'amount_minor' is null and line->>'unit_price_minor' is null)
    and (line->>'quantity')::bigint > 0
    and case line->>'kind' when 'discount' then (line->>'amount_minor')::bigint < 0
      else coalesce((line->>'unit_price_minor')::bigint, 0) >= 0 end)
    and coalesce(sum((line->>'amount_minor')::bigint) filter (where line->>'kind' <> 'add_on'), 0) >= 0, true)
  from jsonb_array_elements(lines) line
$$;

-- The rate of a client for a service: that of the service before that of every service.
create function app.client_rate(studio uuid, client uuid, service text) returns jsonb
  language sql stable set search_path = pg_catalog, pg_temp
as $$
  select r.rate from public.client_records c, jsonb_array_elements(c.rates) r (rate)
  where c.studio_id = studio and c.id = client
    and (r.rate->>'service_type' is null or r.rate->>'service_type' = service)
  order by r.rate->>'service_type' nulls last limit 1
$$;
grant execute on function app.client_rate(uuid, uuid, text) to studiohub_app;

-- Whether every line of a client's price is from the studio's list, by the client's own rate, or was sold before. How many
-- hours, people and pieces it charges is computed by the server. Without a line the price of the session is on request.
create function app.price_is_listed(studio uuid, service text, lines jsonb, sold jsonb, client uuid) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp
as $$
  with offer as (
    select o.price_minor, o.pricing from public.studio_services o where o.studio_id = studio and o.key = service
  ), bases as (
    select price_minor::bigint as base from offer
    union all select (room->>'price_minor')::bigint from offer, jsonb_array_elements(pricing->'rooms') room
  ), own as (
    select (rate->>'percent_off')::bigint as percent, (rate->>'hour_minor')::bigint as price
    from app.client_rate(studio, client, service) rate where rate is not null
  ), prices as (
    select base as price from bases
    union all select coalesce((rule->>'price_minor')::bigint, (base * (100 + (rule->>'percent')::integer) + 50) / 100)
      from bases, offer, jsonb_array_elements(pricing->'rules') rule
    union all select (package->>'price_minor')::bigint from offer, jsonb_array_elements(pricing->'packages') package
    union all select price from own where price is not null
  ), given as (
    select line, line in (select jsonb_array_elements(sold)) as is_sold
    from jsonb_array_elements(case lines when '[]' then '[{"kind": "session"}]' else lines end) line
  )
  select coalesce(bool_and(is_sold or case line->>'kind'
    when 'session' then exists (select from prices
      where price is not distinct from (line->>'unit_price_minor')::bigint)
    when 'add_on' then exists (select from offer, jsonb_array_elements(pricing->'add_ons') add_on
      where add_on->>'key' = line->>'key'
        and (add_on->>'price_minor')::bigint is not distinct from (line->>'unit_price_minor')::bigint)
    when 'discount' then exists (select from own where line->>'key' = 'rate'
      and (select -sum((l.line->>'amount_minor')::bigint) from given l where l.line->>'key' = 'rate' and l.line->>'kind' = 'discount')
        <= (percent * (select sum((l.line->>'amount_minor')::bigint) from given l where l.line->>'kind' = 'session') + 50) / 100)
    else false end) and bool_or(line->>'kind' <> 'add_on'), false)
  from given
$$;
grant execute on function app.price_is_listed(uuid, text, jsonb, jsonb, uuid) to studiohub_app;

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
  if not app.price_is_listed(new.studio_id, new.service_type, new.price_lines, sold, new.client_id)
    or (new.price_minor is not null and new.currency is distinct from app.listed_currency(new.studio_id, new.service_type)
      and (tg_op = 'INSERT' or new.currency is distinct from old.currency)) then
    raise exception using errcode = '42501', message = 'a client sets no price';
  end if;
  return new;
end
$$;

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
        case when session.service_type = new.service_type then session.price_lines else '[]' end, new.client_id)
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

create or replace function app.guard_crew_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if app.role() is distinct from 'staff' or app.works_at_desk() then return new; end if;
  if (new.status = old.status or (old.status = 'pending' and new.status = 'confirmed'))
    and (old.service_type, old.notes, old.project_id, old.people, old.no_show_at, old.expires_at)
      is not distinct from (new.service_type, new.notes, new.project_id, new.people, new.no_show_at, new.expires_at)
    and ((old.price_minor, old.currency, old.price_lines) is not distinct from (new.price_minor, new.currency, new.price_lines)
      or app.price_is_listed(new.studio_id, new.service_type, new.price_lines, old.price_lines, new.client_id))
  then return new; end if;
  raise exception using errcode = '42501', message = 'crew confirm and move sessions only';
end $$;
drop function app.price_is_listed(uuid, text, jsonb, jsonb);
