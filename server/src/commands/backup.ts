import { resolve } from 'node:path'
import type { Config } from '../platform/config/config.ts'
import { withDatabaseUrl } from '../platform/db/backup/find-database.ts'
import type { Manifest } from '../platform/db/backup/manifest.ts'
import { writeBackup } from '../platform/db/backup/write-backup.ts'
import { noteBackup } from '../platform/db/last-backup.ts'
import { listDiskFiles } from '../platform/files/disk.ts'
import { StartError } from '../platform/process/start-error.ts'

/**
 * Writes the database into one file. A server may be running.
 * @param withFiles whether to add the uploaded files in `DATA_DIR`
 * @returns a report for the operator
 * @throws StartError with a sentence for the operator; then an older file with that name has not changed
 */
export async function writeBackupFile(config: Config, file: string, withFiles: boolean): Promise<string> {
  if (withFiles && config.s3)
    throw new StartError('The uploaded files are in an S3 bucket. Copy them there, and leave --files out.')
  const path = resolve(file)
  const files = withFiles ? listDiskFiles(config.dataDir) : null
  const manifest = await withDatabaseUrl(config, async (url) => {
    const backup = await writeBackup(url, path, files)
    await noteBackup(url, new Date())
    return backup
  })
  return `Written to ${path}: ${describeContent(manifest)}, as of ${manifest.taken_at}.
${describeFiles(manifest, config)}
Not in it: SECRET_KEY${config.databaseUrl ? '' : ' (DATA_DIR/secret.key)'}. Keep a copy of it in another place:
  without it a restored product does not start until the keys are reset, and authenticator apps stop working.`
}

/** Describes the number of rows and tables of a backup in words. */
export function describeContent({ tables }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows of ${tables.length} tables`
}

function describeFiles({ files }: Manifest, config: Config): string {
  if (files) return `Uploaded files: ${files.count} (${(files.bytes / 1_000_000).toFixed(1)} MB).`
  const instruction = config.s3 ? 'Copy the bucket.' : 'Add --files, or copy DATA_DIR/files.'
  return `Not in it: uploaded files. ${instruction}`
}
