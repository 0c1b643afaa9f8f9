import { resolve } from 'node:path'
import { insertSystemAuditEntry } from '../platform/audit/audit.ts'
import { asSystem } from '../platform/db/actor.ts'
import { getFileStore } from '../platform/files/open.ts'
import { writeStudioCopy } from '../platform/studio-copy/write-studio-copy.ts'
import { findStudioToErase } from './erase-studio.ts'

/**
 * Writes all data of a studio into a ZIP. A server may be running.
 * @param address the slug of the studio
 * @returns a report for the operator
 */
export async function exportStudio(address: string, file: string, now: Date): Promise<string> {
  const studio = await findStudioToErase(address.replace(/^\//, ''))
  if (!studio) throw new Error(`There is no studio with the address ${address}. Nothing was written.`)
  const path = resolve(file)
  const studioCopy = await writeStudioCopy({ studio_id: studio.id, path, files: getFileStore(), now })
  if (!studioCopy) throw new Error(`${studio.name} was erased during the export. Nothing was written.`)
  const rows = studioCopy.tables.reduce((sum, table) => sum + table.rows, 0)
  await asSystem((tx) =>
    insertSystemAuditEntry(tx, {
      studio_id: studio.id,
      action: 'studioExports.create',
      object_type: 'studio_export',
      object_id: studioCopy.export_id,
      after: { rows, files: studioCopy.files.count },
    }),
  )
  return `Written to ${path}: ${rows} rows of ${studioCopy.tables.length} tables, ${studioCopy.files.count} files (${(studioCopy.files.bytes / 1_000_000).toFixed(1)} MB), as of ${studioCopy.taken_at}.
${studioCopy.missing_files.length > 0 ? `${studioCopy.missing_files.length} files were not found; the manifest names them.\n` : ''}Not in it: accounts, passwords, keys and other secrets. The file is not encrypted: keep it as you keep a backup.`
}
