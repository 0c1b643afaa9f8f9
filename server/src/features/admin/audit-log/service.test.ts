import { aBlock, aBooking, aFixedClock, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { expectError } from '@studiohub/testing/http.ts'
import {
  aCrewMember,
  aDeskPerson,
  aStudio,
  aSuperAdmin,
  findCrewMember,
  type StudioOfTest,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { asSystem } from '#platform/db/actor.ts'

const clock = aFixedClock()
const { today } = clock
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

type Row = {
  id: string
  action: string
  actor_id: string
  actor_name: string | null
  names: Record<string, string>
  subject: { kind: string; id: string; name: string | null; email: string | null } | null
}
const pathOf = ({ studio }: StudioOfTest, query = '') => `/studios/${studio.id}/activity${query}`
const activityOf = async (fixture: StudioOfTest, query = '', by: TestUser = fixture.admin): Promise<Row[]> =>
  (await by.get(pathOf(fixture, query))).body.items

test('a studio sees who changed what, the values before and after, and current names', async () => {
  const fixture = await aStudio(server)
  const crew = await aCrewMember(server, fixture)
  const { role_id } = await findCrewMember(fixture, crew)
  await fixture.admin.patch(`/studios/${fixture.studio.id}/crew/${role_id}`, { at_desk: true })
  await crew.patch('/me/profile', { full_name: 'Samira Crew' })
  const { id } = await aBooking(fixture.client, fixture.studio.id, today)
  await confirmAsSeen(crew, id)
  const [confirmed, created, , oldest] = await activityOf(fixture)
  expect(confirmed).toMatchObject({
    action: 'bookings.confirm',
    actor_name: 'Samira Crew',
    before: { status: 'pending' },
    after: { status: 'confirmed' },
  })
  expect(created).toMatchObject({ action: 'bookings.create', actor_id: fixture.client.id })
  const desk = (await activityOf(fixture, '?kind=people')).find(({ action }) => action === 'crew.update')
  expect(desk).toMatchObject({ before: { at_desk: false }, after: { at_desk: true } })
  expect(desk?.names[crew.id]).toBe('Samira Crew')
  expect(JSON.stringify(oldest)).not.toContain(crew.email)
})

test('activity is filtered by person and kind, and comes in pages', async () => {
  const fixture = await aStudio(server)
  const desk = await aDeskPerson(server, fixture)
  const { id } = await aBooking(fixture.client, fixture.studio.id, today)
  await confirmAsSeen(desk, id)
  const bookingsOfDesk = await activityOf(fixture, `?actor_id=${desk.id}&kind=bookings`)
  expect(bookingsOfDesk.map(({ action }) => action)).toEqual(['bookings.confirm'])
  const settings = await activityOf(fixture, '?kind=settings')
  expect(settings.length).toBeGreaterThan(0)
  for (const { action } of settings) expect(action).toMatch(/^(studios|resources|subscriptions)\./)
  const all = await activityOf(fixture)
  const first = (await fixture.admin.get(pathOf(fixture, '?limit=2'))).body
  const second = (await fixture.admin.get(pathOf(fixture, `?limit=2&cursor=${first.next_cursor}`))).body
  expect([...first.items, ...second.items].map((row: Row) => row.id)).toEqual(all.slice(0, 4).map((row) => row.id))
})

test("activity is for the studio's admins and operators, without other studios and personal settings", async () => {
  const [fixture, elsewhere] = [await aStudio(server), await aStudio(server)]
  await aBooking(elsewhere.client, elsewhere.studio.id, today)
  await fixture.client.patch('/me/profile', { full_name: 'Cleo Changed' })
  for (const person of [fixture.client, await aDeskPerson(server, fixture), elsewhere.admin])
    expectError(await person.get(pathOf(fixture)), 'FORBIDDEN')
  const rows = await activityOf(fixture)
  expect(rows.filter(({ actor_id }) => actor_id === elsewhere.client.id)).toEqual([])
  expect(rows.filter(({ action }) => action.startsWith('profile.'))).toEqual([])
  expect((await activityOf(fixture, '', await aSuperAdmin(server))).length).toBeGreaterThan(0)
})

const subjectOf = (rows: Row[], action: string) => rows.find((row) => row.action === action)?.subject

test('an entry says what it is about, by its current name', async () => {
  const fixture = await aStudio(server)
  const { admin, client, studio } = fixture
  const booking = await aBooking(client, studio.id, today)
  await confirmAsSeen(admin, booking.id)
  const block = await admin.post(
    `/studios/${studio.id}/bookings`,
    aBlock(today, { start_time: '14:00', end_time: '15:00' }),
  )
  const room = await admin.post(`/studios/${studio.id}/resources`, { kind: 'room', name: 'Cellar' })
  await admin.patch(`/resources/${room.body.id}`, { name: 'Live room' })
  const project = await client.post('/projects', { title: 'Night Drive', project_type: 'music' })
  const card = await client.post('/cards', { project_id: project.body.id, title: 'Record vocals' })
  const comment = await client.post(`/cards/${card.body.id}/comments`, { body: 'Louder' })
  await client.delete(`/cards/${card.body.id}/comments/${comment.body.id}`)
  await admin.post(`/studios/${studio.id}/invitations`, { full_name: 'Sol New', email: `sol-${studio.id}@example.com` })
  const rows = await activityOf(fixture, '?limit=100')
  const { booking_date, start_time } = booking
  const session = { kind: 'booking', id: booking.id, name: 'Cleo Client', booking_date, start_time }
  const created = rows.filter(({ action }) => action === 'bookings.create').map(({ subject }) => subject)
  expect(created).toMatchObject([{ kind: 'block', id: block.body.id, start_time: '14:00' }, session])
  expect(subjectOf(rows, 'bookings.confirm')).toMatchObject(session)
  expect(subjectOf(rows, 'resources.create')).toMatchObject({ kind: 'resource', name: 'Live room' })
  expect(subjectOf(rows, 'projects.create')).toMatchObject({ kind: 'project', name: 'Night Drive' })
  for (const action of ['board.create', 'board.create_comment', 'board.delete_comment'])
    expect(subjectOf(rows, action)).toMatchObject({ kind: 'card', id: card.body.id, name: 'Record vocals' })
  expect(subjectOf(rows, 'invitations.create')).toMatchObject({ kind: 'invitation', name: 'Sol New' })
  const operator = await aSuperAdmin(server)
  const { body: log } = await operator.get(`/admin/audit?studio_id=${studio.id}&limit=1`)
  expect(log.items).toMatchObject([{ studio_name: studio.name, studio_timezone: studio.timezone }])
  await client.delete(`/cards/${card.body.id}`)
  expect(subjectOf(await activityOf(fixture), 'board.delete')).toMatchObject({ kind: 'project', name: 'Night Drive' })
})

test('only operators get addresses, and nothing of another studio is named', async () => {
  const [fixture, elsewhere] = [await aStudio(server), await aStudio(server)]
  const operator = await aSuperAdmin(server)
  const { id } = await aBooking(elsewhere.client, elsewhere.studio.id, today)
  const record = await asSystem((tx) =>
    tx.selectFrom('bookings').select('client_id').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  // Entries of one studio with the ids of another one, as only a mistake could write them.
  const entry = { actor_id: null, session_id: null, studio_id: fixture.studio.id, object_type: 'booking' }
  await asSystem(async (tx) => {
    await insertAuditEntry(tx, { ...entry, action: 'bookings.cancel', object_id: id })
    await insertAuditEntry(tx, { ...entry, action: 'bookings.decline', object_id: null, after: record })
  })
  const rows = await activityOf(fixture, '?kind=bookings')
  expect(rows.map(({ action, subject }) => [action, subject])).toEqual([
    ['bookings.decline', null],
    ['bookings.cancel', null],
  ])
  // Operators see all accounts, but the session belongs to another studio than the entry.
  const auditLog = (query: string) => operator.get(`/admin/audit?${query}`)
  const auditEntries: Row[] = (await auditLog(`studio_id=${fixture.studio.id}&action=bookings`)).body.items
  expect(auditEntries.map(({ subject }) => subject?.kind)).toEqual(['person', undefined])
  const [signIn] = (await auditLog(`actor_id=${fixture.client.id}&action=session.opened`)).body.items
  expect(signIn.subject).toMatchObject({ kind: 'person', name: 'Cleo Client', email: fixture.client.email })
  const crew = await aCrewMember(server, fixture)
  const role = (rows: Row[]) => rows.find(({ subject }) => subject?.id === crew.id)?.subject
  expect(role(await activityOf(fixture))).toMatchObject({ kind: 'person', name: 'Sam Crew', email: null })
  expect(role(await activityOf(fixture, '', operator))).toMatchObject({ email: crew.email })
})
