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

const holdsOf = (booking_id: string) =>
  asSystem((tx) => tx.selectFrom('reservations').select('during').where('booking_id', '=', booking_id).execute())

describe('blocking time over bookings', () => {
  const block = ({ admin, studio }: StudioOfTest, body: object) =>
    admin.post(`/studios/${studio.id}/blocks`, { ...time, service_type: 'maintenance', ...body })
  const time = { booking_date: plusDays(today, 7), start_time: '09:00', end_time: '18:00' }

  test('lists each conflicting booking; each is kept, cancelled or moved, or nothing happens', async () => {
    const fixture = await aStudio(server)
    const at = (hour: number) => ({ start_time: `${hour}:00`, end_time: `${hour + 1}:00` })
    const blocking = [
      await aBooking(fixture.client, fixture.studio.id, today, at(10)),
      await aBooking(fixture.client, fixture.studio.id, today, at(12)),
      await aBooking(fixture.client, fixture.studio.id, today, at(14)),
    ]
    const [kept, dropped, moved] = blocking.map(({ id }) => id)
    const rejection = await block(fixture, { resolutions: [{ booking_id: kept, action: 'keep' }] })
    expectError(rejection, 'BOOKING_CONFLICT')
    expect(rejection.body.details.bookings.map(({ id }: { id: string }) => id)).toEqual([dropped, moved])
    const to = { booking_date: plusDays(today, 8), ...at(14) }
    const resolutions = [
      { booking_id: kept, action: 'keep' },
      { booking_id: dropped, action: 'cancel', reason: 'The desk is broken.' },
      { booking_id: moved, action: 'move', to },
    ]
    const answer = await block(fixture, { resolutions })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ kept: [kept], cancelled: [dropped], moved: [{ id: moved, ...to }] })
    expect((await fixture.client.get(`/bookings/${dropped}`)).body.cancel_reason).toBe('The desk is broken.')
    expect(await holdsOf(answer.body.block.id)).toHaveLength(2)
    const again = await fixture.other.post(`/studios/${fixture.studio.id}/bookings`, aSession(today, at(12)))
    expectError(again, 'BOOKING_CONFLICT')
    expect((await fixture.admin.get(`/bookings/${answer.body.block.id}`)).body.resources).toHaveLength(1)
  })

  test('a client cannot block time, and a block that overlaps another is rejected completely (T27)', async () => {
    const fixture = await aStudio(server)
    const body = { ...time, service_type: 'maintenance' }
    expectError(await fixture.client.post(`/studios/${fixture.studio.id}/blocks`, body), 'FORBIDDEN')
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    const to = { booking_date: time.booking_date, start_time: '14:00', end_time: '15:00' }
    const answer = await block(fixture, { resolutions: [{ booking_id: id, action: 'move', to }] })
    expectError(answer, 'BOOKING_CONFLICT')
    expect(answer.body.details.bookings).toHaveLength(1)
    const past = { action: 'move', booking_id: id, to: { ...to, booking_date: plusDays(today, -1) } }
    const rejection = await block(fixture, { resolutions: [past] })
    expectError(rejection, 'BOOKING_IN_PAST')
    expect(rejection.body).toMatchObject({ details: { booking_id: id } })
    expect(rejection.body.fields).toBeUndefined()
    expect((await fixture.client.get(`/bookings/${id}`)).body).toMatchObject({ start_time: '10:00', version: 1 })
  })
})
