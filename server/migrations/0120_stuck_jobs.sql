-- Operators see which queues do not move: their due jobs, and failed ones. Emails have a log of their own, so their failed jobs
-- are left out. The queue's tables come after the migrations, and what the door may read is granted at each start.
create function door.stuck_queues(due_before timestamptz, failed_since timestamptz)
  returns table (name text, waiting integer, failed integer, since timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select j.name::text, (count(*) filter (where j.state <> 'failed'))::integer,
      (count(*) filter (where j.state = 'failed'))::integer,
      min(case when j.state = 'failed' then j.completed_on else j.start_after end)
    from pgboss.job j
    where (j.state in ('created', 'retry') and j.start_after <= due_before)
      or (j.state = 'failed' and j.completed_on >= failed_since and j.name not like 'emails.%')
    group by j.name order by 4, 1;
end $$;
alter function door.stuck_queues(timestamptz, timestamptz) owner to studiohub_door;
revoke execute on function door.stuck_queues(timestamptz, timestamptz) from public;
grant execute on function door.stuck_queues(timestamptz, timestamptz) to studiohub_system;
