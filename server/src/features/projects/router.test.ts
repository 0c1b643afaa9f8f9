import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { listAuditEntries } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aStudio, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const today = todayIn('UTC', new Date())
let server: TestServer
let fixture: StudioOfTest
let crew: TestUser
beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
  crew = await aCrewMember(server, fixture)
})
afterAll(() => server.stop())

async function aProject(overrides: object = {}): Promise<Project> {
  const response = await fixture.client.post('/projects', { title: 'Night Drive', project_type: 'music' })
  expect(response.status).toBe(201)
  const { id } = response.body
  return Object.keys(overrides).length === 0
    ? response.body
    : (await fixture.client.patch(`/projects/${id}`, overrides)).body
}

let nextHour = 8
/** Books the next free hour. */
const bookNextHour = (person: TestUser, overrides: object = {}) => {
  const start_time = `${String(nextHour).padStart(2, '0')}:00`
  nextHour += 1
  const end_time = `${String(nextHour).padStart(2, '0')}:00`
  return aBooking(person, fixture.studio.id, today, { start_time, end_time, ...overrides })
}

const statusOf = async ({ id }: Project): Promise<string> => (await crew.get(`/projects/${id}`)).body.status

test('a draft becomes active when one of its bookings is confirmed, not when it is requested, and the audit log records it', async () => {
  const project = await aProject()
  const { id } = await bookNextHour(fixture.client, { project_id: project.id })
  expect(await statusOf(project)).toBe('draft')
  const confirmed = await confirmAsSeen(fixture.admin, id)
  expect((await fixture.client.get(`/projects/${project.id}`)).body).toMatchObject({
    status: 'active',
    phase: 'pre_production',
    version: project.version + 1,
  })
  const auditEntries = await listAuditEntries(confirmed.headers.get('x-request-id') ?? '')
  expect(auditEntries.find(({ action }) => action === 'projects.activate')).toMatchObject({
    object_id: project.id,
    before: { status: 'draft' },
    after: { status: 'active' },
  })
  await fixture.admin.post(`/bookings/${id}/cancel`, {})
  expect(await statusOf(project)).toBe('active')
})

test('a draft becomes active by a booking that the studio makes, and by one that is linked later', async () => {
  const [projectOfStudioBooking, projectLinkedLater] = [await aProject(), await aProject()]
  const session = { client_id: fixture.client.id, status: 'confirmed' }
  await bookNextHour(fixture.admin, { ...session, project_id: projectOfStudioBooking.id })
  expect(await statusOf(projectOfStudioBooking)).toBe('active')
  const { id } = await bookNextHour(fixture.admin, session)
  expect(await statusOf(projectLinkedLater)).toBe('draft')
  expect((await fixture.admin.patch(`/bookings/${id}`, { project_id: projectLinkedLater.id })).status).toBe(200)
  expect(await statusOf(projectLinkedLater)).toBe('active')
})

test.each(['on_hold', 'completed', 'cancelled'])(
  'a status that a person chose does not change by itself: %s',
  async (status) => {
    const project = await aProject({ status })
    const { id } = await bookNextHour(fixture.client, { project_id: project.id })
    await confirmAsSeen(fixture.admin, id)
    await crew.post(`/projects/${project.id}/phase`, { direction: 'next' })
    expect(await statusOf(project)).toBe(status)
  },
)

test('moving phases never turns a project into a draft and never completes it', async () => {
  const project = await aProject()
  const step = (direction: string) => fixture.client.post(`/projects/${project.id}/phase`, { direction })
  for (const _ of [1, 2, 3, 4]) await step('next')
  expect((await crew.get(`/projects/${project.id}`)).body).toMatchObject({ status: 'active', phase: 'analytics' })
  for (const _ of [1, 2, 3, 4]) await step('previous')
  expect((await crew.get(`/projects/${project.id}`)).body).toMatchObject({ status: 'active', phase: 'pre_production' })
  expectError(await fixture.client.patch(`/projects/${project.id}`, { status: 'archived' }), 'VALIDATION_FAILED')
  expect((await fixture.client.patch(`/projects/${project.id}`, { status: 'completed' })).body.status).toBe('completed')
})

test('a project lists its confirmed future bookings, to its own client and studio only', async () => {
  const project = await aProject()
  const pending = await bookNextHour(fixture.client, { project_id: project.id })
  const confirmed = await bookNextHour(fixture.admin, {
    client_id: fixture.client.id,
    project_id: project.id,
    status: 'confirmed',
  })
  const path = `/projects/${project.id}/sessions`
  const ids = async () => (await fixture.client.get(path)).body.items.map(({ id }: { id: string }) => id)
  expect(await ids()).toEqual([confirmed.id])
  await confirmAsSeen(fixture.admin, pending.id)
  expect(await ids()).toEqual([pending.id, confirmed.id])
  expectError(await fixture.other.get(path), 'NOT_FOUND')
  const { items } = (await fixture.client.get(`/projects/${project.id}/activity`)).body
  expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(expect.arrayContaining(['session', 'started']))
})
