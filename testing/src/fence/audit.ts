import { cast, type Name, studios, userWithoutProfile } from './cast.ts'
import type { RowToInsert, TableUnderTest } from './table.ts'

const { alpha, beta } = studios
// Visitors have no id, so their statements use the id of the newcomer.
const me = `coalesce(app.user_id(), '${cast.newcomer.id}')`
const idOf = (name: Name) => `'${cast[name].id}'`

const entry = (actor: string, studio: string | null, outcome = 'done'): RowToInsert => ({
  sql: `insert into audit_log (actor_id, studio_id, action, object_type, outcome)
    values (${actor}, ${studio === null ? 'null' : `'${studio}'`}, 'tried', 'fence', '${outcome}')`,
})
const visitorsEntry = (object: string, actor: string, studio: string) =>
  `insert into audit_log (actor_id, studio_id, action, object_type) values (${actor}, ${studio}, 'tried', '${object}')`
const auditLog: TableUnderTest = {
  rows: Object.fromEntries(
    [
      'entry of the admin of A',
      'entry of client A1',
      'entry of the admin of B',
      'entry of the super admin',
      'entry of an erasure',
    ].map((name) => [name, `object_id = '${name}'`]),
  ),
  changes: { rewrite: "action = 'rewritten'", 'give to another person': `actor_id = '${userWithoutProfile}'` },
  inserts: {
    'of their own at A': entry('app.user_id()', alpha),
    'of their own at no studio': entry('app.user_id()', null),
    'of a form that a visitor sent': { sql: visitorsEntry('contact_request', 'null', 'null') },
    'of a studio, without an author': { sql: visitorsEntry('studio', 'null', 'null') },
    'of a form, in the name of another': { sql: visitorsEntry('contact_request', `'${userWithoutProfile}'`, 'null') },
    'of a form, at A': { sql: visitorsEntry('contact_request', 'null', `'${alpha}'`) },
    'in the name of another': entry(`'${userWithoutProfile}'`, alpha),
  },
}

const text = (studio: string | null, who: { person?: string; client?: string } = { client: me }): RowToInsert => ({
  sql: `insert into audit_texts (id, person_id, client_id, studio_id, before, after)
    values (gen_random_uuid(), ${who.person ?? 'null'}, ${who.client ?? 'null'}, ${studio === null ? 'null' : `'${studio}'`}, '{}', '{}')`,
})
const auditTexts: TableUnderTest = {
  rows: {
    'about client A1': `client_id = ${idOf('client A1')}`,
    'about the client of B': `client_id = ${idOf('client of B')}`,
  },
  changes: { rewrite: `after = '{"notes": "Rewritten"}'`, 'give to another person': `client_id = ${idOf('partner')}` },
  inserts: {
    'about themselves at A, as its client': text(alpha),
    'about themselves at B, as its client': text(beta),
    'about themselves at A': text(alpha, { person: me }),
    'about themselves at B': text(beta, { person: me }),
    'about themselves at no studio': text(null, { person: me }),
    'about client A1 at A': text(alpha, { client: idOf('client A1') }),
    'about client A1 at B': text(beta, { client: idOf('client A1') }),
    'about another person at A': text(alpha, { person: idOf('partner') }),
  },
}

/** The tables of the audit log: entries and changed texts. */
export const auditTables: Record<string, TableUnderTest> = { audit_log: auditLog, audit_texts: auditTexts }
