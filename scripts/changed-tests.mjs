/**
 * Selects the tests for a change (`npm test -- --changed`). By folder, not by import: every server test imports the
 * whole server.
 */
import { execFileSync } from 'node:child_process'

/** The browser tests of each feature whose tests have another name than the feature. */
const browserTestsByFeature = {
  admin: ['administration', 'platform'],
  assistant: ['work'],
  auth: ['auth', 'session', 'confirm', 'google', 'locked', 'passkeys', 'device'],
  availability: [
    'booking',
    'calendar',
    'holds',
    'several-rooms',
    'service-people',
    'days-off',
    'desk',
    'public-page',
    'few-clicks',
    'first-glance',
    'widget',
  ],
  bookings: [
    'booking',
    'calendar',
    'keyboard',
    'today',
    'undo',
    'cancellation',
    'holds',
    'claims',
    'several-rooms',
    'service-people',
    'days-off',
    'desk',
    'monday',
    'public-page',
    'few-clicks',
    'first-glance',
  ],
  'calendar-feeds': ['feeds'],
  checkins: ['work', 'desk', 'today'],
  clients: ['people', 'client-records'],
  crew: ['people', 'days-off'],
  dashboards: ['screens', 'work', 'today', 'reports', 'resilience', 'device'],
  emails: ['mail-log', 'reminders', 'bounces', 'sender'],
  invitations: ['people'],
  invoices: ['invoices', 'pay-page', 'taxes', 'bank-journeys', 'monday'],
  marketing: ['marketing', 'docs'],
  messages: ['mail-log', 'bounces'],
  notices: ['people', 'notices', 'push'],
  onboarding: ['auth'],
  payments: ['deposits', 'card-books', 'card-journeys', 'pay-page'],
  prices: ['prices', 'own-rates', 'taxes'],
  projects: ['board', 'work'],
  resources: ['settings', 'pictures'],
  roles: ['people', 'platform'],
  studios: [
    'settings',
    'branding',
    'brands',
    'plans',
    'public-page',
    'sender',
    'widget',
    'reminders',
    'text-reminders',
  ],
  subscriptions: ['plans'],
  tasks: ['work'],
}
/** Browser tests of the product as a whole. They run with changes of shared code, not of one feature. */
export const crossCuttingTests = [
  'accessibility',
  'app',
  'axe',
  'browsers',
  'chrome',
  'date-fields',
  'formats',
  'foundation',
  'gallery',
  'theme',
  'weight',
]
/** The test of the whole product; runs for every product change. */
const SMOKE = 'foundation'

/** The files that differ from `base`, including uncommitted ones. */
export function listChangedFiles(base, cwd) {
  const lines = (...args) => execFileSync('git', args, { cwd, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...new Set([...lines('diff', '--name-only', base), ...lines('ls-files', '--others', '--exclude-standard')])]
}

/**
 * @param files changed files, relative to the root
 * @returns filters per suite: `all` runs the whole suite, `[]` runs nothing
 */
export function selectTests(files) {
  const suites = { unit: new Set(), server: new Set(), browser: new Set() }
  for (const file of files) {
    for (const [suite, filters] of Object.entries(findTestsOf(file)))
      for (const filter of filters) suites[suite].add(filter)
  }
  const isProductChange = files.some((file) => /^(contract|server|web)\//.test(file))
  if (isProductChange) suites.browser.add(SMOKE)
  return Object.fromEntries(
    Object.entries(suites).map(([suite, filters]) => [suite, filters.has('all') ? 'all' : [...filters].sort()]),
  )
}

function findTestsOf(file) {
  if (file.endsWith('.md')) return {}
  const [, layer, feature] = /^(contract|server|web)\/src\/features\/([a-z-]+)\//.exec(file) ?? []
  const browser = feature ? (browserTestsByFeature[feature] ?? [feature]) : ['all']
  if (layer === 'contract')
    return {
      unit: [`contract/src/features/${feature}`, `web/src/features/${feature}`],
      server: [`server/src/features/${feature}`],
      browser,
    }
  if (layer === 'server') return { server: [`server/src/features/${feature}`], browser }
  if (layer === 'web') return { unit: [`web/src/features/${feature}`], browser }
  if (file.startsWith('contract/')) return { unit: ['all'], server: ['all'], browser }
  if (file.startsWith('server/')) return { server: ['all'], browser: [] }
  if (file.startsWith('web/')) return { unit: ['web'], browser }
  if (file.startsWith('scripts/')) return { unit: ['scripts'] }
  // Server and browser tests import it, and so do some unit tests of the web.
  if (file.startsWith('testing/')) return { unit: ['web'], server: ['all'], browser }
  const browserTest = /^e2e\/src\/([a-z-]+)\.test\.ts$/.exec(file)?.[1]
  if (browserTest) return { browser: [browserTest] }
  if (file.startsWith('e2e/')) return { browser: ['all'] }
  return /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig\.base\.json)$/.test(file)
    ? { unit: ['all'], server: ['all'], browser: ['all'] }
    : {}
}
