import { readdir, utimes } from 'node:fs/promises'
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
  type StudioOfTest,
  signIn,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { anAppFactor } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'
import { StoreUnavailableError } from '#platform/files/files.ts'
import { getFileStore } from '#platform/files/open.ts'
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
  const findExport = async () => {
    const { items } = (await fixture.admin.get(pathOf(fixture))).body
    return items.find(({ id }: { id: string }) => id === body.id)
  }
  await vi.waitFor(async () => expect((await findExport()).state).not.toBe('waiting'), {
    timeout: 30_000,
    interval: 100,
  })
  return findExport()
}

type Link = { url: string; cookie: string }

/** Requests a link. @returns the link, and the cookie that the browser of the session got with it */
async function requestLink({ token }: Pick<TestUser, 'token'>, id: string): Promise<Link> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${server.url}/api/v1/studio-exports/${id}/link`, { method: 'POST', headers })
  expect(response.status).toBe(201)
  const [cookie = ''] = response.headers.getSetCookie()
  const limits = new RegExp(`; Path=/storage/v1/exports/${id}; Max-Age=3600; HttpOnly; SameSite=Strict$`)
  expect(cookie).toMatch(limits)
  const { url } = (await response.json()) as { url: string }
  return { url: `${server.url}${url}`, cookie: cookie.split(';')[0] ?? '' }
}

const download = async ({ url, cookie }: Link, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers: { cookie, ...headers } })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

const listAuditedActions = async (studio_id: string) =>
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

test('an admin exports everything, gets emails about it, and downloads it whole and in parts', async () => {
  const fixture = await aStudio(server)
  const booking = await aBooking(fixture.client, fixture.studio.id, clock.today, { notes: 'Two condenser mics' })
  const ready = await anExport(fixture)
  expect(ready).toMatchObject({ state: 'ready', requested_by_name: fixture.admin.full_name })
  expect((await nextMail(server, fixture.admin.email, 'requested')).subject).toContain(
    'An export of your studio was requested',
  )
  const mail = await nextMail(server, fixture.admin.email, 'Your export is ready')
  expect(mail.text).toContain('/studio/settings?tab=export')
  expect(mail.text).not.toContain('/storage/')
  const link = await requestLink(fixture.admin, ready.id)
  const wholeFile = await download(link)
  expect(wholeFile.status).toBe(200)
  expect(wholeFile.bytes).toHaveLength(ready.size_bytes)
  expect(wholeFile.headers.get('content-disposition')).toMatch(/^attachment; filename="studio-export-.*\.zip"$/)
  const rows = JSON.parse(Buffer.from(unzipSync(wholeFile.bytes)['tables/bookings.json'] ?? []).toString())
  expect(rows).toMatchObject([{ id: booking.id, notes: 'Two condenser mics', client_id: fixture.client.id }])
  // An interrupted download continues.
  const half = Math.floor(ready.size_bytes / 2)
  const first = await download(link, { range: `bytes=0-${half - 1}` })
  // Another link of the same session does not end the download.
  await requestLink(fixture.admin, ready.id)
  const rest = await download(link, { range: `bytes=${half}-`, 'if-range': wholeFile.headers.get('etag') ?? '' })
  expect([first.status, rest.status]).toEqual([206, 206])
  expect(rest.headers.get('content-range')).toBe(`bytes ${half}-${ready.size_bytes - 1}/${ready.size_bytes}`)
  expect(Buffer.concat([first.bytes, rest.bytes])).toEqual(wholeFile.bytes)
  expect((await download(link, { range: 'bytes=-10' })).bytes).toEqual(wholeFile.bytes.subarray(-10))
  expect((await download(link, { range: `bytes=${ready.size_bytes}-` })).status).toBe(416)
  expect((await download(link, { range: 'bytes=5-9', 'if-range': '"another"' })).status).toBe(200)
  const links = ['studioExports.createLink', 'studioExports.createLink']
  expect(await listAuditedActions(fixture.studio.id)).toEqual(['studioExports.create', ...links])
})

test('all admins get an email when one of them requests an export', async () => {
  const fixture = await aStudio(server)
  const second = await aCrewMember(server, fixture)
  await asLogin((tx) => sql`update user_roles set role = 'studio_admin' where user_id = ${second.id}::uuid`.execute(tx))
  await anExport(fixture)
  const mail = await nextMail(server, second.email, 'requested')
  expect(mail.text).toContain(`Requested by: ${fixture.admin.full_name}\nWhen: `)
})

test('clients, crew, the desk, other studios, operators, visitors and keys cannot export', async () => {
  const [fixture, other] = [await aStudio(server), await aStudio(server)]
  const ready = await anExport(fixture)
  const ownLink = await requestLink(fixture.admin, ready.id)
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
  // A link works only in its session, and only while its person is an admin.
  const downloadChanged = (change: (link: URL) => void) => {
    const link = new URL(ownLink.url)
    change(link)
    return download({ ...ownLink, url: link.href })
  }
  expect((await downloadChanged((link) => link.searchParams.set('token', 'x'))).status).toBe(404)
  expect((await downloadChanged((link) => link.searchParams.set('until', '2099-01-01T00:00:00.000Z'))).status).toBe(404)
  expect((await downloadChanged((link) => link.searchParams.set('session', crypto.randomUUID()))).status).toBe(404)
  expect((await downloadChanged((link) => link.searchParams.delete('session'))).status).toBe(404)
  expect((await download(ownLink)).status).toBe(200)
  await asLogin((tx) =>
    sql`update user_roles set role = 'staff' where user_id = ${fixture.admin.id}::uuid and studio_id = ${fixture.studio.id}::uuid`.execute(
      tx,
    ),
  )
  expect((await download(ownLink)).status).toBe(404)
})

test('a link gives nothing to another person, browser or session', async () => {
  const [fixture, other] = [await aStudio(server), await aStudio(server)]
  const second = await aCrewMember(server, fixture)
  await asLogin((tx) => sql`update user_roles set role = 'studio_admin' where user_id = ${second.id}::uuid`.execute(tx))
  const [ready, otherExport] = [await anExport(fixture), await anExport(other)]
  const ownLink = await requestLink(fixture.admin, ready.id)
  const secondSession = await signIn(server, fixture.admin)
  const wrongCookies = {
    'who has only the link': '',
    'another admin of the studio': (await requestLink(second, ready.id)).cookie,
    'another session of the same person': (await requestLink(secondSession, ready.id)).cookie,
    'an admin of another studio': (await requestLink(other.admin, otherExport.id)).cookie,
    'a made up cookie': 'studiohub-export=x',
  }
  for (const [who, cookie] of Object.entries(wrongCookies)) {
    expect((await download({ url: ownLink.url, cookie })).status, who).toBe(404)
    expect((await download({ url: ownLink.url, cookie }, { range: 'bytes=0-9' })).status, who).toBe(404)
  }
  // The cookie without the query of the link does not work either.
  const pathOnly = ownLink.url.replace(/\?.*/, '')
  expect((await download({ url: pathOnly, cookie: ownLink.cookie })).status).toBe(404)
  expect((await download(ownLink)).status).toBe(200)
  expect((await download({ ...ownLink, cookie: `a=b; ${ownLink.cookie}; c=d` })).status).toBe(200)
})

test('an export needs a sign-in of the last day and the second factor', async () => {
  const fixture = await aStudio(server)
  const ready = await anExport(fixture)
  const ageSessions = (interval: string) =>
    asLogin((tx) =>
      sql`update auth.sessions set created_at = ${clock.now().toISOString()}::timestamptz - ${interval}::interval
        where user_id = ${fixture.admin.id}`.execute(tx),
    )
  await ageSessions('25 hours')
  expectError(await fixture.admin.post(pathOf(fixture)), 'REAUTH_REQUIRED')
  expectError(await fixture.admin.post(`/studio-exports/${ready.id}/link`), 'REAUTH_REQUIRED')
  await ageSessions('23 hours')
  await anAppFactor(server, fixture.admin.token, clock.now())
  await asLogin((tx) => sql`update auth.sessions set aal = 'aal1' where user_id = ${fixture.admin.id}`.execute(tx))
  expectError(await fixture.admin.post(pathOf(fixture)), 'INSUFFICIENT_AAL')
  expectError(await fixture.admin.post(`/studio-exports/${ready.id}/link`), 'INSUFFICIENT_AAL')
})

test('a studio has one running export at a time, and three in 24 hours', async () => {
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
  const response = await fixture.admin.post(pathOf(fixture))
  expectError(response, 'RATE_LIMITED')
  expect(response.body.message).toContain('3 times in 24 hours')
})

/** Runs the hourly job at the time `now`. */
async function runExpiry(now: Date) {
  const job = studioExportJobs.find(({ name }) => name === 'studio-exports.expire')
  await job?.handle({}, { job_id: 'test', now, log: createLog('silent'), signal: new AbortController().signal })
}

test('after seven days an export and its file are deleted, and a stuck export fails', async () => {
  const [fixture, other] = [await aStudio(server), await aStudio(server)]
  const ready = await anExport(fixture)
  await asLogin((tx) =>
    sql`insert into studio_exports (studio_id, requested_by, created_at)
      values (${other.studio.id}, ${other.admin.id}, ${clock.now().toISOString()})`.execute(tx),
  )
  const folder = join(server.dataDir, 'files/exports', fixture.studio.id)
  expect(await readdir(folder)).toEqual([`${ready.id}-000001.part`])
  const link = await requestLink(fixture.admin, ready.id)
  await runExpiry(new Date(clock.now().getTime() + 6 * 86_400_000))
  expect((await download(link)).status).toBe(200)
  expect((await other.admin.get(pathOf(other))).body.items[0].state).toBe('failed')
  await nextMail(server, other.admin.email, 'failed')
  await runExpiry(new Date(clock.now().getTime() + 8 * 86_400_000))
  expect(await readdir(folder)).toEqual([])
  expect((await fixture.admin.get(pathOf(fixture))).body.items).toEqual([])
  expect((await download(link)).status).toBe(404)
  expect(await readdir(join(server.dataDir, 'scratch'))).toEqual([])
})

test('an export fails on its last attempt while the file store is unavailable, and its studio can request another', async () => {
  const fixture = await aStudio(server)
  const id = crypto.randomUUID()
  await asLogin((tx) =>
    sql`insert into studio_exports (id, studio_id, requested_by, created_at)
      values (${id}, ${fixture.studio.id}, ${fixture.admin.id}, ${clock.now().toISOString()})`.execute(tx),
  )
  const [job] = studioExportJobs
  const context = { job_id: 'test', now: clock.now(), log: createLog('silent'), signal: new AbortController().signal }
  const outage = vi.spyOn(getFileStore(), 'put').mockRejectedValue(new StoreUnavailableError('no answer'))
  const readState = async () => (await fixture.admin.get(pathOf(fixture))).body.items[0].state
  try {
    await expect(job?.handle({ export_id: id }, context)).rejects.toThrow('no answer')
    expect(await readState()).toBe('waiting')
    await job?.handle({ export_id: id }, { ...context, is_last_attempt: true })
  } finally {
    outage.mockRestore()
  }
  expect(await readState()).toBe('failed')
  await nextMail(server, fixture.admin.email, 'failed')
  expect((await anExport(fixture)).state).toBe('ready')
})

test('parts of exports that a restored database does not know are deleted, and no others', async () => {
  const [lostStudio, keptStudio] = [await aStudio(server), await aStudio(server)]
  const [{ id }, ready] = [await anExport(lostStudio), await anExport(keptStudio)]
  const folderOf = ({ studio }: StudioOfTest) => join(server.dataDir, 'files/exports', studio.id)
  const otherKey = `avatars/${lostStudio.admin.id}/avatar-1f2e.webp`
  await getFileStore().put(otherKey, Uint8Array.of(1))
  // A restored database has no rows of exports, because backups leave them out.
  await asLogin((tx) => sql`delete from studio_exports where id = ${id}::uuid`.execute(tx))
  const ageFiles = async (days: number) => {
    const at = new Date(clock.now().getTime() - days * 86_400_000)
    for (const fixture of [lostStudio, keptStudio])
      for (const name of await readdir(folderOf(fixture))) await utimes(join(folderOf(fixture), name), at, at)
  }
  const clean = async () => {
    const job = studioExportJobs.find(({ name }) => name === 'studio-exports.clean-store')
    const log = createLog('silent')
    await job?.handle({}, { job_id: 'test', now: clock.now(), log, signal: new AbortController().signal })
  }
  await ageFiles(7)
  await clean()
  expect(await readdir(folderOf(lostStudio))).toEqual([`${id}-000001.part`])
  await ageFiles(9)
  await clean()
  expect(await readdir(folderOf(lostStudio))).toEqual([])
  expect(await readdir(folderOf(keptStudio))).toEqual([`${ready.id}-000001.part`])
  expect(await getFileStore().get(otherKey)).not.toBeNull()
})

test('the export of a studio that is erased during the export leaves no file', async () => {
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
