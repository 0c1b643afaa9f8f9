import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { localAt } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { asLogin, expectNoDatabaseChange, tablesWith } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import {
  aCrewMember,
  aStudio,
  findCrewMember,
  type StudioOfTest,
  signIn,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { aPushService, type TestBrowser } from '@studiohub/testing/push-service.ts'
import { authAs } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'
import { JOBS_TABLE } from '#platform/jobs/jobs.ts'
import { rotatePushKeys } from '#platform/push/vapid.ts'
import { createNotices } from '../jobs.ts'
import { pushJobs } from './jobs.ts'

const clock = aFixedClock()
const WAIT = { timeout: 30_000, interval: 50 }
let server: TestServer
let pushService: Awaited<ReturnType<typeof aPushService>>
let fixture: StudioOfTest

beforeAll(async () => {
  pushService = await aPushService()
  server = await startServer({ clock, env: { OUTBOUND_ALLOW: '127.0.0.1' } })
  clock.set('10:00')
  fixture = await aStudio(server, { name: 'Northern Tape', timezone: 'UTC' })
})
afterAll(async () => {
  await server.stop()
  pushService.stop()
})

/** Turns notifications on in a browser. */
async function subscribeBrowser(person: TestUser, browser: TestBrowser = pushService.subscribe()) {
  const { public_key } = (await person.get('/me/push')).body
  pushService.sender.public_key = public_key
  const { status, body } = await person.put('/me/push/device', { ...browser.subscription, public_key })
  expect(status).toBe(200)
  return { browser, id: body.id as string }
}

/** Creates a notification for a person, as a job does. @returns its id */
async function notify(person: TestUser, about: string, studio_id = fixture.studio.id): Promise<string> {
  const notice = {
    kind: 'mention',
    data: { about },
    studio_id,
    actor_id: null,
    subject_id: null,
    link: '/studio/board',
  }
  await asSystem((tx) => createNotices(tx, { ...notice, kind: 'mention' }, [person.id]))
  return (await person.get('/notices')).body.items[0].id
}

/** Waits until the browser has received this many messages. */
const expectMessages = (browser: TestBrowser, count: number) =>
  vi.waitFor(() => expect(browser.messages).toHaveLength(count), WAIT)

/** Runs a job as a worker does, at the time `now`. */
async function runJob(name: string, payload: object, now = clock.now()) {
  const job = pushJobs.find((candidate) => candidate.name === name)
  const log = { info() {}, warn() {}, error() {} }
  await job?.handle(payload, { job_id: 'test', now, log, signal: new AbortController().signal })
}

/** The payloads of the jobs that wait for the end of quiet hours. */
async function listHeld(notice_ids: string[]): Promise<object[]> {
  const { rows } = await asLogin((tx) =>
    sql<{ data: object }>`select data from ${sql.raw(JOBS_TABLE)} where name = 'notices.push'
      and data ->> 'notice_id' = any(${notice_ids}) and start_after > now() order by created_on`.execute(tx),
  )
  expect(rows).toHaveLength(notice_ids.length)
  return rows.map(({ data }) => data)
}

test('a device shows the same notification as the bell, encrypted for that device and signed by the product', async () => {
  const { admin, client, studio } = fixture
  const { browser } = await subscribeBrowser(admin)
  const clientDevice = await subscribeBrowser(client)
  const { id } = await aBooking(client, studio.id, clock.today)
  await expectMessages(browser, 1)
  const [bell] = (await admin.get('/notices')).body.items
  expect(browser.messages).toEqual([
    {
      id: bell.id,
      title: 'New booking request from Cleo Client',
      detail: expect.stringContaining('10:00'),
      link: bell.link,
      unread: 1,
      user_id: admin.id,
    },
  ])
  expect(bell.subject_id).toBe(id)
  await confirmAsSeen(admin, id)
  await expectMessages(clientDevice.browser, 1)
  expect(clientDevice.browser.messages).toMatchObject([
    { title: 'A session was confirmed', unread: 1, user_id: client.id },
  ])
  expect(browser.messages).toHaveLength(1)
  expect(pushService.calls.map(({ problem }) => problem)).toEqual([null, null])
  // The address of a browser is a secret, so the database contains it only sealed.
  expect(await tablesWith(new URL(browser.subscription.endpoint).pathname)).toEqual([])
})

test('people see, delete and add only their own devices', async () => {
  const { admin, other } = await aStudio(server)
  const { id } = await subscribeBrowser(admin)
  const push = (await admin.get('/me/push')).body
  expect(push.devices).toMatchObject([{ id, is_current: true }])
  expect(JSON.stringify(push)).not.toContain(pushService.host)
  expect((await other.get('/me/push')).body.devices).toEqual([])
  expectError(await expectNoDatabaseChange(() => other.delete(`/me/push/devices/${id}`), true), 'NOT_FOUND')
  const visitor = callAs(server.url, null)
  expectError(await visitor.get('/me/push'), 'UNAUTHENTICATED')
  expectError(await visitor.put('/me/push/settings', { muted: [], quiet: null }), 'UNAUTHENTICATED')
  expect((await admin.delete(`/me/push/devices/${id}`)).body).toEqual({ id })
  expect((await admin.get('/me/push')).body.devices).toEqual([])
})

test('a browser belongs to the person who used it last', async () => {
  const { admin, other, studio } = await aStudio(server)
  const { browser } = await subscribeBrowser(admin)
  await subscribeBrowser(other, browser)
  expect((await admin.get('/me/push')).body.devices).toEqual([])
  await notify(admin, 'for the first', studio.id)
  await notify(other, 'for the second', studio.id)
  await expectMessages(browser, 1)
  expect(browser.messages).toMatchObject([{ detail: 'for the second', user_id: other.id }])
})

test('signing out ends the messages of that device only', async () => {
  const { admin, studio } = await aStudio(server)
  const phone = await signIn(server, admin)
  const [{ browser: first }, { browser: second }] = [await subscribeBrowser(admin), await subscribeBrowser(phone)]
  expect((await admin.get('/me/push')).body.devices).toHaveLength(2)
  expect((await authAs(server, phone.token)('POST', '/logout?scope=local')).status).toBe(204)
  expect((await admin.get('/me/push')).body.devices).toHaveLength(1)
  await notify(admin, 'after signing out', studio.id)
  await expectMessages(first, 1)
  expect(second.messages).toEqual([])
})

test('a removed role ends the messages of that studio', async () => {
  const freshStudio = await aStudio(server)
  const crew = await aCrewMember(server, freshStudio)
  const { browser, id: device_id } = await subscribeBrowser(crew)
  await notify(crew, 'still here', freshStudio.studio.id)
  await expectMessages(browser, 1)
  const lastNotice = await notify(crew, 'too late', freshStudio.studio.id)
  await expectMessages(browser, 2)
  const { role_id } = await findCrewMember(freshStudio, crew)
  expect((await freshStudio.admin.delete(`/studios/${freshStudio.studio.id}/crew/${role_id}`)).status).toBe(200)
  await runJob('notices.push-to-device', { notice_id: lastNotice, device_id })
  await runJob('notices.push', { notice_id: lastNotice })
  expect(browser.messages).toHaveLength(2)
})

test('a device that its push service no longer knows is deleted, and a failed message is sent later', async () => {
  const { admin, studio } = await aStudio(server)
  const { browser, id: device_id } = await subscribeBrowser(admin)
  browser.status = 503
  const notice_id = await notify(admin, 'twice', studio.id)
  // The worker's own attempt fails first. Otherwise it could deliver the message a second time below.
  const { pathname } = new URL(browser.subscription.endpoint)
  await vi.waitFor(() => expect(pushService.calls.map(({ path }) => path)).toContain(pathname), WAIT)
  const sendAgain = () => runJob('notices.push-to-device', { notice_id, device_id })
  await expect(sendAgain()).rejects.toThrow('The push service answered 503.')
  browser.status = 201
  await sendAgain()
  expect(browser.messages).toMatchObject([{ detail: 'twice' }])
  browser.status = 400
  await expect(sendAgain()).rejects.toThrow('The push service answered 400.')
  pushService.unsubscribe(browser)
  await sendAgain()
  expect((await admin.get('/me/push')).body.devices).toEqual([])
})

test("an address inside the operator's network is never called", async () => {
  const { admin, studio } = await aStudio(server)
  const { browser } = await subscribeBrowser(admin)
  const { public_key } = (await admin.get('/me/push')).body
  const internalDevice = { ...browser.subscription, endpoint: 'http://10.0.0.1/push', public_key }
  const { body } = await admin.put('/me/push/device', internalDevice)
  const notice_id = await notify(admin, 'inside', studio.id)
  await runJob('notices.push-to-device', { notice_id, device_id: body.id })
  expect((await admin.get('/me/push')).body.devices).toEqual([])
  const invalidDevice = { ...internalDevice, endpoint: 'ftp://push.example' }
  expectError(await admin.put('/me/push/device', invalidDevice), 'VALIDATION_FAILED')
})

test('muted topics are shown in the bell only', async () => {
  const { admin, studio } = await aStudio(server)
  const { browser } = await subscribeBrowser(admin)
  const muted = { muted: ['work'], quiet: null }
  expect((await admin.put('/me/push/settings', muted)).body).toEqual(muted)
  const notice_id = await notify(admin, 'muted', studio.id)
  await runJob('notices.push', { notice_id })
  expect((await admin.put('/me/push/settings', { muted: ['studio'], quiet: null })).status).toBe(200)
  await notify(admin, 'heard', studio.id)
  await expectMessages(browser, 1)
  expect(browser.messages).toMatchObject([{ detail: 'heard', unread: 2 }])
})

test('messages wait in quiet hours, and afterwards the newest one counts for all', async () => {
  const { admin, studio } = await aStudio(server)
  const { browser } = await subscribeBrowser(admin)
  const quiet = { from: '09:00', until: '11:00', timezone: 'UTC' }
  expect((await admin.put('/me/push/settings', { muted: [], quiet })).body.quiet).toEqual(quiet)
  const held_since = new Date(Date.now() - 60_000).toISOString()
  const first = await notify(admin, 'first', studio.id)
  const second = await notify(admin, 'second', studio.id)
  await runJob('notices.push', { notice_id: first })
  const morning = new Date(`${clock.today}T11:00:00Z`)
  await runJob('notices.push', { notice_id: first, held_since }, morning)
  await runJob('notices.push', { notice_id: second, held_since }, morning)
  await expectMessages(browser, 1)
  expect(browser.messages).toMatchObject([{ id: second, title: '2 new notifications', unread: 2 }])
  // All notifications were read, so nothing is sent.
  await admin.post('/notices/read')
  await runJob('notices.push', { notice_id: second, held_since }, morning)
  expect(browser.messages).toHaveLength(1)
  const emptyHours = { muted: [], quiet: { ...quiet, until: '09:00' } }
  expectError(await admin.put('/me/push/settings', emptyHours), 'VALIDATION_FAILED')
})

test.each([1, 2])('after quiet hours, a device gets one message for all of the %i that waited', async (count) => {
  const { admin, studio } = await aStudio(server)
  const now = new Date()
  const hourAt = (hours: number) =>
    `${localAt(new Date(now.getTime() + hours * HOUR_MS).toISOString(), 'UTC').time.slice(0, 2)}:00`
  const quiet = { from: hourAt(-1), until: hourAt(2), timezone: 'UTC' }
  expect((await admin.put('/me/push/settings', { muted: ['studio'], quiet })).status).toBe(200)
  // Without a device, the worker has nothing to send. Here the test runs the jobs.
  const notice_ids: string[] = []
  for (let n = 1; n <= count; n += 1) notice_ids.push(await notify(admin, `number ${n}`, studio.id))
  // The newest one has a muted topic, so it is shown in the bell only.
  const fields = { studio_id: studio.id, actor_id: null, subject_id: null, link: '/profile' }
  await asSystem((tx) => createNotices(tx, { kind: 'calendar', data: { label: 'Work' }, ...fields }, [admin.id]))
  const { browser } = await subscribeBrowser(admin)
  for (const notice_id of notice_ids) await runJob('notices.push', { notice_id }, new Date())
  for (const payload of await listHeld(notice_ids))
    await runJob('notices.push', payload, new Date(now.getTime() + 4 * HOUR_MS))
  await expectMessages(browser, 1)
  const title = count > 1 ? `${count} new notifications` : 'Someone mentioned you'
  expect(browser.messages).toMatchObject([{ id: notice_ids.at(-1), title, unread: count + 1 }])
})

test('a new key removes the devices of the former one, and their browsers subscribe again', async () => {
  const { admin, studio } = await aStudio(server)
  const { browser, id: device_id } = await subscribeBrowser(admin)
  const former = (await admin.get('/me/push')).body.public_key
  expect((await rotatePushKeys())?.devices).toBeGreaterThan(0)
  const { public_key } = (await admin.get('/me/push')).body
  expect(public_key).not.toBe(former)
  const staleResponse = await admin.put('/me/push/device', { ...browser.subscription, public_key: former })
  expectError(staleResponse, 'PUSH_KEY_CHANGED')
  const notice_id = await notify(admin, 'to the former key', studio.id)
  await runJob('notices.push-to-device', { notice_id, device_id })
  expect((await admin.get('/me/push')).body.devices).toEqual([])
  const newDevice = await subscribeBrowser(admin)
  await notify(admin, 'to the new key', studio.id)
  await expectMessages(newDevice.browser, 1)
  expect(browser.messages).toEqual([])
})
