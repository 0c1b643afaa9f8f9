/**
 * `npm run release`: writes the built product with the packages that it runs on, and nothing that only develops it, as a
 * folder and as an archive with its checksum. It runs on the kind of machine that it was made on (system and processor).
 * `--version=1.2.3` names another version than the manifest's, `--out=<folder>` another place than `release/`.
 */
import { createHash } from 'node:crypto'
import { cpSync, createReadStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { prepare, root } from './install.mjs'

const files = [
  ['scripts/studiohub.mjs', 'studiohub.mjs'],
  ['scripts/node-version.mjs', 'node-version.mjs'],
  ['server/dist', 'server/dist'],
  ['server/migrations', 'server/migrations'],
  ['web/build/client', 'web/build/client'],
  ['deploy/Caddyfile', 'deploy/Caddyfile'],
  ['deploy/studiohub.service', 'deploy/studiohub.service'],
  ['docs/operations.md', 'docs/operations.md'],
  ['CHANGELOG.md', 'CHANGELOG.md'],
  ['SECURITY.md', 'SECURITY.md'],
]

/**
 * The packages that `workspace` runs on, by their paths in the lock file: its dependencies and theirs, found as Node finds
 * them. Other workspaces are part of the bundle, so only their packages are named.
 * @throws where the lock file lacks one that is not optional
 */
export function productionPackages(packages, workspace) {
  const found = new Set()
  const visited = new Set()
  const visit = (path) => {
    if (visited.has(path)) return
    visited.add(path)
    for (const [name, isOptional] of needsOf(packages[path])) {
      const place = placeOf(packages, path, name)
      if (!place && !isOptional) throw new Error(`package-lock.json lacks ${name}, which ${path} needs`)
      if (!place) continue
      const { link, resolved } = packages[place]
      if (!link) found.add(place)
      visit(link ? resolved : place)
    }
  }
  visit(workspace)
  return [...found].sort()
}

function needsOf({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  return new Map([
    ...Object.keys(peerDependencies).map((name) => [name, peerDependenciesMeta[name]?.optional === true]),
    ...Object.keys(dependencies).map((name) => [name, false]),
    // npm lists these among the dependencies as well.
    ...Object.keys(optionalDependencies).map((name) => [name, true]),
  ])
}

// Node looks in the package's own node_modules, then in those of every folder above.
function placeOf(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder}${folder && '/'}node_modules/${name}`
    if (packages[place]) return place
    if (folder === '') return null
  }
}

function copyPackages(base, folder) {
  const { packages } = readJson(join(base, 'package-lock.json'))
  for (const path of productionPackages(packages, 'server')) {
    const from = join(base, path)
    // npm leaves out builds for other systems.
    if (!existsSync(from) && packages[path].optional) continue
    cpSync(from, join(folder, path), { recursive: true, filter: (inner) => inner !== join(from, 'node_modules') })
  }
}

function writeManifests(base, folder, version) {
  const { description, dependencies } = readJson(join(base, 'package.json'))
  const { name, type, dependencies: own, optionalDependencies } = readJson(join(base, 'server/package.json'))
  const { dependencies: shared } = readJson(join(base, 'contract/package.json'))
  const outer = Object.entries({ ...shared, ...own }).filter(([one]) => !one.startsWith('@studiohub/'))
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
    dependencies: Object.fromEntries(outer.sort(([a], [b]) => (a < b ? -1 : 1))),
    optionalDependencies,
  })
  // The server finds its migrations beside this one.
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

/** Packs the folder beside itself, with its checksum as `sha256sum --check` reads it. @returns the archive's path */
async function pack(folder) {
  const { run } = await import('./run.mjs')
  const archive = `${folder}-${process.platform}-${process.arch}.tar.gz`
  // The files belong to root where root unpacks them, never to the user who made the release.
  const owners = process.platform === 'linux' ? ['--owner=0', '--group=0', '--numeric-owner', '--sort=name'] : []
  const status = await run('tar', [...owners, '-czf', archive, '-C', dirname(folder), basename(folder)])
  if (status !== 0) throw new Error('The archive could not be written: see above.')
  const hash = createHash('sha256')
  await pipeline(createReadStream(archive), hash)
  writeFileSync(`${archive}.sha256`, `${hash.digest('hex')}  ${basename(archive)}\n`)
  return archive
}

async function main(args) {
  const option = (name) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
  const version = option('version') ?? readJson(join(root, 'package.json')).version
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) throw new Error(`--version=${version} is no version such as 1.2.3`)
  const { build } = await import('./build.mjs')
  if (!(await build())) return 1
  const folder = writeRelease(root, resolve(option('out') ?? join(root, 'release')), version)
  console.log(`${folder}\n${await pack(folder)}`)
  return 0
}

if (process.argv[1] === import.meta.filename) {
  await prepare()
  process.exitCode = await main(process.argv.slice(2)).catch((error) => {
    console.error(error.message)
    return 1
  })
}
