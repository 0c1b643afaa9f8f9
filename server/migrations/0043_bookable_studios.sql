-- The studios whose public page offers something to book, for the sitemap: the page of every other studio asks not to be
-- indexed. The conditions are those of door.public_offer and door.plan_takes_bookings, which this function cannot call:
-- its owner has no usage of the schema.
create function door.bookable_studios(at timestamptz, wanted integer) returns table (slug text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.slug from public.studios s
  where s.is_active
    and exists (select from public.studio_subscriptions p where p.studio_id = s.id
      and (p.status in ('active', 'past_due') and not (p.cancel_at_period_end and p.current_period_end <= at)
        or p.status = 'trialing' and p.current_period_end > at))
    and exists (select from public.resources r where r.studio_id = s.id and r.is_active and r.kind = 'room')
    and exists (select from public.studio_services o
      where o.studio_id = s.id and o.is_active and o.is_client_bookable)
  order by s.name, s.id limit wanted
$$;
alter function door.bookable_studios(timestamptz, integer) owner to studiohub_door;
grant execute on function door.bookable_studios(timestamptz, integer) to studiohub_app;
