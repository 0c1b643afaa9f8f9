/**
 * Selects the tests for a change (`npm test -- --changed`). By folder, not by import: every server test imports the
 * whole server.
 */
import { execFileSync } from 'node:child_process'

/** Features whose end-to-end tests have another name. */
const journeys = {
  payments: ['deposits'],
  auth: ['auth', 'session', 'confirm', 'google', 'locked', 'passkeys'],
  bookings: ['booking', 'calendar', 'keyboard'],
  onboarding: ['auth'],
  'calendar-feeds': ['feeds'],
  roles: ['people', 'platform'],
  crew: ['people'],
  clients: ['people'],
  invitations: ['people'],
  resources: ['settings'],
  studios: ['settings', 'branding', 'brands', 'plans'],
  subscriptions: ['plans'],
  admin: ['administration', 'platform'],
  messages: ['mail-log'],
  emails: ['mail-log'],
  projects: ['board', 'work'],
  tasks: ['work'],
  checkins: ['work'],
  assistant: ['work'],
  dashboards: ['screens', 'work'],
  notices: ['people'],
}
/** The test of the whole product; runs for every product change. */
const SMOKE = 'foundation'

/** The files that differ from `base`, including uncommitted ones. */
export function changedFiles(base, cwd) {
  const lines = (...args) => execFileSync('git', args, { cwd, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...new Set([...lines('diff', '--name-only', base), ...lines('ls-files', '--others', '--exclude-standard')])]
}

/**
 * @param files changed files, relative to the root
 * @returns filters per suite: `all` runs the whole suite, `[]` runs nothing
 */
export function testsFor(files) {
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
  const [, layer, feature] = /^(contract|server|web)\/src\/features\/([a-z-]+)\//.exec(file) ?? []
  const browser = feature ? (journeys[feature] ?? [feature.replace(/s$/, '')]) : ['all']
  if (/\.md$/.test(file)) return {}
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
  if (file.startsWith('testing/')) return { server: ['all'], browser: [] }
  const journey = /^e2e\/src\/([a-z-]+)\.test\.ts$/.exec(file)?.[1]
  if (journey) return { browser: [journey] }
  if (file.startsWith('e2e/')) return { browser: ['all'] }
  return /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig\.base\.json)$/.test(file)
    ? { unit: ['all'], server: ['all'], browser: ['all'] }
    : {}
}
