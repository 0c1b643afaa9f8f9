import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '#platform/process/start-error.ts'
import { type Account, chooseAccount } from './account.ts'
import { type Binaries, findBinaries, POSTGRES_MAJOR } from './binaries.ts'

/** The files of one database server, and how to run it. */
export type Cluster = {
  binaries: Binaries
  account: Account
  /** PostgreSQL's data directory. */
  data: string
  /** The folder of the server's socket. No other user can enter it. */
  sockets: string
  /** Removes the files outside of `DATA_DIR`. */
  remove(): void
}

/** The folder of the product's database in `DATA_DIR`. */
export const CLUSTER_FOLDER = 'postgres'

/** PostgreSQL's built-in collation sorts equally on every system, and knows upper and lower case of all letters. */
export const localeArgs = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']

// The path of a socket has at most 108 bytes on Linux and 104 on macOS, including the name that PostgreSQL adds.
const LONGEST_SOCKET_FOLDER = 85
/** The last commit with PGlite as the embedded database. */
const LAST_WITH_PGLITE = '3d94946'

/**
 * Prepares the database in `DATA_DIR`: creates it at the first start, and rejects files that this version cannot read. The
 * caller has the lock of the directory.
 * @param name the folder in `DATA_DIR`; a name other than the default is for a database that will replace the current one
 * @throws StartError with a sentence for the operator
 */
export async function prepareCluster(dataDir: string, name = CLUSTER_FOLDER): Promise<Cluster> {
  const folder = join(realpathSync(dataDir), name)
  const data = join(folder, 'data')
  if (name === CLUSTER_FOLDER) requireReadableFiles(dataDir, data)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const binaries = findBinaries(join(folder, 'lib'))
  const account = chooseAccount(folder, binaries.postgres)
  if (!existsSync(data)) await initialize(folder, data, binaries, account)
  const { sockets, remove } = makeSocketFolder(folder, account)
  return { binaries, account, data, sockets, remove }
}

function requireReadableFiles(dataDir: string, data: string) {
  if (existsSync(join(dataDir, 'pg', 'PG_VERSION')) && !existsSync(data)) {
    throw new StartError(
      `The database in ${dataDir} was written by an older StudioHub, which used PGlite. Commit ${LAST_WITH_PGLITE} can read it. ` +
        'Choose another DATA_DIR to start with an empty database.',
    )
  }
  if (!existsSync(data)) return
  const version = join(data, 'PG_VERSION')
  if (!existsSync(version)) {
    throw new StartError(
      `The database in ${data} is damaged: PG_VERSION is missing. Nothing was changed. Restore a backup.`,
    )
  }
  const major = readFileSync(version, 'utf8').trim()
  if (major === POSTGRES_MAJOR) return
  throw new StartError(
    `The database in ${data} was written by PostgreSQL ${major}; this version of StudioHub reads ${POSTGRES_MAJOR}. Start the ` +
      'version that wrote it, make a backup there, and restore it here.',
  )
}

/** Creates an empty database under a temporary name and then renames it, so that a killed start leaves no incomplete one. */
async function initialize(folder: string, data: string, binaries: Binaries, account: Account) {
  const unfinished = join(folder, 'data.unfinished')
  rmSync(unfinished, { recursive: true, force: true })
  account.takeOwnership(folder)
  const args = ['--pgdata', unfinished, '--username=postgres', '--auth=trust', '--encoding=UTF8']
  const { code, output } = await runProgram(binaries, account, binaries.initdb, [
    ...args,
    ...localeArgs,
    '--no-instructions',
  ])
  if (code !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new StartError(`The database in ${folder} could not be made. PostgreSQL says:\n${output.trim()}`)
  }
  renameSync(unfinished, data)
}

function runProgram(binaries: Binaries, account: Account, name: string, extraOptions: string[]) {
  const [program, args] = account.command(name, extraOptions)
  const child = spawn(program, args, {
    ...account.ids,
    cwd: '/',
    env: binaries.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part))
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

function makeSocketFolder(folder: string, account: Account) {
  const standard = join(folder, 'run')
  if (Buffer.byteLength(standard) <= LONGEST_SOCKET_FOLDER) {
    mkdirSync(standard, { recursive: true, mode: 0o700 })
    account.takeOwnership(standard)
    return { sockets: standard, remove() {} }
  }
  const short = mkdtempSync(join(tmpdir(), 'studiohub-'))
  account.takeOwnership(short)
  return { sockets: short, remove: () => rmSync(short, { recursive: true, force: true }) }
}
