import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBlock, aBooking } from '@studiohub/testing/bookings.ts'
import { anEmptyDatabase, listDatabaseRights, selectRows } from '@studiohub/testing/dumps.ts'
import { callAs } from '@studiohub/testing/http.ts'
import {
  aClient,
  aCrewMember,
  aPerson,
  aStudio,
  type StudioOfTest,
  signIn,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { aPhoto } from '@studiohub/testing/pictures.ts'
import { startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { runAdmin, type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { aServerDatabase } from '@studiohub/testing/server-databases.ts'
import { fillFromTemplate } from '@studiohub/testing/template.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../platform/config/config.ts'
import { readBackup } from '../platform/db/backup/read-backup.ts'
import { takeLock } from '../platform/db/embedded/lock.ts'
import { urlOfRunning } from '../platform/db/embedded/open.ts'
import { writeBackupFile } from './backup.ts'
import { restore } from './restore.ts'

const CANARY = 'Zelda Canary'
const today = todayIn('UTC', new Date())
const folder = mkdtempSync(join(tmpdir(), 'studiohub-backup-'))
const dataDir = join(folder, 'data')
const file = join(folder, 'backup.tar.gz')
// The mail server cannot be reached, so all emails wait.
const env = { DATA_DIR: dataDir, RATE_LIMIT: 'off', DEMO: 'off', SMTP_URL: 'smtp://127.0.0.1:9' }

let server: ServerProcess
let fixture: StudioOfTest
let crew: TestUser
let leaver: TestUser
/** The only admin of a studio at the time of the backup, who later handed it over and deleted their account. */
let founder: TestUser
let fileUrl: string
/** The id of a client record without an account that the studio erases after the backup. */
let walkIn: string
/** A studio that the operator erases after the backup, and the address of one of its files. */
const closed = { id: '', slug: '', fileUrl: '' }
/** The outputs of `backup` and `restore`. */
const outputs = { backup: '', restore: '' }
const blockCounts = { before: 0, after: 0 }

beforeAll(async () => {
  await fillFromTemplate(dataDir)
  server = await startProcess(env)
  fixture = await aStudio(server)
  crew = await aCrewMember({ ...server, database: databaseUrl() }, fixture)
  leaver = await aClient(server, fixture.studio.id, CANARY)
  founder = await aPerson(server)
  const input = { studio_name: 'Left Alone', studio_type: 'recording', tier: 'pro', timezone: 'UTC', currency: 'USD' }
  await founder.post('/me/onboarding', { role: 'studio_admin', ...input })
  await fillStudio()
  await fillClosedStudio()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

async function fillStudio() {
  const { admin, client, studio } = fixture
  await aBooking(client, studio.id, today, { notes: 'bring the "good"\tmicrophone\\' })
  await aBooking(leaver, studio.id, today, { booking_date: plusDays(today, 9), notes: `for ${CANARY}` })
  await leaver.upload('PUT', '/me/avatar', await aPhoto())
  walkIn = (await admin.post(`/studios/${studio.id}/clients`, { name: `${CANARY} Walk-in`, phone: '+49 30 1' })).body.id
  await aBooking(admin, studio.id, today, { client_id: walkIn, booking_date: plusDays(today, 10) })
  const newProject = { title: 'Night Drive', project_type: 'music', client_id: client.id }
  const project = (await admin.post('/projects', newProject)).body
  const card = (await admin.post('/cards', { project_id: project.id, title: 'Record vocals' })).body
  fileUrl = (await admin.upload('POST', `/cards/${card.id}/files`, await aPhoto({ width: 300 }))).body.url
  await admin.post(`/cards/${card.id}/comments`, { body: 'The second take is the one' })
  await admin.post('/tasks', { title: 'Coil the cables', assigned_to: crew.id })
  await crew.post(`/studios/${studio.id}/checkins`, { client_id: client.id })
}

async function fillClosedStudio() {
  const { admin, studio } = await aStudio(server)
  const logo = await admin.upload('PUT', `/studios/${studio.id}/assets/logo`, await aPhoto({ width: 300 }))
  Object.assign(closed, { id: studio.id, slug: studio.slug, fileUrl: logo.body.url })
}

/** Blocks time on one more day after another, until `stop`. */
function startWriting() {
  let [isRunning, count] = [true, 0]
  const path = `/studios/${fixture.studio.id}/bookings`
  const loop = (async () => {
    for (; isRunning; count += 1)
      expect(
        (await fixture.admin.post(path, aBlock(today, { booking_date: plusDays(today, 20 + count) }))).status,
      ).toBe(201)
  })()
  return {
    count: () => count,
    async stop() {
      isRunning = false
      await loop
    },
  }
}

const databaseUrl = () => urlOfRunning(dataDir) ?? 'none'
const countBlocks = async (url: string) =>
  Number(
    (await selectRows(url, "select count(*)::int from bookings where booking_type = 'blocked_time'"))[0]?.['count'],
  )

test('a running server can be backed up while people write, and the output lists what the file does not contain', async () => {
  const writer = startWriting()
  await expect.poll(writer.count).toBeGreaterThan(3)
  blockCounts.before = writer.count()
  const { exit_code, output } = await runAdmin(env, ['backup', file, '--files'])
  blockCounts.after = writer.count()
  await writer.stop()
  expect({ exit_code, output }).toMatchObject({ exit_code: 0 })
  outputs.backup = output
  expect(output).toMatch(
    /^Written to .*backup\.tar\.gz: \d+ rows of \d\d tables, as of 20.*Z\.\nUploaded files: \d+ \(/,
  )
  expect(output).toContain('Not in it: SECRET_KEY (DATA_DIR/secret.key).')
  const key = readFileSync(join(dataDir, 'secret.key'))
  expect(readFileSync(file).includes(key)).toBe(false)
  await expect(restore(readConfig(env), file, undefined)).rejects.toThrow(/^DATA_DIR .* is in use by process \d+/)
})

test('a stopped server is restored: later deletions are repeated, and waiting jobs are listed', async () => {
  await selectRows(
    databaseUrl(),
    `insert into user_roles (user_id, role, studio_id) select '${crew.id}', role, studio_id from user_roles where user_id = '${founder.id}'`,
  )
  for (const person of [leaver, founder])
    expect((await person.post('/me/deletion', { current_password: person.password })).status).toBe(200)
  expect((await fixture.admin.post(`/studios/${fixture.studio.id}/clients/${walkIn}/erase`)).status).toBe(200)
  const runWithoutYes = await runAdmin(env, ['erase-studio', closed.slug])
  expect(runWithoutYes).toMatchObject({
    exit_code: 1,
    output: expect.stringContaining('Nothing was changed. To erase:'),
  })
  expect((await runAdmin(env, ['erase-studio', closed.slug, '--yes'])).output).toMatch(/was erased with 1 files\./)
  expect((await fetch(`${server.url}${closed.fileUrl}`)).status).toBe(404)
  await aBooking(fixture.client, fixture.studio.id, today, {
    booking_date: plusDays(today, 12),
    notes: 'after the backup',
  })
  await server.stop()
  renameSync(join(dataDir, 'files'), join(folder, 'files-before'))
  outputs.restore = await restore(readConfig(env), file, undefined)
  expect(outputs.restore).toMatch(
    /^Restored from .* all equal to the backup\.\nUploaded files: \d+\.\nEveryone has to sign in again/,
  )
  expect(outputs.restore).toMatch(/\d+ emails were waiting when the backup was made \(.*\d+ welcome/)
  expect(outputs.restore).toMatch(/These jobs were waiting .* They will not run:\n( {2}\d+ [a-z]+\.[a-z-]+\n)+/)
  expect(outputs.restore).toMatch(/\n {2}\d+ emails\.send-welcome\n/)
  expect(outputs.restore).not.toContain('SECRET_KEY')
  expect(outputs.restore).not.toContain('bookings.remind')
  const deletions = [`  ${leaver.id}, deleted at 20.*Z`, `  ${founder.id}, deleted at 20.*Z`]
  const withoutAdmin = '    Left Alone has no administrator now: an operator can appoint one.'
  expect(outputs.restore).toMatch(new RegExp(['They are deleted again:', ...deletions, withoutAdmin, ''].join('\n')))
  const replacedFolders = readdirSync(dataDir).filter((name) => name.startsWith('postgres-replaced-'))
  expect(replacedFolders).toHaveLength(1)
  expect(outputs.restore).toContain(`The replaced database is in ${join(dataDir, String(replacedFolders[0]))}.`)
  expect(readdirSync(dataDir).filter((name) => /unfinished|restored/.test(name))).toEqual([])
})

test('a restored server has the data of one instant, and its files', async () => {
  server = await startProcess(env)
  const blocks = await countBlocks(databaseUrl())
  expect(blocks).toBeGreaterThanOrEqual(blockCounts.before)
  expect(blocks).toBeLessThanOrEqual(blockCounts.after + 1)
  const incompleteBookings = await selectRows(
    databaseUrl(),
    `select b.id from bookings b where not exists (select from audit_log where action = 'bookings.create' and object_id = b.id::text)
      or not exists (select from reservations r where r.booking_id = b.id) and b.status <> 'cancelled'`,
  )
  expect(incompleteBookings).toEqual([])
  expect(await selectRows(databaseUrl(), "select id from bookings where notes = 'after the backup'")).toEqual([])
  const { status } = await fetch(`${server.url}${fileUrl}`)
  expect(status).toBe(200)
  const auditEntries = await selectRows(
    databaseUrl(),
    "select after from audit_log where action = 'installation.restore'",
  )
  expect(auditEntries).toEqual([{ after: { taken_at: expect.any(String), deleted_again: 2, erased_again: 2 } }])
  expect(await selectRows(databaseUrl(), `select id from studios where id = '${closed.id}'`)).toEqual([])
  expect((await fetch(`${server.url}${closed.fileUrl}`)).status).toBe(404)
})

test('after a restore, people sign in with their password, and earlier sessions have ended', async () => {
  for (const { token } of [fixture.admin, fixture.client, leaver, founder])
    expect((await callAs(server.url, token).get('/me')).status).toBe(401)
  const admin = await signIn(server, fixture.admin)
  expect((await admin.get('/me')).body).toMatchObject({ role: 'studio_admin' })
  const client = await signIn(server, fixture.client)
  expect((await client.get(`/studios/${fixture.studio.id}/clients`)).status).toBe(403)
  const { items } = (await admin.get(`/studios/${fixture.studio.id}/messages`)).body
  const states = items.map(({ state, last_error }: { state: string; last_error: string }) => `${state}: ${last_error}`)
  expect(new Set(states)).toEqual(new Set(['failed: not sent: the database was restored from a backup']))
  await aBooking(client, fixture.studio.id, today, { booking_date: plusDays(today, 14) })
})

test('after a restore, deleted accounts are deleted again, in every table and file', async () => {
  await expect(signIn(server, leaver)).rejects.toThrow('signing in failed: 400')
  const tables = await selectRows(
    databaseUrl(),
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`,
  )
  for (const { name } of tables)
    for (const words of ['Zelda', leaver.email]) {
      const matches = await selectRows(
        databaseUrl(),
        `select 1 from ${name} t where t::text ilike '%${words}%' limit 1`,
      )
      expect({ name, words, found: matches }).toEqual({ name, words, found: [] })
    }
  expect(outputs.restore).toMatch(new RegExp(`They are erased again:\\n  ${walkIn}, erased at`))
  expect(outputs.restore).toMatch(new RegExp(`Studios that were erased .*\\n  ${closed.id}, erased at`))
  const bookings = await selectRows(databaseUrl(), `select status from bookings where client_id = '${walkIn}'`)
  expect(bookings).toEqual([{ status: 'cancelled' }])
  const [booking] = await selectRows(databaseUrl(), `select status from bookings where client_id = '${leaver.id}'`)
  expect(booking).toEqual({ status: 'cancelled' })
  const pictures = readdirSync(join(dataDir, 'files'), { recursive: true }).map(String)
  expect(pictures.filter((name) => name.includes(leaver.id) && name.endsWith('.webp'))).toEqual([])
})

test('a backup is restored from the embedded database into the oldest supported server, for a plain login, and back', async () => {
  const postgres = await startOwnPostgres({}, { oldest: true })
  try {
    const originalTables = (await readBackup(file)).tables
    const superuser = await anEmptyDatabase(postgres.url, 'restored')
    await selectRows(postgres.url, 'create role plain login createrole; alter database restored owner to plain')
    const login = new URL(superuser)
    login.username = 'plain'
    const key = readFileSync(join(dataDir, 'secret.key'), 'utf8')
    const serverEnv = { ...env, DATA_DIR: join(folder, 'there'), DATABASE_URL: login.href, SECRET_KEY: key }
    const output = await restore(readConfig(serverEnv), file, databaseUrl())
    expect(output).toContain(`They are deleted again:\n  ${leaver.id}`)
    expect(output).toContain(`They are erased again:\n  ${walkIn}`)
    const secondRestore = await restore(readConfig(serverEnv), file, undefined).catch((error: Error) => error.message)
    expect(secondRestore).toMatch(/^This database is not empty \(it has /)
    // In PostgreSQL 17, owners have an additional right (m).
    const listRights = async (url: string) =>
      (await listDatabaseRights(url)).map(({ what }) => String(what).replace('Dxtm/', 'Dxt/'))
    expect(await listRights(superuser)).toEqual(await listRights(databaseUrl()))

    const second = await startProcess(serverEnv)
    expect((await signIn(second, crew)).id).toBe(crew.id)
    await second.stop()
    await expect(writeBackupFile(readConfig(serverEnv), join(folder, 'plain'), false)).rejects.toThrow(
      /^The policies of the database/,
    )
    const serverBackup = join(folder, 'from-server')
    await writeBackupFile(readConfig({ ...serverEnv, DATABASE_URL: superuser }), serverBackup, false)

    const embeddedEnv = { ...env, DATA_DIR: join(folder, 'back') }
    const report = await restore(readConfig(embeddedEnv), serverBackup, undefined)
    expect(report).toContain('SECRET_KEY is not the key of the backup.')
    expect(report).toContain('The backup contains no uploaded files')
    expect(report).not.toContain('The replaced database is in')
    await writeBackupFile(readConfig(embeddedEnv), join(folder, 'from-embedded'), false)
    const embeddedTables = (await readBackup(join(folder, 'from-embedded'))).tables
    const serverTables = (await readBackup(serverBackup)).tables
    expect(embeddedTables.filter(({ name }) => name !== 'public.audit_log')).toEqual(
      serverTables.filter(({ name }) => name !== 'public.audit_log'),
    )
    expect(embeddedTables.map(({ name }) => name)).toEqual(originalTables.map(({ name }) => name))
  } finally {
    await postgres.stop()
  }
})

test('a failed restore does not change the embedded database; for a server the error names the remedy', async () => {
  // A file in place of the folder makes storing the uploaded files fail.
  writeFileSync(join(folder, 'back/files'), '')
  const embeddedEnv = { ...env, DATA_DIR: join(folder, 'back') }
  const before = readdirSync(embeddedEnv.DATA_DIR)
  await expect(restore(readConfig(embeddedEnv), file, undefined)).rejects.toThrow(/^(EEXIST|ENOTDIR)/)
  expect(readdirSync(embeddedEnv.DATA_DIR)).toEqual(before)
  const target = await aServerDatabase('empty')
  const targetEnv = { ...embeddedEnv, DATABASE_URL: target.url, SECRET_KEY: 'a'.repeat(64) }
  await expect(restore(readConfig(targetEnv), file, undefined)).rejects.toThrow(
    /\nThe restore is not complete\. Drop this database and restore into a new one\.$/,
  )
  await target.drop()
})

test('a backup fails without a database, if the database does not answer, and if the files are in a bucket', async () => {
  const emptyConfig = readConfig({ ...env, DATA_DIR: join(folder, 'nowhere') })
  const path = join(folder, 'none')
  await expect(writeBackupFile(emptyConfig, path, false)).rejects.toThrow(
    `There is no database in ${emptyConfig.dataDir}.`,
  )
  const lock = await takeLock(emptyConfig.dataDir)
  await expect(writeBackupFile(emptyConfig, path, false)).rejects.toThrow(
    /^Another process uses DATA_DIR .* its database is not ready/,
  )
  lock.release()
  const store = { endpoint: 'http://127.0.0.1:9', bucket: 'b', region: 'r', accessKeyId: 'a', secretAccessKey: 's' }
  await expect(writeBackupFile({ ...emptyConfig, s3: store }, path, true)).rejects.toThrow(
    /^The uploaded files are in an S3 bucket/,
  )
})

test('a restore over a damaged database warns that its deletions are unknown', async () => {
  const damaged = join(folder, 'damaged')
  await fillFromTemplate(damaged)
  rmSync(join(damaged, 'postgres/data/global/pg_control'))
  const output = await restore(readConfig({ ...env, DATA_DIR: damaged }), file, undefined)
  expect(output).toContain('The replaced database could not be read, so deletions after the backup are not known')
  expect(output).toContain('The replaced database is in')
})
