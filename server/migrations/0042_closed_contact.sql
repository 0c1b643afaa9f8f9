-- A studio whose plan has ended still has its public page, which says whom to ask instead of what can be booked. As long as
-- it takes bookings its contacts stay its own people's to read. The condition is the one of door.plan_takes_bookings, which
-- this function cannot call: its owner has no usage of the schema.
create function door.closed_contact(studio uuid, at timestamptz) returns table (contact_email text, contact_phone text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.contact_email, s.contact_phone from public.studios s
  where s.id = studio and s.is_active and not exists (select from public.studio_subscriptions p where p.studio_id = s.id
    and (p.status in ('active', 'past_due') and not (p.cancel_at_period_end and p.current_period_end <= at)
      or p.status = 'trialing' and p.current_period_end > at))
$$;
alter function door.closed_contact(uuid, timestamptz) owner to studiohub_door;
grant execute on function door.closed_contact(uuid, timestamptz) to studiohub_app;
