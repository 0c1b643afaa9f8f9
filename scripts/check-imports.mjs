/**
 * Import rules: `web -> contract <- server`; features may import platform; inside a feature only downward; across
 * features only a strictly lower level or, where `layerPatterns` (check-features.mjs) allows it, the same level of an earlier
 * feature. Files of one
 * level in a feature may import each other; lint forbids cycles (noImportCycles). `forbidden` names the files that are exempt
 * from a rule, with the reason.
 */
import { existsSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { features, locateFile, webLevels } from './check-features.mjs'
import { importsOf, isTest, list } from './sources.mjs'

/** Areas outside the features, lowest level first; the first matching pattern decides. */
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

/** The workspaces that each workspace may import; tests and benchmarks may import all. */
const workspaces = { contract: [], server: ['contract'], web: ['contract'] }

/** Forbidden imports per area, with the reason. */
const forbidden = [
  {
    from: /^contract\/src\//,
    to: /^(node:|react|react-dom)/,
    reason: 'the contract runs in the browser and on the server: no Node, no React',
  },
  { from: /^web\/src\//, to: /^node:/, reason: 'this code runs in the browser' },
  { from: /^web\/src\/ui\//, to: /^@studiohub\//, reason: 'ui must stay independent of the product: no contract' },
  {
    from: /^web\/src\/ui\//,
    to: /^web\/src\/(?!ui\/)/,
    reason: 'ui must stay independent of the product: import ui only',
  },
  {
    from: /^server\/src\/features\//,
    to: /^server\/src\/platform\/db\/(?!actor\.|locks\.|statements\.|transaction\.|sql-errors\.|rows\.generated\.)/,
    reason: "features must use an actor's transaction (platform/db/actor.ts)",
  },
  {
    from: /^server\/src\/features\/([a-z0-9-]+\/)+([a-z0-9-]+-)?queries\.ts$/,
    to: /^server\/src\/platform\/(audit\/|db\/actor\.|jobs\/|realtime\/|[a-z]+\/open\.)/,
    reason:
      'queries only read and write rows: a use case or a job changes rights, writes the audit log, publishes and queues',
  },
  {
    // Jobs, live events and their broadcast need it, /readyz checks its health; src/*.ts and the commands open and close it.
    from: /^server\/src\/(?!platform\/(db|jobs|broadcast|realtime)\/|platform\/http\/monitoring\.ts|commands\/|[a-z-]+\.ts$)/,
    to: /^server\/src\/platform\/db\/(engine\.|server-engine\.|open\.|embedded\/)/,
    reason: 'only platform/db and platform/jobs may use the engine',
  },
  {
    from: /^server\/src\/features\//,
    to: /^(pg|kysely\/.*|@electric-sql\/.*|pg-boss|fs|node:(fs|net|http|https|child_process)(\/.*)?)$/,
    reason: 'features must use platform for external services',
  },
]

/** @returns a finding for every forbidden import and for every relative import without a file */
export function checkImports(base) {
  const findings = []
  for (const file of list(base, ['contract', 'server', 'web'], /\.(ts|tsx)$/)) {
    for (const { specifier, line } of importsOf(base, file)) {
      const message = findProblem(base, file.split(sep).join('/'), specifier)
      if (message) findings.push({ file, line, message: `imports ${specifier}: ${message}` })
    }
  }
  return findings
}

// React Router generates types into its own folder, which TypeScript maps next to the sources.
const generatedImport = /\/\+types\//

function findProblem(base, file, specifier) {
  if (specifier.startsWith('../../../')) return 'start from src with #, instead of three folders up'
  const [root] = file.split('/')
  const isLocal = /^[.#]/.test(specifier)
  const isAliased = specifier.startsWith('#')
  const workspace = specifier.match(/^@studiohub\/([a-z0-9]+)/)?.[1]
  const path = isAliased ? join(root, 'src', specifier.slice(1)) : join(dirname(file), specifier)
  const target = isLocal ? path.split(sep).join('/') : specifier
  if (isLocal && !target.startsWith(`${root}/`)) return 'import another workspace by its package name'
  if (isLocal && !generatedImport.test(specifier) && !existsSync(join(base, target.split('?')[0])))
    return 'this file does not exist'
  if (isTest(file)) return undefined
  if (workspace && !workspaces[root].includes(workspace)) return `${root} may not import ${workspace}`
  const rule = forbidden.find(({ from, to }) => from.test(file) && to.test(target))
  if (rule) return rule.reason
  return isLocal ? checkLevels(file, target) : undefined
}

function checkLevels(file, target) {
  const from = locate(file)
  const to = locate(target)
  if (isPrivateImport(from, to)) return `another feature may use its api.ts and shared/, not ${to.name}`
  return mayImport(from, to) ? undefined : `${from.name} may only import lower levels, not ${to.name}`
}

function mayImport(from, to) {
  if (from.level === undefined || to.level === undefined || from.level > to.level) return true
  if (from.level < to.level) return false
  if (from.folder === to.folder) return true
  if (!from.feature || !to.feature) return false
  const isEarlierFeature = features.indexOf(to.feature) < features.indexOf(from.feature)
  return from.feature === to.feature || (from.mayImportEarlierFeatures && isEarlierFeature)
}

// Only screens may combine components, hooks and models of several features.
const isPrivateImport = (from, to) =>
  from.feature &&
  to.layer === 'web/src/features' &&
  from.feature !== to.feature &&
  to.level > webLevels.shared &&
  from.level < webLevels.screen

function locate(file) {
  const location = locateFile(file)
  if (location) {
    const path = file.slice(location.layer.length + 1)
    return { ...location, folder: dirname(path), name: path }
  }
  const zone = zones.find(({ pattern }) => pattern.test(file))
  return { level: zone?.level, folder: zone?.pattern.source, name: file }
}
