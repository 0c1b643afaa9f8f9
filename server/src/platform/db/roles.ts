/**
 * The database roles of the product. `owner` owns every table. A request runs as `app`, a job as `system`, and the
 * authentication service as `auth`. `door` owns the functions that read before an identity is set. `login` may call them.
 * None of these roles can log in.
 */
export const databaseRoles = ['owner', 'app', 'system', 'auth', 'door', 'login'] as const

/**
 * SQL that creates missing roles, lets the current login act as them, and lets their owner create schemas.
 * Roles belong to the whole cluster, so a dump of a database does not contain them.
 */
export function rolesSql(): string {
  const create = databaseRoles.map(
    (role) => `
  if not exists (select from pg_roles where rolname = 'studiohub_${role}') then
    begin create role studiohub_${role} nologin; exception when duplicate_object or unique_violation then null; end;
  end if;`,
  )
  const join = databaseRoles.map(
    (role) => `
  if not pg_has_role(current_user, 'studiohub_${role}', membership) then
    execute format('grant studiohub_${role} to %I', current_user);
  end if;`,
  )
  return `
do $$
declare
  -- Since PostgreSQL 16 the login that creates a role is a member of it, but cannot act as it.
  membership text := case when current_setting('server_version_num')::integer < 160000 then 'member' else 'set' end;
begin${create.join('')}${join.join('')}
  if not pg_has_role('studiohub_owner', 'studiohub_door', 'member') then
    grant studiohub_door to studiohub_owner;
  end if;
  execute format('grant create on database %I to studiohub_owner', current_database());
end $$;`
}

/**
 * SQL that creates the roles and prepares the database for migrations. Roles belong to the whole cluster, so if two starts
 * run it at the same time, one fails and has to repeat it.
 */
export function bootstrapSql(): string {
  return `${rolesSql()}
create extension if not exists btree_gist with schema public;
grant usage, create on schema public to studiohub_owner;
do $$ begin
  if to_regclass('public.schema_migrations') is null then
    set local role studiohub_owner;
    create table public.schema_migrations (
      version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now());
    grant select on public.schema_migrations to public;
    reset role;
  end if;
end $$;
revoke create on schema public from public;`
}
