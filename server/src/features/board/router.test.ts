import type { Card, CardFile } from '@studiohub/contract/features/board/schema.ts'
import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { listenLive } from '@studiohub/testing/live.ts'
import { aCrewMember, aStudio, aSuperAdmin, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { aPhoto } from '@studiohub/testing/pictures.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

let server: TestServer
let fixture: StudioOfTest
let rival: StudioOfTest
let crew: TestUser
beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
  rival = await aStudio(server)
  crew = await aCrewMember(server, fixture)
})
afterAll(() => server.stop())

async function aProject(person: TestUser, overrides: object = {}): Promise<Project> {
  const response = await person.post('/projects', { title: 'Night Drive', project_type: 'music', ...overrides })
  if (response.status !== 201) throw new Error(response.text)
  return response.body
}

async function aCard(person: TestUser, project: Project, title = 'Record vocals'): Promise<Card> {
  const response = await person.post('/cards', { project_id: project.id, title })
  if (response.status !== 201) throw new Error(response.text)
  return response.body
}

const listTitles = async (person: TestUser, phase: string, query = ''): Promise<string[]> =>
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
    const afterLast = await fixture.admin.post(`/projects/${project.id}/phase`, { direction: 'next' })
    expectError(afterLast, 'INVALID_TRANSITION')
    expect(afterLast.body.message).toBe('Project is already in the final phase')
    const items = (await fixture.client.get(`/projects/${project.id}/activity`)).body.items
    expect(items.map(({ kind, by_name }: { kind: string; by_name: string }) => [kind, by_name])).toEqual([
      ['phase', 'Sam Crew'],
      ['phase', 'Sam Crew'],
      ['phase', 'Sam Crew'],
      ['phase', 'Cleo Client'],
      ['started', 'Cleo Client'],
    ])
    const first = (await fixture.client.get(`/projects/${project.id}/activity?limit=3`)).body
    const secondPage = await fixture.client.get(`/projects/${project.id}/activity?limit=3&cursor=${first.next_cursor}`)
    expect([...first.items, ...secondPage.body.items]).toEqual(items)
    expect(secondPage.body.next_cursor).toBeNull()
  })

  test('two clicks move it one step, and phases cannot be skipped or forged', async () => {
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

  test('is created for a client only by admins and crew of that client’s studio', async () => {
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
  ])('%j fails with its error text', async (changes, field, sentence) => {
    const response = await fixture.client.post('/projects', { title: 'X', project_type: 'music', ...changes })
    expectError(response, 'VALIDATION_FAILED')
    if (sentence) expect(response.body.fields).toEqual({ [field]: sentence })
  })

  test('is listed in pages, found by title, and counted', async () => {
    const newFixture = await aStudio(server)
    for (const title of ['One', 'Two 100%', 'Three']) await aProject(newFixture.client, { title })
    const first = (await newFixture.client.get('/projects?limit=2')).body
    const secondPage = (await newFixture.client.get(`/projects?limit=2&cursor=${first.next_cursor}`)).body
    expect([...first.items, ...secondPage.items].map(({ title }: Project) => title)).toEqual([
      'Three',
      'Two 100%',
      'One',
    ])
    const searchTitles = async (q: string) =>
      (await newFixture.client.get(`/projects?q=${encodeURIComponent(q)}`)).body.items.map(
        ({ title }: Project) => title,
      )
    expect([await searchTitles('tWo'), await searchTitles('%'), await searchTitles('_')]).toEqual([
      ['Two 100%'],
      ['Two 100%'],
      [],
    ])
    await newFixture.client.post(`/projects/${first.items[0].id}/phase`, { direction: 'next' })
    expect((await newFixture.client.get('/projects/stats')).body).toEqual({ active: 1, in_production: 1, completed: 0 })
  })
})

describe('the board', () => {
  test('has a stable order in each column while cards are moved', async () => {
    const newFixture = await aStudio(server)
    const project = await aProject(newFixture.client)
    const [a, b, c] = [
      await aCard(newFixture.client, project, 'a'),
      await aCard(newFixture.client, project, 'b'),
      await aCard(newFixture.client, project, 'c'),
    ]
    expect(await listTitles(newFixture.client, 'pre_production')).toEqual(['a', 'b', 'c'])
    const move = (id: string, body: object) => newFixture.client.post(`/cards/${id}/move`, body)
    expect((await move(c.id, { phase: 'pre_production', before_id: a.id, version: 1 })).status).toBe(200)
    expect(await listTitles(newFixture.client, 'pre_production')).toEqual(['c', 'a', 'b'])
    for (let turn = 0; turn < 4; turn += 1) {
      await move(b.id, { phase: 'pre_production', before_id: a.id })
      await move(a.id, { phase: 'pre_production', before_id: b.id })
    }
    expect(await listTitles(newFixture.admin, 'pre_production')).toEqual(['c', 'a', 'b'])
    const moved = (await move(a.id, { phase: 'production' })).body
    expect(moved.phase).toBe('production')
    const { phase_history } = (await newFixture.client.get(`/cards/${a.id}`)).body
    expect(phase_history.map(({ phase }: { phase: string }) => phase)).toEqual(['pre_production', 'production'])
    expect(phase_history[1]).toMatchObject({ moved_by: newFixture.client.id, moved_by_name: 'Cleo Client' })
  })

  test('rejects a stale move, an unknown neighbor, and a position or history from the caller', async () => {
    const project = await aProject(fixture.client)
    const card = await aCard(fixture.client, project)
    const path = `/cards/${card.id}/move`
    const [first, second] = await Promise.all(
      ['production', 'distribution'].map((phase) => fixture.client.post(path, { phase, version: 1 })),
    )
    expect([first?.status, second?.status].sort()).toEqual([200, 409])
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

  test("hides another client's work: by id, filter, count or search", async () => {
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

  test('creates its sample once, even from three tabs, and not again after it was deleted', async () => {
    const newFixture = await aStudio(server)
    const tabs = await Promise.all([1, 2, 3].map(() => newFixture.client.post('/board/sample')))
    expect(tabs.filter(({ body }) => body.created)).toHaveLength(1)
    const cards: Card[] = (await newFixture.client.get('/cards')).body.items
    expect(cards.map(({ phase }) => phase).sort()).toEqual(
      ['pre_production', 'production', 'post_production', 'distribution', 'analytics'].sort(),
    )
    const projects: Project[] = (await newFixture.client.get('/projects')).body.items
    expect(projects).toHaveLength(1)
    expect(projects[0]).toMatchObject({
      project_type: 'podcast',
      status: 'active',
      phase: 'production',
      is_sample: true,
    })
    expect((await newFixture.admin.get('/cards')).body.items).toEqual([])
    expect((await newFixture.admin.get('/projects')).body.items).toEqual([])
    expectError(await newFixture.admin.post('/board/sample'), 'FORBIDDEN')
    expect((await newFixture.client.delete('/board/sample')).body).toEqual({ removed: true })
    expect((await newFixture.client.delete('/board/sample')).body).toEqual({ removed: false })
    expect((await newFixture.client.post('/board/sample')).body).toEqual({ created: false })
    expect((await newFixture.client.get('/cards')).body.items).toEqual([])
  })

  test('keeps edited sample cards: the studio sees them, and deleting the sample does not delete them', async () => {
    const newFixture = await aStudio(server)
    await newFixture.client.post('/board/sample')
    expect((await newFixture.client.get('/projects/stats')).body).toEqual({ active: 0, in_production: 0, completed: 0 })
    const cards: Card[] = (await newFixture.client.get('/cards')).body.items
    const [renamed, discussed, moved] = cards
    const project_id = renamed?.project_id
    const response = await newFixture.client.post('/cards', { project_id, title: 'My own card', priority: 'medium' })
    expect(response.body).toMatchObject({ title: 'My own card', is_sample: false })
    await newFixture.client.patch(`/cards/${renamed?.id}`, { title: 'My outline' })
    await newFixture.client.post(`/cards/${discussed?.id}/comments`, { body: 'My guest is Ada.' })
    await newFixture.client.patch(`/cards/${moved?.id}`, { priority: 'urgent' })
    const keptTitles = ['My own card', 'My outline', discussed?.title].sort()
    const titlesOf = (items: Card[]) => items.map(({ title }) => title).sort()
    expect(titlesOf((await newFixture.admin.get('/cards')).body.items)).toEqual(keptTitles)
    // A card is created while the sample is deleted: both succeed, and the card stays.
    const [creation, deletion] = await Promise.all([
      newFixture.client.post('/cards', { project_id, title: 'Made at the same time', priority: 'medium' }),
      newFixture.client.delete('/board/sample'),
    ])
    expect([creation.status, deletion.body]).toEqual([201, { removed: true }])
    expect(titlesOf((await newFixture.client.get('/cards')).body.items)).toEqual(
      [...keptTitles, 'Made at the same time'].sort(),
    )
    expect((await newFixture.client.get('/projects')).body.items).toMatchObject([{ id: project_id, is_sample: false }])
    expect((await newFixture.client.get('/projects/stats')).body.active).toBe(1)
  })

  test('sends live updates only to people who may see the card', async () => {
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
    const response = await crew.post(path, { body: `Done, @[${fixture.client.id}]` })
    expect((await fixture.client.get('/notices')).body.items[0].link).toBe(
      `/${fixture.studio.slug}/board?card=${card.id}`,
    )
    for (const stranger of [fixture.other, rival.admin])
      expectError(await fixture.client.post(path, { body: `@[${stranger.id}]` }), 'VALIDATION_FAILED')
    const items = (await fixture.client.get(path)).body.items
    expect(items.map(({ author_name }: { author_name: string }) => author_name)).toEqual(['Cleo Client', 'Sam Crew'])
    expectError(await fixture.client.delete(`${path}/${response.body.id}`), 'FORBIDDEN')
    expect((await crew.delete(`${path}/${response.body.id}`)).status).toBe(200)
  })

  test('file addresses expire, cannot be changed, and are visible only to people who see the card', async () => {
    const project = await aProject(fixture.client)
    const card = await aCard(fixture.client, project)
    const path = `/cards/${card.id}/files`
    const photo = await aPhoto()
    const response = await fixture.client.upload('POST', path, photo, { name: '../../cover.jpg', type: 'text/html' })
    expect(response.status).toBe(201)
    const file: CardFile = response.body
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

test('files of a client and of a studio stay within their quotas, and deleting a file frees space', async () => {
  const small = await startServer({ env: { UPLOADS_CLIENT_MB: '1', UPLOADS_STUDIO_MB: '2' } })
  try {
    const [newFixture, elsewhere] = [await aStudio(small), await aStudio(small)]
    const card = await aCard(newFixture.client, await aProject(newFixture.client))
    const path = `/cards/${card.id}/files`
    const file = Buffer.alloc(700 * 1024, ' ')
    const upload = (person: TestUser, where = path) => person.upload('POST', where, file, { name: 'note.txt' })
    const first = await upload(newFixture.client)
    expect(first.status).toBe(201)
    const rejection = await upload(newFixture.client)
    expectError(rejection, 'FILES_QUOTA')
    expect(rejection.body.message).toBe(
      'Your files at this studio have reached their limit of 1 MB. Delete files you no longer need.',
    )
    expect((await upload(newFixture.admin)).status).toBe(201)
    expectError(await upload(newFixture.admin), 'FILES_QUOTA')
    const other = await aCard(elsewhere.client, await aProject(elsewhere.client))
    expect((await upload(elsewhere.client, `/cards/${other.id}/files`)).status).toBe(201)
    expect((await newFixture.client.delete(`${path}/${first.body.id}`)).status).toBe(200)
    expect((await upload(newFixture.client)).status).toBe(201)
  } finally {
    await small.stop()
  }
})
