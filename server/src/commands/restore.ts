import { resolve } from 'node:path'
import { failWaitingEmails } from '../features/messages/queries.ts'
import { repeatDeletion } from '../features/profile/deletion/service.ts'
import { insertAuditEntry } from '../platform/audit/audit.ts'
import { useSecretKey } from '../platform/auth/secrets.ts'
import { openSigningKeys } from '../platform/auth/signing-keys.ts'
import type { Config } from '../platform/config/config.ts'
import { asAuth, asSystem } from '../platform/db/actor.ts'
import { withConnection } from '../platform/db/backup/connect.ts'
import { hasEmbedded } from '../platform/db/backup/find-database.ts'
import type { Manifest } from '../platform/db/backup/manifest.ts'
import { readAll, readArchive } from '../platform/db/backup/read-archive.ts'
import { fileKeyOf, readBackup } from '../platform/db/backup/read-backup.ts'
import { loadBackup, openRestored } from '../platform/db/backup/restore-backup.ts'
import { takeLock } from '../platform/db/embedded/lock.ts'
import { startEmbeddedServer } from '../platform/db/embedded/open.ts'
import { removeUnfinished, replaceCluster, UNFINISHED_FOLDER } from '../platform/db/embedded/replace-cluster.ts'
import { theFiles, useFiles } from '../platform/files/open.ts'
import { StartError } from '../platform/process/start-error.ts'
import { describeRestore } from './describe-restore.ts'

type Deletion = { user_id: string; deleted_at: string }
/** Deletions in the database that is replaced; null if they are unknown. */
type Deletions = Deletion[] | null

/** The results of a restore that the operator must know. */
export type RestoreOutcome = {
  manifest: Manifest
  /** The kinds of the emails that were waiting in the backup and will not be sent. */
  unsent: string[]
  /** Accounts that were deleted again; null if deletions since the backup are unknown. */
  deleted_again: (Deletion & { left: { role: string; studio_name: string | null }[] })[] | null
  key_fits: boolean
  /** The folder with the embedded database that was replaced. */
  replaced: string | null
}

/**
 * Restores a backup: into the empty database of `DATABASE_URL`, or in place of the embedded database.
 * @param deletionsFrom the address of the replaced database, whose deletions are repeated
 * @returns a report for the operator
 * @throws StartError with a sentence for the operator; an embedded database is then unchanged
 */
export async function restore(config: Config, file: string, deletionsFrom: string | undefined): Promise<string> {
  const path = resolve(file)
  const manifest = await readBackup(path)
  const given = deletionsFrom ? await listDeletions(deletionsFrom) : null
  useSecretKey(config.secretKey, config.formerSecretKey)
  useFiles(config)
  const outcome = config.databaseUrl
    ? await fillServer(config.databaseUrl, path, manifest, given)
    : await replaceEmbedded(config.dataDir, path, manifest, given)
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
  given: Deletions,
): Promise<RestoreOutcome> {
  const lock = await takeLock(dataDir)
  try {
    await removeUnfinished(dataDir)
    const own = await listReplacedDeletions(dataDir)
    const deletions = own || given ? [...(own ?? []), ...(given ?? [])] : null
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

type Loaded = { url: string; rights: string[]; path: string; manifest: Manifest; deletions: Deletions }

/** Migrates a loaded database, repeats deletions and restores the files. */
async function completeRestore({ url, rights, path, manifest, deletions }: Loaded): Promise<RestoreOutcome> {
  const engine = await openRestored(url, rights)
  try {
    const unsent = await asSystem((tx) => failWaitingEmails(tx, 'not sent: the database was restored from a backup'))
    const repeated = deletions && (await repeatDeletions(deletions))
    await recordRestore(manifest, repeated?.length ?? 0)
    const deletedPictures = new Set(repeated?.map(({ picture }) => picture))
    await putFiles(path, manifest, (key) => !deletedPictures.has(key))
    const deleted_again = repeated?.map(({ picture: _, ...deletion }) => deletion) ?? null
    return { manifest, unsent, deleted_again, key_fits: await openSigningKeys(), replaced: null }
  } finally {
    await engine.close()
  }
}

// A damaged database is a reason to restore, so it must not prevent the restore.
async function listReplacedDeletions(dataDir: string): Promise<Deletions> {
  if (!hasEmbedded(dataDir)) return []
  try {
    const server = await startEmbeddedServer(dataDir)
    return await listDeletions(server.url).finally(() => server.stop())
  } catch {
    return null
  }
}

function listDeletions(url: string): Promise<Deletion[]> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query(`select to_regclass('auth.users') is not null as has_accounts`)
    if (!rows[0]?.has_accounts) return []
    const deletions = await client.query<{ id: string; deleted_at: Date }>(
      'select id, deleted_at from auth.users where deleted_at is not null order by deleted_at, id',
    )
    return deletions.rows.map(({ id, deleted_at }) => ({ user_id: id, deleted_at: deleted_at.toISOString() }))
  })
}

async function repeatDeletions(deletions: Deletion[]) {
  const repeated = []
  for (const deletion of deletions) {
    const done = await repeatDeletion(deletion.user_id, new Date())
    if (done) repeated.push({ ...deletion, ...done })
  }
  return repeated
}

const recordRestore = ({ taken_at }: Manifest, deleted_again: number) =>
  asAuth((tx) =>
    insertAuditEntry(tx, {
      actor_id: null,
      session_id: null,
      studio_id: null,
      action: 'installation.restore',
      object_type: 'installation',
      object_id: null,
      after: { taken_at, deleted_again },
    }),
  )

async function putFiles(path: string, { files }: Manifest, isWanted: (key: string) => boolean) {
  if (!files) return
  for await (const entry of readArchive(path)) {
    const key = fileKeyOf(entry)
    if (key && isWanted(key)) await theFiles().put(key, await readAll(entry))
    else for await (const _ of entry.content);
  }
}
