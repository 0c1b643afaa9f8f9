-- Visitors enter discount codes too (docs/decisions/0150). A hold keeps the code until its link has expired.
alter table visitor_holds add column discount_code text,
  add constraint visitor_hold_code check (discount_code ~ '^[A-Z0-9-]{3,30}$');

-- The discount of a code for a service and a client, or the problem why it does not count. It tells nothing of other codes.
create function app.find_discount(studio uuid, entered text, service text, client uuid, at timestamptz) returns json
  language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  discount record;
  today date;
  problem text;
begin
  select d.* into discount from public.discounts d where d.studio_id = studio and d.code = entered and d.is_active;
  if discount.id is null then return json_build_object('problem', 'unknown'); end if;
  select (at at time zone s.timezone)::date into today from public.studios s where s.id = studio;
  problem := case when discount.first_date > today then 'early'
    when discount.last_date < today then 'late'
    when discount.service_types is not null and service <> all (discount.service_types) then 'service'
    when discount.uses >= discount.max_uses then 'used_up'
    when client is not null and app.uses_of_client(studio, client, discount.id) >= discount.max_uses_per_client then 'client' end;
  if problem is not null then return json_build_object('problem', problem); end if;
  return json_build_object('problem', null, 'id', discount.id, 'code', discount.code, 'percent', discount.percent,
    'amount_minor', discount.amount_minor, 'currency', discount.currency);
end $$;
grant execute on function app.find_discount(uuid, text, text, uuid, timestamptz) to studiohub_door, studiohub_system;
grant execute on function app.uses_of_client(uuid, uuid, uuid) to studiohub_system;

create or replace function door.find_discount(studio uuid, entered text, service text, client uuid) returns json
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if studio is distinct from app.studio_id() then return json_build_object('problem', 'unknown'); end if;
  return app.find_discount(studio, entered, service, client, app.now());
end $$;
