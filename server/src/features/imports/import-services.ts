import { fail } from '@studiohub/contract/errors.ts'
import type { ImportPreview, ImportResult } from '@studiohub/contract/features/imports/schema.ts'
import { type ReadServices, readServices } from '@studiohub/contract/features/imports/services/rules.ts'
import { readTable, type Table } from '@studiohub/contract/features/imports/table/rules.ts'
import { mergeService, serviceKey } from '@studiohub/contract/features/resources/rules.ts'
import { serviceDefaults } from '@studiohub/contract/features/resources/services/schema.ts'
import { increaseListVersion, listServices, putServices } from '#features/resources/services/queries.ts'
import { requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { ImportInput, OpenedFile } from './open-file.ts'
import { getImportSettings } from './queries.ts'
import { buildImportResult, ensureImport, recordBatch, startImport } from './record-import.ts'
import { markServices } from './services/queries.ts'

const ALL_SERVICES = { after: null, limit: 1_000 }

async function planServices(tx: Tx, studio_id: string, { text, options }: OpenedFile) {
  const { currency } = (await getImportSettings(tx, studio_id)) ?? fail('NOT_FOUND')
  const existingServices = await listServices(tx, studio_id, ALL_SERVICES)
  const { lines, problems, ...table } = readTable('services', text, options.columns ?? null)
  const read = readServices(lines, { currency, offered: existingServices.map(({ label }) => label) })
  return { existingServices, table, read: { ...read, problems: [...problems, ...read.problems] } }
}

export type ServicesPreview = {
  table: Omit<Table, 'lines' | 'problems'>
  read: ReadServices
  new_count: ImportPreview['new_count']
}

/** Previews the import of a file of services. Changes nothing. */
export const previewServices = (
  caller: Caller,
  { studio_id }: ImportInput,
  openedFile: OpenedFile,
): Promise<ServicesPreview> =>
  asActor(caller, async (tx) => {
    const { table, read } = await planServices(tx, studio_id, openedFile)
    return { table, read, new_count: read.services.length }
  })

/** Adds the services of a file whose names the studio does not have yet, at the end of its list. */
export function importServices(
  caller: Caller,
  { studio_id }: ImportInput,
  openedFile: OpenedFile,
  now: Date,
): Promise<ImportResult> {
  return asActor(caller, async (tx, callingActor) => {
    const actor = requireRole(callingActor)
    await lock(tx, 'studio', studio_id)
    const { existingServices, read } = await planServices(tx, studio_id, openedFile)
    const currentImport = startImport({ studio_id, kind: 'services' }, actor.user_id, now)
    const counts = { known_count: read.known.length, left_out: 0, problems: read.problems }
    if (read.services.length === 0) return buildImportResult(currentImport, counts)
    const usedKeys = new Set(existingServices.map(({ key }) => key))
    const lastPosition = existingServices.reduce((highest, { position }) => Math.max(highest, position), -1)
    const newServices = read.services.map(({ service }, index) => {
      const key = serviceKey(service.label, usedKeys)
      usedKeys.add(key)
      return { ...mergeService(service, serviceDefaults), key, position: lastPosition + 1 + index }
    })
    await ensureImport(tx, currentImport)
    await increaseListVersion(tx, studio_id, undefined)
    await putServices(tx, studio_id, newServices)
    currentImport.created = newServices.length
    await recordBatch(tx, actor, { caller, currentImport, added: { created: newServices.length, created_clients: 0 } })
    await markServices(tx, { studio_id, import_id: currentImport.id, keys: newServices.map(({ key }) => key) })
    return buildImportResult(currentImport, counts)
  })
}
