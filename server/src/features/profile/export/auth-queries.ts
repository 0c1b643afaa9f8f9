import { sql } from 'kysely'

export type Row = Record<string, unknown>

/**
 * One part of the data about a person, as a `select` by their id. Each column is listed, so that a new column is exported
 * only on purpose. Never list keys or hashes.
 */
export type ExportPart = {
  name: string
  tables: readonly string[]
  select: (me: string) => ReturnType<typeof sql<Row>>
}
/** The data of the authentication service. Reading it requires the auth role. */
export const authParts: readonly ExportPart[] = [
  {
    name: 'account',
    tables: ['auth.users'],
    select: (
      me,
    ) => sql`select id, email, email_confirmed_at, email_proven, last_sign_in_at, user_metadata, app_metadata,
      encrypted_password is not null as has_password, created_at, updated_at from auth.users where id = ${me}`,
  },
  {
    name: 'sign_in_methods',
    tables: ['auth.identities'],
    select: (me) => sql`select provider, provider_id, email, identity_data, last_sign_in_at, created_at
      from auth.identities where user_id = ${me} order by created_at, id`,
  },
  {
    name: 'second_factors',
    tables: ['auth.factors'],
    select: (me) => sql`select id, factor_type, status, friendly_name, phone, created_at, updated_at
      from auth.factors where user_id = ${me} order by created_at, id`,
  },
  {
    name: 'passkeys',
    tables: ['auth.passkeys'],
    select: (me) => sql`select id, friendly_name, created_at, last_used_at
      from auth.passkeys where user_id = ${me} order by created_at, id`,
  },
  {
    name: 'sessions',
    tables: ['auth.sessions'],
    select: (me) => sql`select id, user_agent, ip, aal, created_at, refreshed_at as last_used_at
      from auth.sessions where user_id = ${me} order by refreshed_at desc, id`,
  },
]
