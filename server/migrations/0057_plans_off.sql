-- A platform without plans (PLANS=off): each connection carries the setting, and every active studio takes bookings.

-- The same as `takesBookings` of the contract, which a test compares.
create or replace function door.plan_takes_bookings(studio uuid, at timestamptz) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce(current_setting('studiohub.plans', true), '') = 'off'
    or exists (select from public.studio_subscriptions p where p.studio_id = studio
    and (p.status in ('active', 'past_due') and not (p.cancel_at_period_end and p.current_period_end <= at)
      or p.status = 'trialing' and p.current_period_end > at))
$$;

-- The next two cannot call the function above: their owner has no usage of the schema.
create or replace function door.closed_contact(studio uuid, at timestamptz)
  returns table (contact_email text, contact_phone text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.contact_email, s.contact_phone from public.studios s
  where s.id = studio and s.is_active and coalesce(current_setting('studiohub.plans', true), '') <> 'off'
    and not exists (select from public.studio_subscriptions p where p.studio_id = s.id
    and (p.status in ('active', 'past_due') and not (p.cancel_at_period_end and p.current_period_end <= at)
      or p.status = 'trialing' and p.current_period_end > at))
$$;

create or replace function door.bookable_studios(at timestamptz, wanted integer) returns table (slug text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.slug from public.studios s
  where s.is_active
    and (coalesce(current_setting('studiohub.plans', true), '') = 'off'
      or exists (select from public.studio_subscriptions p where p.studio_id = s.id
      and (p.status in ('active', 'past_due') and not (p.cancel_at_period_end and p.current_period_end <= at)
        or p.status = 'trialing' and p.current_period_end > at)))
    and exists (select from public.resources r where r.studio_id = s.id and r.is_active and r.kind = 'room')
    and exists (select from public.studio_services o
      where o.studio_id = s.id and o.is_active and o.is_client_bookable)
  order by s.name, s.id limit wanted
$$;
