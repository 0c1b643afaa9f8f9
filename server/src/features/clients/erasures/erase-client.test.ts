import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock } from '@studiohub/testing/bookings.ts'
import { aClientRecord } from '@studiohub/testing/client-records.ts'
import { asLogin, tablesWith } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aDeskPerson, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const erase = (fixture: StudioOfTest, client_id: string, by = fixture.admin) =>
  by.post(`/studios/${fixture.studio.id}/clients/${client_id}/erase`)

test('erasing a client deletes what the studio knows about the person, and keeps the figures', async () => {
  const fixture = await aStudio(server)
  const { admin, studio } = fixture
  const client_id = await aClientRecord(studio.id, {
    name: 'Zenobia Quill',
    email: 'zenobia@quill.example',
    phone: '+49 30 4455667',
  })
  const path = `/studios/${studio.id}`
  await admin.patch(`${path}/clients/${client_id}`, { notes: 'canary one', company: 'Quill Ltd', tags: ['canary'] })
  const pastBooking = await aBooking(admin, studio.id, today, {
    client_id,
    booking_date: today,
    start_time: '08:00',
    end_time: '09:00',
    notes: 'canary two',
  })
  const futureBooking = await aBooking(admin, studio.id, today, { client_id, booking_date: plusDays(today, 3) })
  await admin.patch(`/bookings/${futureBooking.id}`, { notes: 'canary three' })
  const project = { title: 'EP of Zenobia Quill', description: '', project_type: 'music', client_id }
  const { id: project_id, version } = (await admin.post('/projects', project)).body
  await admin.post('/tasks', { title: 'Call zenobia  quill soon', project_id })
  await admin.post(`${path}/checkins`, { client_id, notes: 'canary four' })
  await admin.post(`${path}/clients/${client_id}/messages`, { body: 'canary five' })
  const upload = { name: 'canary.txt', fields: { key: randomUUID() } }
  const file = await admin.upload('POST', `${path}/clients/${client_id}/message-files`, Buffer.from('Six'), upload)
  await admin.post(`${path}/clients/${client_id}/messages`, { body: '', file_ids: [file.body.id] })
  const fileFolder = join(server.dataDir, 'files', 'message-files', studio.id)
  expect(readdirSync(fileFolder)).toHaveLength(1)
  await admin.put(`${path}/clients/${client_id}/texts`, { agreed: true })
  expect(await tablesWith('canary')).toContain('public.conversation_messages')

  expect((await erase(fixture, client_id)).body).toEqual({ id: client_id, cancelled: 1 })
  for (const words of ['zenobia', 'quill', 'canary', '4455667']) {
    expect({ words, found: await tablesWith(words) }).toEqual({ words, found: [] })
  }
  expect((await admin.get(`/bookings/${pastBooking.id}`)).body).toMatchObject({
    client_id,
    client_name: 'Former client',
    notes: null,
    status: pastBooking.status,
  })
  expect((await admin.get(`/bookings/${futureBooking.id}`)).body).toMatchObject({ status: 'cancelled', notes: null })
  expect((await admin.get(`/projects/${project_id}`)).body.title).toBe('EP of Former client')
  // A screen that was opened before the erasure cannot save the texts again.
  expectError(await admin.patch(`/projects/${project_id}`, { title: project.title, version }), 'STALE_VERSION')
  const oldNotes = { notes: 'canary two', version: pastBooking.version }
  expectError(await admin.patch(`/bookings/${pastBooking.id}`, oldNotes), 'STALE_VERSION')
  expect((await admin.get(`${path}/clients?limit=100`)).body.items.map(({ id }: { id: string }) => id)).not.toContain(
    client_id,
  )
  const { rows } = await asLogin((tx) =>
    sql<{
      after: object
    }>`select after from audit_log where action = 'clients.erase' and object_id = ${client_id}`.execute(tx),
  )
  expect(rows).toEqual([{ after: { cancelled_bookings: 1 } }])
  expectError(await erase(fixture, client_id), 'NOT_FOUND')
  await expect.poll(() => readdirSync(fileFolder), { timeout: 30_000 }).toEqual([])
})

test('only admins of the studio can erase a client, and only a record without an account', async () => {
  const [fixture, elsewhere] = [await aStudio(server), await aStudio(server)]
  const client_id = await aClientRecord(fixture.studio.id, { name: 'Wanda' })
  const outsiders = [
    await aDeskPerson(server, fixture),
    await aCrewMember(server, fixture),
    fixture.client,
    elsewhere.admin,
  ]
  for (const outsider of outsiders) expectError(await erase(fixture, client_id, outsider), 'FORBIDDEN')
  expectError(await erase(elsewhere, client_id), 'NOT_FOUND')
  expectError(
    await callAs(server.url, null).post(`/studios/${fixture.studio.id}/clients/${client_id}/erase`),
    'UNAUTHENTICATED',
  )
  expectError(await erase(fixture, fixture.client.id), 'CLIENT_HAS_ACCOUNT')
  expect((await fixture.admin.get(`/studios/${fixture.studio.id}/clients/${client_id}`)).body.name).toBe('Wanda')
  expect((await erase(fixture, client_id)).status).toBe(200)
})

test('a removed client can be erased too', async () => {
  const fixture = await aStudio(server)
  const client_id = await aClientRecord(fixture.studio.id, { name: 'Wanda' })
  await fixture.admin.delete(`/studios/${fixture.studio.id}/clients/${client_id}`)
  expect((await erase(fixture, client_id)).status).toBe(200)
})
