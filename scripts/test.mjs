/**
 * `npm test`: installs, then runs unit, server, component and browser tests and adds up their results. Failed tests are named
 * at the end; the last line is `N passed, N failed`.
 * `--only=unit|server|browser` runs one suite. `--database=oldest` runs the tests that depend on the version of PostgreSQL, on
 * the oldest supported one. `--changed` runs the tests for changes since the last commit, and `--changed=main` for changes
 * since that branch. `--only=browser --shard=1/3` runs a third of the browser tests, for several machines. All other arguments
 * go to the test runner (`npm test -- --only=server bookings`).
 * Browser tests with the tag `@variant` run only with `--variants`, with `--changed`, or if an argument selects tests.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'

await ensureInstalled()
const { build } = await import('./build.mjs')
const { listChangedFiles, selectTests } = await import('./changed-tests.mjs')
const { list } = await import('./sources.mjs')
const { suites } = await import('./suites.mjs')

const zones = ['America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Chatham']
// Tests that depend on the version of PostgreSQL.
const testsOnOldest = [
  'server/src/platform/db/',
  'server/src/platform/jobs/',
  'server/src/platform/realtime/',
  'server/src/features/bookings/races',
  'server/src/crash',
]
// Proofs that a test notices a missing protection. They run once, on the own database.
const withoutMutants = '^(?!.*(the race detects|is detected)).*$'
const { only, database, changed, variants, rest } = parseOptions(process.argv.slice(2))
const changedTests = changed && selectTests(listChangedFiles(changed, root))
const folders = { unit: ['contract', 'web', 'scripts'], server: ['server', 'testing'], browser: ['e2e'] }
const reports = mkdtempSync(join(tmpdir(), 'studiohub-reports-'))
const { vitest, components, playwright } = suites(reports)
const total = { passed: 0, failed: 0, failures: [] }

try {
  if (isWanted('unit')) await runUnitTests()
  if (isWanted('server')) await runServerTests()
  if (isWanted('browser')) await runBrowserTests()
} finally {
  rmSync(reports, { recursive: true, force: true })
}
if (total.failures.length > 0) console.log(`\n${total.failures.map((line) => `FAILED ${line}`).join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

function isWanted(suite) {
  if (only && only !== suite) return false
  if (!changedTests || changedTests[suite] === 'all') return true
  // A feature may have no tests in a layer.
  return list(root, folders[suite], /\.test\.tsx?$/).some((file) =>
    changedTests[suite].some((part) => file.includes(part)),
  )
}

/** The filters for a suite; none means everything. */
function filtersOf(suite) {
  return changedTests && changedTests[suite] !== 'all' ? [...rest, ...changedTests[suite]] : rest
}

async function runUnitTests() {
  addCounts(await vitest('unit', 'unit tests', filtersOf('unit')))
  const files = list(root, ['contract', 'web', 'scripts'], /\.zones\.test\.tsx?$/)
  if (files.length === 0 || rest.length > 0) return
  for (const TZ of zones) addCounts(await vitest('unit', `date and time tests in ${TZ}`, files, { TZ }))
}

async function runServerTests() {
  if (database !== 'oldest') return addCounts(await vitest('server', 'server tests', filtersOf('server')))
  const { startTestCluster } = await import('../testing/src/test-cluster.ts')
  const postgres = await startTestCluster({ oldest: true })
  try {
    const env = { TEST_DATABASE_URL: postgres.url }
    const filters = ['-t', withoutMutants, ...rest, ...testsOnOldest]
    addCounts(await vitest('server', `server tests, PostgreSQL ${postgres.version}`, filters, env))
  } finally {
    await postgres.stop()
  }
}

async function runBrowserTests() {
  if (!(await build())) return addCounts({ passed: 0, failed: 1, failures: ['build'] })
  // The component tests take a minute, so the first shard runs all of them.
  if (!changedTests && rest.every((arg) => arg.startsWith('--shard=1/'))) addCounts(await components())
  const withVariants = variants || changedTests || rest.some((arg) => !arg.startsWith('--shard='))
  addCounts(await playwright([...filtersOf('browser'), ...(withVariants ? [] : ['--grep-invert=@variant'])]))
}

function addCounts({ passed, failed, failures = [] }) {
  total.passed += passed
  total.failed += failed
  total.failures.push(...failures)
}

function parseOptions(args) {
  const value = (name) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
  const changed = args.includes('--changed') ? 'HEAD' : value('changed')
  const variants = args.includes('--variants')
  const selected = { only: value('only'), database: value('database') ?? 'own', changed, variants }
  if (!['unit', 'server', 'browser', undefined].includes(selected.only))
    exitWith('--only must be unit, server or browser')
  if (!['own', 'oldest'].includes(selected.database)) exitWith('--database must be own or oldest')
  return { ...selected, rest: args.filter((arg) => !/^--((only|database|changed)=|(changed|variants)$)/.test(arg)) }
}

function exitWith(sentence) {
  console.error(sentence)
  process.exit(2)
}
