import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const CHUNK = Buffer.alloc(64 * 1024, 1)

/** A small separate disk. */
export type SmallDisk = {
  folder: string
  /** Writes until there is no space left. */
  fill(): void
  makeSpace(): void
  remove(): void
}

/** Mounts a small file system in memory. @throws with a message if this user may not mount */
export function aSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'studiohub-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch (cause) {
    rmdirSync(folder)
    throw new Error('This drill mounts a small disk: run it as root on Linux.', { cause })
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      for (let size = CHUNK.length; size > 0; size = size >> 1) {
        try {
          for (;;) appendFileSync(filler, CHUNK.subarray(0, size))
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
        }
      }
    },
    makeSpace: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['-l', folder])
      rmdirSync(folder)
    },
  }
}
