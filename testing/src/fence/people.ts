import { cast, objectId, studios, userWithoutProfile } from './cast.ts'
import type { RowToInsert, TableUnderTest } from './table.ts'

// Invitations, client records with their consents, and AI assistants of a studio.

const { alpha, beta, closed } = studios
const me = `coalesce(app.user_id(), '${cast.newcomer.id}')`
const [ofA, endedOfA, ofB] = [objectId(51), objectId(52), objectId(53)]
const walkIn = { ofA: objectId(54), ofB: objectId(55), importedAtA: objectId(59), importedAtB: objectId(60) }
const numbers = { ofA1: '+491701111111', ofImported: '+491702222222', ofB: '+491703333333', ofNobody: '+491704444444' }
const inviteOf = { ofA: objectId(9101), ofB: objectId(9102) }
const claims = { ofA1: objectId(9103), ofB: objectId(9104) }
const imports = { ofA: objectId(56), undoneOfA: objectId(57), ofB: objectId(58) }

const agent = (key: string) => `(select id from ai_agents where key = '${key}')`

/** Inserts the rows as the login role. */
export const peopleSql = `
insert into studio_ai_agents (studio_id, ai_agent_id) values ('${alpha}', ${agent('stu')}), ('${beta}', ${agent('stu')});
insert into invitations (id, studio_id, email, full_name, token_hash, invited_by, expires_at, revoked_at) values
  ('${ofA}', '${alpha}', 'new@example.com', 'New', 'hash of A', '${cast['admin of A'].id}', now() + interval '7 days', null),
  ('${endedOfA}', '${alpha}', 'old@example.com', 'Old', 'ended', '${cast['admin of A'].id}', now() + interval '7 days', now()),
  ('${ofB}', '${beta}', 'new@example.com', 'New', 'hash of B', '${cast['admin of B'].id}', now() + interval '7 days', null);
insert into imports (id, kind, studio_id, created, created_at, undone_at) values
  ('${imports.ofA}', 'clients', '${alpha}', 1, now(), null), ('${imports.undoneOfA}', 'clients', '${alpha}', 1, now(), now()),
  ('${imports.ofB}', 'clients', '${beta}', 1, now(), null);
insert into client_records (studio_id, id, name, import_id) values
  ('${alpha}', '${walkIn.ofA}', 'Walk-in', null), ('${beta}', '${walkIn.ofB}', 'Walk-in', null),
  ('${alpha}', '${walkIn.importedAtA}', 'Imported', '${imports.ofA}'),
  ('${beta}', '${walkIn.importedAtB}', 'Imported', '${imports.ofB}');
insert into text_consents (studio_id, client_id, phone, via) values
  ('${alpha}', '${cast['client A1'].id}', '${numbers.ofA1}', 'client'),
  ('${alpha}', '${walkIn.importedAtA}', '${numbers.ofImported}', 'desk'),
  ('${beta}', '${walkIn.importedAtB}', '${numbers.ofB}', 'desk');
insert into text_stops (phone, stopped_at) select phone, now() from unnest(array['${Object.values(numbers).join("', '")}']) phone;
insert into client_invitations (id, studio_id, client_id, address_mac, token_hash, created_at, expires_at) values
  ('${inviteOf.ofA}', '${alpha}', '${walkIn.ofA}', 'mac', 'client hash of A', now(), now() + interval '7 days'),
  ('${inviteOf.ofB}', '${beta}', '${walkIn.ofB}', 'mac', 'client hash of B', now(), now() + interval '7 days');
insert into client_claims (id, studio_id, client_id, user_id, state, created_at) values
  ('${claims.ofA1}', '${alpha}', '${walkIn.ofA}', '${cast['client A1'].id}', 'open', now()),
  ('${claims.ofB}', '${beta}', '${walkIn.ofB}', '${cast['client of B'].id}', 'open', now());
insert into studio_senders (studio_id, address, domain, selector, private_key, public_key, created_at) values
  ('${alpha}', 'desk@alpha-mail.example', 'alpha-mail.example', 's1', 'sealed', 'public', now()),
  ('${beta}', 'desk@beta-mail.example', 'beta-mail.example', 's1', 'sealed', 'public', now());`

type Invited = { studio: string; by?: string; more?: string; values?: string }
const invitation = ({ studio, by = me, more = '', values = '' }: Invited): RowToInsert => ({
  sql: `insert into invitations (studio_id, email, full_name, token_hash, invited_by, expires_at${more})
    values ('${studio}', 'third@example.com', 'Third', 'another hash', ${by}, now() + interval '7 days'${values})`,
})
const recordOf = (studio: string, { by = me, user = 'null' } = {}): RowToInsert => ({
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
    'give an own rate': `rates = '[{"service_type": null, "percent_off": 50, "hour_minor": null}]'`,
    'name another author': `created_by = '${userWithoutProfile}'`,
  },
  inserts: {
    'without an account, of A': recordOf(alpha),
    'without an account, of B': recordOf(beta),
    'of A, in the name of another': recordOf(alpha, { by: `'${cast.partner.id}'` }),
    'of A, for an account': recordOf(alpha, { user: `'${userWithoutProfile}'` }),
  },
  clearReferences: 'delete from user_roles where client_of is not null',
}
const anImport = (studio: string, by = me): RowToInsert => ({
  sql: `insert into imports (kind, studio_id, created_by, created) values ('bookings', '${studio}', ${by}, 1)`,
})
const importsTable: TableUnderTest = {
  rows: {
    'of A': `id = '${imports.ofA}'`,
    'undone, of A': `id = '${imports.undoneOfA}'`,
    'of B': `id = '${imports.ofB}'`,
  },
  changes: {
    undo: 'undone_at = clock_timestamp()',
    'undo before it was made': "undone_at = '2000-01-01'",
    'raise the count': 'created = created + 1',
  },
  inserts: {
    'for A': anImport(alpha),
    'for B': anImport(beta),
    'for A, in the name of another': anImport(alpha, `'${cast.partner.id}'`),
  },
  clearReferences: 'delete from client_records where import_id is not null',
}
const consentOf = (studio: string, client: string, via: string, by = me): RowToInsert => ({
  clear: `delete from text_consents where client_id = '${client}'`,
  sql: `insert into text_consents (studio_id, client_id, phone, agreed_by, via)
    values ('${studio}', '${client}', '+491705555555', ${by}, '${via}')`,
})
const a1 = cast['client A1'].id
const textConsents: TableUnderTest = {
  rows: {
    'of client A1': `client_id = '${a1}'`,
    'without an account, of A': `client_id = '${walkIn.importedAtA}'`,
    'without an account, of B': `client_id = '${walkIn.importedAtB}'`,
  },
  changes: {
    'change the number': "phone = '+491706666666'",
    'move to a client without an account': `client_id = (select r.id from client_records r
      where r.studio_id = text_consents.studio_id and r.name = 'Walk-in')`,
  },
  inserts: {
    'of client A1, by the client': consentOf(alpha, a1, 'client'),
    'of client A1, by the desk': consentOf(alpha, a1, 'desk'),
    'of client A1, in the name of another': consentOf(alpha, a1, 'client', `'${cast.partner.id}'`),
    'without an account, of A, by the desk': consentOf(alpha, walkIn.ofA, 'desk'),
    'without an account, of A, by a client': consentOf(alpha, walkIn.ofA, 'client'),
    'without an account, of B, by the desk': consentOf(beta, walkIn.ofB, 'desk'),
  },
}
const textStops: TableUnderTest = {
  rows: {
    'of client A1': `phone = '${numbers.ofA1}'`,
    'without an account, of A': `phone = '${numbers.ofImported}'`,
    'without an account, of B': `phone = '${numbers.ofB}'`,
    'without an owner': `phone = '${numbers.ofNobody}'`,
  },
  changes: { 'date back': "stopped_at = '2000-01-01'" },
  inserts: { 'for a number': { sql: "insert into text_stops (phone, stopped_at) values ('+491707777777', now())" } },
}
const clientInvitations: TableUnderTest = {
  rows: { 'of A': `id = '${inviteOf.ofA}'`, 'of B': `id = '${inviteOf.ofB}'` },
  changes: { end: 'accepted_at = clock_timestamp()', 'send elsewhere': "address_mac = 'another mac'" },
  inserts: {
    'for A': {
      sql: `insert into client_invitations (studio_id, client_id, address_mac, token_hash, created_at, expires_at)
        values ('${alpha}', '${walkIn.ofA}', 'mac', 'another client hash', now(), now() + interval '7 days')`,
    },
  },
}
const clientClaims: TableUnderTest = {
  rows: { 'of client A1': `id = '${claims.ofA1}'`, 'of client of B': `id = '${claims.ofB}'` },
  changes: { accept: "state = 'accepted', answered_at = clock_timestamp()" },
  inserts: {
    'for A': {
      sql: `insert into client_claims (studio_id, client_id, user_id, state, created_at)
        values ('${alpha}', '${walkIn.importedAtA}', ${me}, 'open', now())`,
      clear: `delete from client_claims where studio_id = '${alpha}'`,
    },
  },
}
const senderOf = (studio: string, domain: string) => `insert into studio_senders
  (studio_id, address, domain, selector, private_key, public_key, created_at)
  values ('${studio}', 'desk@${domain}', '${domain}', 's1', 'sealed', 'public', now())`
const studioSenders: TableUnderTest = {
  rows: { 'of A': `studio_id = '${alpha}'`, 'of B': `studio_id = '${beta}'` },
  changes: { prove: 'verified_at = clock_timestamp()', 'take the key': "private_key = 'stolen'" },
  inserts: {
    'for A': {
      sql: senderOf(alpha, 'another.example'),
      clear: `delete from studio_senders where studio_id = '${alpha}'`,
    },
  },
}
const newAgent = (studio: string): RowToInsert => ({
  sql: `insert into studio_ai_agents (studio_id, ai_agent_id) values ('${studio}', ${agent('prea')})`,
})

/** The tables of this file. */
export const peopleTables: Record<string, TableUnderTest> = {
  studio_ai_agents: {
    rows: { 'of A': `studio_id = '${alpha}'`, 'of B': `studio_id = '${beta}'` },
    changes: { switch: 'is_active = not is_active', 'move to the closed studio': `studio_id = '${closed}'` },
    inserts: { 'for A': newAgent(alpha), 'for B': newAgent(beta) },
  },
  client_records: clientRecords,
  imports: importsTable,
  text_consents: textConsents,
  text_stops: textStops,
  client_invitations: clientInvitations,
  client_claims: clientClaims,
  studio_senders: studioSenders,
  invitations: {
    rows: { 'of A': `id = '${ofA}'`, 'ended, of A': `id = '${endedOfA}'`, 'of B': `id = '${ofB}'` },
    changes: {
      'send again': "token_hash = 'a new hash of ' || id, sent_at = clock_timestamp()",
      'change when it was sent': 'resent_at = array[clock_timestamp()]',
      revoke: 'revoked_at = clock_timestamp()',
      'revoke before it was made': "revoked_at = '2000-01-01'",
      'accept for another': `accepted_by = '${cast.partner.id}'`,
      'send elsewhere': "email = 'elsewhere-' || email",
    },
    inserts: {
      'to A': invitation({ studio: alpha }),
      'to B': invitation({ studio: beta }),
      'to A, in the name of another': invitation({ studio: alpha, by: `'${cast.partner.id}'` }),
      'to A, accepted at creation': invitation({ studio: alpha, more: ', accepted_at', values: ', now()' }),
    },
  },
}
