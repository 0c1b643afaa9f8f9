/**
 * What every command does first: install what the lock file names when it is not installed yet, then go on under the
 * pinned Node. It runs on Node 20 with nothing but npm, so it imports nothing that is not built in.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setUpHooks } from './hooks.mjs'
import { isNewEnough } from './node-version.mjs'
import { handOver } from './run.mjs'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const pinnedNode = join(root, 'node_modules/.bin/node')
const ownNodeServes =
  !process.execPath.startsWith(join(root, 'node_modules')) && isNewEnough(process.versions.node, pinnedVersion())
const stamp = join(root, 'node_modules/.cache/studiohub/installed')

/**
 * Makes sure that the packages of the lock file are there and that this process runs on the pinned Node, or on the
 * machine's own where that is new enough. Returns only when both hold; otherwise the process is replaced by the same
 * command under the pinned Node.
 */
export async function prepare() {
  install()
  if (ownNodeServes) return
  if (!nodeWorks()) repairNode()
  if (process.versions.node === pinnedVersion()) return
  const status = await handOver(pinnedNode, process.argv.slice(1), environment())
  process.exit(status)
}

function install() {
  const lockText = readFileSync(join(root, 'package-lock.json'))
  const hash = createHash('sha256').update(lockText).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  if (!alreadyInstalled(JSON.parse(lockText.toString()))) {
    if (!ownNodeServes && lacksLibatomic()) refuse(whatIsMissing())
    console.log('Installing packages ...')
    // The pinned Node alone has an install script that is wanted, and where the machine's own serves it is not used.
    npm(['ci', ...(ownNodeServes ? ['--ignore-scripts'] : []), '--no-audit', '--no-fund', '--loglevel=error'])
  }
  setUpHooks(root)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

/** True when npm's own record of the last finished install holds every package of the lock file (after `npm i`). */
function alreadyInstalled(lock) {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(lock.packages).every(
    ([path, { version, optional, link }]) =>
      optional || link || !path.includes('node_modules/') || installed[path]?.version === version,
  )
}

function pinnedVersion() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node
}

/** Whether the list of libraries that `ldconfig -p` prints lacks the one that the pinned Node loads. */
export const lacksLibrary = (list) => list.includes('libc.so') && !list.includes('libatomic.so.1')

// Minimal systems leave it out. Where the libraries are listed in another way, the first run of the pinned Node tells.
function lacksLibatomic() {
  if (process.platform !== 'linux') return false
  const { stdout } = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' })
  return lacksLibrary(stdout ?? '')
}

const whatIsMissing = () =>
  `The Node that StudioHub runs on needs the library libatomic.so.1: install it (Debian and Ubuntu: apt-get install libatomic1, Fedora: dnf install libatomic), or Node ${pinnedVersion()}, and start again.`

function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}

function nodeWorks() {
  if (!existsSync(pinnedNode)) return false
  const { status, stderr } = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' })
  if (stderr?.includes('libatomic')) refuse(whatIsMissing())
  return status === 0
}

// The package `node` fetches its binary in an install script, which npm skips when scripts are switched off.
function repairNode() {
  console.log('Fetching the pinned Node ...')
  npm(['rebuild', 'node', '--foreground-scripts', '--ignore-scripts=false', '--loglevel=error'])
  if (nodeWorks()) return
  refuse('The pinned Node could not be installed: see the lines above. Is the npm registry reachable?')
}

// Not through node_modules/.bin: `npm ci` deletes the very Node that would be running it.
function npm(args) {
  const ours = join(root, 'node_modules')
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(ours))
  const env = { ...process.env, PATH: path.join(delimiter) }
  // Under NODE_ENV=production npm would leave out what the build needs.
  delete env.NODE_ENV
  const { status, error } = spawnSync('npm', [...args, '--include=dev'], { cwd: root, stdio: 'inherit', env })
  if (status === 0) return
  console.error(`npm ${args[0]} failed${error ? `: ${error.message}` : ' (see above)'}`)
  process.exit(1)
}

/** The environment for our own commands: the tools of this repository first, then the machine's. */
export function environment(extra = {}) {
  const own = ownNodeServes ? [dirname(process.execPath)] : []
  const path = [...own, join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter)
  return { ...process.env, PATH: path, ...extra }
}
