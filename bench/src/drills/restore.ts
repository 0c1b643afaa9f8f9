import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anEmptyDatabase, listDatabaseRights, runPostgresTool, selectRows } from '@studiohub/testing/dumps.ts'
import { aPerson, signIn, type TestUser } from '@studiohub/testing/people.ts'
import { startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { runAdmin, startProcess, startRejectedServer } from '@studiohub/testing/processes.ts'
import { aProduct, type Drill, expectSame, type Report } from './drill.ts'

const publicStudios = async (url: string) =>
  (await (await fetch(`${url}/api/v1/public/studios`)).json()).items.map(({ slug }: { slug: string }) => slug)

/** A backup of the embedded database is restored on another machine, and the key is lost. */
export const restoreWithoutKey: Drill = async (report) => {
  const product = await aProduct({ env: { DEMO: 'on' } })
  const folder = mkdtempSync(join(tmpdir(), 'studiohub-drill-'))
  const file = join(folder, 'backup.tar.gz')
  const target = { ...product.environment, DATA_DIR: join(folder, 'data'), DEMO: 'off' }
  try {
    const person = await aPerson(product)
    const studios = await publicStudios(product.url)
    await product.stop()
    expectSame(report, 'backup', (await runAdmin(product.environment, ['backup', file])).exit_code, 0)
    expectSame(report, 'restore', (await runAdmin(target, ['restore', file])).exit_code, 0)
    const failedStart = await startRejectedServer(target)
    expectSame(report, 'a start without the key', failedStart.exit_code, 1)
    if (!/^SECRET_KEY: [^\n]*reset-keys\n$/.test(failedStart.output))
      report.fault(`the failed start printed: ${failedStart.output}`)
    const reset = await runAdmin(target, ['reset-keys', '--yes'])
    expectSame(report, 'reset-keys', reset.exit_code, 0)
    report.say(reset.output.trim().replaceAll('\n', ' '))
    const restoredProduct = await startProcess(target)
    report.say(`ready ${Math.round(restoredProduct.ready_ms)} ms after its start`)
    expectSame(report, 'public studios', await publicStudios(restoredProduct.url), studios)
    expectSame(report, 'who signs in', (await signIn(restoredProduct, person)).id, person.id)
    await restoredProduct.stop()
  } finally {
    await product.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

const bookingsAt = async (url: string) =>
  (await selectRows(url, 'select count(*)::int as count from bookings'))[0]?.count

/**
 * A dump of a PostgreSQL server, and a backup of the product's own, are restored on a new server without the product's
 * roles.
 */
export const restoreOnNewCluster: Drill = async (report) => {
  // Debian's version of the server, because Debian has `pg_dump` for it.
  const startOldest = () => startOwnPostgres({}, { oldest: true })
  const [old, fresh] = await Promise.all([startOldest(), startOldest()])
  const product = await aProduct({ databaseUrl: old.url, env: { DEMO: 'on' } })
  const folder = mkdtempSync(join(tmpdir(), 'studiohub-drill-'))
  const environment = { ...product.environment, DEMO: 'off' }
  const file = (name: string) => join(folder, name)
  try {
    const person = await aPerson(product)
    const expected = { person, studios: await publicStudios(product.url), old: old.url }
    await product.stop()
    const dumped = { ...environment, DATABASE_URL: await anEmptyDatabase(fresh.url, 'restored') }
    expectSame(report, 'pg_dump', runPostgresTool('pg_dump', ['-Fc', '--file', file('dump'), old.url]).status, 0)
    expectSame(report, 'prepare-restore', (await runAdmin(dumped, ['prepare-restore'])).exit_code, 0)
    const intoDatabase = ['--exit-on-error', '--dbname', dumped.DATABASE_URL, file('dump')]
    expectSame(report, 'pg_restore', runPostgresTool('pg_restore', intoDatabase), { status: 0, output: '' })
    await checkRestored(report, dumped, expected)

    const copied = { ...environment, DATABASE_URL: await anEmptyDatabase(fresh.url, 'copied') }
    expectSame(report, 'backup', (await runAdmin(environment, ['backup', file('backup')])).exit_code, 0)
    const restored = await runAdmin(copied, ['restore', file('backup'), '--erasures-from', old.url])
    expectSame(report, 'restore', restored.exit_code, 0)
    report.say(restored.output.split('\n')[0] ?? '')
    await checkRestored(report, copied, expected)
  } finally {
    await product.remove()
    await Promise.all([old.stop(), fresh.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}

type Expected = { person: TestUser; studios: string[]; old: string }

/** Compares a restored database with the old one, and starts the product on it. */
async function checkRestored(report: Report, environment: Record<string, string>, { person, studios, old }: Expected) {
  const url = environment.DATABASE_URL ?? ''
  const rights = await listDatabaseRights(url)
  expectSame(report, 'policies and grants', rights, await listDatabaseRights(old))
  expectSame(report, 'bookings', await bookingsAt(url), await bookingsAt(old))
  report.say(`${rights.filter(({ kind }) => kind === 'policy').length} policies, ${await bookingsAt(url)} bookings`)
  const restoredProduct = await startProcess(environment)
  expectSame(report, 'public studios', await publicStudios(restoredProduct.url), studios)
  expectSame(report, 'who signs in', (await signIn(restoredProduct, person)).id, person.id)
  await restoredProduct.stop()
}
