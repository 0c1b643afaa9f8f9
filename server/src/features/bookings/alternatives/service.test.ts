import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBlock, aBooking, aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import type { ApiResponse } from '@studiohub/testing/http.ts'
import { aStudio, signIn } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'

const clock = aFixedClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

test('all callers who lose the same slot get free starts that they may book, never the taken one', async () => {
  clock.set('07:30')
  const { admin, client, other, studio } = await aStudio(server)
  const times = { booking_date: today, start_time: '20:00', end_time: '21:00' }
  await aBooking(admin, studio.id, today, times)
  await asSystem((tx) =>
    sql`update studios set min_notice_minutes = ${12 * 60} where id = ${studio.id}::uuid`.execute(tx),
  )
  const path = `/studios/${studio.id}/bookings`
  const people = [client, admin, other, await signIn(server, client), await signIn(server, admin)]
  const responses = await Promise.all(people.map((person) => person.post(path, aSession(today, times))))
  expect(responses.map(({ body }) => body.code)).toEqual(people.map(() => 'BOOKING_CONFLICT'))
  const freeStarts = responses.map(({ body }) => body.details.free_starts)
  const [forClients, forAdmins] = [
    ['21:00', '21:15', '21:30'],
    ['18:45', '19:00', '21:00'],
  ]
  expect(freeStarts).toEqual([forClients, forAdmins, forClients, forClients, forAdmins])
})

describe('a conflict', () => {
  const at = (start_time: string, end_time: string, fields: object = {}) => ({
    booking_date: today,
    start_time,
    end_time,
    ...fields,
  })
  const message = async (response: Promise<ApiResponse>) => {
    const { body } = await response
    expect(body.code).toBe('BOOKING_CONFLICT')
    return body.message
  }

  test('tells the studio what is taken, when and for which client, and a client only the room', async () => {
    clock.set('07:30')
    const { admin, client, other, studio } = await aStudio(server)
    const path = `/studios/${studio.id}/bookings`
    const [room] = (await admin.get(`/studios/${studio.id}/resources`)).body.items
    await aBooking(admin, studio.id, today, at('14:00', '16:00', { client_id: other.id }))
    await admin.post(path, aBlock(today, at('16:00', '18:00')))
    const input = aSession(today, at('15:00', '17:00'))
    const forAdmin = (await admin.post(path, input)).body
    expect(forAdmin.message).toBe(
      `${room.name} is taken 14:00-16:00 by ${other.full_name} (Recording Session). ${room.name} is blocked 16:00-18:00 (Maintenance).`,
    )
    expect(forAdmin.details.taken).toHaveLength(2)
    expect(await message(client.post(path, { ...input, room_id: room.id }))).toBe(`${room.name} is taken at this time.`)
    const forClient = await client.post(path, input)
    expect(forClient.body.message).toBe('No room is free at this time.')
    for (const secret of [other.full_name, other.id, 'Recording', 'Maintenance']) {
      expect(JSON.stringify(forClient.body)).not.toContain(secret)
    }
  })

  test('of a person is named to the studio, and not to a client', async () => {
    clock.set('07:30')
    const { admin, client, other, studio } = await aStudio(server)
    const createResource = async (kind: string, name: string) =>
      (await admin.post(`/studios/${studio.id}/resources`, { kind, name })).body.id
    const cellar = await createResource('room', 'Cellar')
    const kim = await createResource('person', 'Kim Engineer')
    const inAWeek = (from: string, to: string, fields: object = {}) =>
      at(from, to, { booking_date: plusDays(today, 7), ...fields })
    const withKim = { resource_ids: [kim] }
    const session = await aBooking(
      admin,
      studio.id,
      today,
      inAWeek('10:00', '11:00', { ...withKim, client_id: client.id }),
    )
    await aBooking(
      admin,
      studio.id,
      today,
      inAWeek('14:00', '16:00', { resource_ids: [kim, cellar], client_id: other.id }),
    )
    const rejection = await client.patch(`/bookings/${session.id}`, inAWeek('15:00', '16:00'))
    expect(rejection.body.message).toBe('That time has just been taken. Please choose another one.')
    expect(JSON.stringify(rejection.body)).not.toContain('Kim')
    expect(JSON.stringify(rejection.body)).not.toContain(other.full_name)
    expect(await message(admin.patch(`/bookings/${session.id}`, inAWeek('15:00', '16:00')))).toBe(
      `Kim Engineer is taken 14:00-16:00 by ${other.full_name} (Recording Session).`,
    )
  })
})
