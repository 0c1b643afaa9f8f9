import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { aBooking, aFixedClock } from '@studiohub/testing/bookings.ts'
import { aClientRecord } from '@studiohub/testing/client-records.ts'
import { asLogin, tablesWith } from '@studiohub/testing/database-rows.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { aPhoto } from '@studiohub/testing/pictures.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeStudio, eraseStudio, findStudioToErase } from './erase-studio.ts'

const clock = aFixedClock()
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

/** Creates data of every kind in a studio. @returns the paths of its files on disk */
async function fillStudio({ admin, client, studio }: StudioOfTest): Promise<string[]> {
  await aBooking(client, studio.id, clock.today, { notes: 'Two condenser mics' })
  await aClientRecord(studio.id, { name: 'Walter Walk-in', email: 'walter@example.com', phone: '+49 30 1' })
  await client.post(`/studios/${studio.id}/clients/${client.id}/messages`, { body: 'Is there a piano?' })
  const project = (await admin.post('/projects', { title: 'EP', project_type: 'music', client_id: client.id })).body
  const card = (await admin.post('/cards', { project_id: project.id, title: 'Vocals' })).body
  const file = await admin.upload('POST', `/cards/${card.id}/files`, await aPhoto({ width: 300 }))
  expect(file.status).toBe(201)
  const logo = await admin.upload('PUT', `/studios/${studio.id}/assets/logo`, await aPhoto({ width: 300 }))
  expect(logo.status).toBe(200)
  const { rows } = await asLogin((tx) =>
    sql<{ key: string }>`select file_key as key from card_files where studio_id = ${studio.id}::uuid
      union select substr(logo_url, length('/storage/v1/object/public/') + 1) from studios where id = ${studio.id}::uuid`.execute(
      tx,
    ),
  )
  return rows.map(({ key }) => join(server.dataDir, 'files', key))
}

test('erasing a studio deletes its rows and files, but not accounts, the audit log or other studios', async () => {
  const [fixture, other] = [await aStudio(server), await aStudio(server)]
  const files = await fillStudio(fixture)
  expect(files).toHaveLength(2)
  for (const file of files) expect(existsSync(file), file).toBe(true)
  await fillStudio(other)
  const studio = await findStudioToErase(fixture.studio.slug)
  expect(studio).toMatchObject({ id: fixture.studio.id, bookings: 1, clients: 3, projects: 1, people: 3 })
  expect(describeStudio(studio as NonNullable<typeof studio>)).toContain('1 booking, 3 client records, 1 project')

  expect(await eraseStudio(fixture.studio.id)).toHaveLength(3)
  expect(await tablesWith(fixture.studio.id, ['audit_log'])).toEqual([])
  for (const file of files) expect(existsSync(file), file).toBe(false)
  expect((await fixture.admin.get('/me')).body).toMatchObject({ user: { id: fixture.admin.id }, role: null })
  expect((await fixture.client.get(`/studios/${fixture.studio.id}/bookings`)).status).toBe(403)
  const readPublicServices = ({ studio: { slug } }: StudioOfTest) =>
    fetch(`${server.url}/api/v1/public/studios/${slug}/services`)
  expect([(await readPublicServices(fixture)).status, (await readPublicServices(other)).status]).toEqual([404, 200])
  const auditRows = await asLogin((tx) =>
    tx.selectFrom('audit_log').select(['action', 'object_id']).where('action', '=', 'studios.erase').execute(),
  )
  expect(auditRows).toEqual([{ action: 'studios.erase', object_id: fixture.studio.id }])
  expect((await other.admin.get(`/studios/${other.studio.id}/bookings`)).body.items).toHaveLength(1)
  expect(await findStudioToErase(fixture.studio.slug)).toBe(undefined)
  expect(await eraseStudio(fixture.studio.id)).toBe(null)
})
