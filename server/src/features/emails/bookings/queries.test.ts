import { randomUUID } from 'node:crypto'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aSession, aStandingClock, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { mailsTo } from '@studiohub/testing/mailbox.ts'
import { aClient, aStudio, type Person, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'
import { createLog } from '#platform/process/log.ts'
import { sendDigests } from '../digests/jobs.ts'
import { formatDay } from '../wording.ts'
import { sendBookingMessage, tellOfBooking } from './jobs.ts'

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

const aRun = () => ({
  job_id: randomUUID(),
  now: clock.now(),
  log: createLog('silent'),
  signal: new AbortController().signal,
})

/** Does what the queue does once the wait is over. @param count how many messages are noted by then */
async function sendAll(place: StudioOfTest, count: number) {
  await vi.waitFor(async () => expect(await messagesOf(place)).toHaveLength(count), { timeout: 30_000 })
  for (const { id, state } of await messagesOf(place)) {
    if (state === 'waiting') await sendBookingMessage.handle({ message_id: id }, aRun())
  }
}
const mailsOf = async ({ email }: Person) => (await mailsTo(server, email)).filter(({ calendar }) => calendar !== null)
const subjectsOf = async (person: Person) => (await mailsOf(person)).map(({ subject }) => subject)

test('R11: changes of a session while its mail waits become one mail, to each', async () => {
  const place = await aStudio(server, { name: 'Blue Room' })
  const { id } = await aBooking(place.client, place.studio.id, today)
  for (const start_time of ['13:00', '14:00', '15:00']) {
    await place.client.patch(`/bookings/${id}`, { start_time, end_time: '17:00' })
  }
  await sendAll(place, 8)
  expect(await subjectsOf(place.client)).toHaveLength(1)
  expect(await subjectsOf(place.admin)).toHaveLength(1)
  const [mail] = await mailsOf(place.admin)
  expect(mail?.subject).toBe('New request from Cleo Client')
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

describe('R11: a bound', () => {
  const book = async (place: StudioOfTest, person: Person, { hour, count }: { hour: number; count: number }) => {
    const times = { start_time: `${hour}:00`, end_time: `${hour}:30` }
    for (let days = 7; days < 7 + count; days += 1) {
      await aBooking(person, place.studio.id, today, { ...times, booking_date: plusDays(today, days) })
    }
  }
  const reasonsOf = async (place: StudioOfTest, person: Person) =>
    (await messagesOf(place))
      .filter(({ user_id, state }) => user_id === person.id && state === 'skipped')
      .map(({ last_error }) => last_error)
  const digestsOf = async ({ email }: Person) =>
    (await mailsTo(server, email)).filter(({ subject }) => subject.includes('more change'))

  test('one client fills a quarter of it, and the log says why the rest did not leave', async () => {
    const place = await aStudio(server)
    await book(place, place.client, { hour: 10, count: 5 })
    await sendAll(place, 10)
    expect(await subjectsOf(place.admin)).toHaveLength(3)
    expect(await reasonsOf(place, place.admin)).toEqual(
      Array(2).fill('not sent: too many mails about sessions of one client in 24 hours'),
    )
  })

  test('what is beyond a studio’s bound is told in one mail, so that four clients cannot mute it', async () => {
    const place = await aStudio(server, { name: 'Blue Room' })
    const join = () => aClient(server, place.studio.id)
    const flood = [place.other, await join(), await join(), await join()]
    for (const [at, person] of flood.entries()) await book(place, person, { hour: 10 + at, count: 4 })
    await sendAll(place, 32)
    expect(await subjectsOf(place.admin)).toHaveLength(12)
    await book(place, place.client, { hour: 15, count: 2 })
    await sendAll(place, 36)
    expect(await subjectsOf(place.client)).toHaveLength(2)
    expect(await subjectsOf(place.admin)).toHaveLength(12)
    await sendDigests.handle({}, aRun())
    const [digest] = await vi.waitFor(
      async () => {
        const found = await digestsOf(place.admin)
        expect(found).toHaveLength(1)
        return found
      },
      { timeout: 30_000 },
    )
    expect(digest?.subject).toBe('2 more changes at Blue Room today')
    expect(digest?.text).toContain(`${server.url}/studio/bookings`)
    await vi.waitFor(async () => expect((await messagesOf(place)).map(({ state }) => state)).not.toContain('waiting'), {
      timeout: 30_000,
    })
    await sendDigests.handle({}, aRun())
    await sendAll(place, 36)
    expect(await digestsOf(place.admin)).toHaveLength(1)
  })
})

describe('a mail that waits is not replaced by one that says less', () => {
  const bookSeries = async ({ client, studio }: StudioOfTest) => {
    const { status, body } = await client.post(`/studios/${studio.id}/booking-series`, {
      ...aSession(today),
      count: 3,
    })
    expect(status).toBe(201)
    return body
  }

  test('the mail of a series tells of the sessions that are left when its first one is cancelled', async () => {
    const place = await aStudio(server, { name: 'Red Room' })
    const { bookings } = await bookSeries(place)
    await place.client.post(`/bookings/${bookings[0].id}/cancel`, {})
    await sendAll(place, 4)
    for (const person of [place.client, place.admin]) {
      const [request] = await mailsOf(person)
      expect(request?.subject).toMatch(/^(We have your request at Red Room|New request from Cleo Client)$/)
      expect(request?.text).toContain(formatDay(bookings[1].booking_date, null))
      expect(request?.text).toContain('1 more session of its series')
    }
  })

  test('a change of its first session leaves the mail of a series, and its end is told of the others', async () => {
    const place = await aStudio(server)
    const { bookings } = await bookSeries(place)
    await place.client.patch(`/bookings/${bookings[0].id}`, { start_time: '13:00', end_time: '15:00' })
    await sendAll(place, 4)
    expect((await mailsOf(place.admin))[0]?.text).toContain('2 more sessions of its series')
    await place.client.post(`/bookings/${bookings[2].id}/cancel`, {})
    await sendAll(place, 6)
    expect((await subjectsOf(place.admin)).at(-1)).toBe('Cleo Client cancelled a session')
  })

  test('a change request leaves the confirmation, also when it is withdrawn', async () => {
    const place = await aStudio(server, { name: 'Low Room' })
    const { id } = await aBooking(place.client, place.studio.id, today)
    await confirmAsSeen(place.admin, id)
    await place.client.patch(`/bookings/${id}`, { start_time: '14:00', end_time: '16:00' })
    expect((await place.client.post(`/bookings/${id}/change-request/withdraw`, {})).status).toBe(200)
    await sendAll(place, 5)
    expect(await subjectsOf(place.client)).toEqual(['Your session at Low Room is confirmed'])
  })

  test('a studio hears that a session was cancelled which it had booked itself', async () => {
    const place = await aStudio(server)
    const { id } = await aBooking(place.admin, place.studio.id, today, { client_id: place.client.id })
    await place.client.post(`/bookings/${id}/cancel`, {})
    await sendAll(place, 3)
    expect(await subjectsOf(place.admin)).toEqual(['Cleo Client cancelled a session'])
  })
})

describe('an undo', () => {
  type Changed = { id: string; version: number }
  const confirm = async (place: StudioOfTest, id: string): Promise<Changed> =>
    (await confirmAsSeen(place.admin, id)).body
  const undo = async (place: StudioOfTest, { id, version }: Changed): Promise<Changed> => {
    const answer = await place.admin.post(`/bookings/${id}/undo`, { version })
    expect(answer.status).toBe(200)
    return answer.body
  }
  /** Does what the queue does after the seconds in which an undo is offered. */
  const tell = ({ admin }: StudioOfTest, { id, version }: Changed, kind: 'confirmed' | 'restored') =>
    tellOfBooking.handle({ booking_id: id, kind, version, actor_id: admin.id }, aRun())
  const noticesOf = async (person: Person) =>
    (await person.get('/notices')).body.items.map(({ data }: { data: { change?: string } }) => data.change)
  const kindsOf = async (place: StudioOfTest) => (await messagesOf(place)).map(({ kind, state }) => `${kind} ${state}`)

  test('while nobody was told yet is told to nobody', async () => {
    const place = await aStudio(server, { name: 'Blue Room' })
    const { id } = await aBooking(place.client, place.studio.id, today)
    await sendAll(place, 2)
    const confirmed = await confirm(place, id)
    expect(await messagesOf(place)).toHaveLength(2)
    const undone = await undo(place, confirmed)
    await tell(place, confirmed, 'confirmed')
    await tell(place, undone, 'restored')
    expect(await messagesOf(place)).toHaveLength(2)
    expect(await noticesOf(place.client)).toEqual([])
    // The same change without an undo is told.
    const again = await confirm(place, id)
    await tell(place, again, 'confirmed')
    await sendAll(place, 3)
    expect(await subjectsOf(place.client)).toEqual([
      'We have your request at Blue Room',
      'Your session at Blue Room is confirmed',
    ])
    expect(await noticesOf(place.client)).toEqual(['confirmed'])
  })

  test('while the mail waits drops it, and sends none itself', async () => {
    const place = await aStudio(server)
    const { id } = await aBooking(place.client, place.studio.id, today)
    await sendAll(place, 2)
    const confirmed = await confirm(place, id)
    await tell(place, confirmed, 'confirmed')
    const undone = await undo(place, confirmed)
    await tell(place, undone, 'restored')
    await sendAll(place, 4)
    expect((await kindsOf(place)).slice(2)).toEqual(['confirmed skipped', 'restored skipped'])
    expect(await subjectsOf(place.client)).toHaveLength(1)
    expect(await noticesOf(place.client)).toEqual(['restored', 'confirmed'])
  })

  test('after the mail has left is mailed', async () => {
    const place = await aStudio(server, { name: 'Blue Room' })
    const { id } = await aBooking(place.client, place.studio.id, today)
    await sendAll(place, 2)
    const confirmed = await confirm(place, id)
    await tell(place, confirmed, 'confirmed')
    await sendAll(place, 3)
    await tell(place, await undo(place, confirmed), 'restored')
    await sendAll(place, 4)
    expect((await subjectsOf(place.client)).at(-1)).toBe('Your session at Blue Room is as it was before')
    expect((await mailsOf(place.client)).at(-1)?.text).toContain('Your request is open again')
    expect(await subjectsOf(place.admin)).toHaveLength(1)
  })

  test('of a mail that would have replaced another one leaves that one to be sent', async () => {
    const place = await aStudio(server, { name: 'Blue Room' })
    const { id } = await aBooking(place.client, place.studio.id, today)
    const move = { start_time: '15:00', end_time: '17:00' }
    const moved: Changed = (await place.admin.patch(`/bookings/${id}`, move)).body
    await tellOfBooking.handle(
      { booking_id: id, kind: 'moved', version: moved.version, actor_id: place.admin.id },
      aRun(),
    )
    await undo(place, moved)
    await sendAll(place, 4)
    expect(await subjectsOf(place.client)).toEqual(['We have your request at Blue Room'])
    expect((await mailsOf(place.client))[0]?.text).toContain('10:00 to 12:00')
  })
})
