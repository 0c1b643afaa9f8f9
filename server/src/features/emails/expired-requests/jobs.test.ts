import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock } from '@studiohub/testing/bookings.ts'
import { asLogin, stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { mailsTo } from '@studiohub/testing/mailbox.ts'
import { aStudio, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expiredRequestsJobs, expireRequest } from './jobs.ts'

const clock = aFixedClock()
const { today } = clock
const later = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000)
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const silentLog = { info: () => {}, warn: () => {}, error: () => {} }

/** Runs the jobs of requests as the worker does at `now`, and waits for the emails. */
async function runJobs(now: Date) {
  // Recording an email locks its booking, and the jobs skip locked bookings.
  await stateOfDatabase()
  for (const job of expiredRequestsJobs) {
    await job.handle({}, { job_id: 'test', now, log: silentLog, signal: new AbortController().signal })
  }
  await stateOfDatabase()
}

async function mailsOf(person: TestUser) {
  await stateOfDatabase()
  return (await mailsTo(server, person.email)).filter(({ calendar }) => calendar !== null)
}
const newestMail = async (person: TestUser) => (await mailsOf(person)).at(-1)
const newestNotice = async (person: TestUser) => (await person.get('/notices')).body.items[0]
const onDay = (days: number, overrides: object = {}) => ({ booking_date: plusDays(today, days), ...overrides })

describe('sessions that the studio creates', () => {
  test('a new session is confirmed at once, and its client gets an email about it', async () => {
    const fixture = await aStudio(server, { name: 'Blue Room' })
    const booking = await aBooking(fixture.admin, fixture.studio.id, today, { client_id: fixture.client.id })
    expect(booking).toMatchObject({ status: 'confirmed', expires_at: null })
    expect(await newestMail(fixture.client)).toMatchObject({ subject: 'Your session at Blue Room is booked' })
    expect((await newestNotice(fixture.client)).data).toMatchObject({ change: 'booked_for_client' })
    expect(await mailsOf(fixture.admin)).toEqual([])
  })

  test('a session on hold is emailed as a hold, never expires, and is emailed as a cancellation when it ends', async () => {
    const fixture = await aStudio(server, { name: 'Blue Room' })
    const hold = { client_id: fixture.client.id, status: 'pending' }
    const booking = await aBooking(fixture.admin, fixture.studio.id, today, hold)
    expect(await newestMail(fixture.client)).toMatchObject({ subject: 'Blue Room is holding a time for you' })
    expect((await newestNotice(fixture.client)).data).toMatchObject({ change: 'on_hold' })
    await runJobs(later(24 * 20))
    expect((await fixture.admin.get(`/bookings/${booking.id}`)).body.status).toBe('pending')
    await fixture.admin.post(`/bookings/${booking.id}/decline`, { version: booking.version })
    expect(await newestMail(fixture.client)).toMatchObject({ subject: 'Your session at Blue Room is cancelled' })
  })

  test('a series on hold is emailed as a hold', async () => {
    const fixture = await aStudio(server, { name: 'Blue Room' })
    const series = { ...onDay(7), start_time: '10:00', end_time: '11:00', service_type: 'recording', count: 2 }
    const heldSeries = { ...series, booking_type: 'client_booking', client_id: fixture.client.id, status: 'pending' }
    expect((await fixture.admin.post(`/studios/${fixture.studio.id}/booking-series`, heldSeries)).status).toBe(201)
    expect(await newestMail(fixture.client)).toMatchObject({ subject: 'Blue Room is holding a time for you' })
  })
})

describe('before a request expires', () => {
  test('the studio is reminded once, and the client is not', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today, onDay(7))
    const mailsBefore = await mailsOf(fixture.client)
    await runJobs(later(19.9))
    expect((await newestMail(fixture.admin))?.subject).toBe('New request from Cleo Client')
    await runJobs(later(20))
    await runJobs(later(20.5))
    const subjects = (await mailsOf(fixture.admin)).map(({ subject }) => subject)
    expect(subjects).toEqual(['New request from Cleo Client', 'A request from Cleo Client expires soon'])
    const notice = await newestNotice(fixture.admin)
    expect(notice).toMatchObject({ data: { change: 'expiring' }, link: `/studio/bookings?booking=${id}` })
    expect((await newestMail(fixture.admin))?.text).toMatch(
      /is waiting for your answer\. The request expires \w+day, \d+ \w+ \d{4} at 10:00/,
    )
    expect(await mailsOf(fixture.client)).toEqual(mailsBefore)
  })

  test('the studio is also reminded of a change request, but not of a request that it has answered', async () => {
    const fixture = await aStudio(server)
    const answeredBooking = await aBooking(fixture.client, fixture.studio.id, today, onDay(6))
    await fixture.admin.post(`/bookings/${answeredBooking.id}/confirm`, { version: answeredBooking.version })
    const bookingToChange = await aBooking(
      fixture.admin,
      fixture.studio.id,
      today,
      onDay(7, { client_id: fixture.client.id }),
    )
    await fixture.client.patch(`/bookings/${bookingToChange.id}`, { start_time: '13:00', end_time: '15:00' })
    await runJobs(later(21))
    const subjects = (await mailsOf(fixture.admin)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => /expires soon/.test(subject))).toHaveLength(1)
    expect(subjects.at(-1)).toBe('A request from Cleo Client expires soon')
  })
})

describe('the end of a request', () => {
  const queuedHours = async (booking_id: string) => {
    const { rows } = await asLogin((tx) =>
      sql<{
        hours: number
      }>`select round(extract(epoch from start_after - created_on) / 3600)::integer as hours from pgboss.job
        where name = 'bookings.expire-request' and data->>'booking_id' = ${booking_id} order by created_on`.execute(tx),
    )
    return rows.map(({ hours }) => hours)
  }
  const expireAt = (booking_id: string, now: Date) =>
    expireRequest.handle({ booking_id }, { job_id: 'test', now, log: silentLog, signal: new AbortController().signal })

  test('is queued for the moment when it expires, and then frees its time', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today, onDay(7))
    expect(await queuedHours(id)).toEqual([24])
    await stateOfDatabase()
    await expireAt(id, later(23.99))
    expect((await fixture.client.get(`/bookings/${id}`)).body.status).toBe('pending')
    await expireAt(id, later(24))
    expect((await fixture.client.get(`/bookings/${id}`)).body.status).toBe('cancelled')
    expect(await aBooking(fixture.other, fixture.studio.id, today, onDay(7))).toMatchObject({ status: 'pending' })
  })

  test('is also queued for a change request, but not for a booking by the studio', async () => {
    const fixture = await aStudio(server)
    const overrides = { client_id: fixture.client.id }
    const { id } = await aBooking(fixture.admin, fixture.studio.id, today, onDay(7, overrides))
    expect(await queuedHours(id)).toEqual([])
    await fixture.client.patch(`/bookings/${id}`, { start_time: '14:00', end_time: '16:00' })
    expect(await queuedHours(id)).toEqual([24])
    await stateOfDatabase()
    await expireAt(id, later(24))
    expect((await fixture.client.get(`/bookings/${id}`)).body).toMatchObject({
      status: 'confirmed',
      change_request: null,
    })
  })
})

describe('an expired request', () => {
  const bookingLink = ({ slug }: StudioOfTest['studio'], day: number, time: string) =>
    `/${slug}/bookings?book=recording&minutes=120&day=${plusDays(today, day)}&time=${time.replace(':', '%3A')}`

  test('suggests the same time if it is free again, then the nearest times, each with a link to book it', async () => {
    const fixture = await aStudio(server)
    await aBooking(fixture.client, fixture.studio.id, today, onDay(7))
    await runJobs(later(24))
    const { data } = await newestNotice(fixture.client)
    const links = data.free_times.map(({ link }: { link: string }) => link)
    expect(data.change).toBe('expired')
    expect(links).toEqual(['10:00', '09:45', '10:15'].map((time) => bookingLink(fixture.studio, 7, time)))
    const mail = await newestMail(fixture.client)
    expect(mail?.subject).toMatch(/has expired/)
    for (const link of links) expect(mail?.text).toContain(`${server.url}${link}`)
  })

  test('suggests no times that are taken by now', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today, onDay(7))
    await runJobs(later(24))
    expect((await fixture.admin.get(`/bookings/${id}`)).body.status).toBe('cancelled')
    const otherBooking = onDay(8, { start_time: '08:00', end_time: '20:00' })
    const second = await aBooking(
      fixture.client,
      fixture.studio.id,
      today,
      onDay(8, { start_time: '20:00', end_time: '22:00' }),
    )
    await aBooking(fixture.admin, fixture.studio.id, today, otherBooking)
    await runJobs(later(24))
    const { data, link } = await newestNotice(fixture.client)
    expect(link).toBe(`/${fixture.studio.slug}/bookings`)
    expect(data.free_times.map(({ start_time }: { start_time: string }) => start_time)).toEqual([
      '20:00',
      '20:15',
      '20:30',
    ])
    expect(second.status).toBe('pending')
  })
})
