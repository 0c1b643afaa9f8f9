import { setTimeout as wait } from 'node:timers/promises'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import type { ApiResponse } from '@studiohub/testing/http.ts'
import { retryUntilAnswered } from '@studiohub/testing/http.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

const today = todayIn('UTC', new Date())
const STUDIOS = 10
const SESSIONS = 5
const STATISTICS_MS = 1_500
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** Creates a confirmed session with an open change request. */
async function createChangeRequest({ client, admin, studio }: StudioOfTest, days: number): Promise<Booking> {
  const { id } = await aBooking(client, studio.id, today, { booking_date: plusDays(today, days) })
  await confirmAsSeen(admin, id)
  return (await client.patch(`/bookings/${id}`, { start_time: '13:00', end_time: '15:00' })).body
}

// A connection reports its counts only after a second without work.
async function countDeadlocks(): Promise<number> {
  await wait(STATISTICS_MS)
  const { rows } = await asLogin((tx) =>
    sql<{
      count: number
    }>`select deadlocks::int as count from pg_stat_database where datname = current_database()`.execute(tx),
  )
  return rows[0]?.count ?? 0
}

test(`${STUDIOS * SESSIONS} answers, withdrawals and moves, each at the same time as a cancellation: no deadlock`, async () => {
  const fixtures = await Promise.all(Array.from({ length: STUDIOS }, () => aStudio(server)))
  const sessions = await Promise.all(
    fixtures.map(async (fixture) => {
      const requests = []
      for (let days = 7; days < 7 + SESSIONS; days += 1)
        requests.push({ fixture, booking: await createChangeRequest(fixture, days) })
      return requests
    }),
  )
  const actions: ((fixture: StudioOfTest, booking: Booking) => Promise<ApiResponse>)[] = [
    ({ admin }, { id, version }) => admin.post(`/bookings/${id}/change-request/approve`, { version }),
    ({ admin }, { id, version }) => admin.post(`/bookings/${id}/change-request/decline`, { version }),
    ({ client }, { id }) => client.post(`/bookings/${id}/change-request/withdraw`),
    ({ client }, { id }) => client.patch(`/bookings/${id}`, { start_time: '16:00', end_time: '18:00' }),
    ({ admin }, { id }) => admin.patch(`/bookings/${id}`, { start_time: '18:00', end_time: '20:00' }),
  ]
  const before = await countDeadlocks()
  const responses = await Promise.all(
    sessions
      .flat()
      .flatMap(({ fixture, booking }, index) => [
        retryUntilAnswered(
          () => actions[index % actions.length]?.(fixture, booking) ?? Promise.reject(new Error('no action')),
        ),
        retryUntilAnswered(() =>
          (index % 2 ? fixture.admin : fixture.client).post(`/bookings/${booking.id}/cancel`, {}),
        ),
      ]),
  )
  const outcomes = new Set(responses.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()))
  expect(
    [...outcomes].filter((outcome) => !['200', '409 INVALID_TRANSITION', '409 STALE_VERSION'].includes(outcome)),
  ).toEqual([])
  expect((await countDeadlocks()) - before).toBe(0)
  const remaining = await asLogin((tx) => sql`select from change_requests`.execute(tx))
  expect(remaining.rows).toEqual([])
})
