/**
 * First step of every command: installs the packages of the lock file if needed, then continues under the pinned Node.
 * It must run on Node 20 with npm only, so it imports built-in modules only.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setUpHooks } from './hooks.mjs'
import { isNewEnough } from './node-version.mjs'
import { isJson, report } from './report.mjs'
import { replaceProcess } from './run.mjs'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const pinnedNode = join(root, 'node_modules/.bin/node')
const canUseOwnNode =
  !process.execPath.startsWith(join(root, 'node_modules')) && isNewEnough(process.versions.node, pinnedVersion())
const stamp = join(root, 'node_modules/.cache/studiohub/installed')

/**
 * Ensures that the packages are installed and that this process runs on the pinned Node, or on the machine's own if
 * that is new enough. Otherwise it replaces the process with the same command under the pinned Node and does not
 * return.
 */
export async function ensureInstalled() {
  install()
  if (canUseOwnNode) return
  if (!nodeWorks()) repairNode()
  if (process.versions.node === pinnedVersion()) return
  const status = await replaceProcess(pinnedNode, process.argv.slice(1), environment())
  process.exit(status)
}

function install() {
  const lockText = readFileSync(join(root, 'package-lock.json'))
  const hash = createHash('sha256').update(lockText).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  if (!isInstalled(JSON.parse(lockText.toString()))) {
    if (!canUseOwnNode && lacksLibatomic()) exitWith(missingLibraryText())
    report('Installing packages ... (usually about a minute)')
    // Only the pinned Node needs its install script, and only if the machine's own is too old.
    npm(['ci', ...(canUseOwnNode ? ['--ignore-scripts'] : []), '--no-audit', '--no-fund', '--loglevel=error'])
  }
  setUpHooks(root)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

/** Whether npm's record of the last install contains every package of the lock file (after `npm i`). */
function isInstalled(lock) {
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

/** Whether the output of `ldconfig -p` lacks the library that the pinned Node needs. */
export const lacksLibrary = (list) => list.includes('libc.so') && !list.includes('libatomic.so.1')

// Minimal systems lack this library. If the libraries can't be listed, the first run of the pinned Node shows it.
function lacksLibatomic() {
  if (process.platform !== 'linux') return false
  const { stdout } = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' })
  return lacksLibrary(stdout ?? '')
}

const missingLibraryText = () =>
  `StudioHub's Node needs the library libatomic.so.1. Install it (Debian and Ubuntu: apt-get install libatomic1, Fedora: dnf install libatomic) or Node ${pinnedVersion()}, then run the command again.`

function exitWith(sentence) {
  report(sentence, 'error')
  process.exit(1)
}

function nodeWorks() {
  if (!existsSync(pinnedNode)) return false
  const { status, stderr } = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' })
  if (stderr?.includes('libatomic')) exitWith(missingLibraryText())
  return status === 0
}

// The package `node` downloads its binary in an install script, which npm skips if scripts are disabled.
function repairNode() {
  report('Downloading the pinned Node ... (usually about a minute)')
  npm(['rebuild', 'node', '--foreground-scripts', '--ignore-scripts=false', '--loglevel=error'])
  if (nodeWorks()) return
  exitWith('The pinned Node could not be installed. See the lines above and check that the npm registry is reachable.')
}

// Does not use the Node of node_modules/.bin, because `npm ci` deletes it.
function npm(args) {
  const packageFolder = join(root, 'node_modules')
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(packageFolder))
  const env = { ...process.env, PATH: path.join(delimiter) }
  // With NODE_ENV=production npm would skip packages that the build needs.
  delete env.NODE_ENV
  const options = { cwd: root, env, encoding: 'utf8', stdio: isJson() ? 'pipe' : 'inherit' }
  const { status, error, stdout, stderr } = spawnSync('npm', [...args, '--include=dev'], options)
  if (status === 0) return
  const reason = error?.message ?? (isJson() ? `${stdout}${stderr}`.trim() : 'see above')
  exitWith(`npm ${args[0]} failed: ${reason}`)
}

/** The environment for our commands, with this repository's tools first in the path. */
export function environment(extra = {}) {
  const own = canUseOwnNode ? [dirname(process.execPath)] : []
  const path = [...own, join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter)
  return { ...process.env, PATH: path, ...extra }
}
