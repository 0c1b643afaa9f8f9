-- Discount codes of a studio (docs/decisions/0146). How often one is used follows from the bookings that name it.
create table discounts (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  code text not null,
  percent integer,
  amount_minor bigint,
  currency text,
  service_types text[],
  first_date date,
  last_date date,
  max_uses integer,
  max_uses_per_client integer,
  uses integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  version integer not null default 1,
  constraint discount_code_unique unique (studio_id, code),
  constraint discount_code_shape check (code ~ '^[A-Z0-9-]{3,30}$'),
  constraint discount_lowers check (num_nonnulls(percent, amount_minor) = 1 and percent between 1 and 100
    and coalesce(amount_minor, 1) > 0 and (amount_minor is null) = (currency is null)),
  constraint discount_days check (first_date <= last_date),
  constraint discount_limits check (max_uses > 0 and max_uses_per_client > 0),
  constraint discount_uses check (uses >= 0 and (max_uses is null or uses <= max_uses))
);
alter table discounts enable row level security;
alter table discounts force row level security;
grant select, insert on discounts to studiohub_app;
grant update (service_types, first_date, last_date, max_uses, max_uses_per_client, is_active, version) on discounts
  to studiohub_app;
grant select, delete on discounts to studiohub_system;
grant select, update (uses) on discounts to studiohub_door;

create policy admins_keep_discounts on discounts to studiohub_app
  using ((select app.role()) = 'studio_admin' and studio_id = (select app.studio_id()));
create policy jobs_keep_discounts on discounts to studiohub_system using (true) with check (true);
create policy the_door_counts_discounts on discounts to studiohub_door using (true) with check (true);

-- The part of a reduction that a booking uses, in percent: a cancelled one gives back what its fee does not keep.
create function app.kept_percent(status text, fee jsonb) returns integer
  language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select case when status <> 'cancelled' then 100 when fee->>'waived_at' is not null then 0
    else coalesce((fee->>'percent')::integer, 0) end
$$;

-- What bookings take of limited reductions: uses of codes. The client's own rate has no limit.
create function app.reductions_taken(lines jsonb, status text, fee jsonb) returns table (kind text, id uuid, taken integer)
  language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select line->>'kind', (line->>'key')::uuid, least(app.kept_percent(status, fee), 1)
  from jsonb_array_elements(lines) line where line->>'kind' = 'discount' and line->>'key' <> 'rate'
$$;
grant execute on function app.kept_percent(text, jsonb), app.reductions_taken(jsonb, text, jsonb)
  to studiohub_app, studiohub_system, studiohub_door;
grant select (price_lines) on bookings to studiohub_door;

-- How many bookings of a client use a code.
create function app.uses_of_client(studio uuid, client uuid, discount uuid) returns integer
  language sql stable set search_path = pg_catalog, pg_temp
as $$
  select count(*)::integer from public.bookings b
  where b.studio_id = studio and b.client_id = client and app.kept_percent(b.status, b.fee) > 0
    and b.price_lines @> jsonb_build_array(jsonb_build_object('kind', 'discount', 'key', discount::text))
$$;
grant execute on function app.uses_of_client(uuid, uuid, uuid) to studiohub_door;

-- The discount of a code for a service and a client, or the problem why it does not count. It tells nothing of other codes.
create function door.find_discount(studio uuid, entered text, service text, client uuid) returns json
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  discount record;
  today date;
  problem text;
begin
  if studio is distinct from app.studio_id() then return json_build_object('problem', 'unknown'); end if;
  select d.* into discount from public.discounts d where d.studio_id = studio and d.code = entered and d.is_active;
  if discount.id is null then return json_build_object('problem', 'unknown'); end if;
  select (app.now() at time zone s.timezone)::date into today from public.studios s where s.id = studio;
  problem := case when discount.first_date > today then 'early'
    when discount.last_date < today then 'late'
    when discount.service_types is not null and service <> all (discount.service_types) then 'service'
    when discount.uses >= discount.max_uses then 'used_up'
    when client is not null and app.uses_of_client(studio, client, discount.id) >= discount.max_uses_per_client then 'client' end;
  if problem is not null then return json_build_object('problem', problem); end if;
  return json_build_object('problem', null, 'id', discount.id, 'code', discount.code, 'percent', discount.percent,
    'amount_minor', discount.amount_minor, 'currency', discount.currency);
end $$;
alter function door.find_discount(uuid, text, text, uuid) owner to studiohub_door;
grant execute on function door.find_discount(uuid, text, text, uuid) to studiohub_app, studiohub_system;

-- Counts what a booking takes of limited reductions, in the transaction that writes the booking. The constraints on the
-- counters decide who gets the last one.
create function door.take_reductions() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  change record;
  allowed integer;
begin
  for change in
    select t.kind, t.id, sum(t.taken)::integer as taken from (
      select n.kind, n.id, n.taken from app.reductions_taken(new.price_lines, new.status, new.fee) n
      union all select o.kind, o.id, -o.taken from app.reductions_taken(old.price_lines, old.status, old.fee) o
    ) t group by t.kind, t.id having sum(t.taken) <> 0 order by t.id
  loop
    update public.discounts d set uses = d.uses + change.taken where d.id = change.id and d.studio_id = new.studio_id
      returning d.max_uses_per_client into allowed;
    if change.taken > 0 and (not found
      or (new.client_id is not null and app.uses_of_client(new.studio_id, new.client_id, change.id) > allowed)) then
      raise exception using errcode = '23514', constraint = 'discount_uses', message = 'this code is used up';
    end if;
  end loop;
  return null;
end $$;
alter function door.take_reductions() owner to studiohub_door;
create trigger new_bookings_take_reductions after insert on bookings
  for each row when (new.price_lines @? '$[*] ? (@.kind == "discount")') execute function door.take_reductions();
create trigger bookings_take_reductions after update of price_lines, status, fee on bookings
  for each row when ((old.price_lines @? '$[*] ? (@.kind == "discount")' or new.price_lines @? '$[*] ? (@.kind == "discount")')
    and (new.price_lines, new.status, new.fee) is distinct from (old.price_lines, old.status, old.fee))
  execute function door.take_reductions();

-- The most that a code takes off an amount; null if the studio has no such code for this service.
create function door.discount_amount(studio uuid, discount text, service text, amount bigint) returns bigint
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce(d.amount_minor, (amount * d.percent + 50) / 100) from public.discounts d
  where studio = app.studio_id() and d.studio_id = studio and d.id::text = discount and d.is_active
    and (d.service_types is null or service = any (d.service_types))
$$;
alter function door.discount_amount(uuid, text, text, bigint) owner to studiohub_door;
grant execute on function door.discount_amount(uuid, text, text, bigint) to studiohub_app;

-- Whether every line of a client's price is from the studio's list, by the client's own rate or a code, or was sold before.
-- How many hours, people and pieces it charges is computed by the server. Without a line the price is on request.
create or replace function app.price_is_listed(studio uuid, service text, lines jsonb, sold jsonb, client uuid) returns boolean
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
  ), session as (
    select sum((line->>'amount_minor')::bigint)::bigint as amount from given where line->>'kind' = 'session'
  )
  select coalesce(bool_and(is_sold or case line->>'kind'
    when 'session' then exists (select from prices
      where price is not distinct from (line->>'unit_price_minor')::bigint)
    when 'add_on' then exists (select from offer, jsonb_array_elements(pricing->'add_ons') add_on
      where add_on->>'key' = line->>'key'
        and (add_on->>'price_minor')::bigint is not distinct from (line->>'unit_price_minor')::bigint)
    when 'discount' then (select coalesce(-sum((l.line->>'amount_minor')::bigint)
        <= case given.line->>'key' when 'rate' then (select (percent * amount + 50) / 100 from own)
          else door.discount_amount(studio, given.line->>'key', service, amount) end, false)
      from given l where l.line->>'kind' = 'discount' and l.line->>'key' = given.line->>'key')
    else false end) and bool_or(line->>'kind' <> 'add_on'), false)
  from given cross join session
$$;
