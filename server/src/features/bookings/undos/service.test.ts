import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBlock, aBooking, aFixedClock, aSession, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { type ApiResponse, callAs, expectError, type TestClient } from '@studiohub/testing/http.ts'
import { listenLive } from '@studiohub/testing/live.ts'
import { aCrewMember, aDeskPerson, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { createLog } from '#platform/process/log.ts'
import { bookingsJobs } from '../jobs.ts'

const clock = aFixedClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const undo = (caller: TestClient, { id, version }: Pick<Booking, 'id' | 'version'>) =>
  caller.post(`/bookings/${id}/undo`, { version })
const read = async (caller: TestClient, id: string): Promise<Booking> => (await caller.get(`/bookings/${id}`)).body
const bookingIn = (response: ApiResponse): Booking => {
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body
}
/** All fields of a booking except those that every change increases. */
const stateOf = ({ version, updated_at, ...state }: Booking) => state
const reservationsOf = (id: string) =>
  asSystem(async (tx) => {
    const { rows } = await sql`select resource_id, part, requested, holds, during::text from reservations
      where booking_id = ${id}::uuid order by requested, resource_id, part`.execute(tx)
    return rows
  })

/** Makes a change, undoes it, and expects that the booking and its reservations are as before. */
async function expectUndone(caller: TestClient, id: string, change: (before: Booking) => Promise<ApiResponse>) {
  const [before, reservations] = [await read(caller, id), await reservationsOf(id)]
  const after = bookingIn(await change(before))
  expect(stateOf(await read(caller, id))).not.toEqual(stateOf(before))
  const undone = bookingIn(await undo(caller, after))
  expect(stateOf(undone)).toEqual(stateOf(before))
  expect(stateOf(await read(caller, id))).toEqual(stateOf(before))
  expect(undone.version).toBe(after.version + 1)
  expect(await reservationsOf(id)).toEqual(reservations)
}

/** Waits until another transaction waits for this one. */
const waitForBlockedTransaction = (tx: Tx) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`select from pg_locks where not granted
        and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx)
      expect(rows).not.toEqual([])
    },
    { timeout: 60_000 },
  )

async function aSecondRoom({ admin, studio }: StudioOfTest): Promise<string> {
  const { body } = await admin.post(`/studios/${studio.id}/resources`, { kind: 'room', name: 'Room B' })
  return body.id
}

describe('an undo restores', () => {
  test('confirm, decline and cancel, for an admin and for the desk', async () => {
    const fixture = await aStudio(server)
    const desk = await aDeskPerson(server, fixture)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    for (const person of [fixture.admin, desk]) {
      await expectUndone(person, id, ({ version }) => person.post(`/bookings/${id}/confirm`, { version }))
      await expectUndone(person, id, ({ version }) =>
        person.post(`/bookings/${id}/decline`, { version, reason: 'Full' }),
      )
      await expectUndone(person, id, () => person.post(`/bookings/${id}/cancel`, { reason: 'Flooded' }))
    }
  })

  test('the time, the room, the length, the price and the notes', async () => {
    const fixture = await aStudio(server)
    const room_id = await aSecondRoom(fixture)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today, { notes: 'Bring a piano.' })
    const patch = (body: object) => expectUndone(fixture.admin, id, () => fixture.admin.patch(`/bookings/${id}`, body))
    await patch({ booking_date: plusDays(today, 9), start_time: '14:00', end_time: '19:00', room_id })
    await patch({ end_time: '15:00' })
    await patch({ notes: 'Bring two.' })
    await patch({ price_minor: 12_300, price_reason: 'A friend' })
  })

  test('complete and no-show', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.admin, fixture.studio.id, today, {
      booking_date: today,
      client_id: fixture.client.id,
      start_time: '10:15',
      end_time: '11:00',
    })
    clock.set('10:30')
    await expectUndone(fixture.admin, id, () => fixture.admin.post(`/bookings/${id}/complete`))
    await expectUndone(fixture.admin, id, () => fixture.admin.post(`/bookings/${id}/no-show`, {}))
  })

  test('the change request that an answer, a move or a cancellation ended, with its reserved time', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    await confirmAsSeen(fixture.admin, id)
    const changeAnswer = await fixture.client.patch(`/bookings/${id}`, { start_time: '15:00', end_time: '17:00' })
    expect(changeAnswer.body.change_request).not.toBeNull()
    const answer = (decision: string) =>
      expectUndone(fixture.admin, id, ({ version }) =>
        fixture.admin.post(`/bookings/${id}/change-request/${decision}`, { version }),
      )
    await answer('approve')
    await answer('decline')
    await expectUndone(fixture.admin, id, () =>
      fixture.admin.patch(`/bookings/${id}`, { start_time: '19:00', end_time: '20:00' }),
    )
    await expectUndone(fixture.admin, id, () => fixture.admin.post(`/bookings/${id}/cancel`, {}))
    const overlapping = aSession(today, { start_time: '15:30', end_time: '16:30' })
    expectError(await fixture.other.post(`/studios/${fixture.studio.id}/bookings`, overlapping), 'BOOKING_CONFLICT')
  })

  test('a block with the gap around a session that was kept', async () => {
    const fixture = await aStudio(server)
    const { id: keptId } = await aBooking(fixture.client, fixture.studio.id, today)
    const { booking_type, ...block } = aBlock(today, { start_time: '08:00', end_time: '18:00' })
    const path = `/studios/${fixture.studio.id}/blocks`
    const response = await fixture.admin.post(path, { ...block, resolutions: [{ booking_id: keptId, action: 'keep' }] })
    expect(response.status, JSON.stringify(response.body)).toBe(201)
    const id = response.body.block.id
    expect(await reservationsOf(id)).toHaveLength(2)
    await expectUndone(fixture.admin, id, () =>
      fixture.admin.patch(`/bookings/${id}`, { booking_date: plusDays(today, 8) }),
    )
  })

  test('a booking with an audit row, an entry in the history and an event for open screens', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    const after = bookingIn(await confirmAsSeen(fixture.admin, id))
    const live = await listenLive(server, fixture.client.token)
    await vi.waitFor(() => expect(live.events).toContain('resync'), { timeout: 60_000 })
    await undo(fixture.admin, after)
    await vi.waitFor(() => expect(live.events).toContainEqual(expect.objectContaining({ topic: 'bookings', id })), {
      timeout: 60_000,
    })
    live.close()
    const { body } = await fixture.admin.get(`/bookings/${id}/history`)
    expect(body.items[0]).toMatchObject({ event: 'restored', by: 'you' })
    const { rows } = await asSystem((tx) =>
      sql`select snapshot, undone_at is not null as undone from booking_undos where booking_id = ${id}::uuid`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([{ snapshot: null, undone: true }])
  })
})

describe('an undo is rejected', () => {
  test('for everyone except the person who made the change', async () => {
    const fixture = await aStudio(server)
    const rival = await aStudio(server)
    const desk = await aDeskPerson(server, fixture)
    const crew = await aCrewMember(server, fixture)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    const after = bookingIn(await confirmAsSeen(fixture.admin, id))
    for (const person of [desk, crew, fixture.client]) expectError(await undo(person, after), 'FORBIDDEN')
    expect((await undo(desk, after)).body.message).toBe('Only the person who made a change can undo it.')
    for (const person of [fixture.other, rival.admin, rival.client]) expectError(await undo(person, after), 'NOT_FOUND')
    expectError(await undo(callAs(server.url, null), after), 'UNAUTHENTICATED')
    expect((await read(fixture.admin, id)).status).toBe('confirmed')
    expect((await undo(fixture.admin, after)).status).toBe(200)
  })

  test('for changes by clients and by crew', async () => {
    const fixture = await aStudio(server)
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { crew_changes_sessions: true })
    const { id, version } = await aBooking(fixture.client, fixture.studio.id, today)
    expectError(await undo(fixture.admin, { id, version }), 'FORBIDDEN')
    const after = bookingIn(await fixture.client.post(`/bookings/${id}/cancel`, {}))
    for (const person of [fixture.client, fixture.admin]) expectError(await undo(person, after), 'FORBIDDEN')
  })

  test('after a minute', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    const after = bookingIn(await confirmAsSeen(fixture.admin, id))
    clock.set('10:02')
    expectError(await undo(fixture.admin, after), 'UNDO_EXPIRED')
    clock.set('10:01')
    expect((await undo(fixture.admin, after)).status).toBe(200)
  })

  test('if the booking has changed again, with a message', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    const after = bookingIn(await confirmAsSeen(fixture.admin, id))
    await fixture.client.patch(`/bookings/${id}`, { notes: 'Later' })
    const rejection = await undo(fixture.admin, after)
    expectError(rejection, 'STALE_VERSION')
    expect(rejection.body.message).toBe('This booking has changed again. Your change can no longer be undone.')
    expect(await read(fixture.admin, id)).toMatchObject({ status: 'confirmed', notes: 'Later' })
  })

  test('if the earlier time was taken in the meantime, and then changes nothing', async () => {
    const fixture = await aStudio(server)
    const slot = { start_time: '10:00', end_time: '12:00' }
    const changes: ((id: string) => Promise<ApiResponse>)[] = [
      (id) => fixture.admin.post(`/bookings/${id}/cancel`, {}),
      (id) => fixture.admin.patch(`/bookings/${id}`, { start_time: '15:00', end_time: '17:00' }),
    ]
    for (const [at, change] of changes.entries()) {
      const booking_date = plusDays(today, 10 + at)
      const { id } = await aBooking(fixture.client, fixture.studio.id, today, { ...slot, booking_date })
      const after = bookingIn(await change(id))
      await aBooking(fixture.other, fixture.studio.id, today, { ...slot, booking_date })
      const reservations = await reservationsOf(id)
      const rejection = await undo(fixture.admin, after)
      expectError(rejection, 'BOOKING_CONFLICT')
      expect(rejection.body.message).toBe('The earlier time was taken in the meantime. Your change cannot be undone.')
      expect(await read(fixture.admin, id)).toEqual(
        after.status === 'cancelled' ? after : await read(fixture.client, id),
      )
      expect(await reservationsOf(id)).toEqual(reservations)
    }
  })

  test('if the client was removed from the studio in the meantime', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    const after = bookingIn(await fixture.admin.post(`/bookings/${id}/cancel`, {}))
    const { items } = (await fixture.admin.get(`/studios/${fixture.studio.id}/clients`)).body
    const { role_id } = items.find(({ id }: { id: string }) => id === after.client_id)
    const removed = await fixture.admin.delete(`/studios/${fixture.studio.id}/clients/${role_id}`)
    expect(removed.status, JSON.stringify(removed.body)).toBe(200)
    expectError(await undo(fixture.admin, after), 'CLIENT_NOT_IN_STUDIO')
  })
})

describe('of concurrent calls', () => {
  test('a cancellation that waits for another change saves the booking as it is after that change', async () => {
    const fixture = await aStudio(server)
    const { id, version } = await aBooking(fixture.client, fixture.studio.id, today)
    const cancellation = await asLogin(async (tx) => {
      await sql`update bookings set notes = 'Later', version = version + 1 where id = ${id}::uuid`.execute(tx)
      const response = fixture.admin.post(`/bookings/${id}/cancel`, {})
      await waitForBlockedTransaction(tx)
      return { response }
    })
    const after = bookingIn(await cancellation.response)
    const { rows } = await asSystem((tx) =>
      sql`select (snapshot -> 'booking' ->> 'version')::integer as version from booking_undos
        where booking_id = ${id}::uuid`.execute(tx),
    )
    expect(rows).toEqual([{ version: version + 1 }])
    const undone = bookingIn(await undo(fixture.admin, after))
    expect(undone).toMatchObject({ status: 'pending', notes: 'Later' })
  })

  test('one of 20 undos succeeds', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    const after = bookingIn(await confirmAsSeen(fixture.admin, id))
    const responses = await Promise.all(Array.from({ length: 20 }, () => undo(fixture.admin, after)))
    const rejections = responses.filter(({ status }) => status !== 200)
    expect(rejections).toHaveLength(19)
    for (const response of rejections) expectError(response, 'STALE_VERSION')
    expect(await read(fixture.admin, id)).toMatchObject({ status: 'pending', version: after.version + 1 })
  })

  test('an undo and another change never both succeed', async () => {
    const fixture = await aStudio(server)
    for (let at = 0; at < 6; at += 1) {
      const { id } = await aBooking(fixture.client, fixture.studio.id, today, {
        booking_date: plusDays(today, 12 + at),
      })
      const after = bookingIn(await confirmAsSeen(fixture.admin, id))
      const change = { version: after.version, start_time: '15:00', end_time: '16:00' }
      const [undone, moved] = await Promise.all([
        undo(fixture.admin, after),
        fixture.admin.patch(`/bookings/${id}`, change),
      ])
      expect([undone.status, moved.status].sort()).toEqual([200, 409])
      const { status, start_time } = await read(fixture.admin, id)
      expect([status, start_time]).toEqual(undone.status === 200 ? ['pending', '10:00'] : ['confirmed', '15:00'])
    }
  })

  test('an undo and a booking of the earlier time never both succeed', async () => {
    const fixture = await aStudio(server)
    for (let at = 0; at < 6; at += 1) {
      const booking_date = plusDays(today, 20 + at)
      const { id } = await aBooking(fixture.client, fixture.studio.id, today, { booking_date })
      const after = bookingIn(await fixture.admin.post(`/bookings/${id}/cancel`, {}))
      const responses = await Promise.all([
        undo(fixture.admin, after),
        fixture.other.post(`/studios/${fixture.studio.id}/bookings`, aSession(today, { booking_date })),
      ])
      expect(responses.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1)
    }
  })
})

test('snapshots are deleted after an hour', async () => {
  const fixture = await aStudio(server)
  const { id } = await aBooking(fixture.client, fixture.studio.id, today, { notes: 'a secret' })
  await confirmAsSeen(fixture.admin, id)
  const job = bookingsJobs.find(({ name }) => name === 'bookings.forget-undos')
  const snapshots = () =>
    asSystem(async (tx) => {
      const { rows } = await sql<{ snapshot: object | null }>`
        select snapshot from booking_undos where booking_id = ${id}::uuid`.execute(tx)
      return rows.map(({ snapshot }) => snapshot)
    })
  const run = () =>
    job?.handle(
      {},
      {
        job_id: id,
        now: clock.now(),
        log: createLog('silent'),
        signal: new AbortController().signal,
      },
    )
  clock.set('10:59')
  await run()
  expect(JSON.stringify(await snapshots())).toContain('a secret')
  clock.set('11:01')
  await run()
  expect(await snapshots()).toEqual([null])
  clock.set('12:00', 1)
  await run()
  expect(await snapshots()).toEqual([])
})
