-- Who asks to become crew shows the address they signed up with, and whether they have confirmed it: to the admin who
-- answers, and to operators.
create function door.crew_requesters() returns table (role_id uuid, email text, email_proven boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select r.id, u.email, u.email_proven
  from public.user_roles r join auth.users u on u.id = r.user_id
  where r.status = 'pending' and r.role = 'staff'
    and (app.role() = 'super_admin' or (app.role() = 'studio_admin' and r.studio_id = app.studio_id()))
$$;
alter function door.crew_requesters() owner to studiohub_door;
revoke execute on function door.crew_requesters() from public;
grant execute on function door.crew_requesters() to studiohub_app;
