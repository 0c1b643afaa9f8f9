import { aBooking, aSession, aStandingClock } from '@studiohub/testing/bookings.ts'
import { aStudio, signIn } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'

const clock = aStandingClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

test('of those who lose one hour at one moment each is offered what they may book, and nobody what another may', async () => {
  clock.set('07:30')
  const { admin, client, other, studio } = await aStudio(server)
  const times = { booking_date: today, start_time: '20:00', end_time: '21:00' }
  await aBooking(admin, studio.id, today, times)
  await asSystem((tx) =>
    sql`update studios set min_notice_minutes = ${12 * 60} where id = ${studio.id}::uuid`.execute(tx),
  )
  const path = `/studios/${studio.id}/bookings`
  const people = [client, admin, other, await signIn(server, client), await signIn(server, admin)]
  const answers = await Promise.all(people.map((person) => person.post(path, aSession(today, times))))
  expect(answers.map(({ body }) => body.code)).toEqual(people.map(() => 'BOOKING_CONFLICT'))
  const offered = answers.map(({ body }) => body.details.free_starts)
  const [forClients, forAdmins] = [
    ['21:00', '21:15', '21:30'],
    ['18:45', '19:00', '21:00'],
  ]
  expect(offered).toEqual([forClients, forAdmins, forClients, forClients, forAdmins])
})
