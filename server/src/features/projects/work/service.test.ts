import { randomUUID } from 'node:crypto'
import type { ProjectComment, ProjectFile } from '@studiohub/contract/features/projects/schema.ts'
import { expectError } from '@studiohub/testing/http.ts'
import {
  aCrewMember,
  aStudio,
  aSuperAdmin,
  findCrewMember,
  type StudioOfTest,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
let fixture: StudioOfTest
let crew: TestUser
let stranger: StudioOfTest
let otherClient: TestUser
beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
  crew = await aCrewMember(server, fixture)
  stranger = await aStudio(server)
  otherClient = fixture.other
})
afterAll(() => server.stop())

/** A project of the client with two cards. */
async function aProject(title = 'Night Drive') {
  const { body } = await fixture.client.post('/projects', { title, project_type: 'music' })
  const addCard = async (name: string): Promise<string> => {
    const response = await fixture.client.post('/cards', { project_id: body.id, title: name })
    expect(response.status, response.text).toBe(201)
    return response.body.id
  }
  return { id: body.id as string, artwork: await addCard('Artwork'), mix: await addCard('Mix') }
}

async function addFile(person: TestUser, card: string, name: string): Promise<string> {
  const response = await person.upload('POST', `/cards/${card}/files`, Buffer.from(name), { name })
  expect(response.status, response.text).toBe(201)
  return response.body.id
}

/** Sends a message about a project with one file. */
async function sendFile(person: TestUser, project_id: string, name: string) {
  const path = `/studios/${fixture.studio.id}/clients/${fixture.client.id}`
  const fields = { key: randomUUID(), project_id }
  const file = await person.upload('POST', `${path}/message-files`, Buffer.from(name), { name, fields })
  expect(file.status, file.text).toBe(201)
  const response = await person.post(`${path}/messages`, { body: 'Here it is', file_ids: [file.body.id], project_id })
  expect(response.status, response.text).toBe(201)
}

const listFilesAs = async (person: TestUser, id: string): Promise<ProjectFile[]> =>
  (await person.get(`/projects/${id}/files`)).body.items
const listFileNamesAs = async (person: TestUser, id: string) => (await listFilesAs(person, id)).map(({ name }) => name)
const listCommentsAs = async (person: TestUser, id: string): Promise<ProjectComment[]> =>
  (await person.get(`/projects/${id}/comments`)).body.items

describe('the files of a project', () => {
  test('the files of a project are those of its cards and messages, newest first, and can be downloaded', async () => {
    const project = await aProject()
    const otherProject = await aProject('Another')
    await addFile(fixture.client, otherProject.mix, 'elsewhere.txt')
    await addFile(fixture.client, project.artwork, 'cover.txt')
    await addFile(fixture.admin, project.mix, 'mix.txt')
    await sendFile(fixture.client, project.id, 'lyrics.txt')
    const files = await listFilesAs(fixture.admin, project.id)
    expect(files).toMatchObject([
      { name: 'lyrics.txt', card_id: null, card_title: null, uploaded_by_name: fixture.client.full_name },
      { name: 'mix.txt', card_id: project.mix, card_title: 'Mix', uploaded_by_name: fixture.admin.full_name },
      { name: 'cover.txt', card_id: project.artwork, card_title: 'Artwork', size_bytes: 9, preview_url: null },
    ])
    expect(await listFilesAs(fixture.client, project.id)).toMatchObject(
      files.map(({ name, uploaded_by_name }) => ({ name, uploaded_by_name })),
    )
    for (const { name, url } of files) expect(await (await fetch(`${server.url}${url}`)).text()).toBe(name)
    expect(JSON.stringify(files)).not.toContain('file_key')
  })

  test('pages of files continue between cards and messages', async () => {
    const project = await aProject()
    await addFile(fixture.client, project.artwork, 'one.txt')
    await sendFile(fixture.client, project.id, 'two.txt')
    await addFile(fixture.client, project.mix, 'three.txt')
    const first = (await fixture.client.get(`/projects/${project.id}/files?limit=2`)).body
    expect(first.items.map(({ name }: ProjectFile) => name)).toEqual(['three.txt', 'two.txt'])
    const rest = (await fixture.client.get(`/projects/${project.id}/files?limit=2&cursor=${first.next_cursor}`)).body
    expect(rest.items.map(({ name }: ProjectFile) => name)).toEqual(['one.txt'])
    expect(rest.next_cursor).toBe(null)
  })

  test('files of messages are shown only to people who may read the messages', async () => {
    const project = await aProject()
    await addFile(fixture.client, project.mix, 'mix.txt')
    await sendFile(fixture.client, project.id, 'private.txt')
    expect(await listFileNamesAs(crew, project.id)).toEqual(['mix.txt'])
    const task = { title: 'Master it', project_id: project.id, assigned_to: crew.id }
    expect((await fixture.admin.post('/tasks', task)).status).toBe(201)
    expect(await listFileNamesAs(crew, project.id)).toEqual(['private.txt', 'mix.txt'])
    expect(await listFileNamesAs(await aSuperAdmin(server), project.id)).toEqual(['mix.txt'])
  })
})

describe('the comments of a project', () => {
  test('the comments of a project are those of its cards, newest first, with the names of authors and mentioned people', async () => {
    const project = await aProject()
    const otherProject = await aProject('Another')
    await fixture.client.post(`/cards/${otherProject.mix}/comments`, { body: 'Elsewhere' })
    await fixture.client.post(`/cards/${project.artwork}/comments`, { body: 'More blue' })
    await fixture.admin.post(`/cards/${project.mix}/comments`, {
      body: `Ask @[${crew.id}] or @[${fixture.client.id}]`,
    })
    for (const person of [fixture.client, crew, fixture.admin]) {
      const [newest, oldest, ...more] = await listCommentsAs(person, project.id)
      expect(more).toEqual([])
      expect(newest).toMatchObject({ card_id: project.mix, card_title: 'Mix', author_name: fixture.admin.full_name })
      expect(newest?.mentions.map(({ full_name }) => full_name).sort()).toEqual(
        [crew.full_name, fixture.client.full_name].sort(),
      )
      expect(oldest).toMatchObject({ body: 'More blue', author_name: fixture.client.full_name, mentions: [] })
    }
    const page = (await fixture.client.get(`/projects/${project.id}/comments?limit=1`)).body
    const rest = await fixture.client.get(`/projects/${project.id}/comments?limit=1&cursor=${page.next_cursor}`)
    expect(rest.body.items).toMatchObject([{ body: 'More blue' }])
  })
})

test('another client, another studio and a former crew member see neither files nor comments', async () => {
  const project = await aProject()
  await addFile(fixture.client, project.mix, 'mix.txt')
  await fixture.client.post(`/cards/${project.mix}/comments`, { body: 'Louder' })
  const former = await aCrewMember(server, fixture)
  expect(await listFileNamesAs(former, project.id)).toEqual(['mix.txt'])
  expect(await listCommentsAs(former, project.id)).toHaveLength(1)
  const { role_id } = await findCrewMember(fixture, former)
  expect((await fixture.admin.delete(`/studios/${fixture.studio.id}/crew/${role_id}`)).status).toBe(200)
  for (const list of ['files', 'comments']) {
    const path = `/projects/${project.id}/${list}`
    expectError(await otherClient.get(path), 'NOT_FOUND')
    for (const person of [stranger.admin, stranger.client]) expectError(await person.get(path), 'NOT_FOUND')
    expectError(await former.get(path), 'NO_ACTIVE_ROLE')
    expect((await fixture.client.get(path)).body.items).toHaveLength(1)
  }
})
