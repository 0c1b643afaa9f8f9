import { randomBytes, randomUUID } from 'node:crypto'
import type { Message } from '@studiohub/contract/features/messages/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import {
  aBlock,
  aBooking,
  aFixedClock,
  aSession,
  asPerson,
  confirmAsSeen,
  declineAsSeen,
} from '@studiohub/testing/bookings.ts'
import { readCalendar } from '@studiohub/testing/calendars.ts'
import { stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { type Mail, mailsTo } from '@studiohub/testing/mailbox.ts'
import {
  aCrewMember,
  aPerson,
  aStudio,
  aSuperAdmin,
  proveAddress,
  type StudioOfTest,
  TEST_PASSWORD,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { startProcess } from '@studiohub/testing/processes.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog } from '#platform/process/log.ts'
import { remindOfBookings } from './jobs.ts'

const clock = aFixedClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

/** All emails to a person about sessions, oldest first, after all queued ones were sent. */
async function mailsOf(person: TestUser): Promise<Mail[]> {
  await stateOfDatabase()
  return (await mailsTo(server, person.email)).filter(({ calendar }) => calendar !== null)
}
const subjectsOf = async (person: TestUser) => (await mailsOf(person)).map(({ subject }) => subject)
const newestMailTo = async (person: TestUser) => {
  const mail = (await mailsOf(person)).at(-1)
  if (!mail?.calendar) throw new Error('no mail about a session came')
  const calendar = readCalendar(mail.calendar)
  return { ...mail, method: calendar.method, event: calendar.events[0] }
}
async function messagesOf(fixture: StudioOfTest): Promise<Message[]> {
  await stateOfDatabase()
  return listSessionMessages(fixture)
}
// The log also has the email about the new studio.
const isOfSession = ({ kind }: Message) => kind !== 'studio_created'
async function listSessionMessages({ admin, studio }: StudioOfTest): Promise<Message[]> {
  return (await admin.get(`/studios/${studio.id}/messages`)).body.items.filter(isOfSession)
}
/** For example 'Monday, 30 November 2026'. */
const formatDayText = (day: string) => {
  const options = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  const parts = new Intl.DateTimeFormat('en', options).formatToParts(new Date(`${day}T00:00:00Z`))
  const part = (name: string) => parts.find(({ type }) => type === name)?.value
  return `${part('weekday')}, ${part('day')} ${part('month')} ${part('year')}`
}

const remind = () =>
  remindOfBookings.handle(
    {},
    {
      job_id: randomUUID(),
      now: clock.now(),
      log: createLog('silent'),
      signal: new AbortController().signal,
    },
  )

describe('emails to a former admin', () => {
  const aSecondAdmin = async ({ studio }: StudioOfTest): Promise<TestUser> => {
    const person = await proveAddress(await aPerson(server))
    const operator = await aSuperAdmin(server)
    await operator.post(`/admin/users/${person.id}/roles`, { role: 'studio_admin', studio_id: studio.id })
    return person
  }

  test('an admin who was suspended by an operator gets no emails about bookings', async () => {
    const fixture = await aStudio(server)
    const suspended = await aSecondAdmin(fixture)
    await aBooking(fixture.client, fixture.studio.id, today)
    expect(await subjectsOf(suspended)).toHaveLength(1)
    await (await aSuperAdmin(server)).post(`/admin/users/${suspended.id}/suspend`, {})
    await aBooking(fixture.other, fixture.studio.id, today, { start_time: '14:00', end_time: '15:00' })
    expect(await subjectsOf(suspended)).toHaveLength(1)
    expect(await subjectsOf(fixture.admin)).toHaveLength(2)
  })

  test('an admin whose newest role is at another studio gets no emails about bookings', async () => {
    const [fixture, rival] = [await aStudio(server), await aStudio(server)]
    const moved = await aSecondAdmin(fixture)
    const operator = await aSuperAdmin(server)
    await operator.post(`/admin/users/${moved.id}/roles`, { role: 'studio_admin', studio_id: rival.studio.id })
    await aBooking(fixture.client, fixture.studio.id, today)
    expect(await subjectsOf(moved)).toEqual([])
    expect(await subjectsOf(fixture.admin)).toHaveLength(1)
  })
})

describe('emails about sessions', () => {
  test("a request is emailed to the client and the studio, in the studio's name and time zone", async () => {
    const fixture = await aStudio(server, { name: 'Blue Room', timezone: 'Asia/Kolkata' })
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { contact_email: 'desk@blue-room.example' })
    const booking = await aBooking(fixture.client, fixture.studio.id, today, { notes: 'See evil.example' })
    const receipt = await newestMailTo(fixture.client)
    const [year, , day] = booking.booking_date.split('-')
    expect(receipt.subject).toBe('Blue Room received your request')
    const when = `day, ${Number(day)} \\w+ ${year}, 10:00 AM to 12:00 PM \\(Kolkata time\\)`
    expect(receipt.text).toMatch(new RegExp(when))
    expect(receipt.text).toContain(`${server.url}/${fixture.studio.slug}/bookings`)
    expect(receipt.text).toMatch(/-- \nBlue Room\s*$/)
    expect(receipt.replyTo).toBe('desk@blue-room.example')
    expect(receipt.method).toBe('REQUEST')
    expect(receipt.event).toMatchObject({
      uid: `${booking.id}@${new URL(server.url).hostname}`,
      sequence: 0,
      status: 'TENTATIVE',
      starts_at: booking.starts_at,
      attendee: `mailto:${fixture.client.email}`,
      organizer: 'mailto:desk@blue-room.example',
    })
    const request = await newestMailTo(fixture.admin)
    expect(request.subject).toBe('New request from Cleo Client')
    expect(request.text).toContain('See evil.\u200bexample')
    expect(request.text).toContain(`Review the request:\n${server.url}/studio/bookings?booking=${booking.id}`)
    expect(request.event?.summary).toBe('Recording Session: Cleo Client')
    expect(await mailsOf(fixture.other)).toEqual([])
  })

  test("an email shows the client the place and the last time to cancel, in the studio's time zone", async () => {
    const fixture = await aStudio(server, { timezone: 'Asia/Kolkata' })
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { location: 'Canal Street 12, Kochi' })
    const { id, booking_date } = await aBooking(fixture.client, fixture.studio.id, today)
    const until = `Free cancellation until ${formatDayText(plusDays(booking_date, -1))} at 10:00 AM.`
    const receipt = await newestMailTo(fixture.client)
    expect(receipt.text).toContain(until)
    expect(receipt.text).toContain('Canal Street 12, Kochi')
    expect((await newestMailTo(fixture.admin)).text).not.toContain('Free cancellation')
    await fixture.admin.post(`/bookings/${id}/cancel`, {})
    expect((await newestMailTo(fixture.client)).text).not.toContain('Free cancellation')
    // Less than a day before the session, it can no longer be cancelled free of charge.
    await aBooking(fixture.client, fixture.studio.id, today, {
      booking_date: today,
      start_time: '22:00',
      end_time: '23:00',
    })
    expect((await newestMailTo(fixture.client)).text).not.toContain('Free cancellation')
  })

  test('an email shows the steps of the cancellation policy with times and amounts, or the fee after a cancellation', async () => {
    const fixture = await aStudio(server, { timezone: 'Asia/Kolkata' })
    const policy = {
      steps: [
        { hours: 480, percent: 0 },
        { hours: 48, percent: 50 },
      ],
      late_percent: 100,
      no_show_percent: 100,
    }
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { cancellation_policy: policy })
    const { id, booking_date } = await aBooking(fixture.admin, fixture.studio.id, today, {
      client_id: fixture.client.id,
      price_minor: 12_000,
      price_reason: 'Agreed',
    })
    const since = `${formatDayText(plusDays(booking_date, -2))} at 10:00 AM`
    expect((await newestMailTo(fixture.client)).text).toContain(`Cancelling costs $60 until ${since}, then $120.`)
    await fixture.client.post(`/bookings/${id}/cancel`, {})
    expect((await newestMailTo(fixture.client)).text).toContain('Cancellation fee: $60 (50% of the price).')
    expect((await newestMailTo(fixture.admin)).text).toContain('Cancellation fee: $60 (50% of the price).')
    await fixture.admin.post(`/bookings/${id}/fee/waive`, { reason: 'A broken arm' })
    const waived = await newestMailTo(fixture.client)
    expect(waived.subject).toMatch(/has waived your fee$/)
    expect(waived.text).toContain('A broken arm')
    expect(waived.text).toContain('You pay: Nothing')
    expect(waived.text).not.toContain('Price:')
    expect(waived.text).not.toContain('Cancellation fee')
  })

  test('a change request is emailed to both sides with both times, and the answer is emailed to the client', async () => {
    const fixture = await aStudio(server, { name: 'Red Room' })
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    await confirmAsSeen(fixture.admin, id)
    const requestChange = async () =>
      (await fixture.client.patch(`/bookings/${id}`, { start_time: '14:00', end_time: '16:00' })).body
    const first = await requestChange()
    for (const [person, subject] of [
      [fixture.client, 'Red Room received your change request'],
      [fixture.admin, 'Cleo Client requested a change'],
    ] as const) {
      const mail = await newestMailTo(person)
      expect(mail.subject).toBe(subject)
      expect(mail.text).toMatch(/10:00 to 12:00 .*New time: .*14:00 to 16:00/s)
      expect(mail.event?.starts_at).toBe(first.starts_at)
    }
    await fixture.admin.post(`/bookings/${id}/change-request/decline`, { version: first.version })
    const declined = await newestMailTo(fixture.client)
    expect([declined.subject, declined.text]).toEqual([
      'Your change at Red Room was declined',
      expect.stringContaining('10:00 to 12:00'),
    ])
    const second = await requestChange()
    expect(await subjectsOf(fixture.admin)).toHaveLength(3)
    await fixture.admin.post(`/bookings/${id}/change-request/approve`, { version: second.version })
    const approved = await newestMailTo(fixture.client)
    expect(approved.subject).toBe('Your change at Red Room was approved')
    expect(approved.text).toContain('14:00 to 16:00')
  })

  test('an email about a move or its undo shows the new and the old time', async () => {
    const fixture = await aStudio(server, { name: 'Red Room' })
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    await newestMailTo(fixture.client)
    const response = await fixture.admin.patch(`/bookings/${id}`, { start_time: '15:00', end_time: '17:00' })
    const email = await newestMailTo(fixture.client)
    expect(email.subject).toBe('Your session at Red Room has changed')
    expect(email.text).toMatch(/New time: .*15:00 to 17:00.*Old time: .*10:00 to 12:00/s)
    await fixture.admin.post(`/bookings/${id}/undo`, { version: response.body.version })
    const undone = await newestMailTo(fixture.client)
    expect(undone.subject).toBe('A change to your session at Red Room was undone')
    expect(undone.text).toMatch(/New time: .*10:00 to 12:00.*Old time: .*15:00 to 17:00/s)
    const confirmed = await confirmAsSeen(fixture.admin, id)
    expect(confirmed.status).toBe(200)
    expect((await newestMailTo(fixture.client)).text).not.toContain('Old time')
  })

  test('a change by the studio is emailed only to the client, with a growing sequence number and a reason', async () => {
    const fixture = await aStudio(server, { name: 'Red Room' })
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    await confirmAsSeen(fixture.admin, id)
    expect(await newestMailTo(fixture.client)).toMatchObject({
      subject: 'Your session at Red Room is confirmed',
      method: 'REQUEST',
      event: { sequence: 1, status: 'CONFIRMED' },
    })
    await fixture.admin.patch(`/bookings/${id}`, { start_time: '14:00', end_time: '16:00' })
    const moved = await newestMailTo(fixture.client)
    expect(moved.subject).toBe('Your session at Red Room has changed')
    expect(moved.text).toContain('14:00 to 16:00')
    expect(moved.event).toMatchObject({ sequence: 2, starts_at: `${plusDays(today, 7)}T14:00:00.000Z` })
    await fixture.admin.post(`/bookings/${id}/cancel`, { reason: 'The console is broken' })
    const cancelled = await newestMailTo(fixture.client)
    expect(cancelled).toMatchObject({ method: 'CANCEL', event: { sequence: 3, status: 'CANCELLED' } })
    expect(cancelled.text).toContain('The console is broken')
    expect(await subjectsOf(fixture.admin)).toEqual(['New request from Cleo Client'])
  })

  test('a change by the client is emailed to the studio, and to the client as a confirmation', async () => {
    const fixture = await aStudio(server, { name: 'Sea Room' })
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    await stateOfDatabase()
    await fixture.client.patch(`/bookings/${id}`, { start_time: '11:00', end_time: '13:00' })
    await stateOfDatabase()
    await fixture.client.post(`/bookings/${id}/cancel`, {})
    expect(await subjectsOf(fixture.admin)).toEqual([
      'New request from Cleo Client',
      'Cleo Client changed a session',
      'Cleo Client cancelled a session',
    ])
    expect(await subjectsOf(fixture.client)).toEqual([
      'Sea Room received your request',
      'Your session at Sea Room has changed',
      'Your session at Sea Room is cancelled',
    ])
  })

  test('a series is emailed once, and a cancellation by the client is emailed to the studio', async () => {
    const fixture = await aStudio(server, { name: 'Old Room' })
    const series = { ...aSession(today), count: 3 }
    const { body } = await fixture.client.post(`/studios/${fixture.studio.id}/booking-series`, series)
    expect((await newestMailTo(fixture.client)).text).toContain('2 more sessions of its series')
    await fixture.admin.post(`/booking-series/${body.series.id}/cancel`, { from: body.bookings[1].booking_date })
    const ended = await newestMailTo(fixture.client)
    expect(ended.subject).toBe('Your session at Old Room is cancelled')
    expect(ended.text).toContain('1 more session of its series')
    const path = `/booking-series/${body.series.id}`
    expect(
      (await fixture.admin.patch(path, { price_minor: 5_000, price_reason: 'Agreed', notes: 'Two microphones' }))
        .status,
    ).toBe(200)
    expect(await subjectsOf(fixture.admin)).toEqual(['New request from Cleo Client'])
    await fixture.client.post('/me/deletion', { current_password: TEST_PASSWORD })
    expect((await newestMailTo(fixture.admin)).text).toContain('Former member')
    expect(await messagesOf(fixture)).toHaveLength(4)
  })

  test('an email about a declined request shows the reason', async () => {
    const fixture = await aStudio(server, { name: 'Low Room' })
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    await declineAsSeen(fixture.admin, id, 'We are away')
    const mail = await newestMailTo(fixture.client)
    expect(mail).toMatchObject({ subject: 'Your request at Low Room was declined', method: 'CANCEL' })
    expect(mail.text).toContain('We are away')
  })

  test('notes, an engineer, blocked time and sessions without a client cause no email', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    await fixture.client.patch(`/bookings/${id}`, { notes: 'Two microphones' })
    const newPerson = { kind: 'person', name: 'Kim' }
    const engineer = (await fixture.admin.post(`/studios/${fixture.studio.id}/resources`, newPerson)).body.id
    const withEngineer = { add_resource_ids: [engineer] }
    expect((await fixture.admin.patch(`/bookings/${id}`, withEngineer)).status).toBe(200)
    const path = `/studios/${fixture.studio.id}/bookings`
    await fixture.admin.post(path, aBlock(today, { start_time: '15:00', end_time: '16:00' }))
    await fixture.admin.post(path, aSession(today, { start_time: '17:00', end_time: '18:00' }))
    expect((await messagesOf(fixture)).map(({ kind }) => kind)).toEqual(['requested', 'requested'])
  })

  test('a rejected booking causes no email', async () => {
    const fixture = await aStudio(server)
    await aBooking(fixture.client, fixture.studio.id, today)
    expectError(await fixture.other.post(`/studios/${fixture.studio.id}/bookings`, aSession(today)), 'BOOKING_CONFLICT')
    expect(await messagesOf(fixture)).toHaveLength(2)
    expect(await mailsOf(fixture.other)).toEqual([])
  })
})

describe('a reminder', () => {
  async function aConfirmedBooking(fixture: StudioOfTest, overrides: Record<string, unknown> = {}) {
    const booking = await aBooking(fixture.client, fixture.studio.id, today, {
      booking_date: plusDays(today, 2),
      ...overrides,
    })
    await confirmAsSeen(fixture.admin, booking.id)
    await stateOfDatabase()
    return booking
  }
  const remindersOf = async (fixture: StudioOfTest) =>
    (await messagesOf(fixture)).filter(({ kind }) => kind === 'reminder').map(({ state }) => state)

  test('is sent once, a day before the session, even if the job runs often and concurrently', async () => {
    const fixture = await aStudio(server, { name: 'Day Room' })
    await aConfirmedBooking(fixture)
    clock.set('09:59', 1)
    await remind()
    clock.set('10:00')
    expect(await remindersOf(fixture)).toEqual([])
    clock.set('10:00', 1)
    await Promise.all([remind(), remind()])
    await remind()
    clock.set('20:00', 1)
    await remind()
    clock.set('10:00')
    expect(await remindersOf(fixture)).toEqual(['sent'])
    expect((await newestMailTo(fixture.client)).subject).toBe('Your session at Day Room is coming up')
    expect(await subjectsOf(fixture.admin)).toEqual(['New request from Cleo Client'])
  })

  const setReminders = async ({ admin, studio }: StudioOfTest, reminder_hours: number[]) => {
    const path = `/studios/${studio.id}/opening-hours`
    const response = await admin.put(path, { ...(await admin.get(path)).body, reminder_hours })
    expect(response.status).toBe(200)
  }
  const setService = async ({ admin, studio }: StudioOfTest, overrides: object) => {
    const path = `/studios/${studio.id}/services`
    const { items } = (await admin.get(`${path}?limit=100`)).body
    const changedServices = items.map(({ position, ...service }: Record<string, unknown>) =>
      service.key === 'recording' ? { ...service, ...overrides } : service,
    )
    expect((await admin.put(path, { items: changedServices })).status).toBe(200)
  }
  const remindAt = async (time: string, days: number) => {
    clock.set(time, days)
    await remind()
    clock.set('10:00')
    await stateOfDatabase()
  }

  test("is sent at each of the studio's reminder times, and only the last one if several are due", async () => {
    const fixture = await aStudio(server)
    await setReminders(fixture, [48, 24, 3])
    await aConfirmedBooking(fixture, { booking_date: plusDays(today, 4) })
    await remindAt('10:00', 2)
    await remindAt('11:00', 2)
    expect(await remindersOf(fixture)).toEqual(['sent'])
    // After a day without jobs, only the last due reminder is sent (3 hours before), not the earlier one (24 hours before).
    await remindAt('07:30', 4)
    await remindAt('08:00', 4)
    expect(await remindersOf(fixture)).toEqual(['sent', 'sent'])
  })

  test('uses the reminder times of its service, and lists the things to bring', async () => {
    const fixture = await aStudio(server)
    await setReminders(fixture, [])
    await setService(fixture, { reminder_hours: [72], bring: 'Your guitar\nA hard drive from files.example' })
    await aConfirmedBooking(fixture, { booking_date: plusDays(today, 4) })
    await aConfirmedBooking(fixture, {
      booking_date: plusDays(today, 4),
      start_time: '13:00',
      end_time: '15:00',
      service_type: 'mixing',
    })
    await remindAt('10:00', 1)
    await remindAt('13:00', 1)
    expect(await remindersOf(fixture)).toEqual(['sent'])
    const { text } = await newestMailTo(fixture.client)
    expect(text).toMatch(/Please bring:\s+Your guitar\s+A hard drive/)
    // The host name must not become a link.
    expect(text).not.toContain('files.example')
  })

  test('is not sent for a studio that an operator has deactivated', async () => {
    const fixture = await aStudio(server)
    await aConfirmedBooking(fixture)
    const operator = await aSuperAdmin(server)
    const path = `/admin/studios/${fixture.studio.id}`
    expect((await operator.patch(path, { is_active: false })).status).toBe(200)
    await remindAt('10:00', 1)
    expect((await operator.patch(path, { is_active: true })).status).toBe(200)
    expect(await remindersOf(fixture)).toEqual([])
    await remindAt('10:00', 1)
    expect(await remindersOf(fixture)).toEqual(['sent'])
  })

  test('is not sent to a client whose record has reminders off', async () => {
    const fixture = await aStudio(server)
    await aConfirmedBooking(fixture)
    await asPerson(fixture.admin, (tx) =>
      tx.updateTable('client_records').set({ reminders: false }).where('user_id', '=', fixture.client.id).execute(),
    )
    await remindAt('10:00', 1)
    expect(await remindersOf(fixture)).toEqual([])
  })

  test.each([[[0]], [[337]], [[3, 3]], [[1, 2, 3, 4, 5]]])('cannot be set to invalid hours: %j', async (hours) => {
    const { admin, studio } = await aStudio(server)
    const path = `/studios/${studio.id}/opening-hours`
    expectError(await admin.put(path, { ...(await admin.get(path)).body, reminder_hours: hours }), 'VALIDATION_FAILED')
  })

  test('is not sent for sessions that are cancelled, unconfirmed or just booked', async () => {
    const fixture = await aStudio(server)
    const { id } = await aConfirmedBooking(fixture)
    await fixture.admin.post(`/bookings/${id}/cancel`, {})
    await aBooking(fixture.client, fixture.studio.id, today, {
      booking_date: plusDays(today, 2),
      start_time: '13:00',
      end_time: '14:00',
    })
    await aConfirmedBooking(fixture, { booking_date: today, start_time: '20:00', end_time: '21:00' })
    await stateOfDatabase()
    clock.set('19:00')
    await remind()
    clock.set('14:00', 1)
    await remind()
    clock.set('10:00')
    expect(await remindersOf(fixture)).toEqual([])
  })

  test('is sent before the new time of a moved session, not before the old one', async () => {
    const fixture = await aStudio(server)
    const { id } = await aConfirmedBooking(fixture)
    await fixture.admin.patch(`/bookings/${id}`, { booking_date: plusDays(today, 5) })
    await stateOfDatabase()
    clock.set('12:00', 1)
    await remind()
    clock.set('10:00')
    expect(await remindersOf(fixture)).toEqual([])
    clock.set('12:00', 4)
    await remind()
    clock.set('10:00')
    expect(await remindersOf(fixture)).toEqual(['sent'])
  })
})

describe('the email log', () => {
  test("lists emails for the studio's admin, newest first, without their text", async () => {
    const fixture = await aStudio(server)
    const booking = await aBooking(fixture.client, fixture.studio.id, today)
    await stateOfDatabase()
    clock.set('10:05')
    await confirmAsSeen(fixture.admin, booking.id)
    const items = await messagesOf(fixture)
    expect(items).toHaveLength(3)
    expect(items[0]).toEqual({
      id: expect.any(String),
      channel: 'mail',
      booking_id: booking.id,
      kind: 'confirmed',
      state: 'sent',
      tries: 1,
      recipient_name: 'Cleo Client',
      starts_at: booking.starts_at,
      last_error: null,
      created_at: clock.now().toISOString(),
      sent_at: clock.now().toISOString(),
    })
    const path = `/studios/${fixture.studio.id}/messages`
    const first = (await fixture.admin.get(`${path}?limit=2`)).body
    const rest = (await fixture.admin.get(`${path}?limit=2&cursor=${first.next_cursor}`)).body
    const pages: Message[] = [...first.items, ...rest.items]
    expect(pages).toHaveLength(items.length + 1)
    expect(pages.filter(isOfSession)).toEqual(items)
  })

  test('cannot be read by clients, crew or another studio', async () => {
    const [fixture, other] = [await aStudio(server), await aStudio(server)]
    const path = `/studios/${fixture.studio.id}/messages`
    for (const person of [fixture.client, await aCrewMember(server, fixture), other.admin]) {
      expectError(await person.get(path), 'FORBIDDEN')
    }
  })
})

test('bookings work while the mail server is down, and the email log shows the error without an address', async () => {
  const serverWithoutMail = await startServer({ env: { SMTP_URL: 'smtp://user:secret-word@127.0.0.1:9' } })
  try {
    const fixture = await aStudio(serverWithoutMail)
    const booking = await aBooking(fixture.client, fixture.studio.id, today)
    await vi.waitFor(
      async () => {
        const items = await listSessionMessages(fixture)
        expect(items).toHaveLength(2)
        for (const item of items)
          expect(item).toMatchObject({ state: 'waiting', sent_at: null, booking_id: booking.id })
        expect(items[0]?.tries).toBeGreaterThan(0)
        expect(items[0]?.last_error).toMatch(/^The mail server cannot be reached\. [^@]*\(E\w+/)
        expect(JSON.stringify(items)).not.toMatch(/secret-word|@/)
      },
      { timeout: 60_000, interval: 100 },
    )
  } finally {
    await serverWithoutMail.stop()
  }
})

test('two processes send each email once', async () => {
  const secret = randomBytes(32).toString('hex')
  const first = await startServer({ env: { SECRET_KEY: secret } })
  const second = await startProcess({
    DATABASE_URL: first.databaseUrl,
    SECRET_KEY: secret,
    PUBLIC_URL: first.url,
    DATA_DIR: first.dataDir,
    DEMO: 'off',
    RATE_LIMIT: 'off',
  })
  try {
    const fixture = await aStudio(first)
    for (let day = 1; day <= 8; day += 1) {
      await aBooking(fixture.client, fixture.studio.id, today, { booking_date: plusDays(today, day) })
    }
    await vi.waitFor(
      async () => {
        const items = await listSessionMessages(fixture)
        expect(items.map(({ state, tries }) => `${state} ${tries}`)).toEqual(Array(16).fill('sent 1'))
      },
      { timeout: 60_000, interval: 100 },
    )
    const mails = [...(await mailsTo(first, fixture.client.email)), ...(await mailsTo(first, fixture.admin.email))]
    expect(mails.filter(({ calendar }) => calendar !== null)).toHaveLength(16)
  } finally {
    await second.stop()
    await first.stop()
  }
}, 120_000)
