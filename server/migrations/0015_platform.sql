-- What the operators of the platform see and decide, over studios and over people (docs/decisions/0031).

-- Deactivated by an operator. A studio's own switch cannot be on beside it, so whoever asks whether a studio is open, as
-- the door's functions, services and policies do, knows of it without asking twice; and its admin cannot open it again.
alter table studios
  add column suspended_at timestamptz,
  add constraint studio_suspended_rests check (suspended_at is null or not is_active);
grant update (suspended_at) on studios to studiohub_app;
create function app.guard_suspension() returns trigger language plpgsql as $$
begin
  if app.user_id() is null or app.role() = 'super_admin' or new.suspended_at is not distinct from old.suspended_at
  then return new; end if;
  raise insufficient_privilege using message = 'only operators deactivate a studio';
end $$;
create trigger studios_guard_suspension before update on studios
  for each row execute function app.guard_suspension();

-- What was open when somebody began to book may be closed when they are done.
create policy open_studios_take_bookings on bookings as restrictive for insert to studiohub_app
  with check (exists (select from studios s where s.id = studio_id and s.is_active));

-- studio_subscriptions: operators give a studio another plan
grant update (tier, status, current_period_start, current_period_end) on studio_subscriptions to studiohub_app;
create policy operators_give_plans on studio_subscriptions for update to studiohub_app
  using ((select app.role()) = 'super_admin');

-- Everybody who has an account, the newest first, for operators alone (safety T33). Instants travel in milliseconds, so
-- that is how they are compared, or a page would begin in the middle of one.
create function door.people(wanted uuid, search text, after_at timestamptz, after_id uuid, most integer)
  returns table (id uuid, email text, full_name text, phone text, created_at timestamptz, banned_until timestamptz,
    total bigint)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with matching as (
    select p.id, u.email, p.full_name, p.phone, date_trunc('milliseconds', p.created_at) as created_at,
      case when u.banned_until > now() then u.banned_until end as banned_until
    from public.profiles p join auth.users u on u.id = p.id and u.deleted_at is null
    where app.role() = 'super_admin' and (wanted is null or p.id = wanted)
      and (search is null or position(lower(search) in lower(concat_ws(' ', p.full_name, u.email, p.phone))) > 0)
  )
  select m.id, m.email, m.full_name, m.phone, m.created_at, m.banned_until, (select count(*) from matching)
  from matching m
  where after_at is null or (m.created_at, m.id) < (after_at, after_id)
  order by m.created_at desc, m.id desc limit most
$$;

-- How many people came in which month (`yyyy-MM`, UTC).
create function door.arrivals() returns table (month text, people bigint)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select to_char(p.created_at at time zone 'UTC', 'YYYY-MM'), count(*)
  from public.profiles p join auth.users u on u.id = p.id and u.deleted_at is null
  where app.role() = 'super_admin' group by 1
$$;
-- The policy under which the door reads names comes with 0016: a second one beside it would guard nothing.
grant select (id, full_name, phone, created_at) on profiles to studiohub_door;
alter function door.people(uuid, text, timestamptz, uuid, integer) owner to studiohub_door;
alter function door.arrivals() owner to studiohub_door;
grant execute on function door.people(uuid, text, timestamptz, uuid, integer), door.arrivals() to studiohub_app;

-- What operators page through.
create index audit_log_by_actor on audit_log (actor_id, id desc) where actor_id is not null;
create index contact_requests_by_age on contact_requests (created_at desc, id desc);
create index user_roles_waiting on user_roles (requested_at, id) where status = 'pending';
