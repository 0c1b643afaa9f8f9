import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { CancellationPolicy } from '@studiohub/contract/features/studios/cancellation/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, asPerson, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { listAuditEntries } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import {
  aCrewMember,
  aDeskPerson,
  aStudio,
  type StudioOfTest,
  signIn,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const policy: CancellationPolicy = {
  steps: [
    { hours: 72, percent: 0 },
    { hours: 48, percent: 50 },
  ],
  late_percent: 100,
  no_show_percent: 100,
}

/** A studio whose recordings cost 120, with this policy. */
async function aStrictStudio(): Promise<StudioOfTest> {
  const fixture = await aStudio(server)
  const services = `/studios/${fixture.studio.id}/services`
  const { body } = await fixture.admin.get(services)
  const items = body.items.map(({ position, ...service }: { position: number }) => ({
    ...service,
    price_minor: 12_000,
  }))
  await fixture.admin.put(services, { items })
  await fixture.admin.patch(`/studios/${fixture.studio.id}`, { cancellation_policy: policy })
  return fixture
}

/** A confirmed session in a week at 10:00 that costs 120. */
async function aConfirmedSession(fixture: StudioOfTest, fields: Record<string, unknown> = {}): Promise<Booking> {
  const { id } = await aBooking(fixture.client, fixture.studio.id, today, fields)
  const { body } = await confirmAsSeen(fixture.admin, id)
  return body
}
const cancel = (caller: Pick<TestUser, 'post'>, { id }: Pick<Booking, 'id'>, body: Record<string, unknown> = {}) =>
  caller.post(`/bookings/${id}/cancel`, body)
const waive = (caller: Pick<TestUser, 'post'>, { id }: Pick<Booking, 'id'>, reason = 'Ill') =>
  caller.post(`/bookings/${id}/fee/waive`, { reason })
/** The times of a session this many days from now. */
const inDays = (days: number, start_time = '10:00', end_time = '12:00') => ({
  booking_date: plusDays(today, days),
  start_time,
  end_time,
})
const lateHours = inDays(1, '18:00', '20:00')

describe('the policy', () => {
  test('is free by default, and only an admin can set one', async () => {
    const fixture = await aStudio(server)
    const other = await aStudio(server)
    expect(fixture.studio.cancellation_policy).toEqual({ steps: [], late_percent: 0, no_show_percent: 0 })
    const path = `/studios/${fixture.studio.id}`
    const crew = await aCrewMember(server, fixture)
    const desk = await aDeskPerson(server, fixture)
    for (const caller of [fixture.client, crew, desk, other.admin]) {
      expectError(await caller.patch(path, { cancellation_policy: policy }), 'FORBIDDEN')
    }
    expectError(await callAs(server.url, null).patch(path, { cancellation_policy: policy }), 'UNAUTHENTICATED')
    const decreasing = { ...policy, late_percent: 10 }
    expectError(await fixture.admin.patch(path, { cancellation_policy: decreasing }), 'VALIDATION_FAILED')
    const changed = await fixture.admin.patch(path, { cancellation_policy: policy })
    expect(changed.body.cancellation_policy).toEqual(policy)
    expect((await fixture.client.get(path)).body.cancellation_policy).toEqual(policy)
  })

  test('is stored with a booking and does not change with the studio', async () => {
    const fixture = await aStrictStudio()
    const booking = await aConfirmedSession(fixture)
    expect(booking).toMatchObject({ cancellation_policy: policy, fee: null, price_minor: 12_000 })
    const free = { steps: [], late_percent: 0, no_show_percent: 0 }
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { cancellation_policy: free })
    const moved = await fixture.admin.patch(`/bookings/${booking.id}`, { start_time: '12:00', end_time: '14:00' })
    expect(moved.body.cancellation_policy).toEqual(policy)
    const next = await aBooking(fixture.client, fixture.studio.id, today, { start_time: '16:00', end_time: '18:00' })
    expect(next.cancellation_policy).toEqual(free)
  })

  test('does not apply to internal sessions and blocked time', async () => {
    const fixture = await aStrictStudio()
    expect(await aBooking(fixture.admin, fixture.studio.id, today)).toMatchObject({ cancellation_policy: null })
    const fields = { booking_type: 'blocked_time', service_type: 'maintenance', start_time: '20:00', end_time: '21:00' }
    const block = await aBooking(fixture.admin, fixture.studio.id, today, fields)
    expect((await fixture.admin.get(`/bookings/${block.id}`)).body).toMatchObject({ cancellation_policy: null })
  })
})

describe('a client who cancels', () => {
  test.each([
    ['72 hours before', inDays(3), null],
    ['48 hours before', inDays(2), { percent: 50, hours: 48, amount_minor: 6_000 }],
    ['32 hours before', lateHours, { percent: 100, hours: null, amount_minor: 12_000 }],
  ])('%s pays by the policy', async (_, time, fee) => {
    const fixture = await aStrictStudio()
    const booking = await aConfirmedSession(fixture, time)
    const { status, body } = await cancel(fixture.client, booking)
    expect(status).toBe(200)
    expect(body.fee).toEqual(
      fee && { kind: 'cancellation', waived_at: null, waived_by: null, waive_reason: null, ...fee },
    )
    expect((await fixture.admin.get(`/bookings/${booking.id}`)).body.fee).toEqual(body.fee)
  })

  test('pays nothing for a pending session', async () => {
    const fixture = await aStrictStudio()
    const booking = await aBooking(fixture.client, fixture.studio.id, today, { booking_date: plusDays(today, 2) })
    expect((await cancel(fixture.client, booking)).body).toMatchObject({ status: 'cancelled', fee: null })
  })

  test('gets an error if the fee is higher than the fee that was shown, and nothing happens', async () => {
    const fixture = await aStrictStudio()
    const booking = await aConfirmedSession(fixture, lateHours)
    const rejection = await cancel(fixture.client, booking, { seen_fee_minor: 6_000 })
    expectError(rejection, 'FEE_CHANGED')
    expect(rejection.body.details).toEqual({ fee_minor: 12_000 })
    expect((await fixture.client.get(`/bookings/${booking.id}`)).body.status).toBe('confirmed')
    expect((await cancel(fixture.client, booking, { seen_fee_minor: 12_000 })).body.fee.amount_minor).toBe(12_000)
  })

  test('cannot set `for_client`, and cannot cancel after the cut-off', async () => {
    const fixture = await aStrictStudio()
    const booking = await aConfirmedSession(fixture)
    expectError(await cancel(fixture.client, booking, { for_client: true }), 'FIELD_NOT_ALLOWED')
    expectError(await cancel(fixture.other, booking), 'NOT_FOUND')
    const soon = await aConfirmedSession(fixture, inDays(0, '19:00', '21:00'))
    expectError(await cancel(fixture.client, soon), 'CANCELLATION_TOO_LATE')
  })

  test('pays for each session of a series by the time of that session', async () => {
    const fixture = await aStrictStudio()
    const weekly = {
      booking_date: plusDays(today, 2),
      start_time: '10:00',
      end_time: '12:00',
      service_type: 'recording',
      booking_type: 'client_booking',
      client_id: fixture.client.id,
      every_weeks: 1,
      count: 2,
      weekdays: [new Date(`${plusDays(today, 2)}T00:00:00Z`).getUTCDay()],
    }
    const response = await fixture.admin.post(`/studios/${fixture.studio.id}/booking-series`, weekly)
    expect(response.status, response.text).toBe(201)
    const cancelled = await fixture.client.post(`/booking-series/${response.body.series.id}/cancel`, {})
    expect(cancelled.body.bookings.map(({ fee }: Booking) => fee?.amount_minor ?? 0)).toEqual([6_000, 0])
  })
})

describe('a client who moves a session before cancelling', () => {
  const move = (caller: Pick<TestUser, 'patch'>, { id }: Pick<Booking, 'id'>, days: number) =>
    caller.patch(`/bookings/${id}`, inDays(days))
  /** The studio confirms and moves sessions without approval. */
  const confirmAutomatically = async ({ admin, studio }: StudioOfTest) => {
    const services = `/studios/${studio.id}/services`
    const { body } = await admin.get(services)
    const items = body.items.map(({ position, ...service }: { position: number }) => ({
      ...service,
      auto_confirm: true,
    }))
    await admin.put(services, { items })
  }

  test('pays at least the fee for cancelling at the time of the move', async () => {
    const fixture = await aStrictStudio()
    await confirmAutomatically(fixture)
    const booking = await aBooking(fixture.client, fixture.studio.id, today, inDays(2))
    expect(booking.status).toBe('confirmed')
    const moved = await move(fixture.client, booking, 9)
    expect(moved.body, moved.text).toMatchObject({ booking_date: plusDays(today, 9), change_request: null })
    const movedAgain = await move(fixture.client, booking, 12)
    const fee = { percent: 50, hours: 72, amount_minor: 6_000 }
    expect((await cancel(fixture.client, movedAgain.body)).body.fee).toMatchObject(fee)
  })

  test('pays nothing if cancelling was free at the time of the move', async () => {
    const fixture = await aStrictStudio()
    await confirmAutomatically(fixture)
    const booking = await aBooking(fixture.client, fixture.studio.id, today, inDays(4))
    await move(fixture.client, booking, 9)
    expect((await cancel(fixture.client, booking)).body).toMatchObject({ status: 'cancelled', fee: null })
  })

  test('pays the fee for the time of the request if the studio had to approve the move', async () => {
    const fixture = await aStrictStudio()
    const desk = await aDeskPerson(server, fixture)
    const booking = await aConfirmedSession(fixture, inDays(2))
    const requested = await move(fixture.client, booking, 9)
    expect(requested.body.change_request, requested.text).not.toBeNull()
    clock.set('14:00')
    const admin = await signIn(server, desk)
    const approved = await admin.post(`/bookings/${booking.id}/change-request/approve`, {
      version: requested.body.version,
    })
    expect(approved.body, approved.text).toMatchObject({ booking_date: plusDays(today, 9) })
    const fee = { percent: 50, amount_minor: 6_000 }
    const client = await signIn(server, fixture.client)
    expect((await cancel(client, booking)).body.fee).toMatchObject(fee)
  })

  test('pays a percentage of the price before they made the session shorter, until the studio sets a price', async () => {
    const fixture = await aStrictStudio()
    await confirmAutomatically(fixture)
    const services = `/studios/${fixture.studio.id}/services`
    const { items } = (await fixture.admin.get(services)).body
    const pricing = { unit: 'hour', rules: [], packages: [], add_ons: [], rooms: [] }
    const hourly = items.map(({ position, ...service }: { position: number; pricing: object }) => ({
      ...service,
      pricing: { ...service.pricing, unit: pricing.unit },
    }))
    expect((await fixture.admin.put(services, { items: hourly })).status).toBe(200)
    const booking = await aBooking(fixture.client, fixture.studio.id, today, inDays(2, '10:00', '14:00'))
    expect(booking).toMatchObject({ status: 'confirmed', price_minor: 48_000 })
    const shorter = await fixture.client.patch(`/bookings/${booking.id}`, { end_time: '12:00' })
    expect(shorter.body, shorter.text).toMatchObject({
      price_minor: 24_000,
      cancellation_policy: { price_minor: 48_000 },
    })
    const { body } = await fixture.client.patch(`/bookings/${booking.id}`, { notes: 'Two singers' })
    expect(body.cancellation_policy.price_minor).toBe(48_000)
    const agreed = await aBooking(fixture.client, fixture.studio.id, today, inDays(2, '16:00', '20:00'))
    await fixture.client.patch(`/bookings/${agreed.id}`, { end_time: '18:00' })
    await fixture.admin.patch(`/bookings/${agreed.id}`, { price_minor: 10_000, price_reason: 'Agreed' })
    expect((await cancel(fixture.client, booking)).body.fee).toMatchObject({ percent: 50, amount_minor: 24_000 })
    expect((await cancel(fixture.client, agreed)).body.fee).toMatchObject({ percent: 50, amount_minor: 5_000 })
  })

  test('pays by the new time if the studio moved it', async () => {
    const fixture = await aStrictStudio()
    const booking = await aConfirmedSession(fixture, inDays(2))
    expect((await move(fixture.admin, booking, 9)).status).toBe(200)
    expect((await cancel(fixture.client, booking)).body.fee).toBeNull()
  })
})

describe('the studio', () => {
  test('cancels without a fee, or with the fee of the policy if the client asked for it', async () => {
    const fixture = await aStrictStudio()
    const desk = await aDeskPerson(server, fixture)
    const byStudio = await aConfirmedSession(fixture, inDays(1))
    const session = await aConfirmedSession(fixture, lateHours)
    expect((await cancel(desk, byStudio)).body).toMatchObject({ status: 'cancelled', fee: null })
    const charged = await cancel(desk, session, { for_client: true })
    expect(charged.body.fee).toMatchObject({ kind: 'cancellation', amount_minor: 12_000 })
    const undone = await desk.post(`/bookings/${session.id}/undo`, { version: charged.body.version })
    expect(undone.body).toMatchObject({ status: 'confirmed', fee: null })
  })

  test('charges a no-show, and removes the fee with the mark', async () => {
    const fixture = await aStrictStudio()
    const booking = await aConfirmedSession(fixture, inDays(0, '19:00', '21:00'))
    clock.set('20:30')
    const admin = await signIn(server, fixture.admin)
    const marked = await admin.post(`/bookings/${booking.id}/no-show`, {})
    expect(marked.body.fee).toMatchObject({ kind: 'no_show', percent: 100, amount_minor: 12_000, hours: null })
    const unmarked = await admin.post(`/bookings/${booking.id}/no-show`, { no_show: false })
    expect(unmarked.body.fee).toBeNull()
  })

  test('can waive a fee as admin, with a reason that the client can read and that is not in the audit log', async () => {
    const fixture = await aStrictStudio()
    const other = await aStudio(server)
    const desk = await aDeskPerson(server, fixture)
    const booking = await aConfirmedSession(fixture, lateHours)
    expectError(await waive(fixture.admin, booking), 'INVALID_TRANSITION')
    await cancel(fixture.client, booking)
    for (const caller of [fixture.client, desk]) expectError(await waive(caller, booking), 'FORBIDDEN')
    for (const caller of [fixture.other, other.admin]) expectError(await waive(caller, booking), 'NOT_FOUND')
    expectError(await waive(callAs(server.url, null), booking), 'UNAUTHENTICATED')
    expectError(await waive(fixture.admin, booking, ' '), 'VALIDATION_FAILED')
    const waived = await waive(fixture.admin, booking, 'A broken arm')
    const fee = { amount_minor: 12_000, waived_by: fixture.admin.id, waive_reason: 'A broken arm' }
    expect(waived.body.fee).toMatchObject({ ...fee, waived_at: expect.any(String) })
    expect((await fixture.client.get(`/bookings/${booking.id}`)).body.fee).toMatchObject(fee)
    const auditEntries = await listAuditEntries(waived.headers.get('x-request-id') ?? '')
    expect(auditEntries).toMatchObject([{ action: 'bookings.waiveFee', after: { fee: { amount_minor: 12_000 } } }])
    expect(JSON.stringify(auditEntries)).not.toContain('broken')
    expectError(await waive(fixture.admin, booking), 'INVALID_TRANSITION')
  })

  test('waives a fee only once, even with two concurrent calls', async () => {
    const fixture = await aStrictStudio()
    const booking = await aConfirmedSession(fixture, lateHours)
    await cancel(fixture.client, booking)
    const responses = await Promise.all([waive(fixture.admin, booking, 'One'), waive(fixture.admin, booking, 'Two')])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('in the database', () => {
  const rejection = { code: '42501' }
  const cancelBy = (fee: RawBuilder<unknown>, { id }: Booking) => sql`
    update bookings set status = 'cancelled', cancelled_at = ${clock.now().toISOString()}::timestamptz,
      cancelled_by = app.user_id(), fee = ${fee} where id = ${id}::uuid`
  const feeOf = (amount_minor: number, waived_at: string | null = null) =>
    sql`${JSON.stringify({ kind: 'cancellation', percent: 50, hours: 48, amount_minor, waived_at })}::jsonb`
  const runAs = (person: TestUser, statement: RawBuilder<unknown>) => asPerson(person, (tx) => statement.execute(tx))

  test('a client can only cancel with the fee of the policy', async () => {
    const fixture = await aStrictStudio()
    const booking = await aConfirmedSession(fixture, inDays(2))
    const waivedAt = clock.now().toISOString()
    for (const fee of [sql`null`, feeOf(1), feeOf(12_000), feeOf(6_000, waivedAt)]) {
      await expect(runAs(fixture.client, cancelBy(fee, booking))).rejects.toMatchObject(rejection)
    }
    const feeAlone = sql`update bookings set fee = ${feeOf(6_000)} where id = ${booking.id}::uuid`
    await expect(runAs(fixture.client, feeAlone)).rejects.toMatchObject(rejection)
    const change = sql`update bookings set cancellation_policy = null where id = ${booking.id}::uuid`
    await expect(runAs(fixture.client, change)).rejects.toMatchObject(rejection)
    await expect(runAs(fixture.client, cancelBy(feeOf(6_000), booking))).resolves.toBeDefined()
  })

  test('a client cannot move a session without the changed policy', async () => {
    const fixture = await aStrictStudio()
    const booking = await aConfirmedSession(fixture, inDays(2))
    const moveWith = (policyAfter: RawBuilder<unknown>) => sql`
      update bookings set booking_date = booking_date + 7, starts_at = starts_at + interval '7 days',
        ends_at = ends_at + interval '7 days', updated_at = ${clock.now().toISOString()}::timestamptz,
        cancellation_policy = ${policyAfter} where id = ${booking.id}::uuid`
    await expect(runAs(fixture.client, moveWith(sql`cancellation_policy`))).rejects.toMatchObject(rejection)
    await expect(runAs(fixture.client, moveWith(sql`null`))).rejects.toMatchObject(rejection)
    const crew = await aCrewMember(server, fixture)
    const removal = sql`update bookings set cancellation_policy = null where id = ${booking.id}::uuid`
    const changed = await runAs(crew, removal).catch(({ code }: { code: string }) => ({ code, numAffectedRows: 0n }))
    expect(changed.numAffectedRows).toBe(0n)
  })

  test('the desk cannot waive a fee', async () => {
    const fixture = await aStrictStudio()
    const desk = await aDeskPerson(server, fixture)
    const booking = await aConfirmedSession(fixture, inDays(2))
    await cancel(fixture.client, booking)
    const statement = sql`update bookings set fee = ${feeOf(6_000, clock.now().toISOString())} where id = ${booking.id}::uuid`
    await expect(runAs(desk, statement)).rejects.toMatchObject(rejection)
  })
})
