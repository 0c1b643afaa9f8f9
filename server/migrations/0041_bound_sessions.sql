-- A session that begins on a studio's own domain, or returns to one, is good for that studio only (docs/decisions/0058).
alter table auth.sessions add column studio_id uuid references public.studios on delete cascade;
create index sessions_studio_id on auth.sessions (studio_id) where studio_id is not null;
grant select (studio_id) on auth.sessions to studiohub_door;

-- The studio to whose domain a code or a link was sent: the session that it opens is bound to that studio.
alter table auth.flow_states add column studio_id uuid references public.studios on delete cascade;
create index flow_states_studio_id on auth.flow_states (studio_id) where studio_id is not null;
alter table auth.one_time_tokens add column studio_id uuid references public.studios on delete cascade;
create index one_time_tokens_studio_id on auth.one_time_tokens (studio_id) where studio_id is not null;

-- A bound session has the newest role at its studio, and none that the person holds elsewhere.
drop function door.actor(uuid);
create function door.actor(session uuid)
  returns table (user_id uuid, session_id uuid, aal text, role text, studio_id uuid, awaits_factor boolean,
    bound_studio_id uuid, has_other_roles boolean)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query select u.id, s.id, s.aal, r.role, r.studio_id,
      s.aal = 'aal1' and exists (select from auth.factors f where f.user_id = u.id and f.status = 'verified'),
      s.studio_id,
      s.studio_id is not null and exists (
        select from public.user_roles o
        where o.user_id = u.id and o.status in ('active', 'pending') and o.studio_id is distinct from s.studio_id)
    from auth.sessions s
    join auth.users u on u.id = s.user_id
      and u.deleted_at is null and (u.banned_until is null or u.banned_until < now())
    left join lateral (
      select ur.role, ur.studio_id from public.user_roles ur
      where ur.user_id = u.id and ur.status = 'active' and (s.studio_id is null or ur.studio_id = s.studio_id)
      order by ur.activated_at desc limit 1
    ) r on true
    where s.id = session;
end $$;
alter function door.actor(uuid) owner to studiohub_door;
grant execute on function door.actor(uuid) to studiohub_login;

-- What the authentication service may know of a person's roles: whether they are at this studio, elsewhere, or an operator's.
create function door.roles_around(person uuid, studio uuid)
  returns table (is_here boolean, is_elsewhere boolean, is_operator boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce(bool_or(r.studio_id is not distinct from studio), false),
    coalesce(bool_or(r.studio_id is distinct from studio), false),
    coalesce(bool_or(r.role = 'super_admin'), false)
  from public.user_roles r where r.user_id = person and r.status in ('active', 'pending')
$$;
alter function door.roles_around(uuid, uuid) owner to studiohub_door;
grant execute on function door.roles_around(uuid, uuid) to studiohub_auth;
