import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aSession } from '@studiohub/testing/bookings.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aPerson, aStudio } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../process/log.ts'
import { deleteOldAnswers } from './stored-answers.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const runJobIn = (hours: number) =>
  deleteOldAnswers.handle(
    {},
    {
      job_id: 'test',
      now: new Date(Date.now() + hours * HOUR_MS),
      log: createLog('silent'),
      signal: AbortSignal.timeout(5_000),
    },
  )

test('a stored answer is repeated for at least a day and then deleted with its content', async () => {
  const person = await aPerson(server)
  const headers = { 'idempotency-key': 'once' }
  const rename = (full_name: string) => person.request('PATCH', '/api/v1/me/profile', { full_name }, { headers })
  expect((await rename('Ada')).status).toBe(200)
  await runJobIn(25)
  expect((await rename('Eve')).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
  await runJobIn(49)
  expect((await rename('Eve')).body.full_name).toBe('Eve')
})

test('a stored answer is only for the same user in the same role', async () => {
  const fixture = await aStudio(server)
  const { studio, admin, client } = fixture
  const staff = await aCrewMember(server, fixture)
  const other = await aStudio(server)
  const headers = { 'idempotency-key': 'mine' }
  const today = todayIn('UTC', new Date())
  const task = () => staff.post('/tasks', { title: 'Order tape', assigned_to: staff.id }, { headers })
  const booking = () =>
    client.post(`/studios/${studio.id}/bookings`, aSession(today, { booking_date: plusDays(today, 3) }), { headers })
  const first = { task: await task(), booking: await booking() }
  expect([first.task.status, first.booking.status]).toEqual([201, 201])
  expect([(await task()).body, (await booking()).body]).toEqual([first.task.body, first.booking.body])
  const { items } = (await admin.get(`/studios/${studio.id}/crew`)).body
  const { role_id } = items.find(({ user_id }: { user_id: string }) => user_id === staff.id)
  expect((await admin.request('DELETE', `/api/v1/studios/${studio.id}/crew/${role_id}`)).status).toBe(200)
  expectError(await task(), 'NO_ACTIVE_ROLE')
  const switchStudio = () =>
    client.request('PUT', '/api/v1/me/studio', { studio_id: other.studio.id }, { headers: { 'idempotency-key': 'go' } })
  const switched = await switchStudio()
  expect([switched.status, (await switchStudio()).body]).toEqual([200, switched.body])
  expectError(await booking(), 'FORBIDDEN')
  await client.request('PUT', '/api/v1/me/studio', { studio_id: studio.id })
  expect((await booking()).body).toEqual(first.booking.body)
})
