-- A failed job starts again by way of the table that the queue's manual names, in place of one of its partitions
-- (docs/decisions/0079).
create or replace function door.retry_job(wanted uuid) returns table (job text, was text)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  select j.name, j.state into job, was from pgboss.job j where j.id = wanted for update;
  if not found then return; end if;
  if was = 'failed' then
    update pgboss.job j set state = 'created', retry_count = 0, started_on = null, start_after = now(),
      completed_on = null
    where j.id = wanted;
  end if;
  return next;
end $$;
