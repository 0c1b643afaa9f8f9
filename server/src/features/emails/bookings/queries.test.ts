import { randomUUID } from 'node:crypto'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, aSession, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { mailsTo } from '@studiohub/testing/mailbox.ts'
import {
  aClient,
  aDeskPerson,
  aStudio,
  aSuperAdmin,
  findCrewMember,
  type StudioOfTest,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'
import { createLog } from '#platform/process/log.ts'
import { sendDigests } from '../digests/jobs.ts'
import { formatDay } from '../wording.ts'
import { deliverBookingEmail } from './delivery-jobs.ts'
import { emailAboutBooking } from './jobs.ts'

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

const aJobContext = () => ({
  job_id: randomUUID(),
  now: clock.now(),
  log: createLog('silent'),
  signal: new AbortController().signal,
})

/** Sends all waiting emails, as the queue does after their wait. @param count the expected number of recorded emails */
async function sendAll(fixture: StudioOfTest, count: number) {
  await vi.waitFor(async () => expect(await messagesOf(fixture)).toHaveLength(count), { timeout: 30_000 })
  for (const { id, state } of await messagesOf(fixture)) {
    if (state === 'waiting') await deliverBookingEmail.handle({ message_id: id }, aJobContext())
  }
}
const mailsOf = async ({ email }: TestUser) =>
  (await mailsTo(server, email)).filter(({ calendar }) => calendar !== null)
/** Why emails to a person were not sent. */
const reasonsOf = async (fixture: StudioOfTest, person: TestUser) =>
  (await messagesOf(fixture))
    .filter(({ user_id, state }) => user_id === person.id && state === 'skipped')
    .map(({ last_error }) => last_error)
const subjectsOf = async (person: TestUser) => (await mailsOf(person)).map(({ subject }) => subject)

test('changes of a session while its email waits become one email to each side', async () => {
  const fixture = await aStudio(server, { name: 'Blue Room' })
  const { id } = await aBooking(fixture.client, fixture.studio.id, today)
  for (const start_time of ['13:00', '14:00', '15:00']) {
    await fixture.client.patch(`/bookings/${id}`, { start_time, end_time: '17:00' })
  }
  await sendAll(fixture, 8)
  expect(await subjectsOf(fixture.client)).toHaveLength(1)
  expect(await subjectsOf(fixture.admin)).toHaveLength(1)
  expect(await reasonsOf(fixture, fixture.admin)).toEqual(
    Array(3).fill('replaced by a newer email about the same session'),
  )
  const [mail] = await mailsOf(fixture.admin)
  expect(mail?.subject).toBe('New request from Cleo Client')
  expect(mail?.text).toContain('15:00 to 17:00')
  await fixture.client.post(`/bookings/${id}/cancel`, {})
  await sendAll(fixture, 10)
  expect(await subjectsOf(fixture.admin)).toHaveLength(2)
})

test('after ten bookings that are cancelled at once, the studio gets no email and the client at most ten', async () => {
  const fixture = await aStudio(server)
  for (let run = 0; run < 10; run += 1) {
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    expect((await fixture.client.post(`/bookings/${id}/cancel`, {})).status).toBe(200)
  }
  await sendAll(fixture, 40)
  expect(await subjectsOf(fixture.admin)).toEqual([])
  expect(new Set(await reasonsOf(fixture, fixture.admin))).toEqual(
    new Set(['replaced by a newer email about the same session', 'cancelled before the first email went out']),
  )
  expect((await subjectsOf(fixture.client)).length).toBeLessThanOrEqual(10)
})

describe('the daily limit of emails', () => {
  const book = async (fixture: StudioOfTest, person: TestUser, { hour, count }: { hour: number; count: number }) => {
    const times = { start_time: `${hour}:00`, end_time: `${hour}:30` }
    for (let days = 7; days < 7 + count; days += 1) {
      await aBooking(person, fixture.studio.id, today, { ...times, booking_date: plusDays(today, days) })
    }
  }
  const digestsOf = async ({ email }: TestUser) =>
    (await mailsTo(server, email)).filter(({ subject }) => subject.includes('more change'))

  test('allows a quarter for the bookings of one client, and the log shows why the rest was not sent', async () => {
    const fixture = await aStudio(server)
    await book(fixture, fixture.client, { hour: 10, count: 5 })
    await sendAll(fixture, 10)
    expect(await subjectsOf(fixture.admin)).toHaveLength(3)
    expect(await reasonsOf(fixture, fixture.admin)).toEqual(
      Array(2).fill('not sent: too many emails about bookings of one client in 24 hours'),
    )
  })

  test('replaces emails beyond it with a digest, so that other clients still get theirs', async () => {
    const fixture = await aStudio(server, { name: 'Blue Room' })
    const join = () => aClient(server, fixture.studio.id)
    const clients = [fixture.other, await join(), await join(), await join()]
    for (const [at, person] of clients.entries()) await book(fixture, person, { hour: 10 + at, count: 4 })
    await sendAll(fixture, 32)
    expect(await subjectsOf(fixture.admin)).toHaveLength(12)
    await book(fixture, fixture.client, { hour: 15, count: 2 })
    await sendAll(fixture, 36)
    expect(await subjectsOf(fixture.client)).toHaveLength(2)
    expect(await subjectsOf(fixture.admin)).toHaveLength(12)
    await sendDigests.handle({}, aJobContext())
    const [digest] = await vi.waitFor(
      async () => {
        const digests = await digestsOf(fixture.admin)
        expect(digests).toHaveLength(1)
        return digests
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
    await sendDigests.handle({}, aJobContext())
    await sendAll(fixture, 36)
    expect(await digestsOf(fixture.admin)).toHaveLength(1)
  })
})

describe('a waiting email is not replaced by an email with less content', () => {
  const bookSeries = async ({ client, studio }: StudioOfTest) => {
    const { status, body } = await client.post(`/studios/${studio.id}/booking-series`, {
      ...aSession(today),
      count: 3,
    })
    expect(status).toBe(201)
    return body
  }

  test('after the first session of a series is cancelled, the email lists the remaining sessions', async () => {
    const fixture = await aStudio(server, { name: 'Red Room' })
    const { bookings } = await bookSeries(fixture)
    await fixture.client.post(`/bookings/${bookings[0].id}/cancel`, {})
    await sendAll(fixture, 4)
    for (const person of [fixture.client, fixture.admin]) {
      const [request] = await mailsOf(person)
      expect(request?.subject).toMatch(/^(Red Room received your request|New request from Cleo Client)$/)
      expect(request?.text).toContain(formatDay(bookings[1].booking_date, null))
      expect(request?.text).toContain('1 more session of its series')
    }
  })

  test('a change of its first session does not replace the email of a series, and a cancellation is emailed separately', async () => {
    const fixture = await aStudio(server)
    const { bookings } = await bookSeries(fixture)
    await fixture.client.patch(`/bookings/${bookings[0].id}`, { start_time: '13:00', end_time: '15:00' })
    await sendAll(fixture, 4)
    expect((await mailsOf(fixture.admin))[0]?.text).toContain('2 more sessions of its series')
    await fixture.client.post(`/bookings/${bookings[2].id}/cancel`, {})
    await sendAll(fixture, 6)
    expect((await subjectsOf(fixture.admin)).at(-1)).toBe('Cleo Client cancelled a session')
  })

  test('a change request does not replace the confirmation email, even if it is withdrawn', async () => {
    const fixture = await aStudio(server, { name: 'Low Room' })
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    await confirmAsSeen(fixture.admin, id)
    await fixture.client.patch(`/bookings/${id}`, { start_time: '14:00', end_time: '16:00' })
    expect((await fixture.client.post(`/bookings/${id}/change-request/withdraw`, {})).status).toBe(200)
    await sendAll(fixture, 5)
    expect(await subjectsOf(fixture.client)).toEqual(['Your session at Low Room is confirmed'])
  })

  test('a studio gets an email when a client cancels a session that the studio had booked', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.admin, fixture.studio.id, today, { client_id: fixture.client.id })
    await fixture.client.post(`/bookings/${id}/cancel`, {})
    await sendAll(fixture, 3)
    expect(await subjectsOf(fixture.admin)).toEqual(['Cleo Client cancelled a session'])
  })
})

describe('the undo of a change', () => {
  type ChangedBooking = { id: string; version: number }
  const confirm = async (fixture: StudioOfTest, id: string): Promise<ChangedBooking> =>
    (await confirmAsSeen(fixture.admin, id)).body
  const undo = async (fixture: StudioOfTest, { id, version }: ChangedBooking): Promise<ChangedBooking> => {
    const response = await fixture.admin.post(`/bookings/${id}/undo`, { version })
    expect(response.status).toBe(200)
    return response.body
  }
  /** Queues the emails about a change, as the job does after the time for an undo. */
  const queueEmailsAbout = ({ admin }: StudioOfTest, { id, version }: ChangedBooking, kind: 'confirmed' | 'restored') =>
    emailAboutBooking.handle({ booking_id: id, kind, version, actor_id: admin.id }, aJobContext())
  const noticesOf = async (person: TestUser) =>
    (await person.get('/notices')).body.items.map(({ data }: { data: { change?: string } }) => data.change)
  const kindsOf = async (fixture: StudioOfTest) =>
    (await messagesOf(fixture)).map(({ kind, state }) => `${kind} ${state}`)

  test('an undo before the emails are recorded causes no emails or notifications', async () => {
    const fixture = await aStudio(server, { name: 'Blue Room' })
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    await sendAll(fixture, 2)
    const confirmed = await confirm(fixture, id)
    expect(await messagesOf(fixture)).toHaveLength(2)
    const undone = await undo(fixture, confirmed)
    await queueEmailsAbout(fixture, confirmed, 'confirmed')
    await queueEmailsAbout(fixture, undone, 'restored')
    expect(await messagesOf(fixture)).toHaveLength(2)
    expect(await noticesOf(fixture.client)).toEqual([])
    // The same change without an undo is emailed.
    const confirmedAgain = await confirm(fixture, id)
    await queueEmailsAbout(fixture, confirmedAgain, 'confirmed')
    await sendAll(fixture, 3)
    expect(await subjectsOf(fixture.client)).toEqual([
      'Blue Room received your request',
      'Your session at Blue Room is confirmed',
    ])
    expect(await noticesOf(fixture.client)).toEqual(['confirmed'])
  })

  test('an undo while the email waits stops that email and causes no other', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    await sendAll(fixture, 2)
    const confirmed = await confirm(fixture, id)
    await queueEmailsAbout(fixture, confirmed, 'confirmed')
    const undone = await undo(fixture, confirmed)
    await queueEmailsAbout(fixture, undone, 'restored')
    await sendAll(fixture, 4)
    expect((await kindsOf(fixture)).slice(2)).toEqual(['confirmed skipped', 'restored skipped'])
    expect(await reasonsOf(fixture, fixture.client)).toEqual(Array(2).fill('not sent: the change was undone'))
    expect(await subjectsOf(fixture.client)).toHaveLength(1)
    expect(await noticesOf(fixture.client)).toEqual(['restored', 'confirmed'])
  })

  test('an undo after the email was sent causes another email', async () => {
    const fixture = await aStudio(server, { name: 'Blue Room' })
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    await sendAll(fixture, 2)
    const confirmed = await confirm(fixture, id)
    await queueEmailsAbout(fixture, confirmed, 'confirmed')
    await sendAll(fixture, 3)
    await queueEmailsAbout(fixture, await undo(fixture, confirmed), 'restored')
    await sendAll(fixture, 4)
    expect((await subjectsOf(fixture.client)).at(-1)).toBe('A change to your session at Blue Room was undone')
    expect((await mailsOf(fixture.client)).at(-1)?.text).toContain('Your request is open again')
    expect(await subjectsOf(fixture.admin)).toHaveLength(1)
  })

  test('a digest contains no undone change, and nothing for a person who has left the desk or is suspended', async () => {
    const fixture = await aStudio(server, { name: 'Blue Room' })
    const { admin, client, studio } = fixture
    const [leaver, suspended] = [await aDeskPerson(server, fixture), await aDeskPerson(server, fixture)]
    const { id } = await aBooking(client, studio.id, today)
    await vi.waitFor(async () => expect(await messagesOf(fixture)).toHaveLength(4), { timeout: 30_000 })
    const confirmed = await confirm(fixture, id)
    await queueEmailsAbout(fixture, confirmed, 'confirmed')
    await asSystem((tx) =>
      tx.updateTable('booking_messages').set({ in_digest: true }).where('studio_id', '=', studio.id).execute(),
    )
    await undo(fixture, confirmed)
    const { role_id } = await findCrewMember(fixture, leaver)
    expect((await admin.delete(`/studios/${studio.id}/crew/${role_id}`)).status).toBe(200)
    const operator = await aSuperAdmin(server)
    expect((await operator.post(`/admin/users/${suspended.id}/suspend`, {})).status).toBe(200)
    await sendDigests.handle({}, aJobContext())
    const digestOf = async ({ email }: TestUser) =>
      (await mailsTo(server, email)).map(({ subject }) => subject).filter((subject) => subject.includes('more change'))
    const statesOf = async (person: TestUser) =>
      (await messagesOf(fixture))
        .filter(({ user_id, kind }) => user_id === person.id && kind !== 'restored')
        .map(({ kind, state }) => `${kind} ${state}`)
    const expected = [
      { person: admin, states: ['requested sent'], digest: ['1 more change at Blue Room today'] },
      { person: client, states: ['requested sent', 'confirmed skipped'], digest: ['1 more change at Blue Room today'] },
      { person: leaver, states: ['requested skipped'], digest: [] },
      { person: suspended, states: ['requested skipped'], digest: [] },
    ]
    await vi.waitFor(
      async () => {
        for (const { person, states } of expected) expect(await statesOf(person)).toEqual(states)
      },
      { timeout: 30_000 },
    )
    for (const { person, digest } of expected) expect(await digestOf(person)).toEqual(digest)
    expect(await reasonsOf(fixture, client)).toContain('not sent: the change was undone')
    for (const person of [leaver, suspended])
      expect(await reasonsOf(fixture, person)).toContain(
        'not sent: this person no longer gets emails about the session',
      )
  })

  test('after an undo, the earlier email is sent that the change would have replaced', async () => {
    const fixture = await aStudio(server, { name: 'Blue Room' })
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    const move = { start_time: '15:00', end_time: '17:00' }
    const moved: ChangedBooking = (await fixture.admin.patch(`/bookings/${id}`, move)).body
    await emailAboutBooking.handle(
      { booking_id: id, kind: 'moved', version: moved.version, actor_id: fixture.admin.id },
      aJobContext(),
    )
    await undo(fixture, moved)
    await sendAll(fixture, 4)
    expect(await subjectsOf(fixture.client)).toEqual(['Blue Room received your request'])
    expect((await mailsOf(fixture.client))[0]?.text).toContain('10:00 to 12:00')
  })
})
