-- Prepaid hours: what a studio sells, and what clients have left (docs/decisions/0147).
create table packages (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  name text not null,
  minutes integer not null,
  price_minor bigint not null,
  currency text not null,
  valid_days integer,
  service_types text[],
  is_active boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  version integer not null default 1,
  constraint package_name check (char_length(name) between 1 and 60),
  constraint package_figures check (minutes between 15 and 60000 and price_minor between 0 and 100000000
    and valid_days between 1 and 3650 and currency ~ '^[A-Z]{3}$')
);
create index packages_by_studio on packages (studio_id, created_at desc, id desc);
alter table packages enable row level security;
alter table packages force row level security;
grant select, insert on packages to studiohub_app;
grant update (name, minutes, price_minor, valid_days, service_types, is_active, version) on packages to studiohub_app;
grant select, delete on packages to studiohub_system;
create policy admins_keep_packages on packages to studiohub_app
  using ((select app.role()) = 'studio_admin' and studio_id = (select app.studio_id()));
create policy jobs_keep_packages on packages to studiohub_system using (true) with check (true);

create table sold_packages (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  client_id uuid,
  name text not null,
  minutes integer not null,
  -- Those of bookings, and those of bookings that are over. Bookings write them.
  used_minutes integer not null default 0,
  earned_minutes integer not null default 0,
  price_minor bigint not null,
  -- Without tax, as on its invoice.
  net_minor bigint not null,
  currency text not null,
  service_types text[],
  last_date date,
  invoice_id uuid,
  sold_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  version integer not null default 1,
  constraint sold_packages_of_client foreign key (studio_id, client_id) references client_records on delete set null (client_id),
  constraint sold_packages_of_invoice foreign key (invoice_id, studio_id) references invoices (id, studio_id)
    on delete set null (invoice_id),
  constraint sold_package_hours check (used_minutes between 0 and minutes and earned_minutes between 0 and used_minutes),
  constraint sold_package_figures check (minutes > 0 and price_minor >= 0 and net_minor >= 0 and currency ~ '^[A-Z]{3}$')
);
create index sold_packages_by_client on sold_packages (studio_id, client_id) where client_id is not null;
create index sold_packages_by_last_date on sold_packages (last_date) where ended_at is null and last_date is not null;
create index sold_packages_by_invoice on sold_packages (invoice_id) where invoice_id is not null;
alter table sold_packages enable row level security;
alter table sold_packages force row level security;
grant select, insert on sold_packages to studiohub_app;
grant update (ended_at, version) on sold_packages to studiohub_app;
grant select, delete on sold_packages to studiohub_system;
grant update (client_id, ended_at, version) on sold_packages to studiohub_system;
grant select on sold_packages to studiohub_door;
grant update (used_minutes, earned_minutes, ended_at, version) on sold_packages to studiohub_door;
create policy people_see_sold_packages on sold_packages for select to studiohub_app
  using (studio_id = (select app.studio_id()) and ((select app.works_at_desk())
    or ((select app.role()) = 'client' and client_id = (select app.client_id()))));
create policy admins_sell_packages on sold_packages for insert to studiohub_app
  with check (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin' and used_minutes = 0
    and earned_minutes = 0);
create policy admins_end_packages on sold_packages for update to studiohub_app
  using (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin');
create policy jobs_keep_sold_packages on sold_packages to studiohub_system using (true) with check (true);
create policy the_door_draws_from_packages on sold_packages to studiohub_door using (true) with check (true);

-- Brings the books to what a package still holds: its net price less the part of sessions that are over; nothing once it has
-- ended. The difference is revenue. A package that was not sold in the books, or was free, holds nothing.
create function app.post_package(sold uuid, session uuid, day date, posted_at timestamptz) returns void
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  package record;
  held bigint;
  drawn bigint;
  event text;
begin
  select p.* into package from public.sold_packages p where p.id = sold;
  select -sum(e.amount_minor) into held from public.ledger_entries e
    where e.studio_id = package.studio_id and e.cause_id = sold and e.account = 'packages_held';
  drawn := held - case when package.ended_at is not null then 0
    else package.net_minor - (2 * package.net_minor * package.earned_minutes + package.minutes) / (2 * package.minutes) end;
  if coalesce(drawn, 0) = 0 then return; end if;
  event := format('package:%s:%s', sold, (select count(distinct e.event_key) from public.ledger_entries e
    where e.studio_id = package.studio_id and e.cause_id = sold));
  insert into public.ledger_entries (studio_id, event_key, position, kind, cause_id, currency, occurred_on, recorded_at,
      account, amount_minor, client_id, booking_id)
    select package.studio_id, event, side.position, case when drawn > 0 then 'package_drawn' else 'package_returned' end, sold,
      package.currency, day, posted_at, side.account, side.sign * drawn, package.client_id, session
    from (values (0, 'packages_held', 1), (1, 'revenue', -1)) side (position, account, sign);
end $$;
grant execute on function app.post_package(uuid, uuid, date, timestamptz) to studiohub_door;
create index ledger_by_package on ledger_entries (cause_id) where account = 'packages_held';

-- A package line has a negative amount and no price of its own: it pays a share of the session.
create or replace function app.price_lines_add_up(lines jsonb) returns boolean language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  select coalesce(bool_and(case line->>'kind' when 'package'
      then (line->>'amount_minor')::bigint < 0 and line->>'unit_price_minor' is null
      else coalesce((line->>'amount_minor')::bigint = case line->>'unit'
        when 'hour' then ((line->>'unit_price_minor')::bigint * (line->>'quantity')::bigint + 30) / 60
        else (line->>'unit_price_minor')::bigint * (line->>'quantity')::bigint end,
      line->>'amount_minor' is null and line->>'unit_price_minor' is null) end
    and (line->>'quantity')::bigint > 0
    and case line->>'kind' when 'discount' then (line->>'amount_minor')::bigint < 0
      else coalesce((line->>'unit_price_minor')::bigint, 0) >= 0 end)
    and coalesce(sum((line->>'amount_minor')::bigint) filter (where line->>'kind' <> 'add_on'), 0) >= 0, true)
  from jsonb_array_elements(lines) line
$$;

-- A session that hours of a package pay may cost its client hours and no money.
alter table bookings drop constraint booking_fee,
  add constraint booking_fee check (fee is null or ((fee->>'amount_minor')::bigint >= 0) is true);

-- What bookings take of limited reductions: uses of codes, minutes of packages. `earned` is the part of sessions that are over.
drop function app.reductions_taken(jsonb, text, jsonb);
create function app.reductions_taken(lines jsonb, status text, fee jsonb)
  returns table (kind text, id uuid, taken integer, earned integer)
  language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select line->>'kind', (line->>'key')::uuid, t.taken,
    case when status in ('completed', 'cancelled') then t.taken else 0 end
  from jsonb_array_elements(lines) line
  cross join lateral (select case line->>'kind' when 'discount' then least(app.kept_percent(status, fee), 1)
    else ((line->>'quantity')::integer * app.kept_percent(status, fee) + 99) / 100 end as taken) t
  where line->>'kind' in ('discount', 'package') and line->>'key' <> 'rate'
$$;
grant execute on function app.reductions_taken(jsonb, text, jsonb) to studiohub_app, studiohub_system, studiohub_door;

-- Counts the uses of a code. `client` may use it so often.
create function app.take_discount(studio uuid, client uuid, discount uuid, taken integer) returns void
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  allowed integer;
begin
  update public.discounts d set uses = d.uses + taken where d.id = discount and d.studio_id = studio
    returning d.max_uses_per_client into allowed;
  if taken > 0 and (not found or (client is not null and app.uses_of_client(studio, client, discount) > allowed)) then
    raise exception using errcode = '23514', constraint = 'discount_uses', message = 'this code is used up';
  end if;
end $$;

-- Draws minutes from a package of the client. It is refused where they are not there, or the package has ended.
create function app.draw_package(studio uuid, client uuid, sold uuid, drawn integer, now_earned integer) returns void
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  update public.sold_packages p set used_minutes = p.used_minutes + drawn, earned_minutes = p.earned_minutes + now_earned
    where p.id = sold and p.studio_id = studio and (drawn <= 0 or (p.client_id = client and p.ended_at is null));
  if drawn > 0 and not found then
    raise exception using errcode = '23514', constraint = 'sold_package_hours', message = 'these hours are not there';
  end if;
end $$;
grant execute on function app.take_discount(uuid, uuid, uuid, integer), app.draw_package(uuid, uuid, uuid, integer, integer)
  to studiohub_door;

create or replace function door.take_reductions() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  change record;
begin
  -- A client's hours pay at most their share of the session. A change of the clocks can shorten it by an hour.
  if app.role() = 'client' and exists (select from jsonb_array_elements(new.price_lines) line where line->>'kind' = 'package'
      and -(line->>'amount_minor')::bigint * (extract(epoch from new.ends_at - new.starts_at) / 60 - 61)
        > (line->>'quantity')::bigint * (select sum((s->>'amount_minor')::bigint) from jsonb_array_elements(new.price_lines) s
          where s->>'kind' = 'session')) then
    raise exception using errcode = '42501', message = 'a client sets no price';
  end if;
  for change in
    select t.kind, t.id, sum(t.taken)::integer as taken, sum(t.earned)::integer as earned from (
      select n.kind, n.id, n.taken, n.earned from app.reductions_taken(new.price_lines, new.status, new.fee) n
      union all
      select o.kind, o.id, -o.taken, -o.earned from app.reductions_taken(old.price_lines, old.status, old.fee) o
    ) t group by t.kind, t.id having sum(t.taken) <> 0 or sum(t.earned) <> 0 order by t.id
  loop
    if change.kind = 'discount' then
      if change.taken <> 0 then perform app.take_discount(new.studio_id, new.client_id, change.id, change.taken); end if;
    else
      perform app.draw_package(new.studio_id, new.client_id, change.id, change.taken, change.earned);
      perform app.post_package(change.id, new.id, new.booking_date, new.updated_at);
    end if;
  end loop;
  return null;
end $$;
drop trigger new_bookings_take_reductions on bookings;
drop trigger bookings_take_reductions on bookings;
create trigger new_bookings_take_reductions after insert on bookings
  for each row when (new.price_lines @? '$[*] ? (@.kind == "discount" || @.kind == "package")')
  execute function door.take_reductions();
create trigger bookings_take_reductions after update of price_lines, status, fee on bookings
  for each row when ((old.price_lines @? '$[*] ? (@.kind == "discount" || @.kind == "package")'
      or new.price_lines @? '$[*] ? (@.kind == "discount" || @.kind == "package")')
    and (new.price_lines, new.status, new.fee) is distinct from (old.price_lines, old.status, old.fee))
  execute function door.take_reductions();

-- A package whose last day has passed, or that was ended, holds nothing any more. So does one whose invoice became void.
create function door.post_ended_package() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.post_package(new.id, null, (new.ended_at at time zone s.timezone)::date, new.ended_at)
    from public.studios s where s.id = new.studio_id;
  return null;
end $$;
alter function door.post_ended_package() owner to studiohub_door;
create trigger ended_packages_hold_nothing after update of ended_at on sold_packages
  for each row when (new.ended_at is not null and old.ended_at is null) execute function door.post_ended_package();

create function door.end_packages_of_invoice() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update public.sold_packages p set ended_at = new.voided_at, version = p.version + 1
    where p.invoice_id = new.id and p.ended_at is null;
  return null;
end $$;
alter function door.end_packages_of_invoice() owner to studiohub_door;
create trigger void_invoices_end_packages after update of voided_at on invoices
  for each row when (new.voided_at is not null and old.voided_at is null) execute function door.end_packages_of_invoice();

-- Whether every line of a client's price is from the studio's list, by the client's own rate, code or hours, or was sold.
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
    -- The trigger that draws hours checks them.
    when 'package' then true
    else false end) and bool_or(line->>'kind' <> 'add_on'), false)
  from given cross join session
$$;
