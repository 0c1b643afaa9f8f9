import { cast, type Name, objectId, studios } from './cast.ts'
import { testRows } from './rows.ts'
import type { TableUnderTest } from './table.ts'

const { alpha, beta, closed } = studios
const { booking } = testRows
const idOf = (name: Name) => `'${cast[name].id}'`

const versionInto = 'insert into terms_versions (id, studio_id, number, text, ended_at) values'
const [oldOfA, ofA, ofB, ofClosed] = [objectId(911), objectId(912), objectId(913), objectId(925)]
const version = (id: string, studio: string, number: number, ended = 'null') =>
  `${versionInto} ('${id}', '${studio}', ${number}, 'Be kind.', ${ended});`

const acceptanceInto =
  'insert into terms_acceptances (id, studio_id, booking_id, client_id, terms_id, way, network_address) values'
type Acceptance = { id: string; studio: string; of: keyof typeof booking; client: Name; terms: string; way?: string }
const acceptance = ({ id, studio, of, client, terms, way = 'booking' }: Acceptance) =>
  `${acceptanceInto} ('${id}', '${studio}', '${booking[of]}', ${idOf(client)}, '${terms}', '${way}', '192.0.2.1');`

const ofClientA2: Acceptance = {
  id: objectId(914),
  studio: alpha,
  of: 'confirmed session of client A2',
  client: 'client A2',
  terms: ofA,
}
const ofClientB: Acceptance = {
  id: objectId(915),
  studio: beta,
  of: 'pending session of client of B',
  client: 'client of B',
  terms: ofB,
}
const ofClientA1: Acceptance = {
  id: objectId(916),
  studio: alpha,
  of: 'pending session of client A1',
  client: 'client A1',
  terms: ofA,
}

const agreementInto = 'insert into agreements (id, studio_id, client_id, terms_id, signer_name) values'
const agreement = (id: string, studio: string, client: Name, terms: string) =>
  `${agreementInto} ('${id}', '${studio}', ${idOf(client)}, '${terms}', 'Somebody');`
const [signedByA2, signedByB] = [objectId(918), objectId(919)]
const hash = 'a'.repeat(64)

/** Inserts the rows as the login role; studios and bookings exist already. */
export const termsSql = [
  version(oldOfA, alpha, 1, 'now()'),
  version(ofA, alpha, 2),
  version(ofB, beta, 1),
  version(ofClosed, closed, 1),
  acceptance(ofClientA2),
  acceptance(ofClientB),
  agreement(signedByA2, alpha, 'client A2', ofA),
  agreement(signedByB, beta, 'client of B', ofB),
  `update agreements set pdf = 'x', sha256 = '${hash}' where id = '${signedByA2}';`,
].join('\n')

const noCurrent = (studio: string) => `update terms_versions set ended_at = now() where studio_id = '${studio}'`

/** The tables of this file. */
export const termsTables: Record<string, TableUnderTest> = {
  terms_versions: {
    rows: {
      'old one of A': `id = '${oldOfA}'`,
      'of A': `id = '${ofA}'`,
      'of B': `id = '${ofB}'`,
      'of the closed studio': `id = '${ofClosed}'`,
    },
    changes: {
      end: 'ended_at = now()',
      rewrite: "text = 'Be quick.'",
      renumber: 'number = 9',
    },
    inserts: {
      'at A': { clear: noCurrent(alpha), sql: version(objectId(917), alpha, 3) },
      'at B': { clear: noCurrent(beta), sql: version(objectId(917), beta, 3) },
    },
  },
  agreements: {
    rows: { 'of client A2': `id = '${signedByA2}'`, 'of client of B': `id = '${signedByB}'` },
    changes: {
      'keep the file': `pdf = 'y', sha256 = '${hash}'`,
      'sign as another': "signer_name = 'Another'",
      erase: 'pdf = null, signer_name = null, drawing = null',
    },
    inserts: {
      'by client A1': { sql: agreement(objectId(920), alpha, 'client A1', ofA) },
      'by client of B': { sql: agreement(objectId(920), beta, 'client of B', ofB) },
    },
  },
  terms_acceptances: {
    rows: { 'of client A2': `id = '${ofClientA2.id}'`, 'of client of B': `id = '${ofClientB.id}'` },
    changes: {
      'forget the address': 'network_address = null',
      'change the way to a link': "way = 'link'",
      'accept earlier': "accepted_at = '2000-01-01'",
    },
    inserts: {
      'by client A1 for their session': { sql: acceptance(ofClientA1) },
      'by client A1 by link': { sql: acceptance({ ...ofClientA1, way: 'link' }) },
      'by client A1 of an old version': { sql: acceptance({ ...ofClientA1, terms: oldOfA }) },
      'by client A1 for the session of client A2': {
        clear: `delete from terms_acceptances where id = '${ofClientA2.id}'`,
        sql: acceptance({ ...ofClientA2, client: 'client A1' }),
      },
      'by client of B': {
        clear: `delete from terms_acceptances where id = '${ofClientB.id}'`,
        sql: acceptance(ofClientB),
      },
    },
  },
}
