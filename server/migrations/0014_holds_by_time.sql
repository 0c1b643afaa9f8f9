-- What is held when, found by its time. Under a policy a range condition is tried only after the rows have been read,
-- since comparing ranges might tell of rows that are not the asker's: every hold of a resource, at times every hold there
-- is. The door reads with the index instead, and hands out what the policy for reservations lets the asker read: what
-- belongs to their own studio, and to an operator everything.
create function door.holds(resources uuid[], first timestamptz, last timestamptz)
  returns table (booking_id uuid, resource_id uuid, during tstzrange)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  mine uuid := app.studio_id();
  every boolean := coalesce(app.role() = 'super_admin', false);
begin
  return query select h.booking_id, h.resource_id, h.during from public.reservations h
    where h.resource_id = any (resources) and h.holds and h.during && tstzrange(first, last)
      and (every or h.studio_id = mine);
end $$;
grant select (booking_id, studio_id) on reservations to studiohub_door;
alter function door.holds(uuid[], timestamptz, timestamptz) owner to studiohub_door;
grant execute on function door.holds(uuid[], timestamptz, timestamptz) to studiohub_app;
