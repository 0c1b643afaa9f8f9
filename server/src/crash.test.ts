import { randomBytes } from 'node:crypto'
import { killServer } from '@studiohub/testing/killed-server.ts'
import { startLoad } from '@studiohub/testing/load.ts'
import { startProcess } from '@studiohub/testing/processes.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'
import { findTableErrors, findWriteErrors, openWriteLog } from '@studiohub/testing/write-log.ts'
import pg from 'pg'
import { expect, test } from 'vitest'

// `npm run prove -- crash` runs the same test at full size, with deadlines.
test('if one of two servers is killed under load, no acknowledged change is lost and the other server continues', async () => {
  const installation = await aServerEnvironment({ SECRET_KEY: randomBytes(32).toString('hex') })
  const first = await startProcess(installation.environment)
  const other = await startProcess(installation.environment)
  const database = new pg.Client(installation.environment.DATABASE_URL)
  await database.connect()
  try {
    const writeLog = await openWriteLog(other)
    const load = startLoad(writeLog, [first.url, other.url])
    await load.waitForWrites(40)
    await first.kill()
    await load.waitForWrites(40)
    await load.stop()
    expect(await findWriteErrors(writeLog, other.url)).toEqual([])
    expect(await findTableErrors(writeLog, (text) => database.query(text))).toEqual([])
    expect(writeLog.acknowledged.size).toBeGreaterThanOrEqual(30)
  } finally {
    await database.end()
    await Promise.all([first.kill(), other.stop()])
    await installation.remove()
  }
}, 240_000)

test('a server that is killed three times under load loses no acknowledged change, and no second server starts', async () => {
  const { errors, bookings, changes, second } = await killServer(3, 60)
  expect(errors).toEqual([])
  expect(Math.min(bookings, changes)).toBeGreaterThanOrEqual(1)
  expect(second.exit_code).toBe(1)
  expect(second.output).toMatch(
    /^DATA_DIR \S+ is in use by process \d+\. Stop that one first, or choose another DATA_DIR\.\n$/,
  )
}, 180_000)
