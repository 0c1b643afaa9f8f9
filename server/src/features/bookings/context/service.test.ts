import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
const day = plusDays(today, 7)
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

/** A studio with an engineer who works from 14:00 to 20:00, and a colleague without own working hours. */
async function aStudioWithEngineer() {
  const fixture = await aStudio(server)
  const path = `/studios/${fixture.studio.id}`
  const add = async (name: string) => (await fixture.admin.post(`${path}/resources`, { kind: 'person', name })).body.id
  const [engineer, colleague]: string[] = [await add('Sam'), await add('Ines')]
  const { body } = await fixture.admin.get(`${path}/opening-hours`)
  const weekly = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
    weekday,
    opens: '14:00',
    closes: '20:00',
    closes_next_day: false,
  }))
  const saved = await fixture.admin.put(`${path}/opening-hours`, {
    ...body,
    own_hours: [{ resource_id: engineer, weekly }],
  })
  expect(saved.status).toBe(200)
  const book = (fields: Record<string, unknown>) => fixture.admin.post(`${path}/bookings`, aSession(today, fields))
  return { ...fixture, path, engineer, colleague, book }
}
const morning = { start_time: '10:00', end_time: '12:00' }
const afternoon = { start_time: '15:00', end_time: '17:00' }

describe('working hours of a person', () => {
  test("warn an admin who books or moves that person's session outside them", async () => {
    const { admin, engineer, colleague, book } = await aStudioWithEngineer()
    const early = await book({ ...morning, resource_ids: [engineer] })
    expect(early.body.warnings).toEqual(['PERSON_NOT_WORKING'])
    const late = await book({ ...afternoon, resource_ids: [engineer, colleague] })
    expect(late.body.warnings).toEqual([])
    expect((await book({ start_time: '13:00', end_time: '14:00', resource_ids: [colleague] })).body.warnings).toEqual(
      [],
    )
    const moved = await admin.patch(`/bookings/${early.body.id}`, { start_time: '12:30', end_time: '14:30' })
    expectError(moved, 'BOOKING_CONFLICT')
    const free = await admin.patch(`/bookings/${early.body.id}`, { start_time: '17:00', end_time: '19:00' })
    expect(free.body.warnings).toEqual([])
  })

  test("apply to a client who moves that person's session: other times are not offered", async () => {
    const { admin, client, studio, path, engineer } = await aStudioWithEngineer()
    const { id } = await aBooking(client, studio.id, today, afternoon)
    expect((await admin.patch(`/bookings/${id}`, { add_resource_ids: [engineer] })).status).toBe(200)
    expectError(await client.patch(`/bookings/${id}`, morning), 'PERSON_NOT_WORKING')
    const query = `?date=${day}&days=1&service=recording&minutes=120`
    const { body: moving } = await client.get(`${path}/availability${query}&booking_id=${id}`)
    expect(moving.days[0].free).toContain('14:00')
    expect(moving.days[0].free.filter((time: string) => time < '14:00')).toEqual([])
    // A new session does not need the engineer, so it can begin in the morning.
    const { body: newSession } = await client.get(`${path}/availability${query}`)
    expect(newSession.days[0].free).toContain('10:00')
    expect((await client.patch(`/bookings/${id}`, { start_time: '16:00', end_time: '18:00' })).status).toBe(200)
  })
})
