import { randomUUID } from 'node:crypto'
import { aBooking, aFixedClock } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aPerson, aStudio, aSuperAdmin } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { builtIn } from '#platform/assistant/built-in.ts'
import { useAnswerProvider } from '#platform/assistant/open.ts'

const clock = aFixedClock()
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
afterEach(() => useAnswerProvider(builtIn))

const messages = '/assistant/messages'

test('messages and answers are stored and visible to their person only (T22)', async () => {
  const fixture = await aStudio(server, { name: 'Northern Tape' })
  const empty = await fixture.client.get(messages)
  expect(empty.body).toEqual({
    items: [],
    next_cursor: null,
    greeting: expect.stringContaining('Northern Tape'),
    speaker: 'Built-in answers',
  })
  const answer = await fixture.client.post(messages, { content: '  Hello  ' })
  expect(answer.status).toBe(201)
  expect(answer.body.question).toMatchObject({ role: 'user', content: 'Hello' })
  expect(answer.body.answer).toMatchObject({ role: 'assistant', content: expect.stringContaining('next session') })
  const { items } = (await fixture.client.get(messages)).body
  expect(items).toEqual([answer.body.answer, answer.body.question])
  for (const other of [fixture.other, fixture.admin]) expect((await other.get(messages)).body.items).toEqual([])
})

test('an answer uses current data and the rights of the caller (T22)', async () => {
  const fixture = await aStudio(server)
  const crew = await aCrewMember(server, fixture)
  const ask = async (person: typeof crew, content: string) =>
    (await person.post(messages, { content })).body.answer.content
  expect(await ask(fixture.client, 'When is my next session?')).toContain('You have no session coming up.')
  const { booking_date } = await aBooking(fixture.other, fixture.studio.id, clock.today, {
    start_time: '09:00',
    end_time: '10:00',
  })
  expect(await ask(fixture.client, 'When is my next session?')).toContain('You have no session coming up.')
  await aBooking(fixture.client, fixture.studio.id, clock.today)
  const own = await ask(fixture.client, 'When is my next session?')
  expect(own).toContain('10:00 to 12:00 in Studio A. It is not confirmed yet.')
  expect(own).not.toContain('Otto')
  expect(await ask(crew, 'When is the next session?')).toContain('with Otto Other')
  expect(await ask(fixture.client, 'What times are free this week?')).toContain('A session of an hour can begin on')
  const day = Number(booking_date.slice(8))
  expect(await ask(crew, 'When is the next session?')).toContain(` ${day}, 09:00 to 10:00`)
  await fixture.admin.post('/tasks', { title: 'Coil the cables', assigned_to: crew.id, due_date: '2020-01-01' })
  expect(await ask(crew, 'Which tasks are due?')).toContain('one open task, 1 of them overdue. Next: "Coil the cables"')
})

test('project facts are for their own client, and a conversation about a project is separate (T22)', async () => {
  const fixture = await aStudio(server)
  const ask = async (person: typeof fixture.client, content: string, about = {}) =>
    (await person.post(messages, { content, ...about })).body.answer?.content
  expect(await ask(fixture.client, 'How are my projects?')).toContain('You have no projects yet.')
  const { body } = await fixture.client.post('/projects', { title: 'Night album', project_type: 'music' })
  const card = { project_id: body.id, title: 'Mix the drums' }
  const { id } = (await fixture.client.post('/cards', card)).body
  await fixture.client.patch(`/cards/${id}`, { status: 'blocked' })
  const about = { project_id: body.id }
  expect(await ask(fixture.client, 'How are my projects?')).toContain('one project, 1 of them open')
  expect(await ask(fixture.client, 'What is on my board?')).toContain('Your board has one card: 1 in Pre-Production.')
  expect(await ask(fixture.client, 'What is blocked?')).toContain(
    'One card is blocked: "Mix the drums" in Pre-Production',
  )
  expect(await ask(fixture.client, 'What is the status?', about)).toContain(
    'This project is in Pre-Production and draft',
  )
  expect(await ask(fixture.other, 'What is blocked?')).toContain('Nothing is blocked.')
  expectError(await fixture.other.post(messages, { content: 'Hello', ...about }), 'NOT_FOUND')
  expectError(await fixture.other.get(`${messages}?project_id=${body.id}`), 'NOT_FOUND')
  expect((await fixture.client.get(`${messages}?project_id=${body.id}`)).body.items).toHaveLength(2)
  expect(await ask(fixture.client, 'What does mixing cost?')).toContain('The studio has not published its prices.')
  expect((await fixture.client.get(messages)).body.items).toHaveLength(10)
})

test('a repeated call is answered once, and a message without an answer is not stored', async () => {
  const { client } = await aStudio(server)
  const once = { headers: { 'idempotency-key': randomUUID() } }
  const [first, second] = await Promise.all([1, 2].map(() => client.post(messages, { content: 'Hello' }, once)))
  expect(second?.body).toEqual(first?.body)
  expect((await client.get(messages)).body.items).toHaveLength(2)
  useAnswerProvider({ name: 'A model', answer: () => Promise.reject(new Error('the model is unavailable')) })
  expectError(await client.post(messages, { content: 'Are you there?' }), 'INTERNAL')
  expect((await client.get(messages)).body).toMatchObject({ items: { length: 2 }, speaker: 'A model' })
})

test('a language model gets only facts that the caller may see', async () => {
  const fixture = await aStudio(server)
  await aBooking(fixture.other, fixture.studio.id, clock.today)
  const questions: unknown[] = []
  useAnswerProvider({
    name: 'A model',
    answer: async (question) => {
      questions.push(question)
      return 'Said by a model.'
    },
  })
  const answer = await fixture.client.post(messages, { content: 'When is my next session?' })
  expect(answer.body.answer.content).toBe('Said by a model.')
  expect(questions).toEqual([
    {
      text: 'When is my next session?',
      voice: 'professional',
      facts: ['You have no session coming up.'],
      draft: expect.any(String),
    },
  ])
})

test('paging reaches the first message', async () => {
  const { client } = await aStudio(server)
  for (const content of ['one', 'two', 'three']) await client.post(messages, { content })
  const last = (await client.get(`${messages}?limit=4`)).body
  const first = (await client.get(`${messages}?limit=4&cursor=${last.next_cursor}`)).body
  expect(first.next_cursor).toBeNull()
  const contents = [...last.items, ...first.items].filter(({ role }) => role === 'user').map(({ content }) => content)
  expect(contents).toEqual(['three', 'two', 'one'])
})

test('a chat needs a studio, and a project that the caller can see (T22)', async () => {
  const fixture = await aStudio(server)
  expectError(await callAs(server.url, null).post(messages, { content: 'Hello' }), 'UNAUTHENTICATED')
  expectError(await (await aPerson(server)).post(messages, { content: 'Hello' }), 'NO_ACTIVE_ROLE')
  expectError(await (await aSuperAdmin(server)).post(messages, { content: 'Hello' }), 'FORBIDDEN')
  expectError(await fixture.client.post(messages, { content: 'Hello', project_id: randomUUID() }), 'NOT_FOUND')
  expectError(await fixture.client.get(`${messages}?project_id=${randomUUID()}`), 'NOT_FOUND')
  for (const content of ['', '   ', 'x'.repeat(2001)]) {
    expectError(await fixture.client.post(messages, { content }), 'VALIDATION_FAILED')
  }
  const stored = await asLogin((tx) =>
    tx.selectFrom('assistant_messages').select('id').where('studio_id', '=', fixture.studio.id).execute(),
  )
  expect(stored).toEqual([])
})
