/**
 * What every command does first: install what the lock file names when it is not installed yet, then go on under the
 * pinned Node. It runs on Node 20 with nothing but npm, so it imports nothing that is not built in.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { handOver } from './run.mjs'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const pinnedNode = join(root, 'node_modules/.bin/node')
const stamp = join(root, 'node_modules/.cache/studiohub/installed')

/**
 * Makes sure that the packages of the lock file are there and that this process runs on the pinned Node.
 * Returns only when both hold; otherwise the process is replaced by the same command under the pinned Node.
 */
export async function prepare() {
  install()
  if (!nodeWorks()) repairNode()
  const ours = readFileSync(join(root, 'node_modules/node/package.json'), 'utf8')
  if (process.versions.node === JSON.parse(ours).version) return
  const status = await handOver(pinnedNode, process.argv.slice(1), environment())
  process.exit(status)
}

function install() {
  const lockText = readFileSync(join(root, 'package-lock.json'))
  const hash = createHash('sha256').update(lockText).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  if (!alreadyInstalled(JSON.parse(lockText.toString()))) {
    console.log('Installing packages ...')
    npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  }
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

function nodeWorks() {
  return existsSync(pinnedNode) && spawnSync(pinnedNode, ['--version']).status === 0
}

// The package `node` fetches its binary in an install script, which npm skips when scripts are switched off.
function repairNode() {
  console.log('Fetching the pinned Node ...')
  npm(['rebuild', 'node', '--foreground-scripts', '--ignore-scripts=false', '--loglevel=error'])
  if (nodeWorks()) return
  console.error('The pinned Node could not be installed: see the lines above. Is the npm registry reachable?')
  process.exit(1)
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
  const path = [join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter)
  return { ...process.env, PATH: path, ...extra }
}
