import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { selectRows } from '@studiohub/testing/dumps.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { aPerson, aStudio, type StudioOfTest, signIn, type TestUser } from '@studiohub/testing/people.ts'
import { aPhoto } from '@studiohub/testing/pictures.ts'
import { runAdmin, type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

// The test moves a studio between two cells: two servers, each with its own database, key and folder.
const folder = mkdtempSync(join(tmpdir(), 'studiohub-move-'))
const file = join(folder, 'studio.zip')
const today = todayIn('UTC', new Date())

type Cell = { server: ServerProcess; env: Record<string, string>; databaseUrl: string; remove(): Promise<void> }

let oldCell: Cell
let newCell: Cell
let fixture: StudioOfTest
let other: StudioOfTest
let fileUrl: string

beforeAll(async () => {
  oldCell = await aCell()
  newCell = await aCell()
  fixture = await aStudio(oldCell.server)
  other = await aStudio(newCell.server)
  await fillStudio(fixture)
})
afterAll(async () => {
  for (const cell of [oldCell, newCell]) {
    await cell?.server.stop()
    await cell?.remove()
  }
  rmSync(folder, { recursive: true })
})

async function aCell(): Promise<Cell> {
  const { environment, databaseUrl, remove } = await aServerEnvironment({}, 'template')
  const { PORT, PUBLIC_URL: _, ...env } = environment
  const server = await startProcess(env, Number(PORT))
  return { server, env: { ...env, PUBLIC_URL: server.url }, databaseUrl, remove }
}

async function fillStudio({ admin, client, studio }: StudioOfTest) {
  for (const day of [1, 2, 3])
    await aBooking(client, studio.id, today, { booking_date: plusDays(today, day), notes: `Session ${day}` })
  await admin.post(`/studios/${studio.id}/clients`, { name: 'Walter Walk-in', email: 'walter@example.com' })
  const project = (await admin.post('/projects', { title: 'EP', project_type: 'music', client_id: client.id })).body
  const card = (await admin.post('/cards', { project_id: project.id, title: 'Vocals' })).body
  fileUrl = (await admin.upload('POST', `/cards/${card.id}/files`, await aPhoto({ width: 300 }))).body.url
  await client.post(`/studios/${studio.id}/clients/${client.id}/messages`, { body: 'Is there a piano?' })
}

/** Reads the data that people of a studio see, without ids. */
async function readStudio(admin: TestUser, studio_id: string) {
  const readList = async (path: string, fields: string[]) => {
    const { status, body } = await admin.get(path)
    expect(status, path).toBe(200)
    const rows: Record<string, unknown>[] = body.items
    return rows.map((row) => fields.map((field) => row[field])).sort()
  }
  return {
    bookings: await readList(`/studios/${studio_id}/bookings`, ['booking_date', 'start_time', 'status', 'notes']),
    clients: await readList(`/studios/${studio_id}/clients`, ['full_name', 'email']),
    projects: await readList('/projects', ['title', 'phase']),
    conversations: await readList(`/studios/${studio_id}/conversations`, ['client_name', 'last_text']),
    services: await readList(`/studios/${studio_id}/services`, ['key', 'label']),
    resources: await readList(`/studios/${studio_id}/resources`, ['kind', 'name']),
  }
}

test('a studio moves to another cell while both run, and is open after its admin opens it', async () => {
  const before = await readStudio(fixture.admin, fixture.studio.id)
  expect(before.bookings).toHaveLength(3)
  const exported = await runAdmin(oldCell.env, ['export-studio', fixture.studio.slug, file])
  expect(exported).toMatchObject({
    exit_code: 0,
    output: expect.stringMatching(/^Written to .*: \d+ rows of \d+ tables/),
  })
  const imported = await runAdmin(newCell.env, ['import-studio', file, '--invite'])
  expect(imported).toMatchObject({
    exit_code: 0,
    output: expect.stringContaining(`was imported as /${fixture.studio.slug}`),
  })
  expect(imported.output).toMatch(/Crew members invited: \d+\. Their emails were queued\./)
  // The new cell serves its own studio as before.
  expect((await other.admin.get(`/studios/${other.studio.id}/bookings`)).status).toBe(200)
  const secondImport = await runAdmin(newCell.env, ['import-studio', file])
  expect(secondImport).toMatchObject({ exit_code: 1, output: expect.stringContaining('was already imported') })

  const admin = await anAdminOfMovedStudio()
  const [{ id: studio_id }] = (await selectRows(
    newCell.databaseUrl,
    `select id from studios where slug = '${fixture.studio.slug}'`,
  )) as [{ id: string }]
  expect(studio_id).not.toBe(fixture.studio.id)
  expect(await readStudio(admin, studio_id)).toEqual(before)
  const { body: cards } = await admin.get(`/cards?studio_id=${studio_id}`)
  const [card] = cards.items.filter(({ title }: { title: string }) => title === 'Vocals')
  const [movedFile] = (await admin.get(`/cards/${card.id}/files`)).body.items
  const bytes = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
  expect(await bytes(`${newCell.server.url}${movedFile.url}`)).toEqual(await bytes(`${oldCell.server.url}${fileUrl}`))

  const readPublicServices = ({ server }: Cell) =>
    callAs(server.url, null).get(`/public/studios/${fixture.studio.slug}/services`)
  expect([(await readPublicServices(oldCell)).status, (await readPublicServices(newCell)).status]).toEqual([200, 404])
  expect((await admin.patch(`/studios/${studio_id}`, { is_active: true })).status).toBe(200)
  expect((await readPublicServices(newCell)).status).toBe(200)
  expect((await runAdmin(oldCell.env, ['erase-studio', fixture.studio.slug, '--yes'])).exit_code).toBe(0)
  expect((await readPublicServices(oldCell)).status).toBe(404)
  expect(await readStudio(admin, studio_id)).toEqual(before)
})

/** A person who signs up in the new cell and becomes the admin of the moved studio. */
async function anAdminOfMovedStudio(): Promise<TestUser> {
  const person = await aPerson(newCell.server)
  await selectRows(
    newCell.databaseUrl,
    `insert into user_roles (user_id, role, studio_id, status, activated_at)
    select '${person.id}', 'studio_admin', id, 'active', now() from studios where slug = '${fixture.studio.slug}' returning id`,
  )
  return signIn(newCell.server, person)
}
