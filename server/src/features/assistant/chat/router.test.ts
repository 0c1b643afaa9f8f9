import { randomUUID } from 'node:crypto'
import { aBooking, aFixedClock } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aPerson, aStudio, aSuperAdmin } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { builtIn } from '#platform/assistant/built-in.ts'
import { setAnswerProvider } from '#platform/assistant/open.ts'

const clock = aFixedClock()
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
afterEach(() => setAnswerProvider(builtIn))

const messages = '/assistant/messages'

test('messages and answers are stored and visible to their person only', async () => {
  const fixture = await aStudio(server, { name: 'Northern Tape' })
  const empty = await fixture.client.get(messages)
  expect(empty.body).toEqual({
    items: [],
    next_cursor: null,
    greeting: expect.stringContaining('Northern Tape'),
    speaker: 'Built-in answers',
  })
  const response = await fixture.client.post(messages, { content: '  Hello  ' })
  expect(response.status).toBe(201)
  expect(response.body.question).toMatchObject({ role: 'user', content: 'Hello' })
  expect(response.body.answer).toMatchObject({ role: 'assistant', content: expect.stringContaining('next session') })
  const { items } = (await fixture.client.get(messages)).body
  expect(items).toEqual([response.body.answer, response.body.question])
  for (const other of [fixture.other, fixture.admin]) expect((await other.get(messages)).body.items).toEqual([])
})

test('an answer uses current data and the rights of the caller', async () => {
  const fixture = await aStudio(server)
  const crew = await aCrewMember(server, fixture)
  const ask = async (person: typeof crew, content: string) =>
    (await person.post(messages, { content })).body.answer.content
  expect(await ask(fixture.client, 'When is my next session?')).toContain('You have no upcoming sessions.')
  const { booking_date } = await aBooking(fixture.other, fixture.studio.id, clock.today, {
    start_time: '09:00',
    end_time: '10:00',
  })
  expect(await ask(fixture.client, 'When is my next session?')).toContain('You have no upcoming sessions.')
  await aBooking(fixture.client, fixture.studio.id, clock.today)
  const nextSession = await ask(fixture.client, 'When is my next session?')
  expect(nextSession).toContain('Your next session is a Recording Session on ')
  expect(nextSession).toContain('10:00 to 12:00 in Studio A. It is not confirmed yet.')
  const inHalves = await fixture.client.post(messages, { content: 'When is my next session?', hour12: true })
  expect(inHalves.body.answer.content).toContain('10:00 AM to 12:00 PM in Studio A.')
  expect(nextSession).not.toContain('Otto')
  expect(await ask(crew, 'When is the next session?')).toContain('with Otto Other')
  expect(await ask(fixture.client, 'What times are free this week?')).toContain('A session of an hour can start on')
  const startsFor = async (person: typeof crew, content: string) =>
    (await person.post(messages, { content })).body.answer.starts
  // People who may book get the times also as data, spread over the first days; each of them can be booked.
  const starts = await startsFor(fixture.client, 'What times are free this week?')
  expect(starts).toHaveLength(9)
  expect(new Set(starts.map(({ date }: { date: string }) => date)).size).toBe(3)
  const { date, time } = starts[4]
  const query = `date=${date}&minutes=60`
  const { days } = (await fixture.client.get(`/studios/${fixture.studio.id}/availability?${query}`)).body
  expect(days[0].free).toContain(time)
  expect(await startsFor(fixture.admin, 'What times are free this week?')).toHaveLength(9)
  expect((await fixture.client.get(messages)).body.items[0].starts).toEqual(starts)
  expect(await startsFor(crew, 'What times are free this week?')).toEqual([])
  expect(await startsFor(fixture.client, 'When is my next session?')).toEqual([])
  const refusal = await ask(fixture.client, 'Can you move my recording session to Tuesday at 10?')
  expect(refusal).toMatch(/^I can't move or cancel a session for you\..*A session of an hour can start on/)
  const day = Number(booking_date.slice(8))
  expect(await ask(crew, 'When is the next session?')).toContain(` ${day}, 09:00 to 10:00`)
  await fixture.admin.post('/tasks', { title: 'Coil the cables', assigned_to: crew.id, due_date: '2020-01-01' })
  expect(await ask(crew, 'Which tasks are due?')).toContain(
    'You have one open task, which is overdue. Next: "Coil the cables"',
  )
})

test('project facts are for their own client, and a conversation about a project is separate', async () => {
  const fixture = await aStudio(server)
  const ask = async (person: typeof fixture.client, content: string, projectContext = {}) =>
    (await person.post(messages, { content, ...projectContext })).body.answer?.content
  expect(await ask(fixture.client, 'How are my projects?')).toContain('You have no projects yet.')
  const { body } = await fixture.client.post('/projects', { title: 'Night album', project_type: 'music' })
  const card = { project_id: body.id, title: 'Mix the drums' }
  const { id } = (await fixture.client.post('/cards', card)).body
  await fixture.client.patch(`/cards/${id}`, { status: 'blocked' })
  const projectContext = { project_id: body.id }
  expect(await ask(fixture.client, 'How are my projects?')).toContain('You have one project, which is open.')
  expect(await ask(fixture.client, 'What is on my board?')).toContain('Your board has one card: 1 in Pre-Production.')
  expect(await ask(fixture.client, 'What is blocked?')).toContain(
    'One card is blocked: "Mix the drums" in Pre-Production',
  )
  expect(await ask(fixture.client, 'What is the status?', projectContext)).toContain(
    'This project is in Pre-Production and draft',
  )
  expect(await ask(fixture.other, 'What is blocked?')).toContain('Nothing is blocked.')
  expectError(await fixture.other.post(messages, { content: 'Hello', ...projectContext }), 'NOT_FOUND')
  expectError(await fixture.other.get(`${messages}?project_id=${body.id}`), 'NOT_FOUND')
  expect((await fixture.client.get(`${messages}?project_id=${body.id}`)).body.items).toHaveLength(2)
  expect(await ask(fixture.client, 'What does mixing cost?')).toContain('The studio has not published its prices.')
  expect((await fixture.client.get(messages)).body.items).toHaveLength(10)
})

test('of more than 100 tasks or projects no number is said, and the next tasks are those with the first due dates', async () => {
  const fixture = await aStudio(server)
  const { admin, client, studio } = fixture
  const ask = async (content: string) => (await admin.post(messages, { content })).body.answer.content
  const insertTasks = (count: number, due: string, age: string) =>
    asLogin((tx) =>
      sql`insert into tasks (studio_id, title, assigned_to, created_by, due_date, created_at)
        select ${studio.id}, 'Task due ' || ${due}, ${admin.id}, ${admin.id}, ${due}::date, now() - ${age}::interval
        from generate_series(1, ${count}::integer)`.execute(tx),
    )
  await insertTasks(2, '2020-01-01', '2 days')
  await insertTasks(98, '2099-01-01', '1 day')
  expect(await ask('Which tasks are due?')).toContain(
    'You have 100 open tasks, 2 of them overdue. Next: "Task due 2020',
  )
  await insertTasks(1, '2099-01-01', '0 days')
  expect(await ask('Which tasks are due?')).toContain(
    'You have more than 100 open tasks, 2 of them overdue. Next: "Task due 2020-01-01"',
  )
  const insertProjects = (count: number) =>
    asLogin((tx) =>
      sql`insert into projects (studio_id, client_id, title, project_type)
        select ${studio.id}, (select client_id from projects where studio_id = ${studio.id} limit 1), 'Album', 'music'
        from generate_series(1, ${count}::integer)`.execute(tx),
    )
  await client.post('/projects', { title: 'Night album', project_type: 'music' })
  await insertProjects(99)
  expect(await ask('How are the projects?')).toContain('The studio has 100 projects, 100 of them open.')
  await insertProjects(1)
  expect(await ask('How are the projects?')).toContain('The studio has more than 100 projects.')
})

test('a repeated call is answered once, and a message without an answer is not stored', async () => {
  const { client } = await aStudio(server)
  const once = { headers: { 'idempotency-key': randomUUID() } }
  const [first, second] = await Promise.all([1, 2].map(() => client.post(messages, { content: 'Hello' }, once)))
  expect(second?.body).toEqual(first?.body)
  expect((await client.get(messages)).body.items).toHaveLength(2)
  setAnswerProvider({ name: 'A model', answer: () => Promise.reject(new Error('the model is unavailable')) })
  expectError(await client.post(messages, { content: 'Are you there?' }), 'INTERNAL')
  expect((await client.get(messages)).body).toMatchObject({ items: { length: 2 }, speaker: 'A model' })
})

test('a language model gets only facts that the caller may see', async () => {
  const fixture = await aStudio(server)
  await aBooking(fixture.other, fixture.studio.id, clock.today)
  const questions: unknown[] = []
  setAnswerProvider({
    name: 'A model',
    answer: async (question) => {
      questions.push(question)
      return 'Said by a model.'
    },
  })
  const response = await fixture.client.post(messages, { content: 'When is my next session?' })
  expect(response.body.answer.content).toBe('Said by a model.')
  expect(questions).toEqual([
    {
      text: 'When is my next session?',
      voice: 'professional',
      facts: ['You have no upcoming sessions.'],
      draft: expect.any(String),
    },
  ])
})

test('pages of a conversation reach its first message', async () => {
  const { client } = await aStudio(server)
  for (const content of ['one', 'two', 'three']) await client.post(messages, { content })
  const last = (await client.get(`${messages}?limit=4`)).body
  const first = (await client.get(`${messages}?limit=4&cursor=${last.next_cursor}`)).body
  expect(first.next_cursor).toBeNull()
  const contents = [...last.items, ...first.items].filter(({ role }) => role === 'user').map(({ content }) => content)
  expect(contents).toEqual(['three', 'two', 'one'])
})

test('a chat needs a studio, and a project that the caller can see', async () => {
  const fixture = await aStudio(server)
  expectError(await callAs(server.url, null).post(messages, { content: 'Hello' }), 'UNAUTHENTICATED')
  expectError(await (await aPerson(server)).post(messages, { content: 'Hello' }), 'NO_ACTIVE_ROLE')
  expectError(await (await aSuperAdmin(server)).post(messages, { content: 'Hello' }), 'FORBIDDEN')
  expectError(await fixture.client.post(messages, { content: 'Hello', project_id: randomUUID() }), 'NOT_FOUND')
  expectError(await fixture.client.get(`${messages}?project_id=${randomUUID()}`), 'NOT_FOUND')
  for (const content of ['', '   ', 'x'.repeat(2001)]) {
    expectError(await fixture.client.post(messages, { content }), 'VALIDATION_FAILED')
  }
  const storedMessages = await asLogin((tx) =>
    tx.selectFrom('assistant_messages').select('id').where('studio_id', '=', fixture.studio.id).execute(),
  )
  expect(storedMessages).toEqual([])
})
