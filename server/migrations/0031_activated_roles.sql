-- created_at says when somebody first joined; activated_at decides which active role is the newest (D8).
alter table user_roles add column activated_at timestamptz default clock_timestamp();
-- Each activation wrote over created_at. requested_at still says when the row was made, unless its person asked again.
-- Forced policies would hide the rows from the owner of the table.
alter table user_roles no force row level security;
update user_roles set activated_at = case when status = 'pending' and removed_at is null then null else created_at end,
  created_at = least(created_at, requested_at);
alter table user_roles force row level security;
alter table user_roles add constraint user_role_activated check (status <> 'active' or activated_at is not null);
grant update (activated_at) on user_roles to studiohub_app;

drop index user_roles_by_user;
create index user_roles_by_user on user_roles (user_id, activated_at desc) where status = 'active';

create or replace function door.actor(session uuid)
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
      order by ur.activated_at desc limit 1
    ) r on true
    where s.id = session;
end $$;
