import { bare, cast, studios, thing } from './cast.ts'
import type { Make, TableUnderTest } from './table.ts'

// Invitations, client records and AI assistants of a studio.

const { alpha, beta, closed } = studios
const me = `coalesce(app.user_id(), '${cast.newcomer.id}')`
const [ofA, endedOfA, ofB] = [thing(51), thing(52), thing(53)]
const walkIn = { ofA: thing(54), ofB: thing(55), importedAtA: thing(59), importedAtB: thing(60) }
const imports = { ofA: thing(56), undoneOfA: thing(57), ofB: thing(58) }

const agent = (key: string) => `(select id from ai_agents where key = '${key}')`

/** Inserts the rows with the rights of the login. */
export const peopleSql = `
insert into studio_ai_agents (studio_id, ai_agent_id) values ('${alpha}', ${agent('stu')}), ('${beta}', ${agent('stu')});
insert into invitations (id, studio_id, email, full_name, token_hash, invited_by, expires_at, revoked_at) values
  ('${ofA}', '${alpha}', 'new@example.com', 'New', 'hash of A', '${cast['admin of A'].id}', now() + interval '7 days', null),
  ('${endedOfA}', '${alpha}', 'old@example.com', 'Old', 'ended', '${cast['admin of A'].id}', now() + interval '7 days', now()),
  ('${ofB}', '${beta}', 'new@example.com', 'New', 'hash of B', '${cast['admin of B'].id}', now() + interval '7 days', null);
insert into client_imports (id, studio_id, created, created_at, undone_at) values
  ('${imports.ofA}', '${alpha}', 1, now(), null), ('${imports.undoneOfA}', '${alpha}', 1, now(), now()),
  ('${imports.ofB}', '${beta}', 1, now(), null);
insert into client_records (studio_id, id, name, import_id) values
  ('${alpha}', '${walkIn.ofA}', 'Walk-in', null), ('${beta}', '${walkIn.ofB}', 'Walk-in', null),
  ('${alpha}', '${walkIn.importedAtA}', 'Imported', '${imports.ofA}'),
  ('${beta}', '${walkIn.importedAtB}', 'Imported', '${imports.ofB}');`

type Invited = { studio: string; by?: string; more?: string; values?: string }
const invitation = ({ studio, by = me, more = '', values = '' }: Invited): Make => ({
  sql: `insert into invitations (studio_id, email, full_name, token_hash, invited_by, expires_at${more})
    values ('${studio}', 'third@example.com', 'Third', 'another hash', ${by}, now() + interval '7 days'${values})`,
})
const recordOf = (studio: string, { by = me, user = 'null' } = {}): Make => ({
  sql: `insert into client_records (studio_id, name, user_id, created_by) values ('${studio}', 'New', ${user}, ${by})`,
})
const clientRecords: TableUnderTest = {
  rows: {
    'of client A1': `studio_id = '${alpha}' and id = '${cast['client A1'].id}'`,
    'of client A2': `studio_id = '${alpha}' and id = '${cast['client A2'].id}'`,
    'at A of client A to B': `studio_id = '${alpha}' and id = '${cast['client A to B'].id}'`,
    'without an account, of A': `id = '${walkIn.ofA}'`,
    'without an account, of B': `id = '${walkIn.ofB}'`,
    'imported, of A': `id = '${walkIn.importedAtA}'`,
    'imported, of B': `id = '${walkIn.importedAtB}'`,
  },
  changes: {
    rename: "name = 'Renamed', version = version + 1",
    remove: 'removed_at = clock_timestamp()',
    'say another made it': `created_by = '${bare}'`,
  },
  makes: {
    'without an account, of A': recordOf(alpha),
    'without an account, of B': recordOf(beta),
    'of A, in the name of another': recordOf(alpha, { by: `'${cast.partner.id}'` }),
    'of A, for an account': recordOf(alpha, { user: `'${bare}'` }),
  },
  clearReferences: 'delete from user_roles where client_of is not null',
}
const anImport = (studio: string, by = me): Make => ({
  sql: `insert into client_imports (studio_id, created_by, created) values ('${studio}', ${by}, 1)`,
})
const clientImports: TableUnderTest = {
  rows: {
    'of A': `id = '${imports.ofA}'`,
    'undone, of A': `id = '${imports.undoneOfA}'`,
    'of B': `id = '${imports.ofB}'`,
  },
  changes: {
    undo: 'undone_at = clock_timestamp()',
    'undo before it was made': "undone_at = '2000-01-01'",
    'count more': 'created = created + 1',
  },
  makes: {
    'for A': anImport(alpha),
    'for B': anImport(beta),
    'for A, in the name of another': anImport(alpha, `'${cast.partner.id}'`),
  },
  clearReferences: 'delete from client_records where import_id is not null',
}
const newAgent = (studio: string): Make => ({
  sql: `insert into studio_ai_agents (studio_id, ai_agent_id) values ('${studio}', ${agent('prea')})`,
})

/** The tables of this file. */
export const peopleTables: Record<string, TableUnderTest> = {
  studio_ai_agents: {
    rows: { 'of A': `studio_id = '${alpha}'`, 'of B': `studio_id = '${beta}'` },
    changes: { switch: 'is_active = not is_active', 'move to the closed studio': `studio_id = '${closed}'` },
    makes: { 'for A': newAgent(alpha), 'for B': newAgent(beta) },
  },
  client_records: clientRecords,
  client_imports: clientImports,
  invitations: {
    rows: { 'of A': `id = '${ofA}'`, 'ended, of A': `id = '${endedOfA}'`, 'of B': `id = '${ofB}'` },
    changes: {
      'send again': "token_hash = 'a new hash of ' || id, sent_at = clock_timestamp()",
      'say when it was sent': 'resent_at = array[clock_timestamp()]',
      revoke: 'revoked_at = clock_timestamp()',
      'revoke before it was made': "revoked_at = '2000-01-01'",
      'accept for another': `accepted_by = '${cast.partner.id}'`,
      'send elsewhere': "email = 'elsewhere-' || email",
    },
    makes: {
      'to A': invitation({ studio: alpha }),
      'to B': invitation({ studio: beta }),
      'to A, in the name of another': invitation({ studio: alpha, by: `'${cast.partner.id}'` }),
      'to A, born accepted': invitation({ studio: alpha, more: ', accepted_at', values: ', now()' }),
    },
  },
}
