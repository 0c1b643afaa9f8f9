import { randomUUID } from 'node:crypto'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { listenLive } from '@studiohub/testing/live.ts'
import { aCrewMember, aStudio, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let server: TestServer
let fixture: StudioOfTest
let crew: TestUser
let colleague: TestUser

beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
  crew = await aCrewMember(server, fixture)
  colleague = await aCrewMember(server, fixture)
})
afterAll(() => server.stop())

const createTask = async (creator: TestUser, fields: object = {}) => {
  const response = await creator.post('/tasks', { title: 'Coil the cables', ...fields })
  expect(response.status).toBe(201)
  return response.body
}
const titlesOf = ({ body }: { body: { items: { title: string }[] } }) => body.items.map(({ title }) => title)

test('an admin assigns a task, its assignee starts and completes it (spec section 4)', async () => {
  const task = await createTask(fixture.admin, { assigned_to: crew.id, due_date: '2030-01-02', priority: 'urgent' })
  expect(task).toMatchObject({
    status: 'pending',
    priority: 'urgent',
    due_date: '2030-01-02',
    completed_at: null,
    assigned_to: crew.id,
    assignee_name: 'Sam Crew',
    created_by: fixture.admin.id,
    created_by_ai: false,
  })
  const live = await listenLive(server, fixture.admin.token)
  const started = await crew.post(`/tasks/${task.id}/start`)
  expect(started.body).toMatchObject({ status: 'in_progress', version: 2 })
  await vi.waitFor(() => expect(live.events).toContainEqual({ topic: 'tasks', id: task.id }), 60_000)
  live.close()
  const completed = await crew.post(`/tasks/${task.id}/complete`)
  expect(completed.body).toMatchObject({ status: 'completed', completed_at: expect.any(String) })
  expectError(await crew.post(`/tasks/${task.id}/complete`), 'INVALID_TRANSITION')
})

test('a project task is visible to the project client only, and its assignee is notified', async () => {
  const { body: project } = await fixture.client.post('/projects', { title: 'Night album', project_type: 'music' })
  const task = await createTask(fixture.admin, {
    project_id: project.id,
    assigned_to: colleague.id,
    due_date: '2030-01-02',
  })
  expect(task.phase).toBe('pre_production')
  const earlier = await createTask(crew, { title: 'Earlier', project_id: project.id, due_date: '2030-01-01' })
  await createTask(crew, { title: 'No day', project_id: project.id })
  const path = `/tasks?scope=all&project_id=${project.id}`
  expect(titlesOf(await fixture.client.get(path))).toEqual(['Earlier', 'Coil the cables', 'No day'])
  expect((await fixture.client.get(path)).body.items[1].assignee_name).toBeNull()
  expectError(await fixture.other.get(path), 'NOT_FOUND')
  expectError(await fixture.client.get('/tasks'), 'FORBIDDEN')
  expectError(await fixture.client.post(`/tasks/${earlier.id}/start`), 'FORBIDDEN')
  const notifications = (await colleague.get('/notices')).body.items.filter(
    ({ kind }: { kind: string }) => kind === 'task',
  )
  expect(notifications[0]).toMatchObject({
    link: '/staff/tasks',
    data: { title: 'Coil the cables', due_date: '2030-01-02' },
  })
})

test('three concurrent calls start a task once', async () => {
  const task = await createTask(crew)
  const responses = await Promise.all([1, 2, 3].map(() => crew.post(`/tasks/${task.id}/start`)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('crew change tasks that are assigned to them or that they created, and no others', async () => {
  const colleagueTask = await createTask(fixture.admin, { assigned_to: colleague.id })
  for (const attempt of [
    crew.patch(`/tasks/${colleagueTask.id}`, { title: 'Mine now' }),
    crew.patch(`/tasks/${colleagueTask.id}`, { assigned_to: crew.id }),
    crew.post(`/tasks/${colleagueTask.id}/start`),
  ]) {
    expectError(await attempt, 'FORBIDDEN')
  }
  const assignedTask = await createTask(fixture.admin, { assigned_to: crew.id })
  expectError(await crew.patch(`/tasks/${assignedTask.id}`, { assigned_to: colleague.id }), 'FIELD_NOT_ALLOWED')
  expectError(await crew.post(`/tasks/${assignedTask.id}/complete`), 'INVALID_TRANSITION')
  expect((await crew.get('/tasks?scope=all')).body.items).toContainEqual(colleagueTask)
  const ownTask = await createTask(crew, { assigned_to: colleague.id })
  expect((await crew.patch(`/tasks/${ownTask.id}`, { assigned_to: crew.id })).body.assigned_to).toBe(crew.id)
})

test('a task of another studio is not found, and clients have none', async () => {
  const rival = await aStudio(server)
  const task = await createTask(fixture.admin)
  for (const path of [`/tasks/${task.id}/start`, `/tasks/${task.id}/complete`, `/tasks/${randomUUID()}/start`]) {
    expectError(await rival.admin.post(path), 'NOT_FOUND')
  }
  expectError(await rival.admin.patch(`/tasks/${task.id}`, { title: 'X' }), 'NOT_FOUND')
  expectError(await fixture.client.post(`/tasks/${task.id}/start`), 'NOT_FOUND')
  expectError(await fixture.client.post('/tasks', { title: 'X' }), 'FORBIDDEN')
  expectError(await callAs(server.url, null).get('/tasks'), 'UNAUTHENTICATED')
  expectError(await fixture.admin.post('/tasks', { title: 'X', assigned_to: rival.admin.id }), 'NOT_IN_CREW')
  expectError(await fixture.admin.post('/tasks', { title: 'X', assigned_to: fixture.client.id }), 'NOT_IN_CREW')
  expectError(await fixture.admin.post('/tasks', { title: 'X', project_id: randomUUID() }), 'NOT_FOUND')
})

// An unknown id violated the row's foreign key, and the response was 500.
test('a task for an unknown person fails with an error at its field', async () => {
  const task = await createTask(fixture.admin)
  for (const assigned_to of [randomUUID(), fixture.client.id]) {
    for (const response of [
      await fixture.admin.post('/tasks', { title: 'X', assigned_to }),
      await fixture.admin.patch(`/tasks/${task.id}`, { assigned_to }),
    ]) {
      expectError(response, 'NOT_IN_CREW')
      expect(Object.keys(response.body.fields)).toEqual(['assigned_to'])
    }
  }
})

test('server-set fields are rejected, and a change of an older version fails', async () => {
  const task = await createTask(crew)
  for (const forged of [{ status: 'completed' }, { created_by: colleague.id }, { studio_id: randomUUID() }]) {
    expectError(await crew.patch(`/tasks/${task.id}`, forged), 'VALIDATION_FAILED')
    expectError(await crew.post('/tasks', { title: 'X', ...forged }), 'VALIDATION_FAILED')
  }
  expect((await crew.patch(`/tasks/${task.id}`, { priority: 'low', version: 1 })).body.version).toBe(2)
  expectError(await crew.patch(`/tasks/${task.id}`, { priority: 'high', version: 1 }), 'STALE_VERSION')
  expect((await crew.patch(`/tasks/${task.id}`, { status: 'cancelled' })).body.status).toBe('cancelled')
  expectError(await crew.patch(`/tasks/${task.id}`, { status: 'cancelled' }), 'INVALID_TRANSITION')
  expectError(await crew.post('/tasks', { title: '  ' }), 'VALIDATION_FAILED')
})

test("a person's tasks are listed newest first, in pages, open or done", async () => {
  const member = await aCrewMember(server, fixture)
  for (const title of ['first', 'second', 'third']) await createTask(fixture.admin, { title, assigned_to: member.id })
  expect(titlesOf(await member.get('/tasks'))).toEqual(['third', 'second', 'first'])
  const page = await member.get('/tasks?limit=2')
  expect(titlesOf(page)).toEqual(['third', 'second'])
  expect(titlesOf(await member.get(`/tasks?limit=2&cursor=${page.body.next_cursor}`))).toEqual(['first'])
  const { id } = page.body.items[0]
  await member.patch(`/tasks/${id}`, { status: 'cancelled' })
  expect(titlesOf(await member.get('/tasks?state=open'))).toEqual(['second', 'first'])
  expect(titlesOf(await member.get('/tasks?state=done'))).toEqual(['third'])
})

test('tasks are listed by due date and priority in pages, those without a due date last', async () => {
  const member = await aCrewMember(server, fixture)
  const add = (title: string, due_date: string | null, priority = 'medium') =>
    createTask(fixture.admin, { title, due_date, priority, assigned_to: member.id })
  await add('overdue', '2020-01-01', 'low')
  await add('no date', null, 'urgent')
  await add('tomorrow', '2031-05-02')
  await add('today, high', '2031-05-01', 'high')
  await add('today, urgent', '2031-05-01', 'urgent')
  await add('today', '2031-05-01')
  const sorted = ['overdue', 'today, urgent', 'today, high', 'today', 'tomorrow', 'no date']
  expect(titlesOf(await member.get('/tasks?sort=due&state=open'))).toEqual(sorted)
  const page = await member.get('/tasks?sort=due&limit=4')
  expect(titlesOf(page)).toEqual(sorted.slice(0, 4))
  expect(page.body.items[0]).not.toHaveProperty('sorted_by')
  expect(titlesOf(await member.get(`/tasks?sort=due&limit=4&cursor=${page.body.next_cursor}`))).toEqual(sorted.slice(4))
})

test('the dashboard counts tasks and check-ins, for crew only', async () => {
  const studio = await aStudio(server)
  const person = await aCrewMember(server, studio)
  const work = { pending_tasks: 0, overdue_tasks: 0, checked_in: 0, waiting_requests: 0 }
  const emptyStats = { sessions_today: 0, own_sessions_today: 0, ...work }
  expect((await person.get('/staff/stats')).body).toEqual(emptyStats)
  await studio.admin.post('/tasks', { title: 'Late', assigned_to: person.id, due_date: '2020-01-01' })
  const { body } = await studio.admin.post('/tasks', { title: 'Begun', assigned_to: person.id })
  await person.post(`/tasks/${body.id}/start`)
  await person.post(`/studios/${studio.studio.id}/checkins`, { client_id: studio.client.id })
  expect((await person.get('/staff/stats')).body).toEqual({
    ...emptyStats,
    pending_tasks: 1,
    overdue_tasks: 1,
    checked_in: 1,
  })
  expectError(await studio.client.get('/staff/stats'), 'FORBIDDEN')
  const rows = await asLogin((tx) =>
    tx.selectFrom('tasks').select('id').where('studio_id', '=', studio.studio.id).execute(),
  )
  expect(rows).toHaveLength(2)
})
