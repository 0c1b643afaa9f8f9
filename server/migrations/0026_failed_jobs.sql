-- The queue: of its jobs, whatever works in the rights of jobs may have one begin anew that failed (docs/decisions/0047).
-- Its tables are the library's and come after the migrations; what the door may do with them is granted at each start.
create function door.retry_job(wanted uuid) returns table (job text, was text)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  select j.name, j.state into job, was from pgboss.job_common j where j.id = wanted for update;
  if not found then return; end if;
  if was = 'failed' then
    update pgboss.job_common j set state = 'created', retry_count = 0, started_on = null, start_after = now(),
      completed_on = null
    where j.id = wanted;
  end if;
  return next;
end $$;
alter function door.retry_job(uuid) owner to studiohub_door;
grant execute on function door.retry_job(uuid) to studiohub_system;
