/** Builds the web and the server, each only if its sources changed since its last build. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, root } from './install.mjs'
import { report } from './report.mjs'
import { capture } from './run.mjs'

const shared = ['package-lock.json', 'tsconfig.base.json', 'contract/package.json', 'contract/src']

export const parts = {
  web: { inputs: [...shared, 'web'], output: 'web/build', cwd: 'web', command: ['react-router', 'build'], seconds: 15 },
  server: {
    inputs: [...shared, 'server/package.json', 'server/tsconfig.json', 'server/vite.config.ts', 'server/src'],
    output: 'server/dist',
    cwd: 'server',
    command: ['vite', 'build', '--logLevel', 'warn'],
    seconds: 5,
  },
}

const generatedFolders = new Set(['node_modules', 'build', 'dist', '.react-router'])

/** A hash over names and contents of all files under `inputs`, except tests. */
export function fingerprint(base, inputs) {
  const hash = createHash('sha256')
  const add = (path) => {
    const entries = readdirSync(join(base, path), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const child = `${path}/${entry.name}`
      if (entry.isDirectory()) generatedFolders.has(entry.name) || add(child)
      else if (!/\.test\.tsx?$/.test(entry.name)) addFile(child)
    }
  }
  const addFile = (path) =>
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(base, path)))
      .update('\0')
  for (const input of inputs) {
    if (!existsSync(join(base, input))) continue
    if (/\.[a-z]+$/.test(input)) addFile(input)
    else add(input)
  }
  return hash.digest('hex')
}

/** Updates all builds. Returns false if one failed; the output shows why. */
export async function build(only = Object.keys(parts)) {
  for (const name of only) {
    const { inputs, output: folder, cwd, command, seconds } = parts[name]
    const stamp = join(root, folder, '.inputs')
    const hash = fingerprint(root, inputs)
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) continue
    const started = Date.now()
    report(`Building the ${name} ... (usually about ${seconds} seconds)`)
    // Remove the stamp first, so that an interrupted build does not count as finished.
    rmSync(stamp, { force: true })
    const env = environment({ NODE_ENV: 'production' })
    const { status, output } = await capture(join(root, 'node_modules/.bin', command[0]), command.slice(1), {
      cwd: join(root, cwd),
      env,
    })
    if (status !== 0) {
      report(`${output}\nThe ${name} could not be built.`, 'error')
      return false
    }
    writeFileSync(stamp, hash)
    report(`Built the ${name} in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  }
  return true
}
