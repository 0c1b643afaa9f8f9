-- A package ends when credit notes lower its invoice to nothing, as it does when the invoice becomes void.
grant select (kind, corrects_id) on invoices to studiohub_door;
create function door.end_packages_of_credited_invoice() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update public.sold_packages p set ended_at = new.issued_at, version = p.version + 1
    from public.invoices i
    where i.id = new.corrects_id and p.invoice_id = i.id and p.ended_at is null
      and i.total_minor <= (select sum(c.total_minor) from public.invoices c
        where c.corrects_id = i.id and c.kind = 'credit_note' and c.issued_at is not null and c.voided_at is null);
  return null;
end $$;
alter function door.end_packages_of_credited_invoice() owner to studiohub_door;
create trigger credit_notes_end_packages after update of issued_at on invoices
  for each row when (new.kind = 'credit_note' and new.issued_at is not null and old.issued_at is null)
  execute function door.end_packages_of_credited_invoice();

-- The most that a code takes off an amount in a session that was sold with it. The code may be switched off since, or be for
-- other services; null if the studio has no such code.
create function door.sold_discount_amount(studio uuid, discount text, amount bigint) returns bigint
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce(d.amount_minor, (amount * d.percent + 50) / 100) from public.discounts d
  where studio = app.studio_id() and d.studio_id = studio and d.id::text = discount
$$;
alter function door.sold_discount_amount(uuid, text, bigint) owner to studiohub_door;
grant execute on function door.sold_discount_amount(uuid, text, bigint) to studiohub_app;

-- As before, but a code that the session was sold with still counts after the studio switches it off.
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
    select line, line in (select jsonb_array_elements(sold)) as is_sold,
      exists (select from jsonb_array_elements(sold) former
        where former->>'kind' = 'discount' and former->>'key' = line->>'key') as has_sold_code
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
        <= case when given.line->>'key' = 'rate' then (select (percent * amount + 50) / 100 from own)
          when given.has_sold_code then door.sold_discount_amount(studio, given.line->>'key', amount)
          else door.discount_amount(studio, given.line->>'key', service, amount) end, false)
      from given l where l.line->>'kind' = 'discount' and l.line->>'key' = given.line->>'key')
    -- The trigger that draws hours checks them.
    when 'package' then true
    else false end) and bool_or(line->>'kind' <> 'add_on'), false)
  from given cross join session
$$;
