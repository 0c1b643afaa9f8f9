/**
 * The closed list of features and of their file names per layer. A new feature is an entry in `features`, a new kind of
 * file an entry in `layerPatterns`; both need a decision record, because readers rely on finding files by name.
 */
import { basename, sep } from 'node:path'
import { isTest, list } from './sources.mjs'

/**
 * In dependency order: a file with `mayImportEarlierFeatures` in `layerPatterns` may import the same kind of file from an earlier
 * feature, such as a schema from a schema, but never from a later one. This prevents cycles.
 */
export const features = [
  'auth',
  'notices',
  'subscriptions',
  'legal-texts',
  'clients',
  'roles',
  'studios',
  'profile',
  'discounts',
  'prices',
  'resources',
  'terms',
  'onboarding',
  'availability',
  'projects',
  'bookings',
  'board',
  'conversations',
  'tasks',
  'checkins',
  'assistant',
  'crew',
  'invoices',
  'packages',
  'imports',
  'invitations',
  'partners',
  'dashboards',
  'search',
  'calendar-feeds',
  'messages',
  'emails',
  'payments',
  'webhooks',
  'api-keys',
  'connected-calendars',
  'studio-exports',
  'marketing',
  'admin',
]

/**
 * The levels of each layer. A file may import a lower level of its layer; the numbers of different layers are not compared.
 */
const contractLevels = { words: 5, schema: 10, rules: 20, policy: 20, routes: 30 }
const serverLevels = {
  rules: 10,
  wording: 10,
  email: 15,
  template: 20,
  schema: 20,
  invoicePdf: 20,
  queries: 30,
  agreementPdf: 35,
  jobs: 40,
  service: 50,
  router: 60,
}
export const webLevels = { content: 5, api: 10, shared: 12, model: 15, hooks: 20, components: 30, screen: 60 }

const name = '[a-z0-9]+(-[a-z0-9]+)*'

/** Verbs that use-case files may start with. */
const verbs = [
  'create',
  'update',
  'delete',
  'move',
  'cancel',
  'confirm',
  'record',
  'find',
  'resolve',
  'lock',
  'limit',
  'quote',
  'verify',
  'challenge',
  'keep',
  'stop',
  'store',
  'sign-in-with',
  'answer',
  'import',
  'claim',
  'merge',
  'send',
  'expire',
  'end',
  'open',
  'refresh',
  'require',
  'erase',
  'build',
  'issue',
  'pay',
  'void',
  'refund',
  'write-off',
  'settle',
  'complete',
  'decline',
  'mark',
  'waive',
  'grant',
  'release',
  'change',
  'queue',
].join('|')

/**
 * Per layer: the allowed file patterns below a feature or its sub-folders, each with its level for `check-imports.mjs`,
 * where a higher level may import a lower one. `only` limits an entry to one feature; `mayImportEarlierFeatures` allows imports
 * of the same level from an earlier feature.
 */
export const layerPatterns = {
  'contract/src/features': [
    { pattern: /^routes\.ts$/, level: contractLevels.routes },
    { pattern: /^policy\.ts$/, level: contractLevels.policy },
    { pattern: /^rules\.ts$/, level: contractLevels.rules, mayImportEarlierFeatures: true },
    { pattern: /^schema\.ts$/, level: contractLevels.schema, mayImportEarlierFeatures: true },
    // Labels and limits of a feature, without zod, for pages without validation.
    { pattern: /^words\.ts$/, level: contractLevels.words, mayImportEarlierFeatures: true },
  ],
  'server/src/features': [
    { pattern: /^router\.ts$/, level: serverLevels.router },
    { pattern: new RegExp(`^(${name}-)?service\\.ts$`), level: serverLevels.service, mayImportEarlierFeatures: true },
    // One use case, named by its verb.
    { pattern: new RegExp(`^(${verbs})-${name}\\.ts$`), level: serverLevels.service, mayImportEarlierFeatures: true },
    { pattern: new RegExp(`^(${name}-)?jobs\\.ts$`), level: serverLevels.jobs, mayImportEarlierFeatures: true },
    { pattern: new RegExp(`^(${name}-)?queries\\.ts$`), level: serverLevels.queries, mayImportEarlierFeatures: true },
    { pattern: new RegExp(`^templates/${name}\\.tsx?$`), level: serverLevels.template, only: 'emails' },
    { pattern: /^(render-email|email-(content|styles|page))\.tsx?$/, level: serverLevels.email, only: 'emails' },
    { pattern: /^wording\.ts$/, level: serverLevels.wording, only: 'emails' },
    { pattern: /^invoice-pdf\.tsx$/, level: serverLevels.invoicePdf, only: 'invoices' },
    // Its input is the result of a query.
    { pattern: /^agreement-pdf\.tsx$/, level: serverLevels.agreementPdf, only: 'terms' },
    // The API of the auth service is not part of the product's contract.
    { pattern: /^schema\.ts$/, level: serverLevels.schema, only: 'auth' },
    { pattern: /^rules\.ts$/, level: serverLevels.rules, only: 'auth' },
  ],
  'web/src/features': [
    { pattern: new RegExp(`^${name}-screen\\.tsx$`), level: webLevels.screen },
    { pattern: new RegExp(`^components/${name}\\.tsx?$`), level: webLevels.components },
    { pattern: new RegExp(`^hooks/${name}\\.tsx?$`), level: webLevels.hooks },
    // Pure: no React state, no calls to the server.
    { pattern: new RegExp(`^model/${name}\\.ts$`), level: webLevels.model },
    // For other features, of any kind. It may only import api.ts.
    { pattern: new RegExp(`^shared/${name}\\.tsx?$`), level: webLevels.shared },
    { pattern: new RegExp(`^(${name}-)?api\\.ts$`), level: webLevels.api, mayImportEarlierFeatures: true },
    // Texts of the public pages, separate from their layout.
    { pattern: new RegExp(`^content/${name}\\.ts$`), level: webLevels.content, only: 'marketing' },
  ],
}

const plainName = new RegExp(`^${name}$`)
const genericName = /^(helpers?|utils?|types?|index|common|misc|shared|constants|lib)\.[a-z]+$/

/**
 * The location of a file: layer, feature, sub-folder or '', and the matching entry of `layerPatterns`. Without one, the
 * level is undefined.
 */
export function locateFile(file) {
  const path = file.split(sep).join('/')
  const layer = Object.keys(layerPatterns).find((prefix) => path.startsWith(`${prefix}/`))
  if (!layer) return undefined
  const [feature, ...rest] = path.slice(layer.length + 1).split('/')
  for (let depth = 0; depth < rest.length; depth++) {
    const entry = layerPatterns[layer].find(
      ({ pattern, only = feature }) => only === feature && pattern.test(rest.slice(depth).join('/')),
    )
    const hasPlainFolders = rest.slice(0, depth).every((folder) => plainName.test(folder))
    if (entry && hasPlainFolders) return { layer, feature, folder: rest.slice(0, depth).join('/'), ...entry }
  }
  return { layer, feature, folder: '' }
}

/** @returns a finding for every file with an unknown feature or name, and for every generic file name */
export function checkFeatures(base) {
  const findings = findWrongMigrationNumbers(base)
  const workspaces = ['contract', 'server', 'web', 'testing', 'e2e', 'pictures', 'bench', 'scripts']
  for (const file of list(base, workspaces, /\.(tsx?|mjs|css|json)$/)) {
    const fileName = file.split(sep).at(-1)
    if (genericName.test(fileName))
      findings.push({ file, message: `'${fileName}' is too generic: name the file after its content` })
    const location = locateFile(file)
    if (!location) continue
    if (!features.includes(location.feature))
      findings.push({
        file,
        message: `'${location.feature}' is not in the list of features (scripts/check-features.mjs)`,
      })
    else if (location.level === undefined && !isDescriptiveTest(file))
      findings.push({ file, message: `this file name is not allowed in a feature of ${location.layer}` })
  }
  return findings
}

// Two branches can use one number without a git conflict. Then no server starts.
const findWrongMigrationNumbers = (base) =>
  list(base, ['server/migrations'], /\.sql$/)
    .sort()
    .filter((file, index) => Number(basename(file).slice(0, 4)) !== index + 1)
    .map((file) => ({ file, message: 'migration numbers must have no gaps or duplicates: use the next free number' }))

// Tests may have a descriptive name.
const isDescriptiveTest = (file) =>
  isTest(file) && /^[a-z0-9-]+(\.[a-z-]+)?$/.test(basename(file).replace(/\.test\.tsx?$/, ''))
