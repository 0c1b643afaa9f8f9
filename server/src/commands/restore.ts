import { resolve } from 'node:path'
import type pg from 'pg'
import { repeatErasure } from '../features/clients/erase-client.ts'
import { failWaitingEmails } from '../features/messages/queries.ts'
import { repeatDeletion } from '../features/profile/deletion/service.ts'
import { insertSystemAuditEntry } from '../platform/audit/audit.ts'
import { setSecretKey } from '../platform/auth/secrets.ts'
import { canOpenSigningKeys } from '../platform/auth/signing-keys.ts'
import type { Config } from '../platform/config/config.ts'
import { asAuth, asSystem } from '../platform/db/actor.ts'
import { withConnection } from '../platform/db/backup/connect.ts'
import { hasEmbedded } from '../platform/db/backup/find-database.ts'
import type { Manifest } from '../platform/db/backup/manifest.ts'
import { readAll, readArchive } from '../platform/db/backup/read-archive.ts'
import { getEntryFileKey, readBackup } from '../platform/db/backup/read-backup.ts'
import { loadBackup, openRestored } from '../platform/db/backup/restore-backup.ts'
import { takeLock } from '../platform/db/embedded/lock.ts'
import { startEmbeddedServer } from '../platform/db/embedded/open.ts'
import { removeUnfinished, replaceCluster, UNFINISHED_FOLDER } from '../platform/db/embedded/replace-cluster.ts'
import { getFileStore, setFileStore } from '../platform/files/open.ts'
import { StartError } from '../platform/process/start-error.ts'
import {
  type Deletion,
  describeRestore,
  type ErasedStudio,
  type Erasure,
  type RestoreOutcome,
} from './describe-restore.ts'
import { eraseStudio } from './erase-studio.ts'

/** The deleted accounts, erased client records and erased studios of the replaced database; null if they are unknown. */
type Deletions = { accounts: Deletion[]; records: Erasure[]; studios: ErasedStudio[] } | null

/**
 * Restores a backup into the empty database of `DATABASE_URL`, or in place of the embedded database.
 * @param deletionsFrom the address of the replaced database; accounts and data that were deleted there are deleted again
 * @returns a report for the operator
 * @throws StartError with a message for the operator; then an embedded database has not changed
 */
export async function restore(config: Config, file: string, deletionsFrom: string | undefined): Promise<string> {
  const path = resolve(file)
  const manifest = await readBackup(path)
  const deletions = deletionsFrom ? await listDeletions(deletionsFrom) : null
  setSecretKey(config.secretKey, config.formerSecretKey)
  setFileStore(config)
  const outcome = config.databaseUrl
    ? await fillServer(config.databaseUrl, path, manifest, deletions)
    : await replaceEmbedded(config.dataDir, path, manifest, deletions)
  return describeRestore(path, outcome, config)
}

async function fillServer(
  url: string,
  path: string,
  manifest: Manifest,
  deletions: Deletions,
): Promise<RestoreOutcome> {
  const rights = await loadBackup(url, path, manifest)
  const completed = completeRestore({ url, rights, path, manifest, deletions })
  return completed.catch((cause) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`${reason}\nThe restore is not complete. Drop this database and restore into a new one.`, {
      cause,
    })
  })
}

async function replaceEmbedded(
  dataDir: string,
  path: string,
  manifest: Manifest,
  namedDeletions: Deletions,
): Promise<RestoreOutcome> {
  const lock = await takeLock(dataDir)
  try {
    await removeUnfinished(dataDir)
    const ownDeletions = await listReplacedDeletions(dataDir)
    const deletions = ownDeletions || namedDeletions ? joinDeletions([ownDeletions, namedDeletions]) : null
    const { url, stop } = await startEmbeddedServer(dataDir, { folder: UNFINISHED_FOLDER })
    const completed = await loadBackup(url, path, manifest)
      .then((rights) => completeRestore({ url, rights, path, manifest, deletions }))
      .finally(stop)
    return { ...completed, replaced: replaceCluster(dataDir, new Date()) }
  } catch (error) {
    await removeUnfinished(dataDir)
    throw error
  } finally {
    lock.release()
  }
}

type LoadedBackup = { url: string; rights: string[]; path: string; manifest: Manifest; deletions: Deletions }

/** Migrates a restored database, repeats deletions, and restores the files. */
async function completeRestore({ url, rights, path, manifest, deletions }: LoadedBackup): Promise<RestoreOutcome> {
  const engine = await openRestored(url, rights)
  try {
    const unsent = await asSystem((tx) => failWaitingEmails(tx, 'not sent: the database was restored from a backup'))
    const repeated = deletions && (await repeatDeletions(deletions.accounts))
    const erased = deletions ? await repeatErasures(deletions.records) : []
    const studios = deletions ? await repeatStudioErasures(deletions.studios) : []
    await recordRestore(manifest, repeated?.length ?? 0, erased.length + studios.length)
    const deletedFiles = new Set([...(repeated ?? []), ...erased, ...studios].flatMap(({ files }) => files))
    await putFiles(path, manifest, (key) => !deletedFiles.has(key))
    const deleted_again = repeated?.map(({ files: _, ...deletion }) => deletion) ?? null
    const erased_again = erased.map(({ files: _, ...erasure }) => erasure)
    const erased_studios = studios.map(({ files: _, ...studio }) => studio)
    const key_fits = await canOpenSigningKeys()
    return { manifest, unsent, deleted_again, erased_again, erased_studios, key_fits, replaced: null }
  } finally {
    await engine.close()
  }
}

// The replaced database may be damaged, and that must not prevent its restore.
async function listReplacedDeletions(dataDir: string): Promise<Deletions> {
  if (!hasEmbedded(dataDir)) return joinDeletions([])
  try {
    const server = await startEmbeddedServer(dataDir)
    return await listDeletions(server.url).finally(() => server.stop())
  } catch {
    return null
  }
}

function listDeletions(url: string): Promise<Deletions> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query(`select to_regclass('auth.users') is not null as has_accounts,
      exists (select from pg_attribute where attrelid = to_regclass('public.client_records')
        and attname = 'erased_at' and not attisdropped) as has_erasures`)
    if (!rows[0]?.has_accounts) return joinDeletions([])
    const deletions = await client.query<{ id: string; deleted_at: Date }>(
      'select id, deleted_at from auth.users where deleted_at is not null order by deleted_at, id',
    )
    const accounts = deletions.rows.map(({ id, deleted_at }) => ({ user_id: id, deleted_at: deleted_at.toISOString() }))
    const studios = await listErasedStudios(client)
    if (!rows[0].has_erasures) return { accounts, records: [], studios }
    // Only the system role can see the rows of studios.
    await client.query('set role studiohub_system')
    const erasures = await client.query<{ studio_id: string; id: string; erased_at: Date }>(
      'select studio_id, id, erased_at from client_records where erased_at is not null order by erased_at, id',
    )
    await client.query('reset role')
    const records = erasures.rows.map(({ studio_id, id, erased_at }) => ({
      studio_id,
      client_id: id,
      erased_at: erased_at.toISOString(),
    }))
    return { accounts, records, studios }
  })
}

const joinDeletions = (all: Deletions[]) => ({
  accounts: all.flatMap((deletions) => deletions?.accounts ?? []),
  records: all.flatMap((deletions) => deletions?.records ?? []),
  studios: all.flatMap((deletions) => deletions?.studios ?? []),
})

async function listErasedStudios(client: pg.Client): Promise<ErasedStudio[]> {
  // An older version of the database lacks this right, because studios could not be erased then.
  const right = await client.query(
    "select has_column_privilege('studiohub_system', 'public.audit_log', 'object_id', 'select') as is_given",
  )
  if (!right.rows[0]?.is_given) return []
  await client.query('set role studiohub_system')
  const { rows } = await client.query<{ id: string; at: Date }>(
    "select object_id as id, at from audit_log where action = 'studios.erase' order by at",
  )
  await client.query('reset role')
  return rows.map(({ id, at }) => ({ studio_id: id, erased_at: at.toISOString() }))
}

async function repeatStudioErasures(studios: ErasedStudio[]): Promise<(ErasedStudio & { files: string[] })[]> {
  const repeated = []
  for (const studio of studios) {
    const files = await eraseStudio(studio.studio_id)
    if (files) repeated.push({ ...studio, files })
  }
  return repeated
}

async function repeatErasures(records: Erasure[]) {
  const repeated = []
  for (const record of records) {
    const files = await repeatErasure(record, new Date())
    if (files) repeated.push({ ...record, files })
  }
  return repeated
}

async function repeatDeletions(deletions: Deletion[]) {
  const repeated = []
  for (const deletion of deletions) {
    const result = await repeatDeletion(deletion, new Date())
    if (result) repeated.push({ ...deletion, ...result })
  }
  return repeated
}

const recordRestore = ({ taken_at }: Manifest, deleted_again: number, erased_again: number) =>
  asAuth((tx) =>
    insertSystemAuditEntry(tx, {
      studio_id: null,
      action: 'installation.restore',
      object_type: 'installation',
      object_id: null,
      after: { taken_at, deleted_again, erased_again },
    }),
  )

async function putFiles(path: string, { files }: Manifest, isWanted: (key: string) => boolean) {
  if (!files) return
  for await (const entry of readArchive(path)) {
    const key = getEntryFileKey(entry)
    if (key && isWanted(key)) await getFileStore().put(key, await readAll(entry))
    else for await (const _ of entry.content);
  }
}
