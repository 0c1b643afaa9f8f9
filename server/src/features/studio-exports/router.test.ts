import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { aBooking, aFixedClock } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import {
  aCrewMember,
  aDeskPerson,
  aStudio,
  aSuperAdmin,
  type Person,
  type StudioOfTest,
} from '@studiohub/testing/people.ts'
import { anAppFactor } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'
import { createLog } from '#platform/process/log.ts'
import { studioExportJobs } from './jobs.ts'

const clock = aFixedClock()
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

const pathOf = ({ studio }: StudioOfTest) => `/studios/${studio.id}/exports`

/** Requests an export and waits until it has ended. */
async function anExport(fixture: StudioOfTest) {
  const { status, body } = await fixture.admin.post(pathOf(fixture))
  expect(status).toBe(201)
  expect(body).toMatchObject({ state: 'waiting', requested_by: fixture.admin.id, size_bytes: null })
  const found = async () => {
    const { items } = (await fixture.admin.get(pathOf(fixture))).body
    return items.find(({ id }: { id: string }) => id === body.id)
  }
  await vi.waitFor(async () => expect((await found()).state).not.toBe('waiting'), { timeout: 30_000, interval: 100 })
  return found()
}

async function linkOf(admin: Person, id: string): Promise<string> {
  const { status, body } = await admin.post(`/studio-exports/${id}/link`)
  expect(status).toBe(201)
  return `${server.url}${body.url}`
}

const download = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const trailOf = async (studio_id: string) =>
  (
    await asLogin((tx) =>
      tx
        .selectFrom('audit_log')
        .select('action')
        .where('studio_id', '=', studio_id)
        .where(sql<boolean>`starts_with(action, 'studioExports.') and outcome = 'done'`)
        .orderBy('id')
        .execute(),
    )
  ).map(({ action }) => action)

test('an admin exports everything, is told by email, and downloads it whole and in parts', async () => {
  const fixture = await aStudio(server)
  const booking = await aBooking(fixture.client, fixture.studio.id, clock.today, { notes: 'Two condenser mics' })
  const ready = await anExport(fixture)
  expect(ready).toMatchObject({ state: 'ready', requested_by_name: fixture.admin.full_name })
  expect((await nextMail(server, fixture.admin.email, 'requested')).subject).toContain(
    'An export of your studio was requested',
  )
  const mail = await nextMail(server, fixture.admin.email, 'is ready')
  expect(mail.text).toContain('/studio/settings?tab=export')
  expect(mail.text).not.toContain('/storage/')
  const url = await linkOf(fixture.admin, ready.id)
  const whole = await download(url)
  expect(whole.status).toBe(200)
  expect(whole.bytes).toHaveLength(ready.size_bytes)
  expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename="studio-export-.*\.zip"$/)
  const rows = JSON.parse(Buffer.from(unzipSync(whole.bytes)['tables/bookings.json'] ?? []).toString())
  expect(rows).toMatchObject([{ id: booking.id, notes: 'Two condenser mics', client_id: fixture.client.id }])
  // An interrupted download is continued.
  const half = Math.floor(ready.size_bytes / 2)
  const first = await download(url, { range: `bytes=0-${half - 1}` })
  const rest = await download(url, { range: `bytes=${half}-`, 'if-range': whole.headers.get('etag') ?? '' })
  expect([first.status, rest.status]).toEqual([206, 206])
  expect(rest.headers.get('content-range')).toBe(`bytes ${half}-${ready.size_bytes - 1}/${ready.size_bytes}`)
  expect(Buffer.concat([first.bytes, rest.bytes])).toEqual(whole.bytes)
  expect((await download(url, { range: 'bytes=-10' })).bytes).toEqual(whole.bytes.subarray(-10))
  expect((await download(url, { range: `bytes=${ready.size_bytes}-` })).status).toBe(416)
  expect((await download(url, { range: 'bytes=5-9', 'if-range': '"another"' })).status).toBe(200)
  expect(await trailOf(fixture.studio.id)).toEqual(['studioExports.create', 'studioExports.createLink'])
})

test('all admins are told when one of them requests an export', async () => {
  const fixture = await aStudio(server)
  const second = await aCrewMember(server, fixture)
  await asLogin((tx) => sql`update user_roles set role = 'studio_admin' where user_id = ${second.id}::uuid`.execute(tx))
  await anExport(fixture)
  const mail = await nextMail(server, second.email, 'requested')
  expect(mail.text).toContain(`${fixture.admin.full_name} requested an export`)
})

test('clients, crew, the desk, other studios, operators, visitors and keys cannot export', async () => {
  const [fixture, other] = [await aStudio(server), await aStudio(server)]
  const ready = await anExport(fixture)
  const url = await linkOf(fixture.admin, ready.id)
  const crew = await aCrewMember(server, fixture)
  const desk = await aDeskPerson(server, fixture)
  for (const person of [fixture.client, crew, desk, other.admin, await aSuperAdmin(server)]) {
    expectError(await person.get(pathOf(fixture)), 'FORBIDDEN')
    expectError(await person.post(pathOf(fixture)), 'FORBIDDEN')
    expectError(await person.post(`/studio-exports/${ready.id}/link`), 'NOT_FOUND')
  }
  expectError(await callAs(server.url, null).get(pathOf(fixture)), 'UNAUTHENTICATED')
  expectError(await callAs(server.url, null).post(`/studio-exports/${ready.id}/link`), 'UNAUTHENTICATED')
  const key = await fixture.admin.post(`/studios/${fixture.studio.id}/api-keys`, {
    label: 'Exports',
    scopes: ['exports:read', 'settings:write'],
  })
  expectError(await callAs(server.url, key.body.secret).post(pathOf(fixture)), 'API_KEY_SCOPE')
  // A link works for its own session and as long as its person is an admin.
  const changed = (change: (link: URL) => void) => {
    const link = new URL(url)
    change(link)
    return download(link.href)
  }
  expect((await changed((link) => link.searchParams.set('token', 'x'))).status).toBe(404)
  expect((await changed((link) => link.searchParams.set('until', '2099-01-01T00:00:00.000Z'))).status).toBe(404)
  expect((await changed((link) => link.searchParams.set('session', crypto.randomUUID()))).status).toBe(404)
  expect((await changed((link) => link.searchParams.delete('session'))).status).toBe(404)
  expect((await download(url)).status).toBe(200)
  await asLogin((tx) =>
    sql`update user_roles set role = 'staff' where user_id = ${fixture.admin.id}::uuid and studio_id = ${fixture.studio.id}::uuid`.execute(
      tx,
    ),
  )
  expect((await download(url)).status).toBe(404)
})

test('an export needs a sign-in of the last day and the second factor', async () => {
  const fixture = await aStudio(server)
  const ready = await anExport(fixture)
  const age = (interval: string) =>
    asLogin((tx) =>
      sql`update auth.sessions set created_at = ${clock.now().toISOString()}::timestamptz - ${interval}::interval
        where user_id = ${fixture.admin.id}`.execute(tx),
    )
  await age('25 hours')
  expectError(await fixture.admin.post(pathOf(fixture)), 'REAUTH_REQUIRED')
  expectError(await fixture.admin.post(`/studio-exports/${ready.id}/link`), 'REAUTH_REQUIRED')
  await age('23 hours')
  await anAppFactor(server, fixture.admin.token, clock.now())
  await asLogin((tx) => sql`update auth.sessions set aal = 'aal1' where user_id = ${fixture.admin.id}`.execute(tx))
  expectError(await fixture.admin.post(pathOf(fixture)), 'INSUFFICIENT_AAL')
  expectError(await fixture.admin.post(`/studio-exports/${ready.id}/link`), 'INSUFFICIENT_AAL')
})

test('one export is written at a time, and three in a day', async () => {
  const fixture = await aStudio(server)
  await asLogin((tx) =>
    sql`insert into studio_exports (studio_id, created_at) values (${fixture.studio.id}, ${clock.now().toISOString()})`.execute(
      tx,
    ),
  )
  expectError(await fixture.admin.post(pathOf(fixture)), 'EXPORT_RUNNING')
  await asLogin((tx) =>
    sql`update studio_exports set state = 'failed', ended_at = now() where studio_id = ${fixture.studio.id}`.execute(
      tx,
    ),
  )
  await anExport(fixture)
  await anExport(fixture)
  const answer = await fixture.admin.post(pathOf(fixture))
  expectError(answer, 'RATE_LIMITED')
  expect(answer.body.message).toContain('3 times in 24 hours')
})

/** Runs the hourly job at a later time. */
async function expireAt(now: Date) {
  const job = studioExportJobs.find(({ name }) => name === 'studio-exports.expire')
  await job?.handle({}, { job_id: 'test', now, log: createLog('silent'), signal: new AbortController().signal })
}

test('after seven days an export and its file are deleted, and a stuck one ends', async () => {
  const [fixture, other] = [await aStudio(server), await aStudio(server)]
  const ready = await anExport(fixture)
  await asLogin((tx) =>
    sql`insert into studio_exports (studio_id, requested_by, created_at)
      values (${other.studio.id}, ${other.admin.id}, ${clock.now().toISOString()})`.execute(tx),
  )
  const folder = join(server.dataDir, 'files/exports', fixture.studio.id)
  expect(await readdir(folder)).toEqual([`${ready.id}-000001.part`])
  const url = await linkOf(fixture.admin, ready.id)
  await expireAt(new Date(clock.now().getTime() + 6 * 86_400_000))
  expect((await download(url)).status).toBe(200)
  expect((await other.admin.get(pathOf(other))).body.items[0].state).toBe('failed')
  await nextMail(server, other.admin.email, 'failed')
  await expireAt(new Date(clock.now().getTime() + 8 * 86_400_000))
  expect(await readdir(folder)).toEqual([])
  expect((await fixture.admin.get(pathOf(fixture))).body.items).toEqual([])
  expect((await download(url)).status).toBe(404)
  expect(await readdir(join(server.dataDir, 'scratch'))).toEqual([])
})

test('an export of a studio that was erased meanwhile leaves no file', async () => {
  const fixture = await aStudio(server)
  const [job] = studioExportJobs
  const id = crypto.randomUUID()
  await asLogin((tx) =>
    sql`insert into studio_exports (id, studio_id, created_at) values (${id}, ${fixture.studio.id}, now())`.execute(tx),
  )
  await asSystem((tx) => tx.deleteFrom('studios').where('id', '=', fixture.studio.id).execute())
  const context = { job_id: 'test', now: clock.now(), log: createLog('silent'), signal: new AbortController().signal }
  await job?.handle({ export_id: id }, context)
  await expect(readdir(join(server.dataDir, 'files/exports', fixture.studio.id))).rejects.toThrow('ENOENT')
})
