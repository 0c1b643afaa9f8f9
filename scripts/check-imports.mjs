/**
 * The import law: `web -> contract <- server`, features over platform, inside a feature downward only, and sideways only to
 * a strictly lower level or, for shapes, to an earlier feature. Files of one level inside a feature may use each other; lint
 * refuses circles of files (noImportCycles). There is no list of exceptions.
 */
import { existsSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { features, OPEN_TO_OTHERS, place } from './check-features.mjs'
import { importsOf, isTest, list } from './sources.mjs'

/** What stands outside the features, from the bottom up; the first pattern that fits a path gives its level. */
const zones = [
  { pattern: /^contract\/src\/(shared\/|errors|actor|route\b)/, level: 0 },
  { pattern: /^contract\/src\//, level: 90 },
  { pattern: /^server\/src\/platform\//, level: 0 },
  { pattern: /^server\/src\//, level: 90 },
  { pattern: /^web\/src\/ui\//, level: 0 },
  { pattern: /^web\/src\/paths\.ts/, level: 0 },
  { pattern: /^web\/src\/lib\//, level: 1 },
  { pattern: /^web\/src\/access\.ts/, level: 2 },
  { pattern: /^web\/src\/guards\.ts/, level: 15 },
  { pattern: /^web\/src\/layouts\//, level: 40 },
  { pattern: /^web\/src\//, level: 90 },
]

/** Which of our workspaces each one may name in an import; tests, journeys and measurements may name all. */
const workspaces = { contract: [], server: ['contract'], web: ['contract'] }

/** Packages and paths that a part of the tree must not import, each with its reason. */
const closed = [
  {
    from: /^contract\/src\//,
    to: /^(node:|react|react-dom)/,
    reason: 'the contract runs in both worlds: no Node, no React',
  },
  { from: /^web\/src\//, to: /^node:/, reason: 'a browser has no Node' },
  { from: /^web\/src\/ui\//, to: /^@studiohub\//, reason: 'ui could ship in another product: no contract' },
  { from: /^web\/src\/ui\//, to: /^web\/src\/(?!ui\/)/, reason: 'ui could ship in another product: nothing but ui' },
  {
    from: /^server\/src\/features\//,
    to: /^server\/src\/platform\/db\/(?!actor\.|locks\.|statements\.|transaction\.|sql-errors\.|rows\.generated\.)/,
    reason: 'a feature runs statements in a transaction of an actor (platform/db/actor.ts)',
  },
  {
    // Jobs run on it, live events listen on it, /readyz asks for its health; src/*.ts and the commands open and close it.
    from: /^server\/src\/(?!platform\/(db|jobs|realtime)\/|platform\/http\/service\.ts|commands\/|[a-z-]+\.ts$)/,
    to: /^server\/src\/platform\/db\/(engine\.|server-engine\.|open\.|embedded\/)/,
    reason: 'the engine is held by platform/db and platform/jobs alone',
  },
  {
    from: /^server\/src\/features\//,
    to: /^(pg|kysely\/.*|@electric-sql\/.*|pg-boss|fs|node:(fs|net|http|https|child_process)(\/.*)?)$/,
    reason: 'features reach the world through platform',
  },
]

/** @returns a finding for every import that the law forbids, and for every relative one that leads nowhere */
export function checkImports(base) {
  const findings = []
  for (const file of list(base, ['contract', 'server', 'web'], /\.(ts|tsx)$/)) {
    for (const { specifier, line } of importsOf(base, file)) {
      const message = judge(base, file.split(sep).join('/'), specifier)
      if (message) findings.push({ file, line, message: `imports ${specifier}: ${message}` })
    }
  }
  return findings
}

function judge(base, file, specifier) {
  const [floor] = file.split('/')
  const [near, aliased] = [/^[.#]/.test(specifier), specifier.startsWith('#')]
  const named = specifier.match(/^@studiohub\/([a-z0-9]+)/)?.[1]
  const path = aliased ? join(floor, 'src', specifier.slice(1)) : join(dirname(file), specifier)
  const target = near ? path.split(sep).join('/') : specifier
  if (near && !target.startsWith(`${floor}/`)) return 'another workspace is imported by its name'
  if (near && !generated.test(specifier) && !existsSync(join(base, target.split('?')[0])))
    return 'there is no such file'
  if (isTest(file)) return undefined
  if (named && !workspaces[floor].includes(named)) return `${floor} may not import ${named}`
  const rule = closed.find(({ from, to }) => from.test(file) && to.test(target))
  if (rule) return rule.reason
  return near ? step(file, target) : undefined
}

// The router writes its types into a folder of its own, beside the sources only as far as TypeScript is told.
const generated = /\/\+types\//

function step(file, target) {
  const [from, to] = [standing(file), standing(target)]
  if (isClosed(from, to)) return `another feature may use its api.ts and shared/, not ${to.name}`
  if (from.level === undefined || to.level === undefined || from.level > to.level) return undefined
  const refusal = `${from.name} may only import what stands lower than itself, not ${to.name}`
  if (from.level < to.level) return refusal
  if (from.home === to.home) return undefined
  if (!from.feature || !to.feature) return refusal
  if (from.feature !== to.feature)
    return from.shape && features.indexOf(to.feature) < features.indexOf(from.feature) ? undefined : refusal
  return undefined
}

const SCREEN = 60
const isClosed = (from, to) =>
  from.feature &&
  to.floor === 'web/src/features' &&
  from.feature !== to.feature &&
  to.level > OPEN_TO_OTHERS &&
  from.level < SCREEN

function standing(file) {
  const inRoom = place(file)
  if (inRoom) {
    const own = file.slice(inRoom.floor.length + 1)
    return { ...inRoom, home: dirname(own), name: own }
  }
  const zone = zones.find(({ pattern }) => pattern.test(file))
  return { level: zone?.level, home: zone?.pattern.source, name: file }
}
