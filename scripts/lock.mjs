/**
 * `npm run lock`, run after every `npm install <package>`: adds builds for other platforms to the lock file that npm
 * omitted because the current registry lacks them. Without them `npm ci` rejects the lock file.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'arm']

/** Every platform build that a package offers and the lock file lacks, as `[name, version, package]`. */
export function missingBuilds(packages) {
  const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)))
  const offers = Object.values(packages).flatMap((one) =>
    Object.entries(one.optionalDependencies ?? {}).map((o) => [...o, one]),
  )
  return offers.filter(([name]) => !names.has(name))
}

function stub(name, version, { dev }) {
  const words = name.split(/[-/]/)
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : undefined
  return { version, cpu: cpu ? [cpu] : undefined, dev, libc, optional: true, os: os.length > 0 ? os : ['none'] }
}

if (process.argv[1] === import.meta.filename) {
  const file = join(root, 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const missing = missingBuilds(lock.packages)
  for (const [name, version, of] of missing) lock.packages[`node_modules/${name}`] = stub(name, version, of)
  const ordered = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(ordered) }, null, 2)}\n`)
  console.log(`${missing.length} builds added`)
}
