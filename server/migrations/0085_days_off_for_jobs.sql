-- As before, also for jobs: mails about expired requests name free times.
create or replace function door.days_off(studio uuid, first date)
  returns table (resource_id uuid, first_date date, last_date date, from_time time, to_time time)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  if not (current_setting('role', true) = 'studiohub_system' or coalesce(app.role() = 'super_admin', false)
    or coalesce(studio = app.studio_id(), false)) then return; end if;
  return query select d.resource_id, d.first_date, d.last_date, d.from_time, d.to_time from public.days_off d
    where d.studio_id = studio and d.last_date >= first;
end $$;
grant execute on function door.days_off(uuid, date) to studiohub_system;
