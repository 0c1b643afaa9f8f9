import { cast, type Name, objectId, studios } from './cast.ts'
import type { TableUnderTest } from './table.ts'

const { alpha, beta, closed } = studios
const offer = (id: string, studio: string) =>
  `insert into packages (id, studio_id, name, minutes, price_minor, currency) values ('${id}', '${studio}', 'Ten hours', 600, 100, 'EUR');`
const sale = (id: string, studio: string, client: Name, used = 0) =>
  `insert into sold_packages (id, studio_id, client_id, name, minutes, used_minutes, price_minor, net_minor, currency)
    values ('${id}', '${studio}', '${cast[client].id}', 'Ten hours', 600, ${used}, 100, 100, 'EUR');`

const [ofA, ofB] = [objectId(911), objectId(912)]
const sold = { ofA1: objectId(913), ofA2: objectId(914), ofB: objectId(915) }

/** Inserts the rows as the login role. */
export const packagesSql = [
  offer(ofA, alpha),
  offer(ofB, beta),
  sale(sold.ofA1, alpha, 'client A1'),
  sale(sold.ofA2, alpha, 'client A2'),
  sale(sold.ofB, beta, 'client of B'),
].join('\n')

/** The tables of this file. */
export const packageTables: Record<string, TableUnderTest> = {
  packages: {
    rows: { 'of A': `id = '${ofA}'`, 'of B': `id = '${ofB}'` },
    changes: { rename: "name = 'Five hours'", 'move to the closed studio': `studio_id = '${closed}'` },
    inserts: { 'at A': { sql: offer(objectId(916), alpha) }, 'at B': { sql: offer(objectId(916), beta) } },
  },
  sold_packages: {
    rows: {
      'of client A1': `id = '${sold.ofA1}'`,
      'of client A2': `id = '${sold.ofA2}'`,
      'of client of B': `id = '${sold.ofB}'`,
    },
    changes: {
      end: 'ended_at = clock_timestamp(), version = version + 1',
      'draw hours': 'used_minutes = 60',
      'get more hours': 'minutes = 900',
      'give to client A2': `client_id = (select c.id from client_records c where c.studio_id = sold_packages.studio_id
        and c.id <> sold_packages.client_id order by c.id limit 1)`,
    },
    inserts: {
      'for client A1': { sql: sale(objectId(917), alpha, 'client A1') },
      'for client A1, used': { sql: sale(objectId(917), alpha, 'client A1', 60) },
      'for client of B': { sql: sale(objectId(917), beta, 'client of B') },
    },
  },
}
