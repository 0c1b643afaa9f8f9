import { aBlock, aBooking, aFixedClock, aSession, asPerson, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { mailsTo } from '@studiohub/testing/mailbox.ts'
import {
  aClient,
  aCrewMember,
  aDeskPerson,
  aPerson,
  aStudio,
  findCrewMember,
  proveAddress,
  type StudioOfTest,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const crewPath = ({ studio }: StudioOfTest, role_id: string) => `/studios/${studio.id}/crew/${role_id}`
const clockAt = (hour: number) => `${String(hour).padStart(2, '0')}:00`
const at = (hour: number) => ({ start_time: clockAt(hour), end_time: clockAt(hour + 1) })

describe('a person at the desk', () => {
  test('books for clients and for the studio, moves, confirms, declines, cancels, and blocks time', async () => {
    const fixture = await aStudio(server)
    const desk = await aDeskPerson(server, fixture)
    const { client, other, studio } = fixture
    const path = `/studios/${studio.id}/bookings`
    const input = { client_id: client.id, status: 'confirmed', ...at(8) }
    const booking = await desk.post(path, aSession(today, input))
    expect(booking.body).toMatchObject({ status: 'confirmed', client_id: client.id })
    expect((await desk.post(path, aSession(today, at(9)))).body).toMatchObject({ client_id: null })
    const moved = await desk.patch(`/bookings/${booking.body.id}`, at(14))
    expect(moved.body).toMatchObject({ status: 'confirmed', start_time: '14:00' })

    const [first, second] = [
      await aBooking(client, studio.id, today, at(11)),
      await aBooking(other, studio.id, today, at(12)),
    ]
    expect((await confirmAsSeen(desk, first.id)).body).toMatchObject({ status: 'confirmed' })
    const declined = await desk.post(`/bookings/${second.id}/decline`, { version: 1, reason: 'We are closed' })
    expect(declined.body).toMatchObject({ status: 'cancelled', cancel_reason: 'We are closed' })
    expect((await desk.post(`/bookings/${first.id}/cancel`, {})).status).toBe(200)
    expect((await desk.post(path, aBlock(today, at(16)))).status).toBe(201)
    const series = await desk.post(`/studios/${studio.id}/booking-series`, aSession(today, { ...at(18), count: 2 }))
    expect(series.status).toBe(201)
  })

  test("answers a client's change request", async () => {
    const fixture = await aStudio(server)
    const desk = await aDeskPerson(server, fixture)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today, at(10))
    await confirmAsSeen(desk, id)
    const response = await fixture.client.patch(`/bookings/${id}`, at(15))
    expect(response.body.change_request).toMatchObject({ start_time: '15:00' })
    const path = `/bookings/${id}/change-request/approve`
    const approved = await desk.post(path, { version: response.body.version })
    expect(approved.body).toMatchObject({ start_time: '15:00', change_request: null })
  })

  test('is warned about closed hours like an admin, and is exempt from cut-offs and client limits', async () => {
    const fixture = await aStudio(server)
    const desk = await aDeskPerson(server, fixture)
    const path = `/studios/${fixture.studio.id}/bookings`
    const night = { start_time: '05:00', end_time: '06:00', client_id: fixture.client.id }
    expect((await desk.post(path, aSession(today, night))).body.warnings).toEqual(['OUTSIDE_OPENING_HOURS'])
    const bookingOfToday = await desk.post(
      path,
      aSession(today, { booking_date: today, ...at(12), client_id: fixture.client.id }),
    )
    expect((await desk.post(`/bookings/${bookingOfToday.body.id}/cancel`, {})).body).toMatchObject({
      status: 'cancelled',
    })
  })

  test('sees prices and quotes, and cannot set a price by hand', async () => {
    const fixture = await aStudio(server)
    const desk = await aDeskPerson(server, fixture)
    const { studio, client } = fixture
    await asPerson(fixture.admin, (tx) =>
      sql`update studio_services set price_minor = 5000 where studio_id = ${studio.id}::uuid`.execute(tx),
    )
    const session = aSession(today, { client_id: client.id })
    const { booking_type: _type, client_id: _client, ...quoteInput } = session as Record<string, unknown>
    const quote = await desk.post(`/studios/${studio.id}/quote`, quoteInput)
    expect(quote.body).toMatchObject({ total_minor: 5_000 })
    const manualPrice = { price_minor: 1, price_reason: 'A friend' }
    expectError(await desk.post(`/studios/${studio.id}/bookings`, { ...session, ...manualPrice }), 'FIELD_NOT_ALLOWED')
    const booking = await desk.post(`/studios/${studio.id}/bookings`, session)
    expect(booking.body).toMatchObject({ price_minor: 5_000 })
    expectError(await desk.patch(`/bookings/${booking.body.id}`, manualPrice), 'FIELD_NOT_ALLOWED')
  })

  test('sees clients with their history, checks them in, and works on the board', async () => {
    const fixture = await aStudio(server)
    const desk = await aDeskPerson(server, fixture)
    const { studio } = fixture
    const client = await aPerson(server)
    await client.patch('/me/profile', { phone: '+49 30 1' })
    await client.post('/me/onboarding', { role: 'client', studio_id: studio.id })
    const { items } = (await desk.get(`/studios/${studio.id}/clients`)).body
    expect(items.find(({ user_id }: { user_id: string }) => user_id === client.id)).toMatchObject({
      phone: '+49 30 1',
      summary: { sessions: 0 },
    })
    expect((await desk.get(`/studios/${studio.id}/clients/${client.id}/history`)).status).toBe(200)
    expect((await desk.post(`/studios/${studio.id}/checkins`, { client_id: client.id })).status).toBe(201)
    expect((await desk.get('/staff/stats')).body).toMatchObject({ checked_in: 1, waiting_requests: 0 })
    expect((await desk.get('/me')).body).toMatchObject({ role: 'staff', at_desk: true })
  })

  test('has no access to reports, settings, plan, email log, people or role requests', async () => {
    const fixture = await aStudio(server)
    const desk = await aDeskPerson(server, fixture)
    const studio = `/studios/${fixture.studio.id}`
    const { role_id } = await findCrewMember(fixture, desk)
    const { items } = (await fixture.admin.get(`${studio}/clients`)).body
    const rejections = [
      desk.get(`${studio}/stats`),
      desk.get(`${studio}/subscription`),
      desk.get(`${studio}/messages`),
      desk.get(`${studio}/role-requests`),
      desk.get(`${studio}/invitations`),
      desk.patch(studio, { name: 'Mine' }),
      desk.post(`${studio}/resources`, { kind: 'room', name: 'Mine' }),
      desk.post(`${studio}/invitations`, { full_name: 'A Friend', email: 'friend@example.com' }),
      desk.patch(`${studio}/crew/${role_id}`, { at_desk: true }),
      desk.delete(`${studio}/crew/${role_id}`),
      desk.delete(`${studio}/clients/${items[0].role_id}`),
      desk.patch(`${studio}/ai-agents/prea`, { is_active: true }),
    ]
    for (const response of await Promise.all(rejections)) expect(response.status).toBe(403)
    // An admin may make this call, so the calls above fail because of the person.
    expect((await fixture.admin.get(`${studio}/messages`)).status).toBe(200)
  })

  test('has no rights at another studio', async () => {
    const [fixture, elsewhere] = [await aStudio(server), await aStudio(server)]
    const desk = await aDeskPerson(server, fixture)
    const { id } = await aBooking(elsewhere.client, elsewhere.studio.id, today)
    expectError(await confirmAsSeen(desk, id), 'VALIDATION_FAILED')
    expectError(await desk.post(`/bookings/${id}/confirm`, { version: 1 }), 'NOT_FOUND')
    expectError(await desk.post(`/studios/${elsewhere.studio.id}/bookings`, aSession(today)), 'FORBIDDEN')
  })

  test("is notified of clients' bookings in the bell and by email like admins; other crew are not", async () => {
    const fixture = await aStudio(server)
    const [desk, crew] = [await aDeskPerson(server, fixture), await aCrewMember(server, fixture)]
    await aBooking(fixture.client, fixture.studio.id, today)
    await stateOfDatabase()
    const kinds = async (person: TestUser) =>
      (await person.get('/notices')).body.items.map(({ kind }: { kind: string }) => kind)
    expect(await kinds(desk)).toContain('booking_request')
    expect(await kinds(fixture.admin)).toContain('booking_request')
    expect(await kinds(crew)).not.toContain('booking_request')
    const countBookingMails = async (person: TestUser) =>
      (await mailsTo(server, person.email)).filter(({ calendar }) => calendar !== null).length
    expect(await countBookingMails(desk)).toBe(1)
    expect(await countBookingMails(crew)).toBe(0)
  })
})

describe('working at the desk', () => {
  test('is switched on and off by admins, and applies from the next call', async () => {
    const fixture = await aStudio(server)
    const crew = await aCrewMember(server, fixture)
    const { role_id, at_desk } = await findCrewMember(fixture, crew)
    expect(at_desk).toBe(false)
    const book = (hour: number) => crew.post(`/studios/${fixture.studio.id}/bookings`, aSession(today, at(hour)))
    expectError(await book(10), 'FORBIDDEN')
    const response = await fixture.admin.patch(crewPath(fixture, role_id), { at_desk: true })
    expect(response.body).toMatchObject({ role_id, at_desk: true })
    expect((await book(10)).status).toBe(201)
    await fixture.admin.patch(crewPath(fixture, role_id), { at_desk: false })
    expectError(await book(12), 'FORBIDDEN')
  })

  test('cannot be switched on by crew, clients, visitors or the admin of another studio', async () => {
    const [fixture, elsewhere] = [await aStudio(server), await aStudio(server)]
    const crew = await aCrewMember(server, fixture)
    const { role_id } = await findCrewMember(fixture, crew)
    for (const person of [crew, fixture.client, elsewhere.admin, await aPerson(server)])
      expect((await person.patch(crewPath(fixture, role_id), { at_desk: true })).status).toBe(403)
    // A role of another studio is not found, nor is a client's role.
    expectError(await elsewhere.admin.patch(crewPath(elsewhere, role_id), { at_desk: true }), 'NOT_FOUND')
    const { items } = (await fixture.admin.get(`/studios/${fixture.studio.id}/clients`)).body
    expectError(await fixture.admin.patch(crewPath(fixture, items[0].role_id), { at_desk: true }), 'NOT_FOUND')
    expect((await findCrewMember(fixture, crew)).at_desk).toBe(false)
  })

  test('ends with the role: a person who is removed and comes back is crew only', async () => {
    const fixture = await aStudio(server)
    const desk = await aDeskPerson(server, fixture)
    const { role_id } = await findCrewMember(fixture, desk)
    await fixture.admin.delete(crewPath(fixture, role_id))
    expectError(await desk.post(`/studios/${fixture.studio.id}/bookings`, aSession(today)), 'NO_ACTIVE_ROLE')
    const request = await desk.post('/me/role-request', { studio_id: fixture.studio.id, role: 'staff' })
    await fixture.admin.post(`/role-requests/${request.body.id}/approve`)
    expect((await desk.get('/me')).body).toMatchObject({ role: 'staff', at_desk: false })
  })

  test('can be granted with an invitation', async () => {
    const fixture = await aStudio(server)
    const person = await proveAddress(await aClient(server, (await aStudio(server)).studio.id))
    const invitation = { full_name: 'Dana Desk', email: person.email, at_desk: true }
    const createdInvitation = await fixture.admin.post(`/studios/${fixture.studio.id}/invitations`, invitation)
    expect(createdInvitation.body).toMatchObject({ role: 'staff', at_desk: true })
    expect((await person.post(`/me/invitations/${createdInvitation.body.id}/accept`)).status).toBe(200)
    expect((await person.get('/me')).body).toMatchObject({ role: 'staff', at_desk: true })
    expect((await person.post(`/studios/${fixture.studio.id}/bookings`, aSession(today))).status).toBe(201)
  })
  test.each([
    { sent: 'before the removal', isResent: false },
    { sent: 'again after the removal', isResent: true },
  ])('returns with an invitation only if it was sent after the removal: $sent', async ({ isResent }) => {
    const fixture = await aStudio(server)
    const desk = await proveAddress(await aDeskPerson(server, fixture))
    const { role_id } = await findCrewMember(fixture, desk)
    const invitation = { full_name: 'Dana Desk', email: desk.email, at_desk: true }
    const { body } = await fixture.admin.post(`/studios/${fixture.studio.id}/invitations`, invitation)
    clock.set('10:01')
    expect((await fixture.admin.patch(crewPath(fixture, role_id), { at_desk: false })).status).toBe(200)
    clock.set('10:02')
    if (isResent) expect((await fixture.admin.post(`/invitations/${body.id}/resend`)).status).toBe(200)
    expect((await desk.post(`/me/invitations/${body.id}/accept`)).status).toBe(200)
    expect((await desk.get('/me')).body).toMatchObject({ role: 'staff', at_desk: isResent })
  })
})
