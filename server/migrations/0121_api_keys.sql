-- API keys of studios and people (docs/decisions/0174).
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  -- Who made it, and the role that it acts with. It ends with that role.
  user_id uuid not null references auth.users (id) on delete cascade,
  role_id uuid not null references user_roles (id) on delete cascade,
  is_personal boolean not null,
  label text not null,
  prefix text not null,
  -- SHA-256 of the key, which has 256 random bits.
  hash text not null,
  scopes text[] not null,
  networks text[] not null default '{}',
  ends_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  version integer not null default 1,
  constraint api_key_hash unique (hash),
  constraint api_key_texts check (char_length(label) between 1 and 100 and char_length(prefix) between 4 and 20),
  constraint api_key_scopes check (cardinality(scopes) between 1 and 100),
  constraint api_key_networks check (cardinality(networks) <= 20)
);
create index api_keys_by_studio on api_keys (studio_id, created_at desc, id desc);
create index api_keys_by_user on api_keys (user_id, created_at desc, id desc);
create index api_keys_by_role on api_keys (role_id);
alter table api_keys enable row level security;
alter table api_keys force row level security;
-- The hash is for the door alone.
grant select (id, studio_id, user_id, is_personal, label, prefix, scopes, networks, ends_at, last_used_at, revoked_at,
  created_at, version) on api_keys to studiohub_app;
grant insert on api_keys to studiohub_app;
grant update (label, scopes, networks, ends_at, revoked_at, version) on api_keys to studiohub_app;
grant select, delete on api_keys to studiohub_system;
grant select (id, last_used_at), update (last_used_at) on api_keys to studiohub_auth;
grant select, update (revoked_at, version) on api_keys to studiohub_door;

-- The key of the call, and whether it may be used for something; a call without a key may.
create function app.key_id() returns uuid language sql stable
  as $$ select nullif(current_setting('app.key_id', true), '')::uuid $$;
create function app.key_allows(scope text) returns boolean language sql stable
  as $$ select app.key_id() is null or scope = any (string_to_array(current_setting('app.key_scopes', true), ' ')) $$;
grant execute on function app.key_id(), app.key_allows(text) to public;

create policy people_see_keys on api_keys for select to studiohub_app
  using (case when is_personal then user_id = (select app.user_id())
    else (select app.role()) = 'studio_admin' and studio_id = (select app.studio_id()) end);
-- A key makes and changes no keys, whatever it is allowed.
create policy people_make_keys on api_keys for insert to studiohub_app
  with check ((select app.key_id()) is null and user_id = (select app.user_id()) and studio_id = (select app.studio_id())
    and (is_personal or (select app.role()) = 'studio_admin')
    and exists (select from user_roles r where r.id = role_id and r.user_id = (select app.user_id())
      and r.studio_id = api_keys.studio_id and r.role = (select app.role()) and r.status = 'active'));
create policy people_change_keys on api_keys for update to studiohub_app
  using ((select app.key_id()) is null and case when is_personal then user_id = (select app.user_id())
    else (select app.role()) = 'studio_admin' and studio_id = (select app.studio_id()) end);
create policy jobs_keep_keys on api_keys to studiohub_system using (true) with check (true);
create policy auth_notes_use_of_keys on api_keys to studiohub_auth using (true) with check (true);
create policy the_door_ends_keys on api_keys to studiohub_door using (true) with check (true);

-- A mistake in the list of calls must not let a key give roles.
create policy keys_give_no_roles on user_roles as restrictive for insert to studiohub_app
  with check (app.key_allows('roles:write'));
create policy keys_change_no_roles on user_roles as restrictive for update to studiohub_app
  using (app.key_allows('roles:write'));
create policy keys_delete_no_roles on user_roles as restrictive for delete to studiohub_app
  using (app.key_allows('roles:write'));

-- Who a key acts for. Like `door.actor`, with the role that the key rests on instead of the newest.
create function door.key_actor(key_hash text, address text)
  returns table (user_id uuid, session_id uuid, aal text, role text, studio_id uuid, client_id uuid, at_desk boolean,
    awaits_factor boolean, bound_studio_id uuid, has_other_roles boolean, key_id uuid, key_scopes text[],
    is_address_allowed boolean)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query select u.id, null::uuid, null::text, r.role, r.studio_id, c.id, r.at_desk, false, null::uuid, null::boolean,
      k.id, k.scopes,
      k.networks = '{}' or exists (select from unnest(k.networks) network where address::inet <<= network::inet)
    from public.api_keys k
    join auth.users u on u.id = k.user_id
      and u.deleted_at is null and (u.banned_until is null or u.banned_until < now())
    join public.user_roles r on r.id = k.role_id and r.status = 'active'
      and r.user_id = k.user_id and r.studio_id = k.studio_id
    left join public.client_records c on r.role = 'client' and c.studio_id = r.studio_id and c.user_id = u.id
    where k.hash = key_hash and k.revoked_at is null and (k.ends_at is null or k.ends_at > now());
end $$;
alter function door.key_actor(text, text) owner to studiohub_door;
revoke execute on function door.key_actor(text, text) from public;
grant execute on function door.key_actor(text, text) to studiohub_login;

-- A key never works again after its role has ended, also if the person gets the role back.
create function door.end_keys_of_role() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update public.api_keys k set revoked_at = clock_timestamp(), version = k.version + 1
    where k.role_id = old.id and k.revoked_at is null;
  return null;
end $$;
alter function door.end_keys_of_role() owner to studiohub_door;
create trigger keys_end_with_the_role after update of status on user_roles for each row
  when (old.status = 'active' and new.status <> 'active') execute function door.end_keys_of_role();

-- The database names the key of a change, so that no service can forget it. Without a reference: the trail stays.
alter table audit_log add column key_id uuid default nullif(current_setting('app.key_id', true), '')::uuid;
