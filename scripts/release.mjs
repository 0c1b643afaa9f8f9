/**
 * `npm run release`: writes the built product with its production packages as a folder and as an archive with a
 * checksum. The release runs only on the operating system and processor type of the machine that wrote it.
 * `--version=1.2.3` overrides the manifest's version, `--out=<folder>` the folder `release/`.
 */
import { createHash } from 'node:crypto'
import { cpSync, createReadStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ensureInstalled, root } from './install.mjs'

const files = [
  ['scripts/studiohub.mjs', 'studiohub.mjs'],
  ['scripts/node-version.mjs', 'node-version.mjs'],
  ['scripts/run.mjs', 'run.mjs'],
  ['scripts/server-flags.mjs', 'server-flags.mjs'],
  ['server/dist', 'server/dist'],
  ['server/migrations', 'server/migrations'],
  ['server/demo-pictures', 'server/demo-pictures'],
  ['web/build/client', 'web/build/client'],
  ['deploy/Caddyfile', 'deploy/Caddyfile'],
  ['deploy/studiohub.service', 'deploy/studiohub.service'],
  ['docs/operations.md', 'docs/operations.md'],
  ['CHANGELOG.md', 'CHANGELOG.md'],
  ['SECURITY.md', 'SECURITY.md'],
]

/**
 * The production packages of `workspace`, by their paths in the lock file: its dependencies and theirs, resolved like
 * Node does. Other workspaces are part of the bundle, so only their packages are listed.
 * @throws if the lock file lacks a required one
 */
export function productionPackages(packages, workspace) {
  const paths = new Set()
  const visited = new Set()
  const visit = (path) => {
    if (visited.has(path)) return
    visited.add(path)
    for (const [name, isOptional] of dependenciesOf(packages[path])) {
      const location = locatePackage(packages, path, name)
      if (!location && !isOptional) throw new Error(`package-lock.json lacks ${name}, which ${path} needs`)
      if (!location) continue
      const { link, resolved } = packages[location]
      if (!link) paths.add(location)
      visit(link ? resolved : location)
    }
  }
  visit(workspace)
  return [...paths].sort()
}

function dependenciesOf({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}) {
  return new Map([
    ...Object.keys(peerDependencies).map((name) => [name, peerDependenciesMeta[name]?.optional === true]),
    ...Object.keys(dependencies).map((name) => [name, false]),
    // npm also lists these as dependencies.
    ...Object.keys(optionalDependencies).map((name) => [name, true]),
  ])
}

// Like Node: first the package's own node_modules, then those of its parent folders.
function locatePackage(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const location = `${folder}${folder && '/'}node_modules/${name}`
    if (packages[location]) return location
    if (folder === '') return null
  }
}

function copyPackages(base, folder) {
  const { packages } = readJson(join(base, 'package-lock.json'))
  for (const path of productionPackages(packages, 'server')) {
    const from = join(base, path)
    // npm skips builds for other systems.
    if (!existsSync(from) && packages[path].optional) continue
    cpSync(from, join(folder, path), { recursive: true, filter: (inner) => inner !== join(from, 'node_modules') })
  }
}

function writeManifests(base, folder, version) {
  const { description, dependencies } = readJson(join(base, 'package.json'))
  const {
    name,
    type,
    dependencies: serverDependencies,
    optionalDependencies,
  } = readJson(join(base, 'server/package.json'))
  const { dependencies: shared } = readJson(join(base, 'contract/package.json'))
  const external = Object.entries({ ...shared, ...serverDependencies }).filter(
    ([name]) => !name.startsWith('@studiohub/'),
  )
  writeJson(join(folder, 'package.json'), {
    name: 'studiohub',
    version,
    private: true,
    type: 'module',
    description,
    engines: { node: `^${dependencies.node}` },
    os: [process.platform],
    cpu: [process.arch],
    scripts: { start: 'node studiohub.mjs', admin: 'node studiohub.mjs admin' },
    dependencies: Object.fromEntries(external.sort(([a], [b]) => (a < b ? -1 : 1))),
    optionalDependencies,
  })
  // The server locates its migrations next to this file.
  writeJson(join(folder, 'server/package.json'), { name, version, private: true, type })
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)

/** Writes the folder of a release from the builds of `base`. @returns its path */
export function writeRelease(base, out, version) {
  const folder = join(out, `studiohub-${version}`)
  rmSync(folder, { recursive: true, force: true })
  for (const [from, to] of files) {
    mkdirSync(dirname(join(folder, to)), { recursive: true })
    cpSync(join(base, from), join(folder, to), { recursive: true, filter: (inner) => basename(inner) !== '.inputs' })
  }
  writeManifests(base, folder, version)
  copyPackages(base, folder)
  return folder
}

/** Packs the folder and writes its checksum for `sha256sum --check`. @returns the archive's path */
async function pack(folder) {
  const { run } = await import('./run.mjs')
  const archive = `${folder}-${process.platform}-${process.arch}.tar.gz`
  // When root unpacks the archive, its files must belong to root, not to the user who created it.
  const owners = process.platform === 'linux' ? ['--owner=0', '--group=0', '--numeric-owner', '--sort=name'] : []
  const status = await run('tar', [...owners, '-czf', archive, '-C', dirname(folder), basename(folder)])
  if (status !== 0) throw new Error('The archive could not be written. See the lines above.')
  const hash = createHash('sha256')
  await pipeline(createReadStream(archive), hash)
  writeFileSync(`${archive}.sha256`, `${hash.digest('hex')}  ${basename(archive)}\n`)
  return archive
}

async function main(args) {
  const option = (name) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
  const version = option('version') ?? readJson(join(root, 'package.json')).version
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) throw new Error(`--version=${version} is not a version such as 1.2.3`)
  const { build } = await import('./build.mjs')
  if (!(await build())) return 1
  const folder = writeRelease(root, resolve(option('out') ?? join(root, 'release')), version)
  console.log(`${folder}\n${await pack(folder)}`)
  return 0
}

if (process.argv[1] === import.meta.filename) {
  await ensureInstalled()
  process.exitCode = await main(process.argv.slice(2)).catch((error) => {
    console.error(error.message)
    return 1
  })
}
