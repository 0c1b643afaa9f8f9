import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from '../../start-refused.ts'
import { everyRow, firstBlocks } from './check.ts'
import { type Connection, openConnection } from './connection.ts'
import { listSnapshots, type Snapshot, sweep, unpackSnapshot } from './snapshots.ts'

/** PostgreSQL's major version of the embedded database; it cannot open the files of another one. */
const MAJOR = '18'

export type Log = (event: Record<string, unknown>) => void

/** Where everything lies under the data directory. */
export const placesIn = (directory: string) => ({
  database: join(directory, 'pg'),
  snapshots: join(directory, 'snapshots'),
  restoring: join(directory, 'pg-restoring'),
  beginning: join(directory, 'pg-beginning'),
})

/**
 * Opens the database of a directory, makes it where there never was one, and where it is damaged puts the newest
 * snapshot that opens in its place. The damaged files are kept beside it, and the log says what may be lost.
 * @param thorough read every row: for a directory whose last process was killed
 * @throws with what to do, where data existed and cannot be opened; it never starts empty then
 */
export async function openOrRestore(directory: string, thorough: boolean, log: Log): Promise<Connection> {
  const places = placesIn(directory)
  rmSync(places.restoring, { recursive: true, force: true })
  const snapshots = listSnapshots(places.snapshots)
  sweep(places.snapshots)
  // Left by a start that was killed while it made the database: nobody can have stored anything in it yet.
  if (existsSync(places.beginning)) rmSync(places.database, { recursive: true, force: true })
  if (!existsSync(places.database) && snapshots.length === 0 && damagedIn(directory).length === 0)
    return begin(directory)
  refuseOtherMajor(places.database)
  try {
    return await openChecked(places.database, thorough)
  } catch (first) {
    refuseFullDisk(directory, messageOf(first))
    log({ event: 'database.damaged', directory: places.database, reason: messageOf(first) })
  }
  // Once more, lest a passing lack of memory be taken for damage.
  const second = await openChecked(places.database, thorough).catch(messageOf)
  if (typeof second !== 'string') return second
  return restoreNewest(directory, snapshots, second, log)
}

/** Puts the files of `snapshot` where the database lies. What lay there is moved aside. @returns where to, if anything did */
export async function putInPlace(directory: string, snapshot: string, asideAs: string): Promise<string | null> {
  const places = placesIn(directory)
  await unpackSnapshot(snapshot, places.restoring).catch((cause: unknown) => {
    if (isFullDisk(messageOf(cause))) throw cause
    throw new StartRefused(`${snapshot} is damaged, or it is no backup of StudioHub. Nothing was changed.`, { cause })
  })
  refuseOtherMajor(places.restoring)
  // It is moved only once it has been seen to open: a full disk, say, must not cost the files that are there.
  await (await openChecked(places.restoring, true)).close()
  const aside = existsSync(places.database) ? join(directory, `${asideAs}-${stamp()}`) : null
  rmSync(places.beginning, { force: true })
  if (aside) renameSync(places.database, aside)
  renameSync(places.restoring, places.database)
  return aside
}

async function begin(directory: string): Promise<Connection> {
  const { database, beginning } = placesIn(directory)
  writeFileSync(beginning, 'The database is being made. It begins anew if this file is still here at the next start.\n')
  // The engine's files are everybody's to read and write: what keeps others out is the folder around them.
  mkdirSync(database, { mode: 0o700 })
  const maker = await openConnection(database)
  await maker.close()
  rmSync(beginning)
  // In a thread of its own: the one that made it holds on to 300 MB.
  return openConnection(database)
}

async function restoreNewest(directory: string, snapshots: Snapshot[], reason: string, log: Log): Promise<Connection> {
  for (const snapshot of snapshots) {
    try {
      const damaged_files = await putInPlace(directory, snapshot.file, 'pg-damaged')
      log({
        event: 'database.restored',
        message: `The database was damaged. It was restored as it stood at ${snapshot.taken_at}; all later changes are lost.`,
        taken_at: snapshot.taken_at,
        snapshot: snapshot.file,
        damaged_files,
        reason,
      })
      return await openConnection(placesIn(directory).database)
    } catch (error) {
      log({ event: 'database.snapshot_unusable', snapshot: snapshot.file, reason: messageOf(error) })
    }
  }
  throw new StartRefused(
    `The database in ${directory} cannot be opened and none of its ${snapshots.length} snapshots could be restored. ` +
      `Nothing was changed. Restore a backup (npm run admin -- restore), or choose another DATA_DIR. ${reason}`,
  )
}

async function openChecked(folder: string, thorough: boolean): Promise<Connection> {
  if (!existsSync(join(folder, 'PG_VERSION'))) throw new Error('the database files are missing')
  const connection = await openConnection(folder)
  try {
    await connection.client.query(thorough ? everyRow : firstBlocks)
    return connection
  } catch (error) {
    await connection.terminate()
    throw error
  }
}

function refuseOtherMajor(folder: string) {
  const file = join(folder, 'PG_VERSION')
  if (!existsSync(file)) return
  const major = readFileSync(file, 'utf8').trim()
  if (major === MAJOR || !/^\d+$/.test(major)) return
  throw new StartRefused(
    `The database in ${folder} was written by PostgreSQL ${major}; this version of StudioHub reads ${MAJOR}. Use the version that wrote it, or restore a backup of this one.`,
  )
}

const isFullDisk = (reason: string) => /no space left on device/i.test(reason)

// A full disk is no damage: with space the same files open, and nothing of them is lost.
function refuseFullDisk(directory: string, reason: string) {
  if (!isFullDisk(reason)) return
  throw new StartRefused(
    `The disk of ${directory} is full and the database cannot be opened. Nothing was changed. Free some space and start again.`,
  )
}

const damagedIn = (directory: string) => readdirSync(directory).filter((name) => name.startsWith('pg-damaged-'))
const stamp = () => new Date().toISOString().replaceAll(':', '-')
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
