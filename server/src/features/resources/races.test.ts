import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import { type ApiResponse, callAs } from '@studiohub/testing/http.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ATTEMPTS = 20
const clock = aFixedClock()
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

const runConcurrently = (attempt: (index: number) => Promise<ApiResponse>) =>
  Promise.all(Array.from({ length: ATTEMPTS }, (_, index) => attempt(index)))
const countResponses = (responses: readonly ApiResponse[]) => {
  const counts: Record<string, number> = {}
  for (const { status, body } of responses) {
    const outcome = status < 300 ? String(status) : `${status} ${body.code}`
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}
const roomsOf = async ({ studio, admin }: StudioOfTest): Promise<Resource[]> =>
  (await admin.get(`/studios/${studio.id}/resources`)).body.items
const oneSuccess = (status: number) => ({ [status]: 1, '403 PLAN_LIMIT_REACHED': ATTEMPTS - 1 })

test(`only one of ${ATTEMPTS} concurrent calls adds a room if the plan allows one more`, async () => {
  const fixture = await aStudio(server, { tier: 'starter' })
  const admins = [fixture.admin, callAs(server.url, fixture.admin.token)]
  const path = `/studios/${fixture.studio.id}/resources`
  const responses = await runConcurrently(
    async (index) =>
      (await admins[index % 2]?.post(path, { kind: 'room', name: `Room ${index}` })) ?? Promise.reject(index),
  )
  expect(countResponses(responses)).toEqual(oneSuccess(201))
  expect(await roomsOf(fixture)).toHaveLength(2)
})

test(`only one of ${ATTEMPTS} concurrent calls activates a room if the plan allows one more`, async () => {
  const fixture = await aStudio(server, { tier: 'starter' })
  const path = `/studios/${fixture.studio.id}/resources`
  const inactiveRooms = await runConcurrently((index) =>
    fixture.admin.post(path, { kind: 'room', name: `Room ${index}`, is_active: false }),
  )
  const responses = await runConcurrently((index) =>
    fixture.admin.patch(`/resources/${inactiveRooms[index]?.body.id}`, { is_active: true }),
  )
  expect(countResponses(responses)).toEqual(oneSuccess(200))
  expect((await roomsOf(fixture)).filter(({ is_active }) => is_active)).toHaveLength(2)
})

test('if a room is booked and deleted at the same time, only one of the two calls succeeds', async () => {
  const fixture = await aStudio(server, { tier: 'pro' })
  const path = `/studios/${fixture.studio.id}/resources`
  for (const hour of [10, 12, 14, 16]) {
    const { body: room } = await fixture.admin.post(path, { kind: 'room', name: `Room ${hour}` })
    const times = { start_time: `${hour}:00`, end_time: `${hour + 1}:00` }
    const [bookingResponse, deletionResponse] = await Promise.all([
      fixture.client.post(
        `/studios/${fixture.studio.id}/bookings`,
        aSession(clock.today, { room_id: room.id, ...times }),
      ),
      fixture.admin.delete(`/resources/${room.id}`),
    ])
    const outcome = countResponses([bookingResponse, deletionResponse])
    expect([
      { '201': 1, '409 RESOURCE_BOOKED': 1 },
      { '200': 1, '422 ROOM_NOT_AVAILABLE': 1 },
    ]).toContainEqual(outcome)
    if (bookingResponse.status === 201)
      expect((await fixture.client.get(`/bookings/${bookingResponse.body.id}`)).status).toBe(200)
  }
})
