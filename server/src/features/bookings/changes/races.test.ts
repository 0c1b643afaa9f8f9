import { setTimeout as wait } from 'node:timers/promises'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import type { Answer } from '@studiohub/testing/http.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { untilAnswered } from '@studiohub/testing/races.ts'
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

/** A confirmed session with an open change request. */
async function requested({ client, admin, studio }: StudioOfTest, days: number): Promise<Booking> {
  const { id } = await aBooking(client, studio.id, today, { booking_date: plusDays(today, days) })
  await confirmAsSeen(admin, id)
  return (await client.patch(`/bookings/${id}`, { start_time: '13:00', end_time: '15:00' })).body
}

// Every connection reports its counts after a second without work.
async function deadlocks(): Promise<number> {
  await wait(STATISTICS_MS)
  const { rows } = await asLogin((tx) =>
    sql<{
      count: number
    }>`select deadlocks::int as count from pg_stat_database where datname = current_database()`.execute(tx),
  )
  return rows[0]?.count ?? 0
}

test(`${STUDIOS * SESSIONS} answers, withdrawals and moves, each at the same time as a cancellation: no deadlock`, async () => {
  const places = await Promise.all(Array.from({ length: STUDIOS }, () => aStudio(server)))
  const sessions = await Promise.all(
    places.map(async (fixture) => {
      const made = []
      for (let days = 7; days < 7 + SESSIONS; days += 1) made.push({ fixture, booking: await requested(fixture, days) })
      return made
    }),
  )
  const ways: ((fixture: StudioOfTest, booking: Booking) => Promise<Answer>)[] = [
    ({ admin }, { id, version }) => admin.post(`/bookings/${id}/change-request/approve`, { version }),
    ({ admin }, { id, version }) => admin.post(`/bookings/${id}/change-request/decline`, { version }),
    ({ client }, { id }) => client.post(`/bookings/${id}/change-request/withdraw`),
    ({ client }, { id }) => client.patch(`/bookings/${id}`, { start_time: '16:00', end_time: '18:00' }),
    ({ admin }, { id }) => admin.patch(`/bookings/${id}`, { start_time: '18:00', end_time: '20:00' }),
  ]
  const before = await deadlocks()
  const answers = await Promise.all(
    sessions
      .flat()
      .flatMap(({ fixture, booking }, nth) => [
        untilAnswered(() => ways[nth % ways.length]?.(fixture, booking) ?? Promise.reject(new Error('no way'))),
        untilAnswered(() => (nth % 2 ? fixture.admin : fixture.client).post(`/bookings/${booking.id}/cancel`, {})),
      ]),
  )
  const outcomes = new Set(answers.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()))
  expect([...outcomes].filter((one) => !['200', '409 INVALID_TRANSITION', '409 STALE_VERSION'].includes(one))).toEqual(
    [],
  )
  expect((await deadlocks()) - before).toBe(0)
  const left = await asLogin((tx) => sql`select from change_requests`.execute(tx))
  expect(left.rows).toEqual([])
})
