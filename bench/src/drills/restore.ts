import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anEmptyDatabase, rightsOf, rowsOf, runPostgresTool } from '@studiohub/testing/dumps.ts'
import { aPerson, signIn } from '@studiohub/testing/people.ts'
import { startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { runAdmin, startProcess, startRefused } from '@studiohub/testing/processes.ts'
import { aProduct, type Drill, expectSame } from './drill.ts'

const publicStudios = async (url: string) =>
  (await (await fetch(`${url}/api/v1/public/studios`)).json()).items.map(({ slug }: { slug: string }) => slug)

/** A backup of the embedded database is restored on another machine, and the key is lost (R2). */
export const restoreWithoutKey: Drill = async (report) => {
  const product = await aProduct({ env: { DEMO: 'on' } })
  const folder = mkdtempSync(join(tmpdir(), 'studiohub-drill-'))
  const file = join(folder, 'backup.tar.gz')
  const there = { ...product.environment, DATA_DIR: join(folder, 'data'), DEMO: 'off' }
  try {
    const person = await aPerson(product)
    const studios = await publicStudios(product.url)
    await product.stop()
    expectSame(report, 'backup', (await runAdmin(product.environment, ['backup', file])).exit_code, 0)
    expectSame(report, 'restore', (await runAdmin(there, ['restore', file])).exit_code, 0)
    const refused = await startRefused(there, 'built')
    expectSame(report, 'a start without the key', refused.exit_code, 1)
    if (!/^SECRET_KEY: [^\n]*reset-keys\n$/.test(refused.said)) report.fault(`it said: ${refused.said}`)
    const reset = await runAdmin(there, ['reset-keys'])
    expectSame(report, 'reset-keys', reset.exit_code, 0)
    report.say(reset.said.trim().replaceAll('\n', ' '))
    const again = await startProcess(there, 'built')
    report.say(`ready ${Math.round(again.ready_ms)} ms after its start`)
    expectSame(report, 'public studios', await publicStudios(again.url), studios)
    expectSame(report, 'who signs in', (await signIn(again, person)).id, person.id)
    await again.stop()
  } finally {
    await product.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A dump of a PostgreSQL server is restored on a new one, which knows none of the product's roles (R5). */
export const restoreOnNewCluster: Drill = async (report) => {
  const [old, fresh] = await Promise.all([startOwnPostgres(), startOwnPostgres()])
  const product = await aProduct({ databaseUrl: old.url, env: { DEMO: 'on' } })
  const folder = mkdtempSync(join(tmpdir(), 'studiohub-drill-'))
  const dump = join(folder, 'dump')
  const bookingsAt = async (url: string) => (await rowsOf(url, 'select count(*)::int as count from bookings'))[0]?.count
  try {
    const person = await aPerson(product)
    const studios = await publicStudios(product.url)
    await product.stop()
    expectSame(report, 'pg_dump', runPostgresTool('pg_dump', ['-Fc', '--file', dump, old.url]).status, 0)
    const target = await anEmptyDatabase(fresh.url, 'restored')
    const there = { ...product.environment, DATABASE_URL: target, DEMO: 'off' }
    expectSame(report, 'prepare-restore', (await runAdmin(there, ['prepare-restore'])).exit_code, 0)
    const restored = runPostgresTool('pg_restore', ['--exit-on-error', '--dbname', target, dump])
    expectSame(report, 'pg_restore', restored, { status: 0, said: '' })
    const rights = await rightsOf(target)
    expectSame(report, 'policies and grants', rights, await rightsOf(old.url))
    expectSame(report, 'bookings', await bookingsAt(target), await bookingsAt(old.url))
    report.say(
      `${rights.filter(({ kind }) => kind === 'policy').length} policies, ${await bookingsAt(target)} bookings`,
    )
    const again = await startProcess(there, 'built')
    expectSame(report, 'public studios', await publicStudios(again.url), studios)
    expectSame(report, 'who signs in', (await signIn(again, person)).id, person.id)
    await again.stop()
  } finally {
    await product.remove()
    await Promise.all([old.stop(), fresh.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}
