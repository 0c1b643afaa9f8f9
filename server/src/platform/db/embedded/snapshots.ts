import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { unpack } from './archive.ts'
import type { Lease } from './lease.ts'

/** A whole copy of the database in one file, safe on the disk. `taken_at` is an instant, ISO 8601. */
export type Snapshot = { file: string; taken_at: string; bytes: number }

const ENDING = '.tar.gz'
const NEWEST = 3
const DAYS = 7
const FAST = { level: constants.Z_BEST_SPEED }

/** The finished snapshots in `folder`, newest first. */
export function listSnapshots(folder: string): Snapshot[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const names = readdirSync(folder).filter((name) => /^\d{4}-.*\.tar\.gz$/.test(name))
  return names
    .sort()
    .reverse()
    .map((name) => {
      const file = join(folder, name)
      return { file, taken_at: instantOf(name), bytes: statSync(file).size }
    })
}

/** Where a snapshot taken at `instant` lies; the names sort by time. */
export const snapshotFile = (folder: string, instant: Date) =>
  join(folder, `${instant.toISOString().replaceAll(':', '-')}${ENDING}`)

/**
 * Copies the database's files and makes one archive of them. The connection is held only while they are copied.
 * @param hold gives a lease for as long as its work takes
 * @returns the log position that the copy stands at, and for how long the connection was held, in milliseconds
 */
export async function takeSnapshot(
  folder: string,
  hold: Hold,
): Promise<Snapshot & { position: number; held_ms: number }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const now = new Date()
  const file = snapshotFile(folder, now)
  const unfinished = join(folder, `.${basename(file)}`)
  const copy = unfinished.replace(/\.gz$/, '')
  try {
    const { position, held_ms } = await hold(async (lease) => {
      const from = performance.now()
      // Brings everything into the files and drops the old log; without it the copy would be right, but larger.
      await lease.query('checkpoint')
      const position = await logPosition(lease)
      await lease.pack(copy)
      return { position, held_ms: Math.round(performance.now() - from) }
    })
    await pipeline(createReadStream(copy), createGzip(FAST), createWriteStream(unfinished, { mode: 0o600 }))
    await settle(unfinished, file)
    prune(folder)
    return { file, taken_at: now.toISOString(), bytes: statSync(file).size, position, held_ms }
  } finally {
    await rm(copy, { force: true })
    await rm(unfinished, { force: true })
  }
}

export type Hold = <T>(work: (lease: Lease) => Promise<T>) => Promise<T>

/** How far the database's log has come, in bytes: it stands still as long as nothing is written. */
export async function logPosition(lease: Lease): Promise<number> {
  const { rows } = await lease.query("select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as position")
  return Number(rows[0]?.position)
}

/** Writes the files of a snapshot into `folder`, which is made anew. @throws where the snapshot is damaged */
export async function unpackSnapshot(file: string, folder: string) {
  rmSync(folder, { recursive: true, force: true })
  const archive = `${folder}.tar`
  try {
    await pipeline(createReadStream(file), createGunzip(), createWriteStream(archive, { mode: 0o600 }))
    unpack(archive, folder)
  } finally {
    await rm(archive, { force: true })
  }
}

/** Copies `from` to `to` so that a power cut leaves the old state or the new one, never half a file. */
export async function copySafely(from: string, to: string) {
  const unfinished = `${to}.unfinished`
  try {
    await pipeline(createReadStream(from), createWriteStream(unfinished, { mode: 0o600 }))
    await settle(unfinished, to)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Removes what a killed process left half done. */
export function sweep(folder: string) {
  for (const name of readdirSync(folder)) if (/^\.\d{4}-.*\.tar(\.gz)?$/.test(name)) rmSync(join(folder, name))
}

async function settle(unfinished: string, file: string) {
  await flush(unfinished)
  await rename(unfinished, file)
  // Without this the name itself may be lost. Windows knows no such thing.
  if (process.platform !== 'win32') await flush(dirname(file))
}

async function flush(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

// The newest few, and the last one of each day for a week.
function prune(folder: string) {
  const all = listSnapshots(folder)
  const days = [
    ...new Map(all.toReversed().map((snapshot) => [snapshot.taken_at.slice(0, 10), snapshot.file])).values(),
  ]
  const kept = new Set([...all.slice(0, NEWEST).map((snapshot) => snapshot.file), ...days.slice(-DAYS)])
  for (const { file } of all) if (!kept.has(file)) rmSync(file)
}

function instantOf(name: string): string {
  return name.slice(0, -ENDING.length).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')
}
