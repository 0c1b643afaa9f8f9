/**
 * `npm test`: installs, then runs the unit, server and browser tests and sums what they report; the last line is
 * `N passed, N failed`. `--only=unit|server|browser` runs one of them, `--database=oldest` runs the
 * tests that depend on the server's version on the oldest PostgreSQL that is supported, anything else goes on to the runner (`npm test -- --only=server bookings`).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepare, root } from './install.mjs'

await prepare()
const { build } = await import('./build.mjs')
const { list } = await import('./sources.mjs')
const { suites } = await import('./suites.mjs')

const zones = ['America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Chatham']
// What may differ from one version of PostgreSQL to the next.
const onOldest = [
  'server/src/platform/db/',
  'server/src/platform/jobs/',
  'server/src/platform/realtime/',
  'server/src/features/bookings/races',
  'server/src/crash',
]
const { only, database, rest } = options(process.argv.slice(2))
const reports = mkdtempSync(join(tmpdir(), 'studiohub-reports-'))
const { vitest, playwright } = suites(reports)
const total = { passed: 0, failed: 0 }

try {
  if (!only || only === 'unit') await units()
  if (!only || only === 'server') await server()
  if (!only || only === 'browser') await browser()
} finally {
  rmSync(reports, { recursive: true, force: true })
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

async function units() {
  add(await vitest('unit', 'unit tests', rest))
  const files = list(root, ['contract', 'web', 'scripts'], /\.zones\.test\.tsx?$/)
  if (files.length === 0 || rest.length > 0) return
  for (const TZ of zones) add(await vitest('unit', `date and time tests in ${TZ}`, files, { TZ }))
}

async function server() {
  if (database !== 'oldest') return add(await vitest('server', 'server tests', rest))
  const { startPostgres } = await import('../testing/src/postgres.ts')
  const postgres = await startPostgres({}, true)
  try {
    const env = { TEST_DATABASE_URL: postgres.url }
    add(await vitest('server', `server tests, PostgreSQL ${postgres.version}`, [...rest, ...onOldest], env))
  } finally {
    await postgres.stop()
  }
}

async function browser() {
  if (await build()) add(await playwright(rest))
  else add({ passed: 0, failed: 1 })
}

function add({ passed, failed }) {
  total.passed += passed
  total.failed += failed
}

function options(args) {
  const value = (name) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
  const chosen = { only: value('only'), database: value('database') ?? 'own' }
  if (!['unit', 'server', 'browser', undefined].includes(chosen.only)) refuse('--only is unit, server or browser')
  if (!['own', 'oldest'].includes(chosen.database)) refuse('--database is own or oldest')
  return { ...chosen, rest: args.filter((arg) => !/^--(only|database)=/.test(arg)) }
}

function refuse(sentence) {
  console.error(sentence)
  process.exit(2)
}
