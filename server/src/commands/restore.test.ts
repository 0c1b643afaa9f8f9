import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anEmptyDatabase, listDatabaseRights, runPostgresTool } from '@studiohub/testing/dumps.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { aPerson, signIn } from '@studiohub/testing/people.ts'
import { startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { runAdmin, startProcess, startRejectedServer } from '@studiohub/testing/processes.ts'
import { anAppFactor, appCode, authAs } from '@studiohub/testing/second-factor.ts'
import { fillFromTemplate } from '@studiohub/testing/template.ts'
import { expect, test } from 'vitest'

const quiet = { RATE_LIMIT: 'off', DEMO: 'off' }

// The failed start prints the reason in one sentence, without a stack.
test('a database without its key starts after `reset-keys`, which lists the losses and needs a confirmation', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-test-'))
  await fillFromTemplate(dataDir)
  const env = { ...quiet, DATA_DIR: dataDir }
  const first = await startProcess(env)
  const [plainPerson, factorPerson] = [await aPerson(first), await aPerson(first)]
  const app = await anAppFactor(first, factorPerson.token, new Date())
  const input = { studio_name: 'Harbour', studio_type: 'recording', tier: 'pro', timezone: 'UTC', currency: 'USD' }
  const { studio_id } = (await plainPerson.post('/me/onboarding', { role: 'studio_admin', ...input })).body
  const sender = (await plainPerson.put(`/studios/${studio_id}/sender`, { address: 'desk@harbour.example' })).body
  expect(await first.stop()).toBe(0)
  const runWithKey = await runAdmin(env, ['reset-keys'])
  expect(runWithKey).toEqual({ exit_code: 1, output: 'This SECRET_KEY fits the database. Nothing was changed.\n' })

  // A backup does not contain the key.
  rmSync(join(dataDir, 'secret.key'))
  const failedStart = await startRejectedServer(env)
  expect(failedStart.exit_code).toBe(1)
  expect(failedStart.output).toMatch(/^SECRET_KEY: is not the key of this database[^\n]*npm run admin -- reset-keys\n$/)
  const lossesPattern =
    /2 sessions: all people sign in again.*\n.*1 authenticator apps[\s\S]*\n.*1 sender addresses of studios/
  const runWithoutYes = await runAdmin(env, ['reset-keys'])
  expect(runWithoutYes.exit_code).toBe(1)
  expect(runWithoutYes.output).toMatch(lossesPattern)
  expect(runWithoutYes.output).toContain('Nothing was changed. To reset: npm run admin -- reset-keys --yes\n')
  expect((await startRejectedServer(env)).output).toMatch(/^SECRET_KEY: is not the key of this database/)
  const reset = await runAdmin(env, ['reset-keys', '--yes'])
  expect(reset.exit_code).toBe(0)
  expect(reset.output).toMatch(lossesPattern)

  const second = await startProcess(env)
  try {
    expect((await callAs(second.url, plainPerson.token).get('/me')).status).toBe(401)
    const owner = callAs(second.url, (await signIn(second, plainPerson)).token)
    expect((await owner.get('/me')).status).toBe(200)
    const newSender = (await owner.get(`/studios/${studio_id}/sender`)).body
    expect(newSender).toMatchObject({ address: 'desk@harbour.example', verified_at: null })
    expect(newSender.records[0].value).not.toBe(sender.records[0].value)
    // The second factor is still required, but its secret is lost, so a correct code of the app fails.
    const call = authAs(second, (await signIn(second, factorPerson)).token)
    expect((await call('GET', '/user')).body.factors).toMatchObject([{ id: app.factor_id, status: 'verified' }])
    const { body } = await call('POST', `/factors/${app.factor_id}/challenge`)
    const attempt = { challenge_id: body.id, code: appCode(app.secret, new Date(), 1) }
    const verified = await call('POST', `/factors/${app.factor_id}/verify`, attempt)
    expect(verified).toMatchObject({ status: 422, body: { code: 'mfa_verification_failed' } })
  } finally {
    await second.stop()
    rmSync(dataDir, { recursive: true })
  }
}, 300_000)

test('a dump is restored on a new server after `prepare-restore` has created the roles', async () => {
  const [oldServer, newServer] = await Promise.all([
    startOwnPostgres({}, { oldest: true }),
    startOwnPostgres({}, { oldest: true }),
  ])
  const folder = mkdtempSync(join(tmpdir(), 'studiohub-test-'))
  const dump = join(folder, 'dump')
  const env = { ...quiet, DATA_DIR: folder, SECRET_KEY: randomBytes(32).toString('hex') }
  const restore = (url: string) => runPostgresTool('pg_restore', ['--dbname', url, dump])
  try {
    const first = await startProcess({ ...env, DATABASE_URL: oldServer.url })
    const person = await aPerson(first)
    await first.stop()
    expect(runPostgresTool('pg_dump', ['-Fc', '--file', dump, oldServer.url])).toEqual({ status: 0, output: '' })

    const unprepared = await anEmptyDatabase(newServer.url, 'bare')
    expect(restore(unprepared).output).toContain('role "studiohub_owner" does not exist')
    const prepared = await anEmptyDatabase(newServer.url, 'prepared')
    const target = { ...env, DATABASE_URL: prepared }
    expect((await runAdmin(target, ['prepare-restore'])).output).toContain('The roles were created.')
    expect(restore(prepared)).toEqual({ status: 0, output: '' })
    expect(await listDatabaseRights(prepared)).toEqual(await listDatabaseRights(oldServer.url))
    const secondRun = await runAdmin(target, ['prepare-restore'])
    expect(secondRun.output).toBe(
      'This database is not empty. Make a new one, name it in DATABASE_URL and prepare that.\n',
    )
    const second = await startProcess(target)
    expect((await signIn(second, person)).id).toBe(person.id)
    await second.stop()
    const failedStart = await startRejectedServer({ ...env, DATABASE_URL: unprepared })
    expect(failedStart.exit_code).toBe(1)
    expect(failedStart.output).toMatch(
      /^This database was restored without its roles, [^\n]*prepare-restore on it[^\n]*\n$/,
    )

    const unprivileged = await anEmptyDatabase(newServer.url, 'unprivileged')
    expect(runPostgresTool('pg_restore', ['--no-privileges', '--dbname', unprivileged, dump]).status).toBe(0)
    const startWithoutRights = await startRejectedServer({ ...env, DATABASE_URL: unprivileged })
    expect(startWithoutRights.exit_code).toBe(1)
    expect(startWithoutRights.output).toMatch(
      /^This database was restored without its rights: [^\n]*prepare-restore on it, [^\n]* without --no-privileges\.\n$/,
    )
  } finally {
    await Promise.all([oldServer.stop(), newServer.stop()])
    rmSync(folder, { recursive: true })
  }
}, 300_000)
