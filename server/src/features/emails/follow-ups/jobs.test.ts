import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock } from '@studiohub/testing/bookings.ts'
import { aClientRecord } from '@studiohub/testing/client-records.ts'
import { asLogin, stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { mailsTo } from '@studiohub/testing/mailbox.ts'
import { aStudio, aSuperAdmin, proveAddress, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { followUpOnBookings } from '../bookings/jobs.ts'

const clock = aFixedClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const silentLog = { info: () => {}, warn: () => {}, error: () => {} }
const SUBJECT = /^Thank you for your session at /

async function followUpAt(time: string, days = 0) {
  clock.set(time, days)
  await stateOfDatabase()
  const context = { job_id: 'test', now: clock.now(), log: silentLog, signal: new AbortController().signal }
  await followUpOnBookings.handle({}, context)
  await stateOfDatabase()
  clock.set('10:00')
}
const thankYouMailsTo = async (email: string) =>
  (await mailsTo(server, email)).filter(({ subject }) => SUBJECT.test(subject))

async function aStudioWithFollowUps(overrides: object = {}): Promise<StudioOfTest> {
  const fixture = await aStudio(server)
  const path = `/studios/${fixture.studio.id}/opening-hours`
  const rules = { follow_up_hours: 2, review_url: 'https://reviews.example/us', ...overrides }
  expect((await fixture.admin.put(path, { ...(await fixture.admin.get(path)).body, ...rules })).status).toBe(200)
  return fixture
}

/** A session from 08:00 to 09:00 today that took place. */
async function aPastSession({ admin, studio }: StudioOfTest, client_id: string, overrides: object = {}) {
  const times = { booking_date: today, start_time: '08:00', end_time: '09:00', client_id, ...overrides }
  const { id } = await aBooking(admin, studio.id, today, times)
  expect((await admin.post(`/bookings/${id}/complete`)).status).toBe(200)
  return id
}

test('a client gets one thank-you email, with the review page and a header to unsubscribe', async () => {
  const fixture = await aStudioWithFollowUps()
  await aPastSession(fixture, fixture.client.id)
  await followUpAt('10:59')
  expect(await thankYouMailsTo(fixture.client.email)).toEqual([])
  await followUpAt('11:00')
  await followUpAt('12:00')
  const [mail, ...otherMails] = await thankYouMailsTo(fixture.client.email)
  expect(otherMails).toEqual([])
  expect(mail?.text).toContain('https://reviews.example/us')
  expect(mail?.text).toContain(`${server.url}/${fixture.studio.slug}/bookings`)
  expect(mail?.calendar).toBeNull()
  const source = readFileSync(join(server.outbox, mail?.file ?? ''), 'utf8').replaceAll(/\r?\n /g, ' ')
  expect(source).toMatch(/^List-Unsubscribe: <http/m)
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
})

test('a studio that was imported and never opened here sends no thank-you emails', async () => {
  const fixture = await aStudioWithFollowUps()
  await aPastSession(fixture, fixture.client.id)
  const setOpen = (is_active: boolean) =>
    asLogin((tx) =>
      tx.updateTable('studios').set({ is_active, opened_at: null }).where('id', '=', fixture.studio.id).execute(),
    )
  await setOpen(false)
  await followUpAt('11:00')
  expect(await thankYouMailsTo(fixture.client.email)).toEqual([])
  await setOpen(true)
  await followUpAt('11:00')
  expect(await thankYouMailsTo(fixture.client.email)).toHaveLength(1)
})

test('a studio that an operator has deactivated sends no thank-you emails', async () => {
  const fixture = await aStudioWithFollowUps()
  await aPastSession(fixture, fixture.client.id)
  const operator = await aSuperAdmin(server)
  const deactivated = await operator.patch(`/admin/studios/${fixture.studio.id}`, { is_active: false })
  expect(deactivated.status, deactivated.text).toBe(200)
  await followUpAt('11:00')
  expect(await thankYouMailsTo(fixture.client.email)).toEqual([])
})

test('opening the unsubscribe link changes nothing, one request stops the emails, and a repeat is harmless', async () => {
  const fixture = await aStudioWithFollowUps()
  await aPastSession(fixture, fixture.client.id)
  await followUpAt('11:00')
  const [mail] = await thankYouMailsTo(fixture.client.email)
  const url = /http\S+\/unsubscribe\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  const page = await fetch(url)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('Stop these emails')
  await aPastSession(fixture, fixture.client.id, { start_time: '09:00', end_time: '09:30' })
  for (const _ of [1, 2]) {
    const body = 'List-Unsubscribe=One-Click'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await fetch(url, { method: 'POST', headers, body })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('no longer writes to you')
  }
  await followUpAt('12:00')
  expect(await thankYouMailsTo(fixture.client.email)).toHaveLength(1)
  // Emails about bookings still arrive.
  await aBooking(fixture.admin, fixture.studio.id, today, {
    booking_date: plusDays(today, 3),
    client_id: fixture.client.id,
  })
  await stateOfDatabase()
  const subjects = (await mailsTo(server, fixture.client.email)).map(({ subject }) => subject)
  expect(subjects.at(-1)).toMatch(/is booked$/)
})

test('an unsubscribe link with a wrong signature is not found', async () => {
  const fixture = await aStudioWithFollowUps()
  const visitor = callAs(server.url, null)
  for (const mac of ['', 'x', 'A'.repeat(43)]) {
    const path = `/unsubscribe/${fixture.studio.id}/${fixture.client.id}/${mac}`
    expectError(await visitor.get(path), 'NOT_FOUND')
    expectError(await visitor.post(path, {}), 'NOT_FOUND')
  }
})

test('a client without an account gets the thank-you email at the address of the record, and a no-show gets none', async () => {
  const fixture = await aStudioWithFollowUps()
  await proveAddress(fixture.admin)
  const email = `wanda-${fixture.studio.slug}@example.com`
  await aPastSession(fixture, await aClientRecord(fixture.studio.id, { email }))
  const missed = await aPastSession(fixture, fixture.other.id, { start_time: '09:00', end_time: '09:30' })
  await fixture.admin.post(`/bookings/${missed}/no-show`, {})
  await followUpAt('12:00')
  const [mail] = await thankYouMailsTo(email)
  // This address is not proven, so the studio's link is not sent there.
  expect(mail?.text).toContain('Thank you for your session')
  expect(mail?.text).not.toContain('review')
  expect(await thankYouMailsTo(fixture.other.email)).toEqual([])
})

test('a client without an account can stop reminders and thank-you emails with the link of any email', async () => {
  const fixture = await aStudioWithFollowUps()
  await proveAddress(fixture.admin)
  const email = `willa-${fixture.studio.slug}@example.com`
  const client_id = await aClientRecord(fixture.studio.id, { email })
  const booking_date = plusDays(today, 1)
  await aBooking(fixture.admin, fixture.studio.id, today, {
    booking_date,
    client_id,
    start_time: '14:00',
    end_time: '15:00',
  })
  await stateOfDatabase()
  const [bookingMail] = await mailsTo(server, email)
  const source = readFileSync(join(server.outbox, bookingMail?.file ?? ''), 'utf8').replaceAll(/\r?\n /g, ' ')
  const url = /^List-Unsubscribe: <(http[^>]+)>/m.exec(source)?.[1] ?? ''
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
  expect(bookingMail?.text).toContain(url)
  expect(await (await fetch(url)).text()).toContain('reminds you of your sessions')
  const stop = () => fetch(url, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
  expect(await (await stop()).text()).toContain('no longer reminds you of your sessions')
  expect((await stop()).status).toBe(200)
  const path = `/studios/${fixture.studio.id}/clients/${client_id}`
  expect((await fixture.admin.get(path)).body).toMatchObject({ reminders: false, follow_ups: false })
  await aPastSession(fixture, client_id)
  await followUpAt('12:00')
  expect(await thankYouMailsTo(email)).toEqual([])
  // For a client with an account, the link stops only emails after sessions, not reminders.
  await aPastSession(fixture, fixture.client.id)
  await followUpAt('12:00')
  const [thanks] = await thankYouMailsTo(fixture.client.email)
  await fetch(/http\S+\/unsubscribe\/\S+/.exec(thanks?.text ?? '')?.[0] ?? '', { method: 'POST' })
  const record = await fixture.admin.get(`/studios/${fixture.studio.id}/clients/${fixture.client.id}`)
  expect(record.body).toMatchObject({ reminders: true, follow_ups: false })
})

test('a studio can switch thank-you emails off, and a review page needs an https address', async () => {
  const fixture = await aStudioWithFollowUps({ follow_up_hours: null })
  await aPastSession(fixture, fixture.client.id)
  await followUpAt('12:00')
  expect(await thankYouMailsTo(fixture.client.email)).toEqual([])
  const path = `/studios/${fixture.studio.id}/opening-hours`
  const { body } = await fixture.admin.get(path)
  for (const review_url of ['http://reviews.example', 'javascript:alert(1)', 'reviews', 'https://a b']) {
    expectError(await fixture.admin.put(path, { ...body, review_url }), 'VALIDATION_FAILED')
  }
})

test('a client gets no thank-you email for a session that was over when it was imported', async () => {
  const fixture = await aStudioWithFollowUps()
  const file = `Date,Start,Hours,Email,Service\n${today},08:00,1,over@example.com,recording`
  const response = await fixture.admin.upload(
    'POST',
    `/studios/${fixture.studio.id}/imports`,
    new TextEncoder().encode(file),
    { name: 'bookings.csv', type: 'text/csv', fields: { kind: 'bookings' } },
  )
  expect(response.body).toMatchObject({ import: { created: 1 } })
  // The same session, entered by the desk.
  await aPastSession(fixture, fixture.client.id)
  await followUpAt('12:00')
  expect(await thankYouMailsTo('over@example.com')).toEqual([])
  expect(await thankYouMailsTo(fixture.client.email)).toHaveLength(1)
})
