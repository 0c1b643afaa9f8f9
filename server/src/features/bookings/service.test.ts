import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBlock, aBooking, aFixedClock, aSession, asPerson } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { expectError, type TestClient } from '@studiohub/testing/http.ts'
import { aCrewMember, aStudio, type StudioOfTest, signIn } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const listOf = (fixture: StudioOfTest, query = '') => `/studios/${fixture.studio.id}/bookings${query}`
const range = `?from=${today}&to=${plusDays(today, 30)}`
async function step(caller: TestClient, id: string, name: string, body: Record<string, unknown> = {}) {
  const seenVersion = ['confirm', 'decline'].includes(name)
    ? { version: (await caller.get(`/bookings/${id}`)).body.version }
    : {}
  return caller.post(`/bookings/${id}/${name}`, { ...seenVersion, ...body })
}
const statusOf = async (fixture: StudioOfTest, id: string) => (await fixture.admin.get(`/bookings/${id}`)).body.status

describe('listing', () => {
  test('the studio sees all bookings by date and start time; a client sees their own, and the times of others', async () => {
    const fixture = await aStudio(server)
    const later = await aBooking(fixture.client, fixture.studio.id, today, { start_time: '15:00', end_time: '16:00' })
    const secret = { notes: 'a secret', service_type: 'mastering' }
    const others = await aBooking(fixture.other, fixture.studio.id, today, secret)
    const block = await fixture.admin.post(listOf(fixture), aBlock(today, { start_time: '20:00', end_time: '22:00' }))
    const crew = await aCrewMember(server, fixture)
    for (const person of [fixture.admin, crew]) {
      const { body } = await person.get(listOf(fixture, range))
      expect(body.items.map((item: { id: string }) => item.id)).toEqual([others.id, later.id, block.body.id])
      expect(body.items[0]).toMatchObject({ client_name: 'Otto Other', notes: 'a secret' })
      expect(body).toMatchObject({ busy: [], next_cursor: null })
    }
    const forClient = await fixture.client.get(listOf(fixture, range))
    const room_id = later.resources[0]?.id
    const busy = { room_id, booking_date: plusDays(today, 7), ends_next_day: false }
    expect(forClient.body).toEqual({
      items: [later],
      next_cursor: null,
      busy: [
        { ...busy, start_time: '10:00', end_time: '12:00' },
        { ...busy, start_time: '20:00', end_time: '22:00' },
      ],
    })
    expect(forClient.text).not.toMatch(new RegExp(`secret|mastering|Otto|${fixture.other.id}|${others.id}`))
  })

  test("busy time is in the studio's local time and only within the requested days", async () => {
    const fixture = await aStudio(server, { timezone: 'America/New_York' })
    const night = { start_time: '22:00', end_time: '02:00', ends_next_day: true }
    await fixture.admin.post(listOf(fixture), aBlock(today, night))
    const day = plusDays(today, 7)
    const { body } = await fixture.client.get(listOf(fixture, `?from=${day}&to=${day}`))
    expect(body.busy).toEqual([
      { room_id: expect.any(String), booking_date: day, start_time: '22:00', end_time: '00:00', ends_next_day: true },
    ])
    const next = await fixture.client.get(listOf(fixture, `?from=${plusDays(day, 1)}&to=${plusDays(day, 1)}`))
    expect(next.body.busy).toMatchObject([{ start_time: '00:00', end_time: '02:00', ends_next_day: false }])
  })

  test("a cancelled booking's time is free again, and the booking stays in the list", async () => {
    const fixture = await aStudio(server)
    const booking = await aBooking(fixture.other, fixture.studio.id, today)
    await step(fixture.admin, booking.id, 'cancel')
    expect((await fixture.client.get(listOf(fixture, range))).body.busy).toEqual([])
    const cancelled = await fixture.admin.get(listOf(fixture, `${range}&status=cancelled`))
    expect(cancelled.body.items).toHaveLength(1)
    expect((await fixture.admin.get(listOf(fixture, `${range}&status=pending`))).body.items).toEqual([])
    expect((await fixture.client.post(listOf(fixture), aSession(today))).status).toBe(201)
  })

  test('without a range the list has pages, and each begins where the previous one ended', async () => {
    const fixture = await aStudio(server)
    const starts = ['09:00', '11:00', '13:00', '15:00', '17:00']
    for (const start_time of starts.toReversed()) {
      const end_time = `${Number(start_time.slice(0, 2)) + 1}:00`
      await aBooking(fixture.client, fixture.studio.id, today, { start_time, end_time })
    }
    const listed: string[] = []
    let cursor: string | null = null
    do {
      const after: string = cursor === null ? '' : `&cursor=${cursor}`
      const { body } = await fixture.admin.get(listOf(fixture, `?limit=2${after}`))
      expect(body.items.length).toBeLessThanOrEqual(2)
      listed.push(...body.items.map((item: { start_time: string }) => item.start_time))
      cursor = body.next_cursor
    } while (cursor !== null)
    expect(listed).toEqual(starts)
  })

  test('pages can begin at a day, in both directions', async () => {
    const fixture = await aStudio(server)
    const dayAt = (ahead: number) => plusDays(today, ahead)
    for (const ahead of [1, 2, 5, 6]) {
      await fixture.admin.post(listOf(fixture), aBlock(today, { booking_date: dayAt(ahead) }))
    }
    // This session begins the day before `middle` and ends the day after.
    const long = { booking_date: dayAt(2), days: 3, start_time: '20:00', end_time: '21:00', ends_next_day: true }
    expect((await fixture.admin.post(listOf(fixture), aBlock(today, long))).status).toBe(201)
    const middle = dayAt(3)
    const read = async (query: string) => {
      const listed: string[] = []
      let cursor = ''
      do {
        const { body } = await fixture.admin.get(listOf(fixture, `?limit=2&${query}${cursor}`))
        listed.push(
          ...body.items.map((item: { booking_date: string; days: number }) => `${item.booking_date} ${item.days}`),
        )
        cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`
      } while (cursor !== '')
      return listed
    }
    expect(await read(`since=${middle}`)).toEqual([`${dayAt(2)} 3`, `${dayAt(5)} 1`, `${dayAt(6)} 1`])
    expect(await read(`before=${middle}`)).toEqual([`${dayAt(2)} 1`, `${dayAt(1)} 1`])
    expect((await fixture.client.get(listOf(fixture, `?since=${middle}`))).body.items).toEqual([])
    for (const query of [
      `?since=${middle}&before=${middle}`,
      `?since=${middle}&from=${middle}&to=${middle}`,
      '?since=x',
    ]) {
      expectError(await fixture.admin.get(listOf(fixture, query)), 'VALIDATION_FAILED')
    }
  })

  test('invalid queries are rejected: half a range, more than 62 days, 101 per page, an invented cursor', async () => {
    const fixture = await aStudio(server)
    const wide = `?from=${today}&to=${plusDays(today, 62)}`
    for (const query of [`?from=${today}`, wide, '?limit=101', '?cursor=nonsense', '?status=lost']) {
      expectError(await fixture.admin.get(listOf(fixture, query)), 'VALIDATION_FAILED')
    }
  })

  test('a range with more than 5,000 bookings is rejected', async () => {
    const fixture = await aStudio(server)
    await asLogin((tx) =>
      sql`insert into bookings (studio_id, booking_date, start_time, end_time, starts_at, ends_at, service_type,
          booking_type, status, cancelled_at)
        select ${fixture.studio.id}::uuid, ${today}::date, '10:00', '11:00', now(), now() + interval '1 hour', 'recording',
          'client_booking', 'cancelled', now() from generate_series(1, 5001)`.execute(tx),
    )
    expectError(await fixture.admin.get(listOf(fixture, range)), 'VALIDATION_FAILED')
    expect((await fixture.admin.get(listOf(fixture))).body.items).toHaveLength(100)
  })

  test('an invented cursor never causes a server error', async () => {
    const fixture = await aStudio(server)
    for (const pair of [
      ['x', 'y'],
      [`${today}T10:00`, 'y'],
      ['10000-99-99T99:99', fixture.studio.id],
      ['', ''],
    ]) {
      const cursor = Buffer.from(JSON.stringify(pair)).toString('base64url')
      for (const path of [
        listOf(fixture),
        `/studios/${fixture.studio.id}/resources`,
        `/studios/${fixture.studio.id}/services`,
      ]) {
        const { status } = await fixture.admin.get(`${path}?cursor=${cursor}`)
        expect([200, 400]).toContain(status)
      }
    }
  })

  test('another studio cannot list bookings here', async () => {
    const [fixture, rival] = [await aStudio(server), await aStudio(server)]
    await aBooking(fixture.client, fixture.studio.id, today)
    for (const person of [rival.admin, rival.client]) {
      expectError(await person.get(listOf(fixture, range)), 'FORBIDDEN')
    }
    expect((await rival.admin.get(listOf(rival, range))).body.items).toEqual([])
  })
})

test('a booking can be read by its client and by admins and crew of its studio; for all others it does not exist', async () => {
  const [fixture, rival] = [await aStudio(server), await aStudio(server)]
  const booking = await aBooking(fixture.client, fixture.studio.id, today)
  for (const person of [fixture.client, fixture.admin, await aCrewMember(server, fixture)]) {
    expect((await person.get(`/bookings/${booking.id}`)).body).toMatchObject({ id: booking.id })
  }
  const missing = await fixture.other.get(`/bookings/${fixture.studio.id}`)
  for (const person of [fixture.other, rival.admin, rival.client]) {
    const response = await person.get(`/bookings/${booking.id}`)
    expectError(response, 'NOT_FOUND')
    expect(response.text).toBe(missing.text)
  }
})

describe('the steps of a booking', () => {
  const soon = { booking_date: today, start_time: '11:00', end_time: '12:00' }

  test('an admin confirms a pending booking and completes a confirmed one; neither is possible twice', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today, soon)
    expectError(await step(fixture.admin, id, 'complete'), 'INVALID_TRANSITION')
    expect((await step(fixture.admin, id, 'confirm')).body).toMatchObject({
      id,
      status: 'confirmed',
      cancelled_at: null,
    })
    expectError(await step(fixture.admin, id, 'confirm'), 'INVALID_TRANSITION')
    expectError(await step(fixture.admin, id, 'decline'), 'INVALID_TRANSITION')
    expectError(await step(fixture.admin, id, 'complete'), 'SESSION_NOT_BEGUN')
    clock.set('11:00')
    expect((await step(fixture.admin, id, 'complete')).body).toMatchObject({ status: 'completed' })
    for (const name of ['confirm', 'decline', 'cancel', 'complete']) {
      expectError(await step(fixture.admin, id, name), 'INVALID_TRANSITION')
    }
  })

  test('a cancellation needs no body', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    expect((await fixture.admin.post(`/bookings/${id}/cancel`)).body).toMatchObject({ cancel_reason: null })
  })

  test.each(['confirm', 'decline'])('to %s needs the version that was read', async (name) => {
    const fixture = await aStudio(server)
    const { id, version } = await aBooking(fixture.client, fixture.studio.id, today)
    expectError(await fixture.admin.post(`/bookings/${id}/${name}`, {}), 'VALIDATION_FAILED')
    await fixture.client.patch(`/bookings/${id}`, { booking_date: plusDays(today, 8) })
    const rejection = await step(fixture.admin, id, name, { version })
    expectError(rejection, 'STALE_VERSION')
    expect(rejection.body.message).toBe('This request has changed since you opened it. Check it again, then confirm.')
    expect(await statusOf(fixture, id)).toBe('pending')
    expect((await step(fixture.admin, id, name)).status).toBe(200)
  })

  test.each(['confirm', 'decline'])('to %s again with the same Idempotency-Key gets the first answer', async (name) => {
    const fixture = await aStudio(server)
    const { id, version } = await aBooking(fixture.client, fixture.studio.id, today)
    const answer = (key: string) =>
      fixture.admin.post(`/bookings/${id}/${name}`, { version }, { headers: { 'idempotency-key': key } })
    const [first, second] = [await answer('first'), await answer('first')]
    expect([first.status, second.body]).toEqual([200, first.body])
    expectError(await answer('second'), 'INVALID_TRANSITION')
  })

  test('only the version that was read can be confirmed, even if the client moves the booking at the same time', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    const { version } = (await fixture.admin.get(`/bookings/${id}`)).body
    const [moved, confirmed] = await Promise.all([
      fixture.client.patch(`/bookings/${id}`, { start_time: '15:00', end_time: '16:00', version }),
      fixture.admin.post(`/bookings/${id}/confirm`, { version }),
    ])
    const booking = (await fixture.admin.get(`/bookings/${id}`)).body
    if (confirmed.status === 200) expect(confirmed.body.start_time).toBe('10:00')
    else expect([moved.status, booking.status, booking.start_time]).toEqual([200, 'pending', '15:00'])
  })

  test('declining cancels the booking with a reason that the client can read', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    clock.set('11:00')
    await step(fixture.admin, id, 'decline', { reason: 'The desk is broken.' })
    expect((await fixture.client.get(`/bookings/${id}`)).body).toMatchObject({
      status: 'cancelled',
      cancelled_at: clock.now().toISOString(),
      updated_at: clock.now().toISOString(),
      cancelled_by: fixture.admin.id,
      cancel_reason: 'The desk is broken.',
    })
  })

  test('clients and crew cannot confirm, decline or complete, and crew cannot cancel', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    const crew = await aCrewMember(server, fixture)
    for (const name of ['confirm', 'decline', 'complete']) {
      for (const person of [fixture.client, crew]) expectError(await step(person, id, name), 'FORBIDDEN')
    }
    expectError(await step(crew, id, 'cancel'), 'FORBIDDEN')
    expect(await statusOf(fixture, id)).toBe('pending')
  })

  test('a booking can be cancelled by its client, but not by another client or studio', async () => {
    const [fixture, rival] = [await aStudio(server), await aStudio(server)]
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    for (const person of [fixture.other, rival.admin]) expectError(await step(person, id, 'cancel'), 'NOT_FOUND')
    expect(await statusOf(fixture, id)).toBe('pending')
    const response = await step(fixture.client, id, 'cancel')
    expect(response.body).toMatchObject({ status: 'cancelled', cancelled_by: fixture.client.id, cancel_reason: null })
    expectError(await step(fixture.client, id, 'cancel'), 'INVALID_TRANSITION')
    const completed = await aBooking(fixture.client, fixture.studio.id, today, soon)
    await step(fixture.admin, completed.id, 'confirm')
    clock.set('11:00')
    await step(fixture.admin, completed.id, 'complete')
    expectError(await step(fixture.client, completed.id, 'cancel'), 'INVALID_TRANSITION')
  })

  test('a client can cancel until a day before, an admin at any time', async () => {
    const fixture = await aStudio(server)
    const [first, second] = [
      await aBooking(fixture.client, fixture.studio.id, today),
      await aBooking(fixture.client, fixture.studio.id, today, { start_time: '13:00', end_time: '14:00' }),
    ]
    clock.set('10:01', 6)
    const [client, admin] = [await signIn(server, fixture.client), await signIn(server, fixture.admin)]
    expectError(await step(client, first.id, 'cancel'), 'CANCELLATION_TOO_LATE')
    expect((await step(client, second.id, 'cancel')).status).toBe(200)
    expect((await step(admin, first.id, 'cancel')).body).toMatchObject({ status: 'cancelled' })
  })

  test('with a cut-off of 0 a client can neither cancel nor move a session that has begun; the studio can', async () => {
    const fixture = await aStudio(server)
    const hours = `/studios/${fixture.studio.id}/opening-hours`
    await fixture.admin.put(hours, { ...(await fixture.admin.get(hours)).body, cancellation_cutoff_hours: 0 })
    const past = { start_time: '10:30', end_time: '12:00' }
    const { id } = await aBooking(fixture.client, fixture.studio.id, today, { booking_date: today, ...past })
    const later = await aBooking(fixture.client, fixture.studio.id, today, {
      ...soon,
      start_time: '13:00',
      end_time: '14:00',
    })
    await step(fixture.admin, id, 'confirm')
    clock.set('10:30')
    expectError(await step(fixture.client, id, 'cancel'), 'CANCELLATION_TOO_LATE')
    for (const change of [{ booking_date: plusDays(today, 3) }, { end_time: '11:00' }]) {
      expectError(await fixture.client.patch(`/bookings/${id}`, change), 'CANCELLATION_TOO_LATE')
    }
    expect((await step(fixture.client, later.id, 'cancel')).status).toBe(200)
    expect((await step(fixture.admin, id, 'no-show', { no_show: true })).body).toMatchObject({ status: 'completed' })
  })

  test.each([
    ['confirm', 'confirm'],
    ['cancel', 'cancel'],
    ['confirm', 'decline'],
  ])('of two concurrent calls to %s and %s, one succeeds', async (first, second) => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    const responses = await Promise.all([step(fixture.admin, id, first), step(fixture.admin, id, second)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await statusOf(fixture, id)).toBe(responses.find(({ status }) => status === 200)?.body.status)
  })
})

test('every change writes one audit entry', async () => {
  const fixture = await aStudio(server)
  const { id } = await aBooking(fixture.client, fixture.studio.id, today)
  await step(fixture.admin, id, 'confirm')
  await step(fixture.admin, id, 'confirm')
  await step(fixture.admin, id, 'cancel', { reason: 'Ill' })
  const rows = await asPerson(fixture.admin, (tx) =>
    tx.selectFrom('audit_log').selectAll().where('object_id', '=', id).orderBy('id').execute(),
  )
  expect(rows.map(({ action, actor_id, outcome }) => [action, actor_id, outcome])).toEqual([
    ['bookings.create', fixture.client.id, 'done'],
    ['bookings.confirm', fixture.admin.id, 'done'],
    ['bookings.cancel', fixture.admin.id, 'done'],
  ])
  expect(rows[2]).toMatchObject({
    before: { status: 'confirmed' },
    after: { status: 'cancelled' },
  })
  // The reason is not in the audit log, which cannot be erased.
  expect(rows[2]?.after).toMatchObject({ changed: expect.arrayContaining(['cancel_reason']) })
  expect(JSON.stringify(rows)).not.toMatch(/Ill|Cleo/)
})
