import { aBooking, aFixedClock, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { expectError } from '@studiohub/testing/http.ts'
import {
  aCrewMember,
  aDeskPerson,
  aStudio,
  aSuperAdmin,
  crewRoleOf,
  type Person,
  type StudioOfTest,
} from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

type Row = { id: string; action: string; actor_id: string; actor_name: string | null; names: Record<string, string> }
const pathOf = ({ studio }: StudioOfTest, query = '') => `/studios/${studio.id}/activity${query}`
const activityOf = async (fixture: StudioOfTest, query = '', by: Person = fixture.admin): Promise<Row[]> =>
  (await by.get(pathOf(fixture, query))).body.items

test('a studio sees who did what, before and after, with current names', async () => {
  const fixture = await aStudio(server)
  const crew = await aCrewMember(server, fixture)
  const { role_id } = await crewRoleOf(fixture, crew)
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
  const own = await activityOf(fixture, `?actor_id=${desk.id}&kind=bookings`)
  expect(own.map(({ action }) => action)).toEqual(['bookings.confirm'])
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
