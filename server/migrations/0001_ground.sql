-- The ground that every table stands on: three schemas, the settings the door sets, and the trail of what was done.
-- The roles are made before any migration runs (platform/db/roles.ts); all of this belongs to studiohub_owner.

create schema app;
create schema auth;
create schema door;
grant usage on schema app to studiohub_app, studiohub_system, studiohub_auth;
grant usage on schema auth to studiohub_auth, studiohub_door;
grant usage on schema door to studiohub_login, studiohub_app, studiohub_system, studiohub_auth;
-- A function's new owner must be allowed to make one in its schema while it takes it over.
grant create on schema door to studiohub_door;
grant usage on schema public to studiohub_app, studiohub_system, studiohub_auth, studiohub_door;
alter default privileges revoke execute on functions from public;

-- After a transaction a custom setting is '' and not null: unset means nobody, and nobody is denied.
create function app.user_id() returns uuid language sql stable
  as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;
create function app.studio_id() returns uuid language sql stable
  as $$ select nullif(current_setting('app.studio_id', true), '')::uuid $$;
create function app.role() returns text language sql stable
  as $$ select nullif(current_setting('app.role', true), '') $$;
grant execute on function app.user_id(), app.studio_id(), app.role() to public;

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  session_id uuid,
  studio_id uuid,
  action text not null,
  object_type text not null,
  object_id text,
  outcome text not null default 'done' check (outcome in ('done', 'denied')),
  before jsonb,
  after jsonb,
  request_id text
);
create index audit_log_by_studio on audit_log (studio_id, at desc);
alter table audit_log enable row level security;
alter table audit_log force row level security;
-- Append only: nobody holds the right to update or delete.
grant select, insert on audit_log to studiohub_app;
grant insert on audit_log to studiohub_system, studiohub_auth;
create policy actors_write_their_own_trail on audit_log for insert to studiohub_app
  with check (actor_id = (select app.user_id()));
create policy operators_read_the_trail on audit_log for select to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy jobs_write_the_trail on audit_log for insert to studiohub_system with check (true);
create policy auth_writes_the_trail on audit_log for insert to studiohub_auth with check (true);

-- The answer to a creating call is kept with the change itself, so a repeat finds the change and its answer or neither.
create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  fingerprint text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key),
  constraint idempotency_key_length check (length(key) between 1 and 200)
);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
grant select, insert on idempotency_keys to studiohub_app;
grant update (answer) on idempotency_keys to studiohub_app;
grant select, delete on idempotency_keys to studiohub_system;
create policy people_hold_their_own_keys on idempotency_keys to studiohub_app
  using (user_id = (select app.user_id()));
create policy jobs_clear_old_keys on idempotency_keys to studiohub_system using (true);
