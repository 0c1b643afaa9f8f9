import { aBooking, aFixedClock, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { expectNothingDone, tablesWith } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aStudio, crewRoleOf, type Person, type StudioOfTest, signIn } from '@studiohub/testing/people.ts'
import { aPushService, type TestBrowser } from '@studiohub/testing/push-service.ts'
import { authAs } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'
import { deletePushKeys } from '#platform/push/vapid.ts'
import { createNotices } from '../jobs.ts'
import { pushJobs } from './jobs.ts'

const clock = aFixedClock()
const soon = { timeout: 30_000, interval: 50 }
let server: TestServer
let service: Awaited<ReturnType<typeof aPushService>>
let fixture: StudioOfTest

beforeAll(async () => {
  service = await aPushService()
  server = await startServer({ clock, env: { OUTBOUND_ALLOW: '127.0.0.1' } })
  clock.set('10:00')
  fixture = await aStudio(server, { name: 'Northern Tape', timezone: 'UTC' })
})
afterAll(async () => {
  await server.stop()
  service.stop()
})

/** Switches notifications on in a browser. */
async function switchOn(person: Person, browser: TestBrowser = service.subscribe()) {
  const { public_key } = (await person.get('/me/push')).body
  service.sender.public_key = public_key
  const { status, body } = await person.put('/me/push/device', { ...browser.subscription, public_key })
  expect(status).toBe(200)
  return { browser, id: body.id as string }
}

/** Tells a person something, as a job does. @returns the notification's id */
async function tell(person: Person, about: string, studio_id = fixture.studio.id): Promise<string> {
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
const received = (browser: TestBrowser, count: number) =>
  vi.waitFor(() => expect(browser.messages).toHaveLength(count), soon)

/** Runs a job as a worker does, at a time. */
async function run(name: string, payload: object, now = clock.now()) {
  const job = pushJobs.find((one) => one.name === name)
  const log = { info() {}, warn() {}, error() {} }
  await job?.handle(payload, { job_id: 'test', now, log, signal: new AbortController().signal })
}

test('a device shows what the bell shows, encrypted for it alone and signed by us', async () => {
  const { admin, client, studio } = fixture
  const { browser } = await switchOn(admin)
  const own = await switchOn(client)
  const { id } = await aBooking(client, studio.id, clock.today)
  await received(browser, 1)
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
  await received(own.browser, 1)
  expect(own.browser.messages).toMatchObject([{ title: 'A session was confirmed', unread: 1, user_id: client.id }])
  expect(browser.messages).toHaveLength(1)
  expect(service.calls.map(({ problem }) => problem)).toEqual([null, null])
  // The address of a browser is a secret, and stored sealed.
  expect(await tablesWith(new URL(browser.subscription.endpoint).pathname)).toEqual([])
})

test('people see, switch off and fill only their own devices', async () => {
  const { admin, other } = await aStudio(server)
  const { id } = await switchOn(admin)
  const own = (await admin.get('/me/push')).body
  expect(own.devices).toMatchObject([{ id, is_current: true }])
  expect(JSON.stringify(own)).not.toContain(service.host)
  expect((await other.get('/me/push')).body.devices).toEqual([])
  expectError(await expectNothingDone(() => other.delete(`/me/push/devices/${id}`), true), 'NOT_FOUND')
  const visitor = callAs(server.url, null)
  expectError(await visitor.get('/me/push'), 'UNAUTHENTICATED')
  expectError(await visitor.put('/me/push/settings', { muted: [], quiet: null }), 'UNAUTHENTICATED')
  expect((await admin.delete(`/me/push/devices/${id}`)).body).toEqual({ id })
  expect((await admin.get('/me/push')).body.devices).toEqual([])
})

test('a browser belongs to the person who used it last', async () => {
  const { admin, other, studio } = await aStudio(server)
  const { browser } = await switchOn(admin)
  await switchOn(other, browser)
  expect((await admin.get('/me/push')).body.devices).toEqual([])
  await tell(admin, 'for the first', studio.id)
  await tell(other, 'for the second', studio.id)
  await received(browser, 1)
  expect(browser.messages).toMatchObject([{ detail: 'for the second', user_id: other.id }])
})

test('signing out ends the messages of that device only', async () => {
  const { admin, studio } = await aStudio(server)
  const phone = await signIn(server, admin)
  const [{ browser: first }, { browser: second }] = [await switchOn(admin), await switchOn(phone)]
  expect((await admin.get('/me/push')).body.devices).toHaveLength(2)
  expect((await authAs(server, phone.token)('POST', '/logout?scope=local')).status).toBe(204)
  expect((await admin.get('/me/push')).body.devices).toHaveLength(1)
  await tell(admin, 'after signing out', studio.id)
  await received(first, 1)
  expect(second.messages).toEqual([])
})

test('a removed role ends the messages of that studio', async () => {
  const own = await aStudio(server)
  const crew = await aCrewMember(server, own)
  const { browser, id: device_id } = await switchOn(crew)
  await tell(crew, 'still here', own.studio.id)
  await received(browser, 1)
  const late = await tell(crew, 'too late', own.studio.id)
  await received(browser, 2)
  const { role_id } = await crewRoleOf(own, crew)
  expect((await own.admin.delete(`/studios/${own.studio.id}/crew/${role_id}`)).status).toBe(200)
  await run('notices.push-to-device', { notice_id: late, device_id })
  await run('notices.push', { notice_id: late })
  expect(browser.messages).toHaveLength(2)
})

test('a device that its push service forgot is removed, and a failing one gets the message later', async () => {
  const { admin, studio } = await aStudio(server)
  const { browser, id: device_id } = await switchOn(admin)
  browser.status = 503
  const notice_id = await tell(admin, 'twice', studio.id)
  const again = () => run('notices.push-to-device', { notice_id, device_id })
  await expect(again()).rejects.toThrow('The push service answered 503.')
  browser.status = 201
  await again()
  expect(browser.messages).toMatchObject([{ detail: 'twice' }])
  browser.status = 400
  await expect(again()).rejects.toThrow('The push service answered 400.')
  service.unsubscribe(browser)
  await again()
  expect((await admin.get('/me/push')).body.devices).toEqual([])
})

test("an address inside the operator's network is never called", async () => {
  const { admin, studio } = await aStudio(server)
  const { browser } = await switchOn(admin)
  const { public_key } = (await admin.get('/me/push')).body
  const inside = { ...browser.subscription, endpoint: 'http://10.0.0.1/push', public_key }
  const { body } = await admin.put('/me/push/device', inside)
  const notice_id = await tell(admin, 'inside', studio.id)
  await run('notices.push-to-device', { notice_id, device_id: body.id })
  expect((await admin.get('/me/push')).body.devices).toEqual([])
  const other = { ...inside, endpoint: 'ftp://push.example' }
  expectError(await admin.put('/me/push/device', other), 'VALIDATION_FAILED')
})

test('muted topics stay in the bell', async () => {
  const { admin, studio } = await aStudio(server)
  const { browser } = await switchOn(admin)
  const muted = { muted: ['work'], quiet: null }
  expect((await admin.put('/me/push/settings', muted)).body).toEqual(muted)
  const notice_id = await tell(admin, 'muted', studio.id)
  await run('notices.push', { notice_id })
  expect((await admin.put('/me/push/settings', { muted: ['studio'], quiet: null })).status).toBe(200)
  await tell(admin, 'heard', studio.id)
  await received(browser, 1)
  expect(browser.messages).toMatchObject([{ detail: 'heard', unread: 2 }])
})

test('in quiet hours messages wait, and the newest speaks for all afterwards', async () => {
  const { admin, studio } = await aStudio(server)
  const { browser } = await switchOn(admin)
  const quiet = { from: '09:00', until: '11:00', timezone: 'UTC' }
  expect((await admin.put('/me/push/settings', { muted: [], quiet })).body.quiet).toEqual(quiet)
  const held_since = new Date(Date.now() - 60_000).toISOString()
  const first = await tell(admin, 'first', studio.id)
  const second = await tell(admin, 'second', studio.id)
  await run('notices.push', { notice_id: first })
  const morning = new Date(`${clock.today}T11:00:00Z`)
  await run('notices.push', { notice_id: first, held_since }, morning)
  await run('notices.push', { notice_id: second, held_since }, morning)
  await received(browser, 1)
  expect(browser.messages).toMatchObject([{ id: second, title: '2 new notifications', unread: 2 }])
  // Read in the meantime: nothing to say.
  await admin.post('/notices/read')
  await run('notices.push', { notice_id: second, held_since }, morning)
  expect(browser.messages).toHaveLength(1)
  const same = { muted: [], quiet: { ...quiet, until: '09:00' } }
  expectError(await admin.put('/me/push/settings', same), 'VALIDATION_FAILED')
})

test('a new key ends the devices of the former one, and their browsers subscribe again', async () => {
  const { admin, studio } = await aStudio(server)
  const { browser, id: device_id } = await switchOn(admin)
  const former = (await admin.get('/me/push')).body.public_key
  expect(await deletePushKeys()).toBe(true)
  const { public_key } = (await admin.get('/me/push')).body
  expect(public_key).not.toBe(former)
  const stale = await admin.put('/me/push/device', { ...browser.subscription, public_key: former })
  expectError(stale, 'PUSH_KEY_CHANGED')
  const notice_id = await tell(admin, 'to the former key', studio.id)
  await run('notices.push-to-device', { notice_id, device_id })
  expect((await admin.get('/me/push')).body.devices).toEqual([])
  const fresh = await switchOn(admin)
  await tell(admin, 'to the new key', studio.id)
  await received(fresh.browser, 1)
  expect(browser.messages).toEqual([])
})
