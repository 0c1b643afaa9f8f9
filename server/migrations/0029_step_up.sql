-- F4: the door also says whether the session still has to be confirmed with the person's second factor. The result has
-- one more column, so the function is made again.
drop function door.actor(uuid);
create function door.actor(session uuid)
  returns table (user_id uuid, session_id uuid, aal text, role text, studio_id uuid, awaits_factor boolean)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query select u.id, s.id, s.aal, r.role, r.studio_id,
      s.aal = 'aal1' and exists (select from auth.factors f where f.user_id = u.id and f.status = 'verified')
    from auth.sessions s
    join auth.users u on u.id = s.user_id
      and u.deleted_at is null and (u.banned_until is null or u.banned_until < now())
    left join lateral (
      select ur.role, ur.studio_id from public.user_roles ur
      where ur.user_id = u.id and ur.status = 'active'
      order by ur.created_at desc limit 1
    ) r on true
    where s.id = session;
end $$;
alter function door.actor(uuid) owner to studiohub_door;
grant execute on function door.actor(uuid) to studiohub_login;
