import { studios, thing } from './cast.ts'
import type { TableUnderTest } from './table.ts'

const { alpha, beta, closed } = studios
const row = (id: string, studio: string) =>
  `insert into discounts (id, studio_id, code, percent) values ('${id}', '${studio}', 'FIRST', 10);`

/** Inserts the rows with the rights of the login. */
export const discountsSql = [row(thing(901), alpha), row(thing(902), beta)].join('\n')

/** The tables of this file. */
export const discountTables: Record<string, TableUnderTest> = {
  discounts: {
    rows: { 'of A': `id = '${thing(901)}'`, 'of B': `id = '${thing(902)}'` },
    changes: {
      'switch off': 'is_active = false, version = version + 1',
      'take off more': 'percent = 100',
      'count uses': 'uses = 7',
      'move to the closed studio': `studio_id = '${closed}'`,
    },
    makes: {
      'at A': { clear: `delete from discounts where id = '${thing(901)}'`, sql: row(thing(903), alpha) },
      'at B': { clear: `delete from discounts where id = '${thing(902)}'`, sql: row(thing(903), beta) },
    },
  },
}
