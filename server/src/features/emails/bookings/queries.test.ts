import { randomUUID } from 'node:crypto'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aSession, aStandingClock } from '@studiohub/testing/bookings.ts'
import { mailsTo } from '@studiohub/testing/mailbox.ts'
import { aStudio, type Person, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asSystem } from '../../../platform/db/door.ts'
import { createLog } from '../../../platform/log.ts'
import { sendBookingMessage } from './jobs.ts'

const clock = aStandingClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock, env: { BOOKING_MAIL_WAIT_SECONDS: '600', BOOKING_MAILS_A_DAY: '12' } })
})
afterAll(() => server.stop())

const messagesOf = ({ studio }: StudioOfTest) =>
  asSystem((tx) =>
    tx
      .selectFrom('booking_messages')
      .select(['id', 'user_id', 'kind', 'state', 'last_error'])
      .where('studio_id', '=', studio.id)
      .orderBy('created_at')
      .orderBy('version')
      .execute(),
  )

/** Does what the queue does once the wait is over. @param count how many messages are noted by then */
async function sendAll(place: StudioOfTest, count: number) {
  await vi.waitFor(async () => expect(await messagesOf(place)).toHaveLength(count), { timeout: 30_000 })
  const context = { job_id: '', now: clock.now(), log: createLog('silent'), signal: new AbortController().signal }
  for (const { id, state } of await messagesOf(place)) {
    if (state === 'waiting') await sendBookingMessage.handle({ message_id: id }, { ...context, job_id: randomUUID() })
  }
}
const subjectsOf = async ({ email }: Person) =>
  (await mailsTo(server, email)).filter(({ calendar }) => calendar !== null).map(({ subject }) => subject)

test('R11: changes of a session while its mail waits become one mail, to each', async () => {
  const place = await aStudio(server, { name: 'Blue Room' })
  const { id } = await aBooking(place.client, place.studio.id, today)
  for (const start_time of ['13:00', '14:00', '15:00']) {
    await place.client.patch(`/bookings/${id}`, { start_time, end_time: '17:00' })
  }
  await sendAll(place, 8)
  expect(await subjectsOf(place.client)).toHaveLength(1)
  expect(await subjectsOf(place.admin)).toHaveLength(1)
  const [mail] = (await mailsTo(server, place.admin.email)).filter(({ calendar }) => calendar !== null)
  expect(mail?.text).toContain('15:00 to 17:00')
  await place.client.post(`/bookings/${id}/cancel`, {})
  await sendAll(place, 10)
  expect(await subjectsOf(place.admin)).toHaveLength(2)
})

test('R11: ten bookings and cancellations of a client mail the studio nothing, and the client ten receipts at most', async () => {
  const place = await aStudio(server)
  for (let at = 0; at < 10; at += 1) {
    const { id } = await aBooking(place.client, place.studio.id, today)
    expect((await place.client.post(`/bookings/${id}/cancel`, {})).status).toBe(200)
  }
  await sendAll(place, 40)
  expect(await subjectsOf(place.admin)).toEqual([])
  expect((await subjectsOf(place.client)).length).toBeLessThanOrEqual(10)
})

test('R11: one client fills a quarter of a bound, all clients the whole, and the log says why the rest did not leave', async () => {
  const place = await aStudio(server)
  const book = async (person: Person, hour: number, count: number) => {
    const times = { start_time: `${hour}:00`, end_time: `${hour}:30` }
    for (let days = 7; days < 7 + count; days += 1) {
      const session = aSession(today, { ...times, booking_date: plusDays(today, days) })
      expect((await person.post(`/studios/${place.studio.id}/bookings`, session)).status).toBe(201)
    }
  }
  await book(place.client, 10, 5)
  await book(place.other, 12, 2)
  await sendAll(place, 14)
  expect(await subjectsOf(place.admin)).toHaveLength(3 + 2)
  const skipped = (await messagesOf(place)).filter(({ state }) => state === 'skipped')
  expect(new Set(skipped.map(({ last_error }) => last_error))).toEqual(
    new Set(['not sent: too many mails to this person in 24 hours']),
  )
})
