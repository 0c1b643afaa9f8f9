import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import { type Answer, callAs } from '@studiohub/testing/http.ts'
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

const all = (attempt: (number: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: ATTEMPTS }, (_, number) => attempt(number)))
const answersOf = (answers: readonly Answer[]) => {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const answer = status < 300 ? String(status) : `${status} ${body.code}`
    counts[answer] = (counts[answer] ?? 0) + 1
  }
  return counts
}
const roomsOf = async ({ studio, admin }: StudioOfTest): Promise<Resource[]> =>
  (await admin.get(`/studios/${studio.id}/resources`)).body.items
const oneWon = (status: number) => ({ [status]: 1, '403 PLAN_LIMIT_REACHED': ATTEMPTS - 1 })

test(`of ${ATTEMPTS} rooms added at once when the plan has room for one, one is added`, async () => {
  const fixture = await aStudio(server, { tier: 'starter' })
  const admins = [fixture.admin, callAs(server.url, fixture.admin.token)]
  const path = `/studios/${fixture.studio.id}/resources`
  const answers = await all(
    async (number) =>
      (await admins[number % 2]?.post(path, { kind: 'room', name: `Room ${number}` })) ?? Promise.reject(number),
  )
  expect(answersOf(answers)).toEqual(oneWon(201))
  expect(await roomsOf(fixture)).toHaveLength(2)
})

test(`of ${ATTEMPTS} inactive rooms activated at once when the plan has room for one, one is activated`, async () => {
  const fixture = await aStudio(server, { tier: 'starter' })
  const path = `/studios/${fixture.studio.id}/resources`
  const resting = await all((number) =>
    fixture.admin.post(path, { kind: 'room', name: `Room ${number}`, is_active: false }),
  )
  const answers = await all((number) =>
    fixture.admin.patch(`/resources/${resting[number]?.body.id}`, { is_active: true }),
  )
  expect(answersOf(answers)).toEqual(oneWon(200))
  expect((await roomsOf(fixture)).filter(({ is_active }) => is_active)).toHaveLength(2)
})

test('a room that is deleted while sessions are booked keeps them, or gets none', async () => {
  const fixture = await aStudio(server, { tier: 'pro' })
  const path = `/studios/${fixture.studio.id}/resources`
  for (const hour of [10, 12, 14, 16]) {
    const { body: room } = await fixture.admin.post(path, { kind: 'room', name: `Room ${hour}` })
    const times = { start_time: `${hour}:00`, end_time: `${hour + 1}:00` }
    const [booked, deleted] = await Promise.all([
      fixture.client.post(
        `/studios/${fixture.studio.id}/bookings`,
        aSession(clock.today, { room_id: room.id, ...times }),
      ),
      fixture.admin.delete(`/resources/${room.id}`),
    ])
    const outcome = answersOf([booked, deleted])
    expect([
      { '201': 1, '409 RESOURCE_BOOKED': 1 },
      { '200': 1, '422 ROOM_NOT_AVAILABLE': 1 },
    ]).toContainEqual(outcome)
    if (booked.status === 201) expect((await fixture.client.get(`/bookings/${booked.body.id}`)).status).toBe(200)
  }
})
