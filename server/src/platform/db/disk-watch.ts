import type { DatabaseHealth } from './engine.ts'
import { getSqlState } from './sql-errors.ts'

/** PostgreSQL's `disk_full`. */
export const DISK_FULL = '53100'
const FULL_DETAIL = 'The disk of the database is full: reading works, writing does not.'

// About one megabyte in rows that do not compress. While it cannot be written, the disk counts as full.
const PROBE = `
create temporary table studiohub_disk_probe on commit drop as
select i, (select string_agg(md5(random()::text), '') from generate_series(1, 60) where i > 0) as filler
from generate_series(1, 500) i`

/** Watches whether the disk of a database is full. */
export type DiskWatch = {
  /** Passes the result of a statement on, and remembers a "disk full" error. */
  watch<T>(outcome: Promise<T>): Promise<T>
  /** The health of a database that answers. If its disk was full, checks whether it can write again. */
  healthOf(durability: string): Promise<DatabaseHealth>
}

/**
 * Notices from the errors of statements that the disk is full. From then on every health check tries to write, to notice
 * when there is space again. Both changes write one line to the log.
 * @param script runs statements in one transaction
 */
export function watchDisk(
  script: (text: string) => Promise<void>,
  log: (event: { event: string; [field: string]: unknown }) => void,
): DiskWatch {
  let full = false
  let probing: Promise<void> | null = null

  function rememberDiskFull(error: unknown): never {
    if (!full && getSqlState(error) === DISK_FULL) {
      full = true
      log({ event: 'database.disk_full', reason: error instanceof Error ? error.message : String(error) })
    }
    throw error
  }
  async function probe() {
    const state = await script(PROBE).then(() => null, getSqlState)
    if (state === DISK_FULL) return
    full = false
    log({ event: 'database.disk_has_space' })
  }
  return {
    watch: (outcome) => outcome.catch(rememberDiskFull),
    async healthOf(durability) {
      if (full) {
        probing ??= probe().finally(() => {
          probing = null
        })
        await probing
      }
      return full
        ? { ok: true, writes: false, durability, detail: FULL_DETAIL }
        : { ok: true, writes: true, durability }
    },
  }
}
