import type { Card, CardFile } from '@studiohub/contract/features/board/schema.ts'
import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { listenLive } from '@studiohub/testing/live.ts'
import { aCrewMember, aStudio, aSuperAdmin, type Person, type StudioOfTest } from '@studiohub/testing/people.ts'
import { aPhoto } from '@studiohub/testing/pictures.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

let server: TestServer
let fixture: StudioOfTest
let rival: StudioOfTest
let crew: Person
beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
  rival = await aStudio(server)
  crew = await aCrewMember(server, fixture)
})
afterAll(() => server.stop())

async function aProject(person: Person, given: object = {}): Promise<Project> {
  const answer = await person.post('/projects', { title: 'Night Drive', project_type: 'music', ...given })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body
}

async function aCard(person: Person, project: Project, title = 'Record vocals'): Promise<Card> {
  const answer = await person.post('/cards', { project_id: project.id, title })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body
}

const titles = async (person: Person, phase: string, query = ''): Promise<string[]> =>
  (await person.get(`/cards${query}`)).body.items
    .filter((card: Card) => card.phase === phase)
    .map(({ title }: Card) => title)

describe('a project', () => {
  test('starts as a draft in pre-production, moves one step at a time and becomes active after the first', async () => {
    const project = await aProject(fixture.client, { description: ' A song ' })
    expect(project).toMatchObject({ status: 'draft', phase: 'pre_production', description: 'A song', version: 1 })
    const back = await fixture.client.post(`/projects/${project.id}/phase`, { direction: 'previous' })
    expectError(back, 'INVALID_TRANSITION')
    expect(back.body.message).toBe('Project is already in the first phase')
    const moved = await fixture.client.post(`/projects/${project.id}/phase`, { direction: 'next', version: 1 })
    expect(moved.body).toMatchObject({ status: 'active', phase: 'production', version: 2 })
    expect(moved.body.phase_history).toEqual([
      { phase: 'pre_production', moved_at: project.created_at, moved_by: fixture.client.id },
      { phase: 'production', moved_at: expect.any(String), moved_by: fixture.client.id },
    ])
    for (const phase of ['post_production', 'distribution', 'analytics'])
      expect((await crew.post(`/projects/${project.id}/phase`, { direction: 'next' })).body.phase).toBe(phase)
    const beyond = await fixture.admin.post(`/projects/${project.id}/phase`, { direction: 'next' })
    expectError(beyond, 'INVALID_TRANSITION')
    expect(beyond.body.message).toBe('Project is already in the final phase')
    const items = (await fixture.client.get(`/projects/${project.id}/activity`)).body.items
    expect(items.map(({ kind, by_name }: { kind: string; by_name: string }) => [kind, by_name])).toEqual([
      ...[
        ['phase', 'Sam Crew'],
        ['phase', 'Sam Crew'],
        ['phase', 'Sam Crew'],
      ],
      ...[
        ['phase', 'Cleo Client'],
        ['started', 'Cleo Client'],
      ],
    ])
    const first = (await fixture.client.get(`/projects/${project.id}/activity?limit=3`)).body
    const rest = await fixture.client.get(`/projects/${project.id}/activity?limit=3&cursor=${first.next_cursor}`)
    expect([...first.items, ...rest.body.items]).toEqual(items)
    expect(rest.body.next_cursor).toBeNull()
  })

  test('two clicks move it one step, and phases cannot be skipped or forged (T37)', async () => {
    const project = await aProject(fixture.client)
    const path = `/projects/${project.id}`
    const clicks = await Promise.all(
      [1, 2].map(() => fixture.client.post(`${path}/phase`, { direction: 'next', version: project.version })),
    )
    expect(clicks.map(({ status }) => status).sort()).toEqual([200, 409])
    for (const body of [
      { direction: 'next', phase: 'analytics' },
      { direction: 'sideways' },
      { direction: 'next', moved_by: fixture.admin.id },
    ])
      expectError(await fixture.client.post(`${path}/phase`, body), 'VALIDATION_FAILED')
    for (const body of [{ phase: 'analytics' }, { phase_history: [] }, { created_by: fixture.admin.id }])
      expectError(await fixture.client.patch(path, body), 'VALIDATION_FAILED')
    expect((await fixture.client.get(path)).body).toMatchObject({ phase: 'production', version: 2 })
    const status = { status: 'completed', version: 1 }
    expectError(await fixture.client.patch(path, status), 'STALE_VERSION')
    expect((await fixture.client.patch(path, { ...status, version: 2 })).body.status).toBe('completed')
  })

  test('is created for a client only by admins and crew of that client’s studio (T26)', async () => {
    const fields = { title: 'Spot', project_type: 'ad' }
    expectError(await fixture.client.post('/projects', { ...fields, client_id: fixture.other.id }), 'FORBIDDEN')
    expectError(await crew.post('/projects', { ...fields, client_id: rival.client.id }), 'CLIENT_NOT_IN_STUDIO')
    expectError(await crew.post('/projects', { ...fields, client_id: crew.id }), 'CLIENT_NOT_IN_STUDIO')
    expectError(await crew.post('/projects', fields), 'VALIDATION_FAILED')
    const elsewhere = { ...fields, studio_id: rival.studio.id, client_id: rival.client.id }
    for (const person of [fixture.client, crew, fixture.admin])
      expectError(await person.post('/projects', elsewhere), 'FORBIDDEN')
    const project = await aProject(crew, { client_id: fixture.other.id })
    expect(project).toMatchObject({ client_id: fixture.other.id, client_name: 'Otto Other' })
    const foreign = await aProject(rival.client)
    expectError(await fixture.client.post('/cards', { project_id: foreign.id, title: 'Mine' }), 'NOT_FOUND')
    expectError(await fixture.client.post('/cards', { project_id: project.id, title: 'Mine' }), 'NOT_FOUND')
  })

  test.each([
    [{ title: '' }, 'title', 'Title is required'],
    [{ title: 'x'.repeat(101) }, 'title', 'Title must be less than 100 characters'],
    [{ description: 'x'.repeat(501) }, 'description', 'Description must be less than 500 characters'],
    [{ project_type: undefined }, 'project_type', 'Project type is required'],
    [{ status: 'completed' }, '', undefined],
  ])('%j fails with its error text', async (given, field, sentence) => {
    const answer = await fixture.client.post('/projects', { title: 'X', project_type: 'music', ...given })
    expectError(answer, 'VALIDATION_FAILED')
    if (sentence) expect(answer.body.fields).toEqual({ [field]: sentence })
  })

  test('is listed in pages, found by title, and counted', async () => {
    const own = await aStudio(server)
    for (const title of ['One', 'Two 100%', 'Three']) await aProject(own.client, { title })
    const first = (await own.client.get('/projects?limit=2')).body
    const rest = (await own.client.get(`/projects?limit=2&cursor=${first.next_cursor}`)).body
    expect([...first.items, ...rest.items].map(({ title }: Project) => title)).toEqual(['Three', 'Two 100%', 'One'])
    const found = async (q: string) =>
      (await own.client.get(`/projects?q=${encodeURIComponent(q)}`)).body.items.map(({ title }: Project) => title)
    expect([await found('tWo'), await found('%'), await found('_')]).toEqual([['Two 100%'], ['Two 100%'], []])
    await own.client.post(`/projects/${first.items[0].id}/phase`, { direction: 'next' })
    expect((await own.client.get('/projects/stats')).body).toEqual({ active: 1, in_production: 1, completed: 0 })
  })
})

describe('the board', () => {
  test('has a stable order in each column while cards are moved', async () => {
    const own = await aStudio(server)
    const project = await aProject(own.client)
    const [a, b, c] = [
      await aCard(own.client, project, 'a'),
      await aCard(own.client, project, 'b'),
      await aCard(own.client, project, 'c'),
    ]
    expect(await titles(own.client, 'pre_production')).toEqual(['a', 'b', 'c'])
    const move = (id: string, body: object) => own.client.post(`/cards/${id}/move`, body)
    expect((await move(c.id, { phase: 'pre_production', before_id: a.id, version: 1 })).status).toBe(200)
    expect(await titles(own.client, 'pre_production')).toEqual(['c', 'a', 'b'])
    for (let turn = 0; turn < 4; turn += 1) {
      await move(b.id, { phase: 'pre_production', before_id: a.id })
      await move(a.id, { phase: 'pre_production', before_id: b.id })
    }
    expect(await titles(own.admin, 'pre_production')).toEqual(['c', 'a', 'b'])
    const moved = (await move(a.id, { phase: 'production' })).body
    expect(moved.phase).toBe('production')
    const { phase_history } = (await own.client.get(`/cards/${a.id}`)).body
    expect(phase_history.map(({ phase }: { phase: string }) => phase)).toEqual(['pre_production', 'production'])
    expect(phase_history[1]).toMatchObject({ moved_by: own.client.id, moved_by_name: 'Cleo Client' })
  })

  test('rejects a stale move, an unknown neighbor, and a position or history from the caller (T37)', async () => {
    const project = await aProject(fixture.client)
    const card = await aCard(fixture.client, project)
    const path = `/cards/${card.id}/move`
    const [one, other] = await Promise.all(
      ['production', 'distribution'].map((phase) => fixture.client.post(path, { phase, version: 1 })),
    )
    expect([one?.status, other?.status].sort()).toEqual([200, 409])
    const stale = await crew.post(path, { phase: 'analytics', version: 1 })
    expectError(stale, 'STALE_VERSION')
    expectError(await crew.post(path, { phase: 'analytics', before_id: card.id }), 'STALE_VERSION')
    expectError(await crew.post(path, { phase: 'analytics', before_id: rival.client.id }), 'STALE_VERSION')
    for (const forged of [
      { position: 1e308 },
      { position: 'NaN' },
      { phase_history: [] },
      { moved_by: crew.id },
      { created_by: crew.id },
      { phase: 'review' },
    ]) {
      expectError(await fixture.client.post(path, { phase: 'analytics', ...forged }), 'VALIDATION_FAILED')
      expectError(await fixture.client.patch(`/cards/${card.id}`, forged), 'VALIDATION_FAILED')
    }
    expect((await fixture.client.get(`/cards/${card.id}`)).body).toMatchObject({
      version: 2,
      created_by: fixture.client.id,
    })
  })

  test('is edited by its client and crew, and cards are deleted by their creator or client', async () => {
    const project = await aProject(fixture.client)
    const card = await aCard(fixture.client, project)
    const changed = await crew.patch(`/cards/${card.id}`, { status: 'blocked', assigned_agent: 'stu', version: 1 })
    expect(changed.body).toMatchObject({ status: 'blocked', assigned_agent: 'stu', version: 2 })
    expectError(await fixture.client.patch(`/cards/${card.id}`, { title: 'Late', version: 1 }), 'STALE_VERSION')
    expectError(await crew.delete(`/cards/${card.id}`), 'FORBIDDEN')
    const ofCrew = await aCard(crew, project, 'Of crew')
    expect((await crew.delete(`/cards/${ofCrew.id}`)).status).toBe(200)
    expect((await fixture.client.delete(`/cards/${card.id}`)).status).toBe(200)
    expectError(await fixture.client.delete(`/cards/${card.id}`), 'NOT_FOUND')
    expectError(await fixture.client.post('/cards', { project_id: project.id, title: '  ' }), 'VALIDATION_FAILED')
  })

  test("hides another client's work: by id, filter, count or search (T22)", async () => {
    const project = await aProject(fixture.client, { title: 'Secret single' })
    const card = await aCard(fixture.client, project)
    await fixture.client.post(`/cards/${card.id}/comments`, { body: 'Ours alone' })
    const before = (await fixture.client.get(`/cards/${card.id}`)).text
    for (const stranger of [fixture.other, rival.client, rival.admin]) {
      for (const path of [
        `/projects/${project.id}`,
        `/projects/${project.id}/activity`,
        `/cards/${card.id}`,
        `/cards/${card.id}/comments`,
        `/cards/${card.id}/files`,
        `/cards/${card.id}/people`,
      ])
        expectError(await stranger.get(path), 'NOT_FOUND')
      expectError(await stranger.patch(`/cards/${card.id}`, { title: 'Mine' }), 'NOT_FOUND')
      expectError(await stranger.delete(`/cards/${card.id}`), 'NOT_FOUND')
      expectError(await stranger.post(`/cards/${card.id}/move`, { phase: 'analytics' }), 'NOT_FOUND')
      expectError(await stranger.post(`/cards/${card.id}/comments`, { body: 'Hi' }), 'NOT_FOUND')
      expectError(await stranger.patch(`/projects/${project.id}`, { title: 'Mine' }), 'NOT_FOUND')
    }
    expectError(await fixture.other.get(`/projects?client_id=${fixture.client.id}`), 'FORBIDDEN')
    expectError(await rival.admin.get(`/projects?studio_id=${fixture.studio.id}`), 'FORBIDDEN')
    expectError(await rival.admin.get(`/cards?studio_id=${fixture.studio.id}`), 'FORBIDDEN')
    await fixture.client.post(`/projects/${project.id}/phase`, { direction: 'next' })
    expect((await fixture.client.get('/projects/stats')).body.in_production).toBeGreaterThan(0)
    expect((await fixture.other.get('/projects/stats')).body).toEqual({ active: 0, in_production: 0, completed: 0 })
    expect((await fixture.other.get('/projects?q=Secret')).body.items).toEqual([])
    expect((await fixture.other.get(`/cards?project_id=${project.id}`)).body.items).toEqual([])
    expect((await fixture.client.get(`/cards/${card.id}`)).text).toBe(before)
    expect((await fixture.client.get('/projects?q=Secret')).body.items).toHaveLength(1)
    const operator = await aSuperAdmin(server)
    expect(
      (await operator.get(`/cards?studio_id=${fixture.studio.id}&project_id=${project.id}`)).body.items,
    ).toHaveLength(1)
    expectError(await operator.patch(`/cards/${card.id}`, { title: 'Mine' }), 'FORBIDDEN')
  })

  test('creates its sample once, even from three tabs, and not again after it was deleted (T38)', async () => {
    const own = await aStudio(server)
    const tabs = await Promise.all([1, 2, 3].map(() => own.client.post('/board/sample')))
    expect(tabs.filter(({ body }) => body.created)).toHaveLength(1)
    const cards: Card[] = (await own.client.get('/cards')).body.items
    expect(cards.map(({ phase }) => phase).sort()).toEqual(
      ['pre_production', 'production', 'post_production', 'distribution', 'analytics'].sort(),
    )
    const projects: Project[] = (await own.client.get('/projects')).body.items
    expect(projects).toHaveLength(1)
    expect(projects[0]).toMatchObject({
      project_type: 'podcast',
      status: 'active',
      phase: 'production',
      is_sample: true,
    })
    expect((await own.admin.get('/cards')).body.items).toEqual([])
    expect((await own.admin.get('/projects')).body.items).toEqual([])
    expectError(await own.admin.post('/board/sample'), 'FORBIDDEN')
    expect((await own.client.delete('/board/sample')).body).toEqual({ removed: true })
    expect((await own.client.delete('/board/sample')).body).toEqual({ removed: false })
    expect((await own.client.post('/board/sample')).body).toEqual({ created: false })
    expect((await own.client.get('/cards')).body.items).toEqual([])
  })

  test('keeps edited sample cards: the studio sees them, and deleting the sample does not delete them', async () => {
    const own = await aStudio(server)
    await own.client.post('/board/sample')
    expect((await own.client.get('/projects/stats')).body).toEqual({ active: 0, in_production: 0, completed: 0 })
    const cards: Card[] = (await own.client.get('/cards')).body.items
    const [renamed, discussed, moved] = cards
    const project_id = renamed?.project_id
    const answer = await own.client.post('/cards', { project_id, title: 'My own card', priority: 'medium' })
    expect(answer.body).toMatchObject({ title: 'My own card', is_sample: false })
    await own.client.patch(`/cards/${renamed?.id}`, { title: 'My outline' })
    await own.client.post(`/cards/${discussed?.id}/comments`, { body: 'My guest is Ada.' })
    await own.client.patch(`/cards/${moved?.id}`, { priority: 'urgent' })
    const kept = ['My own card', 'My outline', discussed?.title].sort()
    const titles = (items: Card[]) => items.map(({ title }) => title).sort()
    expect(titles((await own.admin.get('/cards')).body.items)).toEqual(kept)
    // A card is created while the sample is deleted: both succeed, and the card stays.
    const [late, cleared] = await Promise.all([
      own.client.post('/cards', { project_id, title: 'Made at the same time', priority: 'medium' }),
      own.client.delete('/board/sample'),
    ])
    expect([late.status, cleared.body]).toEqual([201, { removed: true }])
    expect(titles((await own.client.get('/cards')).body.items)).toEqual([...kept, 'Made at the same time'].sort())
    expect((await own.client.get('/projects')).body.items).toMatchObject([{ id: project_id, is_sample: false }])
    expect((await own.client.get('/projects/stats')).body.active).toBe(1)
  })

  test('sends live updates only to people who may see the card (T39)', async () => {
    const project = await aProject(fixture.client)
    const card = await aCard(fixture.client, project)
    const people = [fixture.client, crew, fixture.other, rival.admin, rival.client]
    const streams = await Promise.all(people.map(({ token }) => listenLive(server, token)))
    await vi.waitFor(() => expect(streams.every(({ events }) => events.includes('resync'))).toBe(true), {
      timeout: 60_000,
    })
    await fixture.client.post(`/cards/${card.id}/move`, { phase: 'production' })
    await fixture.client.post(`/projects/${project.id}/phase`, { direction: 'next' })
    const items = [
      { topic: 'cards', id: card.id },
      { topic: 'projects', id: project.id },
    ]
    for (const stream of streams.slice(0, 2))
      await vi.waitFor(() => expect(stream.events).toEqual(expect.arrayContaining(items)), { timeout: 60_000 })
    for (const stream of streams.slice(2))
      expect(stream.events.filter((event) => event !== 'resync' && /cards|projects/.test(event.topic))).toEqual([])
    for (const stream of streams) stream.close()
  })
})

describe('comments and files of a card', () => {
  test('comments show mentioned people by their current names', async () => {
    const project = await aProject(fixture.client)
    const card = await aCard(fixture.client, project, 'Mix it')
    const path = `/cards/${card.id}/comments`
    const people = (await fixture.client.get(`/cards/${card.id}/people`)).body.items
    expect(people).toEqual(expect.arrayContaining([{ user_id: crew.id, full_name: 'Sam Crew' }]))
    const comment = await fixture.client.post(path, { body: `Please look, @[${crew.id}]` })
    expect(comment.status).toBe(201)
    expect(comment.body).toMatchObject({
      author_name: 'Cleo Client',
      mentions: [{ user_id: crew.id, full_name: 'Sam Crew' }],
    })
    const notices = (await crew.get('/notices')).body.items
    expect(notices[0]).toMatchObject({
      kind: 'mention',
      data: { about: 'Mix it' },
      link: `/staff/board?card=${card.id}`,
    })
    const answer = await crew.post(path, { body: `Done, @[${fixture.client.id}]` })
    expect((await fixture.client.get('/notices')).body.items[0].link).toBe(
      `/${fixture.studio.slug}/board?card=${card.id}`,
    )
    for (const stranger of [fixture.other, rival.admin])
      expectError(await fixture.client.post(path, { body: `@[${stranger.id}]` }), 'VALIDATION_FAILED')
    const items = (await fixture.client.get(path)).body.items
    expect(items.map(({ author_name }: { author_name: string }) => author_name)).toEqual(['Cleo Client', 'Sam Crew'])
    expectError(await fixture.client.delete(`${path}/${answer.body.id}`), 'FORBIDDEN')
    expect((await crew.delete(`${path}/${answer.body.id}`)).status).toBe(200)
  })

  test('file addresses expire, cannot be changed, and are visible only to people who see the card', async () => {
    const project = await aProject(fixture.client)
    const card = await aCard(fixture.client, project)
    const path = `/cards/${card.id}/files`
    const photo = await aPhoto()
    const answer = await fixture.client.upload('POST', path, photo, { name: '../../cover.jpg', type: 'text/html' })
    expect(answer.status).toBe(201)
    const file: CardFile = answer.body
    expect(file).toMatchObject({ name: 'cover.jpg', content_type: 'image/jpeg', uploaded_by_name: 'Cleo Client' })
    const fetched = await fetch(`${server.url}${file.url}`)
    expect([fetched.status, fetched.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(Buffer.from(await fetched.arrayBuffer()).equals(Buffer.from(photo))).toBe(true)
    expect((await fetch(`${server.url}${file.preview_url}`)).headers.get('content-type')).toBe('image/webp')
    const changed = [
      file.url.replace(/until=\d+/, `until=${Date.now() + 9e9}`),
      file.url.replace('type=image%2Fjpeg', 'type=text%2Fhtml'),
      file.url.replace(/token=.*/, ''),
      file.url.replace('/sign/', '/public/'),
      file.url.replace(/until=\d+/, 'until=1'),
    ]
    for (const url of changed) expect((await fetch(`${server.url}${url}`)).status, url).toBe(404)
    expectError(await fixture.other.upload('POST', path, photo), 'NOT_FOUND')
    const page = new TextEncoder().encode('<!doctype html><script>alert(1)</script>')
    expectError(await fixture.client.upload('POST', path, page, { name: 'a.txt' }), 'UNSUPPORTED_MEDIA_TYPE')
    const note = new TextEncoder().encode('Take two was better.')
    expect((await crew.upload('POST', path, note, { name: 'note.txt' })).body).toMatchObject({
      content_type: 'text/plain',
      preview_url: null,
    })
    expect((await fixture.client.get(`/cards/${card.id}`)).body.files).toBe(2)
    expectError(await crew.delete(`${path}/${file.id}`), 'FORBIDDEN')
    expect((await fixture.client.delete(`${path}/${file.id}`)).status).toBe(200)
    await vi.waitFor(async () => expect((await fetch(`${server.url}${file.url}`)).status).toBe(404), {
      timeout: 60_000,
    })
  })
})

test('files of a client and of a studio stay within their quotas, and deleting makes room', async () => {
  const small = await startServer({ env: { UPLOADS_CLIENT_MB: '1', UPLOADS_STUDIO_MB: '2' } })
  try {
    const [own, elsewhere] = [await aStudio(small), await aStudio(small)]
    const card = await aCard(own.client, await aProject(own.client))
    const path = `/cards/${card.id}/files`
    const file = Buffer.alloc(700 * 1024, ' ')
    const upload = (person: Person, where = path) => person.upload('POST', where, file, { name: 'note.txt' })
    const first = await upload(own.client)
    expect(first.status).toBe(201)
    const rejection = await upload(own.client)
    expectError(rejection, 'FILES_QUOTA')
    expect(rejection.body.message).toBe(
      'Your files at this studio have reached their limit of 1 MB. Delete files you no longer need.',
    )
    expect((await upload(own.admin)).status).toBe(201)
    expectError(await upload(own.admin), 'FILES_QUOTA')
    const other = await aCard(elsewhere.client, await aProject(elsewhere.client))
    expect((await upload(elsewhere.client, `/cards/${other.id}/files`)).status).toBe(201)
    expect((await own.client.delete(`${path}/${first.body.id}`)).status).toBe(200)
    expect((await upload(own.client)).status).toBe(201)
  } finally {
    await small.stop()
  }
})
