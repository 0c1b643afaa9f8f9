import { randomUUID } from 'node:crypto'
import { aClientRecord } from '@studiohub/testing/client-records.ts'
import { asLogin, listAuditEntries } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { listenLive } from '@studiohub/testing/live.ts'
import {
  aCrewMember,
  aDeskPerson,
  aPerson,
  aStudio,
  aSuperAdmin,
  findCrewMember,
  proveAddress,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

type StudioFixture = { studio: { id: string } }
const pathOf = ({ studio }: StudioFixture, client: { id: string }) =>
  `/studios/${studio.id}/clients/${client.id}/messages`
const listOf = ({ studio }: StudioFixture) => `/studios/${studio.id}/conversations`
const unreadOf = async (person: TestUser, fixture: StudioFixture) =>
  (await person.get(`${listOf(fixture)}/unread`)).body?.unread
const bodiesIn = async (person: TestUser, path: string) =>
  (await person.get(path)).body.items.map(({ body }: { body: string }) => body)

describe('a conversation', () => {
  test('can be written and read by the desk and the client, and lists the newest message first', async () => {
    const fixture = await aStudio(server)
    const { admin, client } = fixture
    const desk = await aDeskPerson(server, fixture)
    const path = pathOf(fixture, client)
    expect((await client.get(path)).body).toMatchObject({ items: [], conversation: { writing: 'open', unread: 0 } })
    const message = await desk.post(path, { body: ' See you\non Monday. ' })
    expect(message.status).toBe(201)
    expect(message.body).toMatchObject({ seq: 1, from_studio: true, author_id: desk.id, body: 'See you\non Monday.' })
    const auditEntries = await listAuditEntries(message.headers.get('x-request-id') ?? '')
    expect(auditEntries).toMatchObject([{ action: 'conversations.createMessage', object_id: message.body.id }])
    expect(JSON.stringify(auditEntries)).not.toContain('Monday')
    const response = await client.post(path, { body: 'Can I bring a friend?' })
    expect(response.body).toMatchObject({ seq: 2, from_studio: false, author_name: 'Cleo Client' })
    expect(await bodiesIn(admin, path)).toEqual(['Can I bring a friend?', 'See you\non Monday.'])
    expect((await client.get(path)).body.items[1]).toMatchObject({ author_name: 'Sam Crew' })
    expect((await admin.get(listOf(fixture))).body.items).toMatchObject([
      { client_id: client.id, client_name: 'Cleo Client', project_id: null, last_text: 'Can I bring a friend?' },
    ])
  })

  test('is read in pages, without missing messages', async () => {
    const fixture = await aStudio(server)
    const { admin, client } = fixture
    const path = pathOf(fixture, client)
    for (let index = 1; index <= 5; index += 1) await admin.post(path, { body: `Message ${index}` })
    const first = (await client.get(`${path}?limit=2`)).body
    expect(first.items.map(({ seq }: { seq: number }) => seq)).toEqual([5, 4])
    const second = (await client.get(`${path}?limit=2&cursor=${first.next_cursor}`)).body
    expect(second.items.map(({ seq }: { seq: number }) => seq)).toEqual([3, 2])
    const last = (await client.get(`${path}?limit=2&cursor=${second.next_cursor}`)).body
    expect(last).toMatchObject({ items: [{ seq: 1 }], next_cursor: null })
    const forged = Buffer.from('["1 or 1=1","x"]').toString('base64url')
    expectError(await client.get(`${path}?cursor=${forged}`), 'VALIDATION_FAILED')
  })

  test('cannot be about a sample project, because deleting the sample would delete its messages', async () => {
    const fixture = await aStudio(server)
    const { admin, client } = fixture
    const path = pathOf(fixture, client)
    await client.post('/board/sample')
    const [sample] = (await client.get('/projects')).body.items
    for (const person of [client, admin])
      expectError(await person.post(path, { body: 'Hello', project_id: sample.id }), 'NOT_FOUND')
    expect((await client.delete('/board/sample')).body).toEqual({ removed: true })
    const { id } = (await client.post('/projects', { title: 'EP', project_type: 'music' })).body
    expect((await client.post(path, { body: 'Hello', project_id: id })).status).toBe(201)
  })

  test('gives concurrent messages consecutive numbers', async () => {
    const fixture = await aStudio(server)
    const path = pathOf(fixture, fixture.client)
    const senders = [fixture.admin, fixture.client]
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => senders[index % 2]?.post(path, { body: `${index}` })),
    )
    expect(responses.map((response) => response?.status)).toEqual(Array(12).fill(201))
    const { items } = (await fixture.client.get(path)).body
    expect(items.map(({ seq }: { seq: number }) => seq)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  test('has one message after two calls with the same idempotency key', async () => {
    const fixture = await aStudio(server)
    const path = pathOf(fixture, fixture.client)
    const headers = { 'idempotency-key': randomUUID() }
    const [first, repeated] = await Promise.all([
      fixture.client.post(path, { body: 'Once' }, { headers }),
      fixture.client.post(path, { body: 'Once' }, { headers }),
    ])
    expect(first.body.id).toBe(repeated.body.id)
    expect(await bodiesIn(fixture.admin, path)).toEqual(['Once'])
  })

  test('accepts at most 5,000 characters, and no invisible text', async () => {
    const fixture = await aStudio(server)
    const path = pathOf(fixture, fixture.client)
    expect((await fixture.client.post(path, { body: '😀'.repeat(5_000) })).status).toBe(201)
    for (const body of ['a'.repeat(5_001), '', '  \n ', 'a\u202eb', undefined])
      expectError(await fixture.client.post(path, { body }), 'VALIDATION_FAILED')
  })

  test('notifies the open screens of both sides about a message, and no others', async () => {
    const fixture = await aStudio(server)
    const path = pathOf(fixture, fixture.client)
    const [desk, client, other] = [
      await listenLive(server, fixture.admin.token),
      await listenLive(server, fixture.client.token),
      await listenLive(server, fixture.other.token),
    ]
    const eventsOf = ({ events }: typeof desk) =>
      events.filter((event) => event !== 'resync' && event.topic === 'conversations')
    await fixture.client.post(path, { body: 'Hello' })
    await expect.poll(() => eventsOf(desk).length).toBeGreaterThan(0)
    await expect.poll(() => eventsOf(client).length).toBeGreaterThan(0)
    expect(eventsOf(other)).toEqual([])
    for (const listener of [desk, client, other]) listener.close()
  })
})

describe('unread messages', () => {
  test('are the messages of the other side after the last one that the person has read', async () => {
    const fixture = await aStudio(server)
    const { admin, client, other } = fixture
    const desk = await aDeskPerson(server, fixture)
    const path = pathOf(fixture, client)
    for (const body of ['One', 'Two']) await client.post(path, { body })
    await other.post(pathOf(fixture, other), { body: 'Also here' })
    expect(await unreadOf(admin, fixture)).toBe(2)
    expect(await unreadOf(client, fixture)).toBe(0)
    expect((await admin.get(`${listOf(fixture)}?show=unread`)).body.items).toMatchObject([
      { client_id: other.id, unread: 1 },
      { client_id: client.id, unread: 2 },
    ])
    expect((await admin.post(`${path}/read`, { seq: 1 })).body).toEqual({ seq: 1 })
    expect((await admin.get(path)).body.conversation).toMatchObject({ unread: 1 })
    await admin.post(`${path}/read`, { seq: 2 })
    // A late call with an older position does not make messages unread again.
    await admin.post(`${path}/read`, { seq: 1 })
    expect(await unreadOf(admin, fixture)).toBe(1)
    expect((await admin.get(`${listOf(fixture)}?show=read`)).body.items).toMatchObject([
      { client_id: client.id, unread: 0 },
    ])
    // Each person has their own marker, and the author of an answer has read everything.
    expect(await unreadOf(desk, fixture)).toBe(2)
    await desk.post(path, { body: 'Answered' })
    expect(await unreadOf(desk, fixture)).toBe(1)
    expect(await unreadOf(client, fixture)).toBe(1)
    expectError(await client.post(`${path}/read`, { seq: 0 }), 'VALIDATION_FAILED')
    expectError(await client.post(`${pathOf(fixture, other)}/read`, { seq: 1 }), 'NOT_FOUND')
  })

  test('do not include messages from before a person joined the studio', async () => {
    const fixture = await aStudio(server)
    await fixture.client.post(pathOf(fixture, fixture.client), { body: 'Early' })
    await asLogin((tx) =>
      tx
        .updateTable('conversation_messages')
        .set({ created_at: '2020-01-01T00:00:00Z' })
        .where('studio_id', '=', fixture.studio.id)
        .execute(),
    )
    const desk = await aDeskPerson(server, fixture)
    expect(await unreadOf(desk, fixture)).toBe(0)
    await fixture.client.post(pathOf(fixture, fixture.client), { body: 'Late' })
    expect(await unreadOf(desk, fixture)).toBe(1)
  })
})

describe('a person without access', () => {
  test('cannot read or write a conversation, or learn that it exists', async () => {
    const [fixture, rival] = [await aStudio(server), await aStudio(server)]
    const { admin, client, other } = fixture
    const crew = await aCrewMember(server, fixture)
    const path = pathOf(fixture, client)
    await client.post(path, { body: 'A secret' })
    const outsiders = { rivalAdmin: rival.admin, rivalClient: rival.client, withoutRole: await aPerson(server) }
    for (const [name, person] of Object.entries({ ...outsiders, crew, operator: await aSuperAdmin(server) }))
      for (const response of [
        await person.get(path),
        await person.post(path, { body: 'Mine' }),
        await person.post(`${path}/read`, { seq: 1 }),
      ])
        expect(response.status, name).toBe(403)
    for (const person of Object.values(outsiders)) expect((await person.get(listOf(fixture))).status).toBe(403)
    for (const response of [await other.get(path), await other.post(path, { body: 'Mine' })])
      expectError(response, 'NOT_FOUND')
    for (const person of [other, crew]) {
      expect((await person.get(listOf(fixture))).body.items).toEqual([])
      expect(await unreadOf(person, fixture)).toBe(0)
    }
    expectError(await callAs(server.url, null).get(path), 'UNAUTHENTICATED')
    // A studio cannot reach the client of another studio by their id.
    expectError(await rival.admin.get(pathOf(rival, client)), 'NOT_FOUND')
    expect(await bodiesIn(admin, path)).toEqual(['A secret'])
  })

  test('cannot read or write a conversation after their role has ended', async () => {
    const fixture = await aStudio(server)
    const { admin, client, studio } = fixture
    const desk = await aDeskPerson(server, fixture)
    const path = pathOf(fixture, client)
    await client.post(path, { body: 'Before' })
    const { role_id } = await findCrewMember(fixture, desk)
    await admin.patch(`/studios/${studio.id}/crew/${role_id}`, { at_desk: false })
    expect((await desk.get(path)).status).toBe(403)
    const { items } = (await admin.get(`/studios/${studio.id}/clients`)).body
    const clientRow = items.find(({ user_id }: { user_id: string }) => user_id === client.id)
    await admin.delete(`/studios/${studio.id}/clients/${clientRow.role_id}`)
    expect((await client.get(path)).status).toBe(403)
    expect((await client.post(path, { body: 'After' })).status).toBe(403)
    // The studio keeps earlier messages and cannot write new ones.
    expect((await admin.get(path)).body).toMatchObject({
      items: [{ body: 'Before' }],
      conversation: { writing: 'removed' },
    })
    expectError(await admin.post(path, { body: 'After' }), 'CLIENT_REMOVED')
  })
})

describe('the conversation of a project', () => {
  test('is separate, and crew take part if they work on the project', async () => {
    const fixture = await aStudio(server)
    const { admin, client, other } = fixture
    const crew = await aCrewMember(server, fixture)
    const project = (await client.post('/projects', { title: 'Night Drive', project_type: 'music' })).body
    const path = pathOf(fixture, client)
    const projectPath = `${path}?project_id=${project.id}`
    await client.post(path, { body: 'In general' })
    await client.post(path, { body: 'About the EP', project_id: project.id })
    expect(await bodiesIn(admin, path)).toEqual(['In general'])
    expect(await bodiesIn(admin, projectPath)).toEqual(['About the EP'])
    expectError(await crew.get(projectPath), 'FORBIDDEN')
    expectError(await crew.post(path, { body: 'Hi', project_id: project.id }), 'FORBIDDEN')
    const task = { title: 'Mix it', project_id: project.id, assigned_to: crew.id }
    // A task that crew give to themselves gives no access.
    expect((await crew.post('/tasks', task)).status).toBe(201)
    expectError(await crew.get(projectPath), 'FORBIDDEN')
    expect((await admin.post('/tasks', task)).status).toBe(201)
    expect(await bodiesIn(crew, projectPath)).toEqual(['About the EP'])
    const response = await crew.post(path, { body: 'I start tomorrow', project_id: project.id })
    expect(response.body).toMatchObject({ from_studio: true, author_name: 'Sam Crew' })
    expectError(await crew.get(path), 'FORBIDDEN')
    expect((await crew.get(listOf(fixture))).body.items).toMatchObject([
      { project_id: project.id, project_title: 'Night Drive' },
    ])
    // A project belongs to one client.
    expectError(await admin.get(`${pathOf(fixture, other)}?project_id=${project.id}`), 'NOT_FOUND')
    expectError(await other.get(`${pathOf(fixture, other)}?project_id=${project.id}`), 'NOT_FOUND')
  })
})

describe('the number of messages', () => {
  test('is limited to 30 an hour for a client', async () => {
    const fixture = await aStudio(server)
    const { admin, client, other } = fixture
    const path = pathOf(fixture, client)
    const write = () => client.post(path, { body: 'Hello?' })
    for (let index = 0; index < 30; index += 1) expect((await write()).status).toBe(201)
    const rejection = await write()
    expectError(rejection, 'RATE_LIMITED')
    expect(rejection.body.message).toBe('You can send 30 messages an hour. Please wait a little.')
    expect((await other.post(pathOf(fixture, other), { body: 'Hello' })).status).toBe(201)
    expect((await admin.post(path, { body: 'We are here' })).status).toBe(201)
    expect((await bodiesIn(admin, path)).filter((body: string) => body === 'Hello?')).toHaveLength(30)
    await asLogin((tx) =>
      tx
        .updateTable('conversation_messages')
        .set({ created_at: new Date(Date.now() - 2 * 3_600_000).toISOString() })
        .where('studio_id', '=', fixture.studio.id)
        .execute(),
    )
    expect((await write()).status).toBe(201)
  })

  test('is limited to 200 an hour for each person of a studio, in all conversations together', async () => {
    const fixture = await aStudio(server)
    const { admin, client, other } = fixture
    const desk = await aDeskPerson(server, fixture)
    await admin.post(pathOf(fixture, other), { body: 'The first' })
    await asLogin((tx) =>
      sql`with more as (
          insert into conversation_messages (conversation_id, studio_id, client_id, seq, from_studio, author_id, body)
          select c.id, c.studio_id, c.client_id, 1 + n, true, ${admin.id}, 'More' from conversations c, generate_series(1, 198) n
          where c.studio_id = ${fixture.studio.id})
        update conversations set messages = 199, last_from_studio = 199 where studio_id = ${fixture.studio.id}`.execute(
        tx,
      ),
    )
    // The limit allows one more message, so one of two concurrent messages is rejected.
    const responses = await Promise.all(
      [client, other].map((to) => admin.post(pathOf(fixture, to), { body: 'At once' })),
    )
    const rejection = responses.find(({ status }) => status !== 201)
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    if (!rejection) throw new Error('neither was refused')
    expectError(rejection, 'RATE_LIMITED')
    expect(rejection.body.message).toBe('You can send 200 messages an hour. Please wait a little.')
    expect((await desk.post(pathOf(fixture, client), { body: 'From the desk' })).status).toBe(201)
  })

  test.for([
    { from_studio: false, a_day: 200 },
    { from_studio: true, a_day: 1_000 },
  ])('is limited to $a_day a day, from_studio: $from_studio', async ({ from_studio, a_day }) => {
    const fixture = await aStudio(server)
    const { admin, client } = fixture
    const writer = from_studio ? admin : client
    const write = () => writer.post(pathOf(fixture, client), { body: 'Hello?' })
    const writeEarlier = (count: number, age: string) =>
      asLogin((tx) =>
        sql`with more as (
            insert into conversation_messages
              (conversation_id, studio_id, client_id, seq, from_studio, author_id, body, created_at)
            select c.id, c.studio_id, c.client_id, c.messages + n, ${from_studio}, ${writer.id}, 'Earlier',
              now() - ${age}::interval
            from conversations c, generate_series(1, ${count}::integer) n where c.studio_id = ${fixture.studio.id})
          update conversations set messages = messages + ${count}::integer
          where studio_id = ${fixture.studio.id}`.execute(tx),
      )
    expect((await write()).status).toBe(201)
    // Messages of an earlier day do not count.
    await writeEarlier(a_day, '25 hours')
    await writeEarlier(a_day - 2, '2 hours')
    expect((await write()).status).toBe(201)
    const rejection = await write()
    expectError(rejection, 'RATE_LIMITED')
    expect(rejection.body.message).toBe(`You can send ${a_day} messages a day. Please write again tomorrow.`)
    const other = from_studio ? client : admin
    expect((await other.post(pathOf(fixture, client), { body: 'We are here' })).status).toBe(201)
  })
})

describe('a client who is blocked by the studio', () => {
  test('cannot write messages until the studio unblocks them', async () => {
    const fixture = await aStudio(server)
    const { admin, client, other, studio } = fixture
    const crew = await aCrewMember(server, fixture)
    const path = pathOf(fixture, client)
    const blockPath = `/studios/${studio.id}/clients/${client.id}/message-block`
    const rival = await aStudio(server)
    for (const person of [client, crew, rival.admin, await aSuperAdmin(server)])
      expectError(await person.put(blockPath, { blocked: true }), 'FORBIDDEN')
    expect((await admin.put(blockPath, { blocked: true })).body).toEqual({ blocked: true })
    const rejection = await client.post(path, { body: 'Hello?' })
    expectError(rejection, 'MESSAGES_BLOCKED')
    expect(rejection.body.message).toMatch(/^The studio does not receive messages from you here\./)
    expect((await client.get(path)).body.conversation).toMatchObject({ writing: 'blocked' })
    expect((await admin.get(path)).body.conversation).toMatchObject({ writing: 'open', is_blocked: true })
    expect((await admin.post(path, { body: 'Please call us' })).status).toBe(201)
    expect((await other.post(pathOf(fixture, other), { body: 'Hello' })).status).toBe(201)
    await admin.put(blockPath, { blocked: false })
    expect((await client.post(path, { body: 'Hello' })).status).toBe(201)
  })
})

describe('two records of one client', () => {
  test('have one conversation after a merge, in the original order', async () => {
    const fixture = await aStudio(server)
    const { admin, client, studio } = fixture
    const desk = await aDeskPerson(server, fixture)
    const record = { id: await aClientRecord(studio.id) }
    await admin.post(pathOf(fixture, record), { body: 'First' })
    await admin.post(pathOf(fixture, client), { body: 'Second' })
    await client.post(pathOf(fixture, client), { body: 'Third' })
    await admin.post(pathOf(fixture, record), { body: 'Fourth' })
    expect(await unreadOf(desk, fixture)).toBe(1)
    const project = (await admin.post('/projects', { title: 'EP', project_type: 'music', client_id: record.id })).body
    await admin.post(pathOf(fixture, record), { body: 'On the EP', project_id: project.id })
    const merged = await admin.post(`/studios/${studio.id}/clients/${client.id}/merge`, { other_id: record.id })
    expect(merged.status).toBe(200)
    const path = pathOf(fixture, client)
    expect((await client.get(path)).body.items).toMatchObject([
      { seq: 4, body: 'Fourth' },
      { seq: 3, body: 'Third' },
      { seq: 2, body: 'Second' },
      { seq: 1, body: 'First' },
    ])
    expect(await bodiesIn(client, `${path}?project_id=${project.id}`)).toEqual(['On the EP'])
    expect(await unreadOf(desk, fixture)).toBe(1)
    expect((await admin.post(path, { body: 'Fifth' })).body).toMatchObject({ seq: 5 })
  })

  test('have the conversation and the block of either record after a merge', async () => {
    const fixture = await aStudio(server)
    const { admin, client, studio } = fixture
    const record = { id: await aClientRecord(studio.id) }
    await admin.post(pathOf(fixture, record), { body: 'Welcome' })
    await admin.put(`/studios/${studio.id}/clients/${record.id}/message-block`, { blocked: true })
    await admin.post(`/studios/${studio.id}/clients/${client.id}/merge`, { other_id: record.id })
    expect(await bodiesIn(client, pathOf(fixture, client))).toEqual(['Welcome'])
    expectError(await client.post(pathOf(fixture, client), { body: 'Hello' }), 'MESSAGES_BLOCKED')
  })
})

describe('leaving the platform or a studio', () => {
  const listStoredMessages = (studio_id: string) =>
    asLogin((tx) =>
      tx.selectFrom('conversation_messages').select(['body', 'author_id']).where('studio_id', '=', studio_id).execute(),
    )

  test('a client can export their conversations, and deleting the account deletes them', async () => {
    const fixture = await aStudio(server)
    const { admin, client, other, studio } = fixture
    await proveAddress(client)
    const elsewhere = await aStudio(server)
    const record = { id: await aClientRecord(elsewhere.studio.id, { email: client.email }) }
    await elsewhere.admin.post(pathOf(elsewhere, record), { body: 'Do you know us?' })
    await admin.post(pathOf(fixture, client), { body: 'Hello Cleo' })
    await client.post(pathOf(fixture, client), { body: 'Hello studio' })
    await admin.post(pathOf(fixture, other), { body: 'Hello Otto' })
    const exported = (await client.get('/me/export')).body
    expect(exported.data.conversation_messages).toMatchObject([
      { body: 'Hello Cleo', from_studio: true, written_by_me: false },
      { body: 'Hello studio', from_studio: false, written_by_me: true },
    ])
    expect((await client.post('/me/deletion', { current_password: client.password })).status).toBe(200)
    expect(await listStoredMessages(studio.id)).toMatchObject([{ body: 'Hello Otto' }])
    expect(await listStoredMessages(elsewhere.studio.id)).toEqual([])
  })

  test('messages of former crew stay at the studio without their name, and their export has no texts', async () => {
    const fixture = await aStudio(server)
    const desk = await aDeskPerson(server, fixture)
    await desk.post(pathOf(fixture, fixture.client), { body: 'Sam Crew here, good morning' })
    const { role_id } = await findCrewMember(fixture, desk)
    await fixture.admin.delete(`/studios/${fixture.studio.id}/crew/${role_id}`)
    const exported = (await desk.get('/me/export')).body
    expect(exported.data.conversation_messages).toMatchObject([{ body: null, written_by_me: true }])
    expect((await desk.post('/me/deletion', { current_password: desk.password })).status).toBe(200)
    expect(await listStoredMessages(fixture.studio.id)).toEqual([
      { body: 'Former member here, good morning', author_id: desk.id },
    ])
    expect((await fixture.client.get(pathOf(fixture, fixture.client))).body.items).toMatchObject([
      { author_name: 'Former member', from_studio: true },
    ])
  })
})
