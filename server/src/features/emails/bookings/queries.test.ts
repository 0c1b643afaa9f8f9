import { randomUUID } from 'node:crypto'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, aSession, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { mailsTo } from '@studiohub/testing/mailbox.ts'
import { aClient, aStudio, type Person, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'
import { createLog } from '#platform/process/log.ts'
import { sendDigests } from '../digests/jobs.ts'
import { formatDay } from '../wording.ts'
import { emailAboutBooking, sendBookingMessage } from './jobs.ts'

const clock = aFixedClock()
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

const aRun = () => ({
  job_id: randomUUID(),
  now: clock.now(),
  log: createLog('silent'),
  signal: new AbortController().signal,
})

/** Runs the queue's job after its wait. @param count the expected number of logged messages */
async function sendAll(fixture: StudioOfTest, count: number) {
  await vi.waitFor(async () => expect(await messagesOf(fixture)).toHaveLength(count), { timeout: 30_000 })
  for (const { id, state } of await messagesOf(fixture)) {
    if (state === 'waiting') await sendBookingMessage.handle({ message_id: id }, aRun())
  }
}
const mailsOf = async ({ email }: Person) => (await mailsTo(server, email)).filter(({ calendar }) => calendar !== null)
const subjectsOf = async (person: Person) => (await mailsOf(person)).map(({ subject }) => subject)

test('changes of a session while its email waits become one email for each side', async () => {
  const fixture = await aStudio(server, { name: 'Blue Room' })
  const { id } = await aBooking(fixture.client, fixture.studio.id, today)
  for (const start_time of ['13:00', '14:00', '15:00']) {
    await fixture.client.patch(`/bookings/${id}`, { start_time, end_time: '17:00' })
  }
  await sendAll(fixture, 8)
  expect(await subjectsOf(fixture.client)).toHaveLength(1)
  expect(await subjectsOf(fixture.admin)).toHaveLength(1)
  const [mail] = await mailsOf(fixture.admin)
  expect(mail?.subject).toBe('New request from Cleo Client')
  expect(mail?.text).toContain('15:00 to 17:00')
  await fixture.client.post(`/bookings/${id}/cancel`, {})
  await sendAll(fixture, 10)
  expect(await subjectsOf(fixture.admin)).toHaveLength(2)
})

test('ten bookings and cancellations of a client email the studio nothing, and the client at most ten receipts', async () => {
  const fixture = await aStudio(server)
  for (let at = 0; at < 10; at += 1) {
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    expect((await fixture.client.post(`/bookings/${id}/cancel`, {})).status).toBe(200)
  }
  await sendAll(fixture, 40)
  expect(await subjectsOf(fixture.admin)).toEqual([])
  expect((await subjectsOf(fixture.client)).length).toBeLessThanOrEqual(10)
})

describe('the limit of emails', () => {
  const book = async (fixture: StudioOfTest, person: Person, { hour, count }: { hour: number; count: number }) => {
    const times = { start_time: `${hour}:00`, end_time: `${hour}:30` }
    for (let days = 7; days < 7 + count; days += 1) {
      await aBooking(person, fixture.studio.id, today, { ...times, booking_date: plusDays(today, days) })
    }
  }
  const reasonsOf = async (fixture: StudioOfTest, person: Person) =>
    (await messagesOf(fixture))
      .filter(({ user_id, state }) => user_id === person.id && state === 'skipped')
      .map(({ last_error }) => last_error)
  const digestsOf = async ({ email }: Person) =>
    (await mailsTo(server, email)).filter(({ subject }) => subject.includes('more change'))

  test('gives one client a quarter of it, and the log says why the rest was not sent', async () => {
    const fixture = await aStudio(server)
    await book(fixture, fixture.client, { hour: 10, count: 5 })
    await sendAll(fixture, 10)
    expect(await subjectsOf(fixture.admin)).toHaveLength(3)
    expect(await reasonsOf(fixture, fixture.admin)).toEqual(
      Array(2).fill('not sent: too many mails about sessions of one client in 24 hours'),
    )
  })

  test("sums up in one email what exceeds a studio's limit, so four clients cannot use it up", async () => {
    const fixture = await aStudio(server, { name: 'Blue Room' })
    const join = () => aClient(server, fixture.studio.id)
    const flood = [fixture.other, await join(), await join(), await join()]
    for (const [at, person] of flood.entries()) await book(fixture, person, { hour: 10 + at, count: 4 })
    await sendAll(fixture, 32)
    expect(await subjectsOf(fixture.admin)).toHaveLength(12)
    await book(fixture, fixture.client, { hour: 15, count: 2 })
    await sendAll(fixture, 36)
    expect(await subjectsOf(fixture.client)).toHaveLength(2)
    expect(await subjectsOf(fixture.admin)).toHaveLength(12)
    await sendDigests.handle({}, aRun())
    const [digest] = await vi.waitFor(
      async () => {
        const found = await digestsOf(fixture.admin)
        expect(found).toHaveLength(1)
        return found
      },
      { timeout: 30_000 },
    )
    expect(digest?.subject).toBe('2 more changes at Blue Room today')
    expect(digest?.text).toContain(`${server.url}/studio/bookings`)
    await vi.waitFor(
      async () => expect((await messagesOf(fixture)).map(({ state }) => state)).not.toContain('waiting'),
      {
        timeout: 30_000,
      },
    )
    await sendDigests.handle({}, aRun())
    await sendAll(fixture, 36)
    expect(await digestsOf(fixture.admin)).toHaveLength(1)
  })
})

describe('a waiting email is not replaced by one with less content', () => {
  const bookSeries = async ({ client, studio }: StudioOfTest) => {
    const { status, body } = await client.post(`/studios/${studio.id}/booking-series`, {
      ...aSession(today),
      count: 3,
    })
    expect(status).toBe(201)
    return body
  }

  test('the email of a series lists the remaining sessions when its first one is cancelled', async () => {
    const fixture = await aStudio(server, { name: 'Red Room' })
    const { bookings } = await bookSeries(fixture)
    await fixture.client.post(`/bookings/${bookings[0].id}/cancel`, {})
    await sendAll(fixture, 4)
    for (const person of [fixture.client, fixture.admin]) {
      const [request] = await mailsOf(person)
      expect(request?.subject).toMatch(/^(We have your request at Red Room|New request from Cleo Client)$/)
      expect(request?.text).toContain(formatDay(bookings[1].booking_date, null))
      expect(request?.text).toContain('1 more session of its series')
    }
  })

  test('a change of its first session keeps the email of a series, and its end is emailed for the others', async () => {
    const fixture = await aStudio(server)
    const { bookings } = await bookSeries(fixture)
    await fixture.client.patch(`/bookings/${bookings[0].id}`, { start_time: '13:00', end_time: '15:00' })
    await sendAll(fixture, 4)
    expect((await mailsOf(fixture.admin))[0]?.text).toContain('2 more sessions of its series')
    await fixture.client.post(`/bookings/${bookings[2].id}/cancel`, {})
    await sendAll(fixture, 6)
    expect((await subjectsOf(fixture.admin)).at(-1)).toBe('Cleo Client cancelled a session')
  })

  test('a change request keeps the confirmation email, even when it is withdrawn', async () => {
    const fixture = await aStudio(server, { name: 'Low Room' })
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    await confirmAsSeen(fixture.admin, id)
    await fixture.client.patch(`/bookings/${id}`, { start_time: '14:00', end_time: '16:00' })
    expect((await fixture.client.post(`/bookings/${id}/change-request/withdraw`, {})).status).toBe(200)
    await sendAll(fixture, 5)
    expect(await subjectsOf(fixture.client)).toEqual(['Your session at Low Room is confirmed'])
  })

  test('a studio gets an email when a session is cancelled that it had booked', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.admin, fixture.studio.id, today, { client_id: fixture.client.id })
    await fixture.client.post(`/bookings/${id}/cancel`, {})
    await sendAll(fixture, 3)
    expect(await subjectsOf(fixture.admin)).toEqual(['Cleo Client cancelled a session'])
  })
})

describe('an undo', () => {
  type Changed = { id: string; version: number }
  const confirm = async (fixture: StudioOfTest, id: string): Promise<Changed> =>
    (await confirmAsSeen(fixture.admin, id)).body
  const undo = async (fixture: StudioOfTest, { id, version }: Changed): Promise<Changed> => {
    const answer = await fixture.admin.post(`/bookings/${id}/undo`, { version })
    expect(answer.status).toBe(200)
    return answer.body
  }
  /** Runs the queue's job after the time for an undo. */
  const tell = ({ admin }: StudioOfTest, { id, version }: Changed, kind: 'confirmed' | 'restored') =>
    emailAboutBooking.handle({ booking_id: id, kind, version, actor_id: admin.id }, aRun())
  const noticesOf = async (person: Person) =>
    (await person.get('/notices')).body.items.map(({ data }: { data: { change?: string } }) => data.change)
  const kindsOf = async (fixture: StudioOfTest) =>
    (await messagesOf(fixture)).map(({ kind, state }) => `${kind} ${state}`)

  test('before any email is sent sends none', async () => {
    const fixture = await aStudio(server, { name: 'Blue Room' })
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    await sendAll(fixture, 2)
    const confirmed = await confirm(fixture, id)
    expect(await messagesOf(fixture)).toHaveLength(2)
    const undone = await undo(fixture, confirmed)
    await tell(fixture, confirmed, 'confirmed')
    await tell(fixture, undone, 'restored')
    expect(await messagesOf(fixture)).toHaveLength(2)
    expect(await noticesOf(fixture.client)).toEqual([])
    // The same change without an undo is emailed.
    const again = await confirm(fixture, id)
    await tell(fixture, again, 'confirmed')
    await sendAll(fixture, 3)
    expect(await subjectsOf(fixture.client)).toEqual([
      'We have your request at Blue Room',
      'Your session at Blue Room is confirmed',
    ])
    expect(await noticesOf(fixture.client)).toEqual(['confirmed'])
  })

  test('while the email waits drops it, and sends none', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    await sendAll(fixture, 2)
    const confirmed = await confirm(fixture, id)
    await tell(fixture, confirmed, 'confirmed')
    const undone = await undo(fixture, confirmed)
    await tell(fixture, undone, 'restored')
    await sendAll(fixture, 4)
    expect((await kindsOf(fixture)).slice(2)).toEqual(['confirmed skipped', 'restored skipped'])
    expect(await subjectsOf(fixture.client)).toHaveLength(1)
    expect(await noticesOf(fixture.client)).toEqual(['restored', 'confirmed'])
  })

  test('after the email was sent sends another', async () => {
    const fixture = await aStudio(server, { name: 'Blue Room' })
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    await sendAll(fixture, 2)
    const confirmed = await confirm(fixture, id)
    await tell(fixture, confirmed, 'confirmed')
    await sendAll(fixture, 3)
    await tell(fixture, await undo(fixture, confirmed), 'restored')
    await sendAll(fixture, 4)
    expect((await subjectsOf(fixture.client)).at(-1)).toBe('A change of your session at Blue Room was undone')
    expect((await mailsOf(fixture.client)).at(-1)?.text).toContain('Your request is open again')
    expect(await subjectsOf(fixture.admin)).toHaveLength(1)
  })

  test('of an email that would have replaced another one leaves that one to be sent', async () => {
    const fixture = await aStudio(server, { name: 'Blue Room' })
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    const move = { start_time: '15:00', end_time: '17:00' }
    const moved: Changed = (await fixture.admin.patch(`/bookings/${id}`, move)).body
    await emailAboutBooking.handle(
      { booking_id: id, kind: 'moved', version: moved.version, actor_id: fixture.admin.id },
      aRun(),
    )
    await undo(fixture, moved)
    await sendAll(fixture, 4)
    expect(await subjectsOf(fixture.client)).toEqual(['We have your request at Blue Room'])
    expect((await mailsOf(fixture.client))[0]?.text).toContain('10:00 to 12:00')
  })
})
