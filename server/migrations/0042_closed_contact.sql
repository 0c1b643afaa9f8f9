-- A studio whose plan has ended still has its public page, which says whom to ask instead of what can be booked. As long as
-- it takes bookings its contacts stay its own people's to read.
create function door.closed_contact(studio uuid, at timestamptz) returns table (contact_email text, contact_phone text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.contact_email, s.contact_phone from public.studios s
  where s.id = studio and s.is_active and not door.plan_takes_bookings(s.id, at)
$$;
alter function door.closed_contact(uuid, timestamptz) owner to studiohub_door;
grant execute on function door.closed_contact(uuid, timestamptz) to studiohub_app;
-- It calls another function of this schema as its owner, who may so far only create there.
grant usage on schema door to studiohub_door;
