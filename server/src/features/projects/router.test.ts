import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { trailOf } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aStudio, type Person, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const today = todayIn('UTC', new Date())
let server: TestServer
let fixture: StudioOfTest
let crew: Person
beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
  crew = await aCrewMember(server, fixture)
})
afterAll(() => server.stop())

async function aProject(given: object = {}): Promise<Project> {
  const answer = await fixture.client.post('/projects', { title: 'Night Drive', project_type: 'music' })
  expect(answer.status).toBe(201)
  const { id } = answer.body
  return Object.keys(given).length === 0 ? answer.body : (await fixture.client.patch(`/projects/${id}`, given)).body
}

let hour = 8
/** Books the next free hour. */
const aSession = (person: Person, given: object = {}) => {
  const start_time = `${String(hour).padStart(2, '0')}:00`
  hour += 1
  const end_time = `${String(hour).padStart(2, '0')}:00`
  return aBooking(person, fixture.studio.id, today, { start_time, end_time, ...given })
}

const statusOf = async ({ id }: Project): Promise<string> => (await crew.get(`/projects/${id}`)).body.status

test('a draft becomes active when a booking of it is confirmed, not when one is requested; the audit log has it', async () => {
  const project = await aProject()
  const { id } = await aSession(fixture.client, { project_id: project.id })
  expect(await statusOf(project)).toBe('draft')
  const confirmed = await confirmAsSeen(fixture.admin, id)
  expect((await fixture.client.get(`/projects/${project.id}`)).body).toMatchObject({
    status: 'active',
    phase: 'pre_production',
    version: project.version + 1,
  })
  const trail = await trailOf(confirmed.headers.get('x-request-id') ?? '')
  expect(trail.find(({ action }) => action === 'projects.activate')).toMatchObject({
    object_id: project.id,
    before: { status: 'draft' },
    after: { status: 'active' },
  })
  await fixture.admin.post(`/bookings/${id}/cancel`, {})
  expect(await statusOf(project)).toBe('active')
})

test('a draft becomes active by a booking of the studio, and by a booking that is linked later', async () => {
  const [booked, given] = [await aProject(), await aProject()]
  const session = { client_id: fixture.client.id, status: 'confirmed' }
  await aSession(fixture.admin, { ...session, project_id: booked.id })
  expect(await statusOf(booked)).toBe('active')
  const { id } = await aSession(fixture.admin, session)
  expect(await statusOf(given)).toBe('draft')
  expect((await fixture.admin.patch(`/bookings/${id}`, { project_id: given.id })).status).toBe(200)
  expect(await statusOf(given)).toBe('active')
})

test.each(['on_hold', 'completed', 'cancelled'])('a chosen status does not change: %s', async (status) => {
  const project = await aProject({ status })
  const { id } = await aSession(fixture.client, { project_id: project.id })
  await confirmAsSeen(fixture.admin, id)
  await crew.post(`/projects/${project.id}/phase`, { direction: 'next' })
  expect(await statusOf(project)).toBe(status)
})

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
  const waiting = await aSession(fixture.client, { project_id: project.id })
  const confirmed = await aSession(fixture.admin, {
    client_id: fixture.client.id,
    project_id: project.id,
    status: 'confirmed',
  })
  const path = `/projects/${project.id}/sessions`
  const ids = async () => (await fixture.client.get(path)).body.items.map(({ id }: { id: string }) => id)
  expect(await ids()).toEqual([confirmed.id])
  await confirmAsSeen(fixture.admin, waiting.id)
  expect(await ids()).toEqual([waiting.id, confirmed.id])
  expectError(await fixture.other.get(path), 'NOT_FOUND')
  const { items } = (await fixture.client.get(`/projects/${project.id}/activity`)).body
  expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(expect.arrayContaining(['session', 'started']))
})
