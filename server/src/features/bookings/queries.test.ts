import { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, asPerson } from '@studiohub/testing/bookings.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'
import { getSqlState, sqlErrorToAppError } from '#platform/db/sql-errors.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { listBookingsBetween } from './lists/queries.ts'

const clock = aFixedClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

/** The SQL state of the error and the error code for the caller; 'no error' if the work succeeds. */
async function errorOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'no error'
  } catch (error) {
    return [getSqlState(error), sqlErrorToAppError(error)?.code].filter(Boolean).join(' ')
  }
}

const reservationsOf = (booking_id: string) =>
  asSystem((tx) => tx.selectFrom('reservations').selectAll().where('booking_id', '=', booking_id).execute())

test('rows of a list have exactly the fields of the contract, because the server sends them unchanged', async () => {
  const { client, studio } = await aStudio(server)
  const { id, booking_date } = await aBooking(client, studio.id, today)
  const anyBooking = {
    client_id: null,
    status: undefined,
    service_type: undefined,
    project_id: undefined,
    resource_ids: [],
  }
  const filter = { ...anyBooking, studio_id: studio.id, limit: 5, from: today, to: booking_date }
  const [row] = await asPerson(client, (tx) => listBookingsBetween(tx, filter))
  expect(Booking.strict().parse(row)).toMatchObject({ id })
})

describe('reservations in the database', () => {
  test('a reservation follows the status of its booking and cannot differ from it', async () => {
    const { client, studio } = await aStudio(server)
    const { id } = await aBooking(client, studio.id, today)
    expect(await reservationsOf(id)).toMatchObject([{ holds: true, studio_id: studio.id }])
    const setStatus = (status: 'confirmed' | 'completed') =>
      asSystem((tx) => tx.updateTable('bookings').set({ status }).where('id', '=', id).execute())
    await setStatus('completed')
    expect(await reservationsOf(id)).toMatchObject([{ holds: false }])
    await setStatus('confirmed')
    expect(await reservationsOf(id)).toMatchObject([{ holds: true }])
    const otherRoom = (await asSystem((tx) => insertRoom(tx, studio.id))).id
    const differing = asSystem((tx) =>
      insertReservation(tx, { booking_id: id, resource_id: otherRoom, studio_id: studio.id, holds: false }),
    )
    expect(await errorOf(differing)).toBe('23503')
  })

  test('a completed booking cannot be confirmed again if a new booking has its slot', async () => {
    const { client, other, studio } = await aStudio(server)
    const completed = await aBooking(client, studio.id, today)
    await asSystem((tx) =>
      tx.updateTable('bookings').set({ status: 'completed' }).where('id', '=', completed.id).execute(),
    )
    await aBooking(other, studio.id, today)
    const confirmation = asSystem((tx) =>
      tx.updateTable('bookings').set({ status: 'confirmed' }).where('id', '=', completed.id).execute(),
    )
    expect(await errorOf(confirmation)).toBe('23P01 BOOKING_CONFLICT')
  })

  test('a reservation without a length or an end is rejected', async () => {
    const { client, studio } = await aStudio(server)
    const booking = await aBooking(client, studio.id, today)
    const room = await asSystem((tx) => insertRoom(tx, studio.id))
    const reservation = { booking_id: booking.id, resource_id: room.id, studio_id: studio.id, holds: true }
    for (const during of ['empty', '[2030-01-01,)', '[2030-01-01,infinity)']) {
      expect(await errorOf(asSystem((tx) => insertReservation(tx, { ...reservation, during })))).toBe(
        '23514 INVALID_TIME_RANGE',
      )
    }
  })

  test('no row refers to another studio', async () => {
    const [fixture, rival] = [await aStudio(server), await aStudio(server)]
    const booking = await aBooking(fixture.client, fixture.studio.id, today)
    const foreignRoom = await asSystem((tx) => insertRoom(tx, rival.studio.id))
    for (const studio_id of [fixture.studio.id, rival.studio.id]) {
      const reservation = { booking_id: booking.id, resource_id: foreignRoom.id, studio_id, holds: true }
      expect(await errorOf(asSystem((tx) => insertReservation(tx, reservation)))).toMatch(/^(23503|42501)/)
    }
  })
})

describe('rights to write in the database', () => {
  test('a client can move and cancel their own bookings, but not confirm them or give them away', async () => {
    const { client, studio } = await aStudio(server)
    const { id } = await aBooking(client, studio.id, today)
    const change = (set: Record<string, unknown>) =>
      errorOf(asPerson(client, (tx) => tx.updateTable('bookings').set(set).where('id', '=', id).execute()))
    expect(await change({ status: 'confirmed' })).toBe('42501 FORBIDDEN')
    expect(await change({ booking_date: plusDays(today, 9) })).toBe('no error')
    expect(await change({ studio_id: studio.id })).toBe('42501 FORBIDDEN')
    expect(await change({ client_id: null })).toBe('42501 FORBIDDEN')
    const cancelled = { status: 'cancelled', cancelled_at: clock.now().toISOString(), cancelled_by: client.id }
    expect(await change(cancelled)).toBe('no error')
  })

  test("a client cannot read or change another client's booking, and sees only its time", async () => {
    const { client, other, studio } = await aStudio(server)
    const { id } = await aBooking(other, studio.id, today)
    const [rows, reservations, changed] = await asPerson(client, async (tx) => [
      await tx.selectFrom('bookings').selectAll().where('id', '=', id).execute(),
      await tx.selectFrom('reservations').selectAll().where('booking_id', '=', id).execute(),
      await tx.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', id).returning('id').execute(),
    ])
    expect(rows).toEqual([])
    expect(changed).toEqual([])
    expect(Object.keys(reservations[0] ?? {}).sort()).toEqual([
      'booking_id',
      'change_request_id',
      'during',
      'expires_at',
      'holder_id',
      'holds',
      'part',
      'requested',
      'resource_id',
      'studio_id',
      'visitor_hold_id',
    ])
  })
})

test("the plan counts all bookings of the caller's studio, even for a client who can read few of them", async () => {
  const [fixture, rival] = [await aStudio(server), await aStudio(server)]
  await aBooking(fixture.client, fixture.studio.id, today)
  await aBooking(fixture.other, fixture.studio.id, today, { start_time: '13:00', end_time: '14:00' })
  const countAs = (person: StudioOfTest['client'], studio_id: string) =>
    asPerson(person, async (tx) => {
      const { rows } = await sql<{ live: number }>`
        select door.live_bookings(${studio_id}::uuid, ${today}::date, ${plusDays(today, 30)}::date) as live`.execute(tx)
      return rows[0]?.live
    })
  expect(await countAs(fixture.client, fixture.studio.id)).toBe(2)
  expect(await countAs(rival.admin, fixture.studio.id)).toBe(0)
})

const insertRoom = (tx: Tx, studio_id: string) =>
  tx
    .insertInto('resources')
    .values({ studio_id, kind: 'room', name: 'Studio B', position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()

function insertReservation(
  tx: Tx,
  reservation: { booking_id: string; resource_id: string; studio_id: string; holds: boolean; during?: string },
) {
  return tx
    .insertInto('reservations')
    .values({ during: '[2030-01-01,2030-01-02)', ...reservation })
    .execute()
}
