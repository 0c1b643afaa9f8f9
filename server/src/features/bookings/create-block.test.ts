import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'

const clock = aFixedClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

const reservationsOf = (booking_id: string) =>
  asSystem((tx) => tx.selectFrom('reservations').select('during').where('booking_id', '=', booking_id).execute())

describe('blocking time over bookings', () => {
  const blockTime = ({ admin, studio }: StudioOfTest, body: object) =>
    admin.post(`/studios/${studio.id}/blocks`, { ...times, service_type: 'maintenance', ...body })
  const times = { booking_date: plusDays(today, 7), start_time: '09:00', end_time: '18:00' }

  test('fails with the list of conflicting bookings, until the request says for each to keep, cancel or move it', async () => {
    const fixture = await aStudio(server)
    const at = (hour: number) => ({ start_time: `${hour}:00`, end_time: `${hour + 1}:00` })
    const conflicting = [
      await aBooking(fixture.client, fixture.studio.id, today, at(10)),
      await aBooking(fixture.client, fixture.studio.id, today, at(12)),
      await aBooking(fixture.client, fixture.studio.id, today, at(14)),
    ]
    const [keptId, cancelledId, movedId] = conflicting.map(({ id }) => id)
    const rejection = await blockTime(fixture, { resolutions: [{ booking_id: keptId, action: 'keep' }] })
    expectError(rejection, 'BOOKING_CONFLICT')
    expect(rejection.body.details.bookings.map(({ id }: { id: string }) => id)).toEqual([cancelledId, movedId])
    const to = { booking_date: plusDays(today, 8), ...at(14) }
    const resolutions = [
      { booking_id: keptId, action: 'keep' },
      { booking_id: cancelledId, action: 'cancel', reason: 'The desk is broken.' },
      { booking_id: movedId, action: 'move', to },
    ]
    const response = await blockTime(fixture, { resolutions })
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({ kept: [keptId], cancelled: [cancelledId], moved: [{ id: movedId, ...to }] })
    expect((await fixture.client.get(`/bookings/${cancelledId}`)).body.cancel_reason).toBe('The desk is broken.')
    expect(await reservationsOf(response.body.block.id)).toHaveLength(2)
    const bookingInBlock = await fixture.other.post(`/studios/${fixture.studio.id}/bookings`, aSession(today, at(12)))
    expectError(bookingInBlock, 'BOOKING_CONFLICT')
    expect((await fixture.admin.get(`/bookings/${response.body.block.id}`)).body.resources).toHaveLength(1)
  })

  test('is not allowed for clients, and changes nothing if one booking cannot be moved', async () => {
    const fixture = await aStudio(server)
    const body = { ...times, service_type: 'maintenance' }
    expectError(await fixture.client.post(`/studios/${fixture.studio.id}/blocks`, body), 'FORBIDDEN')
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    const to = { booking_date: times.booking_date, start_time: '14:00', end_time: '15:00' }
    const response = await blockTime(fixture, { resolutions: [{ booking_id: id, action: 'move', to }] })
    expectError(response, 'BOOKING_CONFLICT')
    expect(response.body.details.bookings).toHaveLength(1)
    const moveToPast = { action: 'move', booking_id: id, to: { ...to, booking_date: plusDays(today, -1) } }
    const rejection = await blockTime(fixture, { resolutions: [moveToPast] })
    expectError(rejection, 'BOOKING_IN_PAST')
    expect(rejection.body).toMatchObject({ details: { booking_id: id } })
    expect(rejection.body.fields).toBeUndefined()
    expect((await fixture.client.get(`/bookings/${id}`)).body).toMatchObject({ start_time: '10:00', version: 1 })
  })
})
