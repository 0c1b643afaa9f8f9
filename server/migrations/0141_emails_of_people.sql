-- The audit log names the account that an entry is about. Only operators get its address.
create function door.emails_of_people(ids uuid[]) returns table (id uuid, email text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select u.id, u.email from auth.users u
  where app.role() = 'super_admin' and u.id = any (ids) and u.deleted_at is null
$$;
alter function door.emails_of_people(uuid[]) owner to studiohub_door;
revoke execute on function door.emails_of_people(uuid[]) from public;
grant execute on function door.emails_of_people(uuid[]) to studiohub_app;
