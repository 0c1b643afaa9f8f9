-- A session of a studio's domain ends with the membership: the authentication service also reads whether a person had a
-- role at the studio before.
drop function door.roles_around(uuid, uuid);
create function door.roles_around(person uuid, studio uuid)
  returns table (is_here boolean, was_here boolean, is_elsewhere boolean, is_operator boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce(bool_or(r.live and r.here), false), coalesce(bool_or(r.here and not r.live), false),
    coalesce(bool_or(r.live and not r.here), false), coalesce(bool_or(r.live and r.role = 'super_admin'), false)
  from (select role, status in ('active', 'pending') as live, studio_id is not distinct from studio as here
    from public.user_roles where user_id = person) r
$$;
alter function door.roles_around(uuid, uuid) owner to studiohub_door;
grant execute on function door.roles_around(uuid, uuid) to studiohub_auth;
