import { objectId, studios } from './cast.ts'
import type { TableUnderTest } from './table.ts'

const { alpha, beta, closed } = studios
const row = (id: string, studio: string) =>
  `insert into discounts (id, studio_id, code, percent) values ('${id}', '${studio}', 'FIRST', 10);`

/** Inserts the rows as the login role. */
export const discountsSql = [row(objectId(901), alpha), row(objectId(902), beta)].join('\n')

/** The tables of this file. */
export const discountTables: Record<string, TableUnderTest> = {
  discounts: {
    rows: { 'of A': `id = '${objectId(901)}'`, 'of B': `id = '${objectId(902)}'` },
    changes: {
      'switch off': 'is_active = false, version = version + 1',
      'raise the percentage': 'percent = 100',
      'count uses': 'uses = 7',
      'move to the closed studio': `studio_id = '${closed}'`,
    },
    inserts: {
      'at A': { clear: `delete from discounts where id = '${objectId(901)}'`, sql: row(objectId(903), alpha) },
      'at B': { clear: `delete from discounts where id = '${objectId(902)}'`, sql: row(objectId(903), beta) },
    },
  },
}
