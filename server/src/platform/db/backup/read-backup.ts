import { StartError } from '#platform/process/start-error.ts'
import { summarizeRows } from './copy-table.ts'
import { AnyManifest, BACKUP_FORMAT, MANIFEST_NAME, Manifest } from './manifest.ts'
import { type ArchiveEntry, checkSeal, damagedBackupError, readAll, readArchive } from './read-archive.ts'

/**
 * Reads a whole backup file and compares every table with the manifest. It changes nothing.
 * @throws StartError if the file is damaged, incomplete, of a later format or not a backup
 */
export async function readBackup(path: string): Promise<Manifest> {
  await checkSeal(path)
  const { manifest, tables, files } = await summarize(path).catch((cause) => {
    throw cause instanceof StartError ? cause : damagedBackupError(path, cause)
  })
  const emptySummary = summarizeRows().end()
  for (const { name, rows, sha256 } of manifest.tables) {
    const digest = tables.get(name)?.end() ?? emptySummary
    if (digest.rows !== rows || digest.sha256 !== sha256) throw damagedBackupError(path)
    tables.delete(name)
  }
  const expected = manifest.files ?? { count: 0, bytes: 0 }
  if (tables.size > 0 || files.count !== expected.count || files.bytes !== expected.bytes)
    throw damagedBackupError(path)
  return manifest
}

async function summarize(path: string) {
  const tables = new Map<string, ReturnType<typeof summarizeRows>>()
  const files = { count: 0, bytes: 0 }
  let manifest: Manifest | null = null
  for await (const entry of readArchive(path)) {
    const table = getEntryTable(entry)
    if (entry.name === MANIFEST_NAME) manifest = parse(path, await readAll(entry))
    else if (table) {
      const summary = tables.get(table) ?? summarizeRows()
      tables.set(table, summary)
      for await (const text of entry.content) summary.add(text)
    } else if (getEntryFileKey(entry)) {
      files.count += 1
      for await (const chunk of entry.content) files.bytes += chunk.length
    } else throw damagedBackupError(path)
  }
  if (!manifest) throw damagedBackupError(path)
  return { manifest, tables, files }
}

function parse(path: string, text: Buffer): Manifest {
  const json: unknown = JSON.parse(text.toString())
  if (AnyManifest.parse(json).format > BACKUP_FORMAT)
    throw new StartError(`${path} was written by a newer version of StudioHub. Restore it with that version.`)
  return Manifest.parse(json)
}

/** The table of an entry, or null. */
export const getEntryTable = ({ name }: Pick<ArchiveEntry, 'name'>) =>
  /^tables\/([a-z_0-9.]+)\/\d{6}$/.exec(name)?.[1] ?? null

/** The key of the uploaded file in an entry, or null. */
export const getEntryFileKey = ({ name }: Pick<ArchiveEntry, 'name'>) => /^files\/(.+)$/.exec(name)?.[1] ?? null
