-- Taxes of studios, and what applies to a booking (docs/decisions/0134).

alter table studios
  add column taxes jsonb not null default '{"prices_include_tax": true, "rates": []}',
  add constraint studio_taxes check (jsonb_typeof(taxes) = 'object' and pg_column_size(taxes) < 8192);
grant update (taxes) on studios to studiohub_app;

alter table studio_services
  add column tax_key text,
  add constraint service_tax_key check (tax_key ~ '^[a-z0-9_]{1,40}$');
grant update (tax_key) on studio_services to studiohub_app;

alter table client_records
  add column tax_number text,
  add column reverse_charge boolean not null default false,
  add constraint client_tax_number check (char_length(tax_number) between 1 and 40);
grant update (tax_number, reverse_charge) on client_records to studiohub_app, studiohub_system;

-- The tax of a new booking; null if the studio has no rates. The same as `taxOfService` in the contract.
create function app.booking_tax(studio uuid, service text, client uuid) returns jsonb
  language sql stable set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('name', r.rate->>'name', 'rate_bp', (r.rate->>'rate_bp')::integer,
    'included', (s.taxes->>'prices_include_tax')::boolean,
    'reverse_charge', coalesce((select c.reverse_charge and c.tax_number is not null from public.client_records c
      where c.studio_id = studio and c.id = client), false))
  from public.studios s
  left join public.studio_services o on o.studio_id = s.id and o.key = service
  cross join lateral (select rate from jsonb_array_elements(s.taxes->'rates') with ordinality as rates (rate, place)
    order by (rate->>'key' = o.tax_key) desc nulls last, place limit 1) r
  where s.id = studio
$$;
grant execute on function app.booking_tax(uuid, text, uuid) to studiohub_app;

-- A session keeps the tax of the moment at which it was booked. Another service can have another rate.
alter table bookings add column tax jsonb;
create function app.keep_booking_tax() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  current jsonb;
begin
  -- Jobs and backups have no role.
  if app.role() is null then return new; end if;
  if tg_op = 'UPDATE' and new.service_type = old.service_type then return new; end if;
  if new.booking_type = 'client_booking' and new.client_id is not null then
    current := app.booking_tax(new.studio_id, new.service_type, new.client_id);
  end if;
  if tg_op = 'INSERT' and coalesce(new.tax, current) is distinct from current then
    raise exception using errcode = '42501', message = 'the studio decides on taxes';
  end if;
  new.tax := current;
  return new;
end
$$;
create trigger keep_booking_tax before insert or update of service_type on bookings
  for each row execute function app.keep_booking_tax();
