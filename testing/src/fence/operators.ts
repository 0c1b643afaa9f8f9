import { cast, objectId, studios } from './cast.ts'
import type { TableUnderTest } from './table.ts'

// What operators do for a studio: see it as its owner, and write to its admins.

const { alpha, beta, closed } = studios

// These sessions do not belong to operators, so their rows have no effect.
const view = (session: string, studio: string) => `insert into owner_views (session_id, studio_id, ends_at)
  values ('${session}', '${studio}', now() + interval '20 minutes');`
const letter = (id: string, studio: string) => `insert into operator_letters (id, studio_id, subject, body)
  values ('${id}', '${studio}', 'Your domain', 'It is not proven.');`

/** Inserts the rows as the login role. */
export const operatorsSql = [
  view(cast.partner.session, alpha),
  view(cast['client A1'].session, beta),
  letter(objectId(961), alpha),
  letter(objectId(962), beta),
].join('\n')

/** The tables of this file. */
export const operatorTables: Record<string, TableUnderTest> = {
  owner_views: {
    rows: { 'of A': `session_id = '${cast.partner.session}'`, 'of B': `session_id = '${cast['client A1'].session}'` },
    changes: {
      'move the view to the closed studio': `studio_id = '${closed}'`,
      'extend the view': "ends_at = ends_at + interval '5 minutes'",
    },
    inserts: {
      'of A': { sql: view(cast['super admin'].session, alpha) },
      'of B': { sql: view(cast['super admin'].session, beta) },
    },
  },
  operator_letters: {
    rows: { 'to A': `id = '${objectId(961)}'`, 'to B': `id = '${objectId(962)}'` },
    changes: { 'rewrite the text': "body = 'Changed'" },
    inserts: { 'to A': { sql: letter(objectId(963), alpha) }, 'to B': { sql: letter(objectId(963), beta) } },
  },
}
