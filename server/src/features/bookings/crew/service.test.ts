import { aBooking, aFixedClock, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const setCrewChanges = ({ admin, studio }: StudioOfTest, crew_changes_sessions = true) =>
  admin.patch(`/studios/${studio.id}`, { crew_changes_sessions })

/** A studio with an engineer, and a pending session of its client that the engineer is assigned to. */
async function anAssignedSession() {
  const fixture = await aStudio(server)
  const { admin, client, studio } = fixture
  const crew = await aCrewMember(server, fixture)
  const engineer = await admin.post(`/studios/${studio.id}/resources`, {
    kind: 'person',
    name: 'Sam',
    user_id: crew.id,
  })
  const { id } = await aBooking(client, studio.id, today)
  const assigned = await admin.patch(`/bookings/${id}`, { add_resource_ids: [engineer.body.id] })
  expect(assigned.status).toBe(200)
  return { ...fixture, crew, id, engineer_id: engineer.body.id as string }
}

test('crew confirm and move the sessions that they are assigned to, if the studio allows it', async () => {
  const fixture = await anAssignedSession()
  const { crew, id } = fixture
  expectError(await confirmAsSeen(crew, id), 'FORBIDDEN')
  expectError(await crew.patch(`/bookings/${id}`, { start_time: '11:00', end_time: '13:00' }), 'FORBIDDEN')
  expect((await setCrewChanges(fixture)).status).toBe(200)
  expect((await confirmAsSeen(crew, id)).body).toMatchObject({ status: 'confirmed' })
  const moved = await crew.patch(`/bookings/${id}`, { start_time: '13:00', end_time: '15:00' })
  expect(moved.body).toMatchObject({ status: 'confirmed', start_time: '13:00' })
  expect(moved.body.resources).toHaveLength(2)
  // If the setting is switched off, the right ends with the next call.
  await setCrewChanges(fixture, false)
  expectError(await crew.patch(`/bookings/${id}`, { start_time: '14:00', end_time: '16:00' }), 'FORBIDDEN')
})

test('crew cannot change other fields, other statuses or sessions that they are not assigned to', async () => {
  const fixture = await anAssignedSession()
  const { crew, id, engineer_id, studio, other, client } = fixture
  await setCrewChanges(fixture)
  for (const change of [
    { notes: 'Mine' },
    { price_minor: 1, price_reason: 'A friend' },
    { service_type: 'mixing' },
    { remove_resource_ids: [engineer_id] },
    { people: 3 },
    { start_time: '11:00', end_time: '13:00', notes: 'Mine' },
  ])
    expectError(await crew.patch(`/bookings/${id}`, change), 'FIELD_NOT_ALLOWED')
  const { version } = (await crew.get(`/bookings/${id}`)).body
  expectError(await crew.post(`/bookings/${id}/cancel`, {}), 'FORBIDDEN')
  expectError(await crew.post(`/bookings/${id}/decline`, { version }), 'FORBIDDEN')
  expectError(await crew.post(`/bookings/${id}/complete`), 'FORBIDDEN')
  const { id: unassignedId } = await aBooking(other, studio.id, today, { start_time: '15:00', end_time: '16:00' })
  expectError(await confirmAsSeen(crew, unassignedId), 'FORBIDDEN')
  // Only the desk can answer a change request of the client.
  await confirmAsSeen(crew, id)
  const response = await client.patch(`/bookings/${id}`, { start_time: '12:00', end_time: '14:00' })
  const path = `/bookings/${id}/change-request/approve`
  expectError(await crew.post(path, { version: response.body.version }), 'FORBIDDEN')
  // A move by crew ends the request, like every move by the studio.
  const moved = await crew.patch(`/bookings/${id}`, { start_time: '16:00', end_time: '18:00' })
  expect(moved.body).toMatchObject({ start_time: '16:00', change_request: null })
})

test('crew who are no longer assigned, or were removed, cannot change a session', async () => {
  const fixture = await anAssignedSession()
  const { admin, crew, id, engineer_id, studio } = fixture
  await setCrewChanges(fixture)
  await admin.patch(`/bookings/${id}`, { remove_resource_ids: [engineer_id] })
  expectError(await confirmAsSeen(crew, id), 'FORBIDDEN')
  await admin.patch(`/bookings/${id}`, { add_resource_ids: [engineer_id] })
  const { items } = (await admin.get(`/studios/${studio.id}/crew`)).body
  await admin.delete(`/studios/${studio.id}/crew/${items[0].role_id}`)
  expectError(await crew.post(`/bookings/${id}/confirm`, { version: 3 }), 'NO_ACTIVE_ROLE')
})
