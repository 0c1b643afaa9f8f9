import { randomUUID } from 'node:crypto'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, aSession, asPerson } from '@studiohub/testing/bookings.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aDeskPerson, aStudio } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
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

/** A studio with a crew member who is an engineer, and a freelancer without an account. */
async function aStudioWithPeople() {
  const fixture = await aStudio(server)
  const path = `/studios/${fixture.studio.id}`
  const crew = await aCrewMember(server, fixture)
  const add = async (overrides: object) =>
    (await fixture.admin.post(`${path}/resources`, { kind: 'person', ...overrides })).body.id
  const engineer: string = await add({ name: 'Sam', user_id: crew.id })
  const freelancer: string = await add({ name: 'Ines' })
  return { ...fixture, path, crew, engineer, freelancer }
}
const daysOff = (resource_id: string, overrides: object = {}) => ({
  resource_id,
  first_date: day,
  last_date: day,
  ...overrides,
})

describe('days off', () => {
  test('the desk can enter days off for everyone, and crew for themselves', async () => {
    const fixture = await aStudioWithPeople()
    const { admin, crew, path, engineer, freelancer } = fixture
    const desk = await aDeskPerson(server, fixture)
    const ownEntry = await crew.post(
      `${path}/days-off`,
      daysOff(engineer, { last_date: plusDays(day, 13), note: 'Lisbon' }),
    )
    expect(ownEntry.status).toBe(201)
    expect(ownEntry.body).toMatchObject({
      resource_id: engineer,
      first_date: day,
      from_time: null,
      note: 'Lisbon',
      sessions: 0,
    })
    const otherEntry = await desk.post(`${path}/days-off`, daysOff(freelancer, { from_time: '13:00', note: '' }))
    expect(otherEntry.body).toMatchObject({ from_time: '13:00', to_time: null, note: null })
    const listAs = async (person: typeof admin) => (await person.get(`${path}/days-off`)).body.items
    expect(await listAs(admin)).toHaveLength(2)
    expect(await listAs(desk)).toHaveLength(2)
    expect(await listAs(crew)).toEqual([expect.objectContaining({ id: ownEntry.body.id, note: 'Lisbon' })])
    expectError(await crew.post(`${path}/days-off`, daysOff(freelancer)), 'FORBIDDEN')
    expectError(await crew.delete(`/days-off/${otherEntry.body.id}`), 'NOT_FOUND')
    expect((await crew.delete(`/days-off/${ownEntry.body.id}`)).body.id).toBe(ownEntry.body.id)
    expect((await admin.delete(`/days-off/${otherEntry.body.id}`)).status).toBe(200)
    expectError(await admin.delete(`/days-off/${otherEntry.body.id}`), 'NOT_FOUND')
  })

  test('a repeated call with the same Idempotency-Key adds days off once', async () => {
    const { admin, path, freelancer } = await aStudioWithPeople()
    const headers = { 'idempotency-key': randomUUID() }
    const add = () => admin.post(`${path}/days-off`, daysOff(freelancer), { headers })
    const [first, second] = [await add(), await add()]
    expect([first.status, second.body]).toEqual([201, first.body])
    expect((await admin.get(`${path}/days-off`)).body.items).toHaveLength(1)
  })

  test('days off are hidden from clients, other studios, former crew and visitors', async () => {
    const fixture = await aStudioWithPeople()
    const { admin, crew, client, path, engineer } = fixture
    const { id } = (await crew.post(`${path}/days-off`, daysOff(engineer, { note: 'Lisbon' }))).body
    const stranger = (await aStudio(server)).admin
    for (const person of [client, stranger]) {
      expectError(await person.get(`${path}/days-off`), 'FORBIDDEN')
      expectError(await person.post(`${path}/days-off`, daysOff(engineer)), 'FORBIDDEN')
      expectError(await person.delete(`/days-off/${id}`), 'NOT_FOUND')
    }
    const { items } = (await admin.get(`${path}/crew`)).body
    await admin.delete(`${path}/crew/${items[0].role_id}`)
    expectError(await crew.get(`${path}/days-off`), 'NO_ACTIVE_ROLE')
    expectError(await crew.delete(`/days-off/${id}`), 'NO_ACTIVE_ROLE')
    // The audit log contains the dates, and not the private note.
    const { rows } = await asPerson(admin, (tx) =>
      sql<{ after: object }>`select after from audit_log where object_id = ${id}`.execute(tx),
    )
    expect(rows[0]?.after).toMatchObject({ resource_id: engineer, first_date: day })
    expect(JSON.stringify(rows)).not.toContain('Lisbon')
  })

  test('days off need a bookable person of the studio, and a day that is not past', async () => {
    const { admin, path, engineer } = await aStudioWithPeople()
    const { items } = (await admin.get(`${path}/resources`)).body
    const room = items.find(({ kind }: { kind: string }) => kind === 'room').id
    expectError(await admin.post(`${path}/days-off`, daysOff(room)), 'VALIDATION_FAILED')
    const otherStudio = await aStudioWithPeople()
    expectError(await admin.post(`${path}/days-off`, daysOff(otherStudio.engineer)), 'NOT_FOUND')
    const past = { first_date: plusDays(today, -3), last_date: plusDays(today, -1) }
    expectError(await admin.post(`${path}/days-off`, daysOff(engineer, past)), 'VALIDATION_FAILED')
    const entryUntilToday = await admin.post(`${path}/days-off`, daysOff(engineer, { ...past, last_date: today }))
    expect(entryUntilToday.status).toBe(201)
  })

  test("days off warn an admin who assigns the person, and count the person's sessions", async () => {
    const { admin, client, studio, path, engineer } = await aStudioWithPeople()
    const { id } = await aBooking(client, studio.id, today)
    await admin.patch(`/bookings/${id}`, { add_resource_ids: [engineer] })
    const entry = await admin.post(`${path}/days-off`, daysOff(engineer, { to_time: '13:00' }))
    expect(entry.body.sessions).toBe(1)
    const book = (start_time: string, end_time: string) =>
      admin.post(`${path}/bookings`, aSession(today, { start_time, end_time, resource_ids: [engineer] }))
    expect((await book('12:30', '14:30')).body.warnings).toEqual(['PERSON_NOT_WORKING'])
    expect((await book('15:00', '17:00')).body.warnings).toEqual([])
    // The session that was booked before the days off gets its warning when it moves.
    const response = await admin.patch(`/bookings/${id}`, { start_time: '09:00', end_time: '11:00' })
    expect(response.body.warnings).toEqual(['PERSON_NOT_WORKING'])
  })

  test('a client cannot move a session into the days off of its person, and these times are not offered', async () => {
    const { admin, client, studio, path, engineer } = await aStudioWithPeople()
    const { id } = await aBooking(client, studio.id, today, { booking_date: plusDays(day, 1) })
    expect((await admin.patch(`/bookings/${id}`, { add_resource_ids: [engineer] })).status).toBe(200)
    await admin.post(`${path}/days-off`, daysOff(engineer, { to_time: '15:00', note: 'Dentist' }))
    const moveTo = (start_time: string, end_time: string) =>
      client.patch(`/bookings/${id}`, { booking_date: day, start_time, end_time })
    const rejection = await moveTo('14:00', '16:00')
    expectError(rejection, 'PERSON_NOT_WORKING')
    const { body } = await client.get(`${path}/availability?date=${day}&service=recording&booking_id=${id}`)
    expect(body.days[0].free[0]).toBe('15:00')
    expect(JSON.stringify([rejection.body, body])).not.toMatch(/Dentist|Sam/)
    expect((await moveTo('15:00', '17:00')).status).toBe(200)
  })
})
