-- What no service does, direct SQL in a person's rights cannot do either.

-- Who runs a studio is told to jobs, operators, its people, and to who has a place there or asks for one. Both functions
-- say so themselves: their owner may call no function of the door.
create or replace function door.admins_of(studio uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select distinct r.user_id from public.user_roles r
  join auth.users u on u.id = r.user_id and u.deleted_at is null
  where r.studio_id = studio and r.role = 'studio_admin' and r.status = 'active'
    and (current_setting('role', true) = 'studiohub_system' or app.role() = 'super_admin' or studio = app.studio_id()
      or exists (select from public.user_roles own where own.user_id = app.user_id() and own.studio_id = studio
        and (own.status = 'pending' or own.status = 'active' and own.removed_at is null)))
$$;

create or replace function door.place_at(person uuid, studio uuid) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select r.role from public.user_roles r
  where r.user_id = person and r.studio_id = studio and r.status in ('active', 'inactive') and r.removed_at is null
    and (current_setting('role', true) = 'studiohub_system' or app.role() = 'super_admin' or studio = app.studio_id()
      or exists (select from public.user_roles own where own.user_id = app.user_id() and own.studio_id = studio
        and (own.status = 'pending' or own.status = 'active' and own.removed_at is null)))
  order by r.role = 'studio_admin' and r.status = 'active' desc limit 1
$$;

-- From outside a studio its admins are told one thing: that somebody asks to join.
drop policy people_tell_each_other on notices;
create policy people_tell_each_other on notices for insert to studiohub_app
  with check (actor_id = (select app.user_id()) and read_at is null and ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and door.place_at(user_id, studio_id) is not null)
    or (kind = 'role_request' and door.place_at(user_id, studio_id) = 'studio_admin')));

-- Whether the caller has, had or asks for a place at a studio. Who leaves a studio writes that into its trail.
create function door.has_been_at(studio uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app.role() = 'super_admin' or exists
    (select from public.user_roles r where r.user_id = app.user_id() and r.studio_id = studio)
$$;

drop policy actors_write_their_own_trail on audit_log;
create policy actors_write_their_own_trail on audit_log for insert to studiohub_app
  with check (actor_id = (select app.user_id())
    and (studio_id is null or studio_id = (select app.studio_id()) or door.has_been_at(studio_id)));

-- A client's booking costs what the service costs, or, where the service stays, what was agreed.
create function app.keep_clients_price() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  agreed record;
begin
  if app.role() is distinct from 'client' then return new; end if;
  if tg_op = 'UPDATE' and (new.price_minor, new.currency) is not distinct from (old.price_minor, old.currency)
    and new.service_type is not distinct from old.service_type then return new; end if;
  select o.price_minor, case when o.price_minor is not null then coalesce(o.currency, s.currency) end as currency
    into agreed
    from public.studios s left join public.studio_services o on o.studio_id = s.id and o.key = new.service_type
    where s.id = new.studio_id;
  if (new.price_minor, new.currency) is distinct from (agreed.price_minor, agreed.currency) then
    raise exception using errcode = '42501', message = 'a client sets no price';
  end if;
  return new;
end
$$;
create trigger keep_clients_price before insert or update of price_minor, currency, service_type on bookings
  for each row execute function app.keep_clients_price();

alter function door.has_been_at(uuid) owner to studiohub_door;
grant execute on function door.has_been_at(uuid) to studiohub_app;
