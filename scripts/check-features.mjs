/**
 * The closed list of features and of file names inside them, on each floor. A new feature is one word in `features`, a new kind of
 * file one entry in `floors`; either needs a decision record, because every reader relies on finding things by name.
 */
import { basename, sep } from 'node:path'
import { isTest, list } from './sources.mjs'

/**
 * In order: where an entry of `floors` is marked `shape`, a file of it may use the same kind of file of an earlier
 * feature: a schema another schema, a service another service. Never of a later one, so that no circle can be written.
 */
export const features = [
  ...['auth', 'subscriptions', 'studios', 'clients', 'roles', 'profile', 'resources', 'onboarding'],
  ...['availability', 'projects', 'bookings', 'board', 'tasks', 'checkins', 'assistant', 'crew', 'invitations'],
  ...['partners', 'dashboards', 'notices'],
  ...['calendar-feeds', 'messages', 'emails', 'marketing', 'admin'],
]

/** Files of a web feature above this level are its own; only screens put those of several features together. */
export const OPEN_TO_OTHERS = 12

const name = '[a-z0-9]+(-[a-z0-9]+)*'

/** What the file of a use case begins with. */
const verbs = [
  ...['create', 'update', 'delete', 'move', 'cancel', 'confirm', 'record', 'find', 'resolve', 'lock', 'limit', 'quote'],
  ...['verify', 'challenge', 'keep', 'sign-in-with', 'answer', 'import', 'claim', 'merge', 'send', 'expire', 'end'],
].join('|')

/**
 * Per floor the patterns of a file below its feature or one of the feature's sub-folders, each with the level that
 * `check-imports.mjs` gives it: the higher may import the lower. `only` limits an entry to one feature, `shape` marks what
 * may use the same kind of file of an earlier feature.
 */
export const floors = {
  'contract/src/features': [
    { pattern: /^routes\.ts$/, level: 30 },
    { pattern: /^policy\.ts$/, level: 20 },
    { pattern: /^rules\.ts$/, level: 20 },
    { pattern: /^schema\.ts$/, level: 10, shape: true },
    // What a feature calls its things, and how much fits: without a schema, for pages that check nothing.
    { pattern: /^words\.ts$/, level: 5, shape: true },
  ],
  'server/src/features': [
    { pattern: /^router\.ts$/, level: 60 },
    { pattern: new RegExp(`^(${name}-)?service\\.ts$`), level: 50, shape: true },
    // One use case, named by its verb.
    { pattern: new RegExp(`^(${verbs})-${name}\\.ts$`), level: 50, shape: true },
    { pattern: new RegExp(`^(${name}-)?jobs\\.ts$`), level: 40 },
    { pattern: new RegExp(`^(${name}-)?queries\\.ts$`), level: 30, shape: true },
    { pattern: new RegExp(`^templates/${name}\\.tsx?$`), level: 20, only: 'emails' },
    { pattern: /^letter\.tsx$/, level: 15, only: 'emails' },
    { pattern: /^wording\.ts$/, level: 10, only: 'emails' },
    // The wire of the authentication service is its own, not the product's contract.
    { pattern: /^schema\.ts$/, level: 20, only: 'auth' },
    { pattern: /^rules\.ts$/, level: 10, only: 'auth' },
  ],
  'web/src/features': [
    { pattern: new RegExp(`^${name}-screen\\.tsx$`), level: 60 },
    { pattern: new RegExp(`^components/${name}\\.tsx?$`), level: 30 },
    { pattern: new RegExp(`^hooks/${name}\\.tsx?$`), level: 20 },
    // Pure: no React state, no calls to the server.
    { pattern: new RegExp(`^model/${name}\\.ts$`), level: 15 },
    // What other features may use, of whatever kind. It builds on api.ts alone.
    { pattern: new RegExp(`^shared/${name}\\.tsx?$`), level: OPEN_TO_OTHERS },
    { pattern: new RegExp(`^(${name}-)?api\\.ts$`), level: 10, shape: true },
    // What the public pages say, apart from how they look.
    { pattern: new RegExp(`^content/${name}\\.ts$`), level: 5, only: 'marketing' },
  ],
}

const plain = new RegExp(`^${name}$`)
const nameless = /^(helpers?|utils?|types?|index|common|misc|shared|constants|lib)\.[a-z]+$/

/**
 * Where a file of a feature stands: its floor, feature, sub-concern (a folder inside the feature, or '') and the level and shape of
 * its entry, undefined when no name fits.
 */
export function place(file) {
  const path = file.split(sep).join('/')
  const floor = Object.keys(floors).find((prefix) => path.startsWith(`${prefix}/`))
  if (!floor) return undefined
  const [feature, ...rest] = path.slice(floor.length + 1).split('/')
  for (let depth = 0; depth < rest.length; depth++) {
    const entry = floors[floor].find(
      ({ pattern, only = feature }) => only === feature && pattern.test(rest.slice(depth).join('/')),
    )
    const named = rest.slice(0, depth).every((folder) => plain.test(folder))
    if (entry && named) return { floor, feature, folder: rest.slice(0, depth).join('/'), ...entry }
  }
  return { floor, feature, folder: '' }
}

/** @returns a finding for every file whose feature or name is not on the list, and for every nameless file of ours */
export function checkFeatures(base) {
  const findings = misnumbered(base)
  const workspaces = ['contract', 'server', 'web', 'testing', 'e2e', 'pictures', 'bench', 'scripts']
  for (const file of list(base, workspaces, /\.(tsx?|mjs|css|json)$/)) {
    const own = file.split(sep).at(-1)
    if (nameless.test(own)) findings.push({ file, message: `'${own}' says nothing: name it after what it is about` })
    const found = place(file)
    if (!found) continue
    if (!features.includes(found.feature))
      findings.push({ file, message: `'${found.feature}' is not on the list of features` })
    else if (found.level === undefined && !isStory(file))
      findings.push({ file, message: `no such name in a feature of ${found.floor}` })
  }
  return findings
}

// Two branches may take the same number, and git sees no conflict: then no server starts.
const misnumbered = (base) =>
  list(base, ['server/migrations'], /\.sql$/)
    .sort()
    .filter((file, index) => Number(basename(file).slice(0, 4)) !== index + 1)
    .map((file) => ({ file, message: 'migrations are numbered without a gap or a double: take the next free number' }))

// A test stands beside what it tries and may be named after the story that it tells.
const isStory = (file) => isTest(file) && /^[a-z0-9-]+(\.[a-z-]+)?$/.test(basename(file).replace(/\.test\.tsx?$/, ''))
