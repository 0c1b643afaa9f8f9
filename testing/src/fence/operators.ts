import { cast, studios, thing } from './cast.ts'
import type { TableUnderTest } from './table.ts'

// What operators do for a studio: seeing it as its owner, and writing to its admins.

const { alpha, beta, closed } = studios

// Rows of these sessions have no effect: they are not an operator's.
const view = (session: string, studio: string) => `insert into owner_views (session_id, studio_id, ends_at)
  values ('${session}', '${studio}', now() + interval '20 minutes');`
const letter = (id: string, studio: string) => `insert into operator_letters (id, studio_id, subject, body)
  values ('${id}', '${studio}', 'Your domain', 'It is not proven.');`

/** Inserts the rows with the rights of the login. */
export const operatorsSql = [
  view(cast.partner.session, alpha),
  view(cast['client A1'].session, beta),
  letter(thing(961), alpha),
  letter(thing(962), beta),
].join('\n')

/** The tables of this file. */
export const operatorTables: Record<string, TableUnderTest> = {
  owner_views: {
    rows: { 'of A': `session_id = '${cast.partner.session}'`, 'of B': `session_id = '${cast['client A1'].session}'` },
    changes: {
      'see the closed studio': `studio_id = '${closed}'`,
      'stay longer': "ends_at = ends_at + interval '5 minutes'",
    },
    makes: {
      'of A': { sql: view(cast['super admin'].session, alpha) },
      'of B': { sql: view(cast['super admin'].session, beta) },
    },
  },
  operator_letters: {
    rows: { 'to A': `id = '${thing(961)}'`, 'to B': `id = '${thing(962)}'` },
    changes: { 'write something else': "body = 'Changed'" },
    makes: { 'to A': { sql: letter(thing(963), alpha) }, 'to B': { sql: letter(thing(963), beta) } },
  },
}
