import { cast, type Name, objectId, studios } from './cast.ts'
import type { TableUnderTest } from './table.ts'

const { alpha, beta } = studios

const anExport = (id: string, studio: string, by: Name) =>
  `insert into studio_exports (id, studio_id, requested_by, created_at) values ('${id}', '${studio}', '${cast[by].id}', now());`

/** Inserts the rows as the login role. */
export const studioExportsSql = [
  anExport(objectId(961), alpha, 'admin of A'),
  anExport(objectId(962), beta, 'admin of B'),
].join('\n')

const clear = 'delete from studio_exports;'

/** The tables of this file. */
export const studioExportTables: Record<string, TableUnderTest> = {
  studio_exports: {
    rows: { 'of A': `id = '${objectId(961)}'`, 'of B': `id = '${objectId(962)}'` },
    changes: {
      'mark as ready': `state = 'ready', ended_at = now(), expires_at = now() + interval '1 day', size_bytes = 1`,
      'count another part': 'parts = parts + 1',
      'keep it longer': `expires_at = now() + interval '1 year'`,
    },
    inserts: {
      'at A, by its admin': { sql: anExport(objectId(963), alpha, 'admin of A'), clear },
      'at B, by its admin': { sql: anExport(objectId(963), beta, 'admin of B'), clear },
      'at A, by crew': { sql: anExport(objectId(963), alpha, 'crew of A'), clear },
      'at A, by a client': { sql: anExport(objectId(963), alpha, 'client A1'), clear },
    },
  },
}
