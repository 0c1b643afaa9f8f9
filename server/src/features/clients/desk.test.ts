import { randomUUID } from 'node:crypto'
import { aBooking, aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import { aClientRecord } from '@studiohub/testing/client-records.ts'
import { asLogin, listAuditEntries } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aDraft } from '@studiohub/testing/invoices.ts'
import { aCrewMember, aDeskPerson, aPerson, aStudio } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tablesOfUse } from './imports/queries.ts'

const clock = aFixedClock()
const { today } = clock
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const anAddress = () => `${randomUUID()}@example.com`

test('the desk creates, finds, changes and removes a client without an account', async () => {
  const { admin, studio } = await aStudio(server)
  const path = `/studios/${studio.id}/clients`
  const email = anAddress()
  const details = {
    name: 'Wanda Walk-in',
    email,
    phone: '+49 30 12',
    company: 'The Band',
    notes: 'Likes tea',
    tags: ['vip'],
  }
  const response = await admin.post(path, details)
  expect(response.status).toBe(201)
  expect(response.body).toMatchObject({ ...details, user_id: null, language: null, version: 1 })
  const auditEntries = await listAuditEntries(response.headers.get('x-request-id') ?? '')
  expect(auditEntries).toMatchObject([{ action: 'clients.create', object_id: response.body.id }])
  expect(JSON.stringify(auditEntries)).not.toMatch(/Wanda|example\.com|Band/)
  for (const search of ['wanda', email.slice(0, 12), '30 12', 'band', 'VIP'])
    expect((await admin.get(`${path}?search=${encodeURIComponent(search)}`)).body.items).toMatchObject([
      { id: response.body.id, user_id: null, role_id: null, email, company: 'The Band', tags: ['vip'] },
    ])
  const clientPath = `${path}/${response.body.id}`
  const changed = await admin.patch(clientPath, { phone: '', tags: [], language: 'de', version: 1 })
  expect(changed.body).toMatchObject({ name: 'Wanda Walk-in', phone: null, tags: [], language: 'de', version: 2 })
  expectError(await admin.patch(clientPath, { name: 'Late', version: 1 }), 'STALE_VERSION')
  const withoutReminders = await admin.patch(clientPath, { reminders: false })
  expect(withoutReminders.body).toMatchObject({ reminders: false, follow_ups: true })
  // Only the client ends or resumes thank-you emails.
  expectError(await admin.patch(clientPath, { follow_ups: false }), 'VALIDATION_FAILED')
  expect((await admin.delete(clientPath)).status).toBe(200)
  expectError(await admin.delete(clientPath), 'NOT_FOUND')
  expect((await admin.get(`${path}?search=wanda`)).body.items).toEqual([])
  expect((await admin.get(clientPath)).body).toMatchObject({ removed_at: expect.any(String) })
  expectError(await admin.patch(clientPath, { name: 'Back' }), 'NOT_FOUND')
  expect((await admin.post(path, details)).status).toBe(201)
})

test("an address belongs to one client of a studio, and an account's address to its own record", async () => {
  const [{ admin, client, studio }, rival] = [await aStudio(server), await aStudio(server)]
  const path = `/studios/${studio.id}/clients`
  const email = anAddress()
  const response = await admin.post(path, { name: 'First', email })
  expectError(await admin.post(path, { name: 'Second', email: email.toUpperCase() }), 'CLIENT_EXISTS')
  expectError(await admin.post(path, { name: 'Second', email: client.email }), 'CLIENT_EXISTS')
  expectError(await admin.patch(`${path}/${response.body.id}`, { email: client.email }), 'CLIENT_EXISTS')
  expect((await rival.admin.post(`/studios/${rival.studio.id}/clients`, { name: 'First', email })).status).toBe(201)
  const accountPath = `${path}/${client.id}`
  expectError(await admin.patch(accountPath, { email: anAddress() }), 'CLIENT_OWNS_ADDRESS')
  const renamed = await admin.patch(accountPath, { name: 'Cleo the Second', email: client.email })
  expect(renamed.body).toMatchObject({ name: 'Cleo the Second', email: client.email })
})

test('only the desk of the studio sees and changes its records', async () => {
  const [fixture, rival] = [await aStudio(server), await aStudio(server)]
  const { studio, client } = fixture
  const crew = await aCrewMember(server, fixture)
  const id = await aClientRecord(studio.id)
  const path = `/studios/${studio.id}/clients`
  for (const person of [crew, client, rival.admin, await aPerson(server)]) {
    for (const response of [
      await person.get(`${path}/${id}`),
      await person.post(path, { name: 'Mine' }),
      await person.patch(`${path}/${id}`, { name: 'Mine' }),
      await person.delete(`${path}/${id}`),
      await person.get(`/studios/${studio.id}/client-imports`),
    ])
      expect(response.status).toBe(403)
  }
  const elsewhere = `/studios/${rival.studio.id}/clients/${id}`
  expectError(await rival.admin.get(elsewhere), 'NOT_FOUND')
  expectError(await rival.admin.patch(elsewhere, { name: 'Mine' }), 'NOT_FOUND')
  expectError(await rival.admin.delete(elsewhere), 'NOT_FOUND')
})

test('crew see the contacts of clients only where the studio allows it', async () => {
  const fixture = await aStudio(server)
  const { admin, studio } = fixture
  const crew = await aCrewMember(server, fixture)
  const email = anAddress()
  await admin.post(`/studios/${studio.id}/clients`, { name: 'Wanda', email, phone: '+49 30 12', tags: ['vip'] })
  const find = async (search: string) => (await crew.get(`/studios/${studio.id}/clients?search=${search}`)).body.items
  expect(await find('wanda')).toMatchObject([{ full_name: 'Wanda', email: null, phone: null, company: null, tags: [] }])
  expect(await find(email)).toEqual([])
  expect((await admin.patch(`/studios/${studio.id}`, { crew_sees_contacts: true })).status).toBe(200)
  expect(await find(email)).toMatchObject([
    { full_name: 'Wanda', email, phone: '+49 30 12', tags: ['vip'], summary: null },
  ])
})

test('a repeated call for a new person returns the first answer, and adds one record', async () => {
  const { admin, studio } = await aStudio(server)
  const countClients = async () => (await admin.get(`/studios/${studio.id}/clients?limit=100`)).body.items.length
  const before = await countClients()
  const post = (key: string, body: object) =>
    admin.post(`/studios/${studio.id}/bookings`, body, { headers: { 'idempotency-key': key } })
  for (const [index, email] of [anAddress(), null].entries()) {
    const new_client = { name: 'Wanda Walk-in', email }
    const body = aSession(today, { new_client, start_time: `1${index}:00`, end_time: `1${index + 1}:00` })
    const key = randomUUID()
    const first = await post(key, body)
    expect(first.status).toBe(201)
    const repeated = await post(key, body)
    expect(repeated.status).toBe(201)
    expect(repeated.body).toEqual(first.body)
  }
  expect(await countClients()).toBe(before + 2)
})

test('the desk books a new person in one call: the record and the booking, or neither', async () => {
  const { admin, client, studio } = await aStudio(server)
  const path = `/studios/${studio.id}/bookings`
  const email = anAddress()
  const new_client = { name: 'Wanda Walk-in', email, phone: '+49 30 12' }
  const response = await admin.post(path, aSession(today, { new_client, status: 'confirmed' }))
  expect(response.status).toBe(201)
  expect(response.body).toMatchObject({ client_name: 'Wanda Walk-in' })
  const record = await admin.get(`/studios/${studio.id}/clients/${response.body.client_id}`)
  expect(record.body).toMatchObject({ ...new_client, user_id: null })
  const countClients = async () => (await admin.get(`/studios/${studio.id}/clients?limit=100`)).body.items.length
  const before = await countClients()
  const other = { name: 'Too Late' }
  expectError(await admin.post(path, aSession(today, { new_client: other })), 'BOOKING_CONFLICT')
  expectError(
    await admin.post(path, aSession(today, { new_client, start_time: '15:00', end_time: '16:00' })),
    'CLIENT_EXISTS',
  )
  expect(
    (await client.post(path, aSession(today, { new_client: other, start_time: '15:00', end_time: '16:00' }))).status,
  ).toBe(403)
  expect(await countClients()).toBe(before)
  const series = {
    ...aSession(today, { new_client: other, start_time: '17:00', end_time: '18:00' }),
    every_weeks: 1,
    count: 2,
  }
  const createdSeries = await admin.post(`/studios/${studio.id}/booking-series`, series)
  expect(createdSeries.body.bookings).toMatchObject([{ client_name: 'Too Late' }, { client_name: 'Too Late' }])
  expect(await countClients()).toBe(before + 1)
})

const aFile = (text: string) => new TextEncoder().encode(text)
const csv = { name: 'clients.csv', type: 'text/csv' }

test('an import is previewed, adds new clients once, and is undone as a whole', async () => {
  const { admin, client, studio } = await aStudio(server)
  const path = `/studios/${studio.id}/client-imports`
  const [first, second] = [anAddress(), anAddress()]
  const file = aFile(`Name;E-Mail;Tags\nOne;${first};vip\nTwo;${second};\nCleo;${client.email};\n;x@example.com;`)
  const countClients = async () => (await admin.get(`/studios/${studio.id}/clients?limit=100`)).body.items.length
  const before = await countClients()
  const preview = await admin.upload('POST', `${path}/preview`, file, csv)
  expect(preview.status).toBe(200)
  expect(preview.body).toMatchObject({
    rows: 4,
    new_clients: 2,
    problem_count: 1,
    duplicate_count: 1,
    columns: [{ field: 'name' }, { field: 'email' }, { field: 'tags' }],
    problems: [{ line: 5, field: 'name', message: 'Please enter a name' }],
    duplicates: [{ line: 4, client_id: client.id, client_name: 'Cleo Client', by: 'email' }],
  })
  expect(await countClients()).toBe(before)

  const responses = await Promise.all([1, 2].map(() => admin.upload('POST', path, file, csv)))
  const createdImports = responses.flatMap(({ body }) => body.import ?? [])
  expect(createdImports).toMatchObject([{ created: 2, undone_at: null }])
  expect(await countClients()).toBe(before + 2)
  expect((await admin.upload('POST', path, file, csv)).body).toEqual({ import: null, skipped: 4 })

  const { items } = (await admin.get(`/studios/${studio.id}/clients?search=${second}`)).body
  expect(items).toMatchObject([{ full_name: 'Two', user_id: null }])
  await aBooking(admin, studio.id, today, { client_id: items[0].id })
  const undo = `${path}/${createdImports[0].id}/undo`
  expect((await admin.post(undo)).body).toEqual({ removed: 1, kept: 1 })
  expectError(await admin.post(undo), 'IMPORT_UNDONE')
  expect(await countClients()).toBe(before + 1)
  expect((await admin.get(path)).body.items).toMatchObject([
    { id: createdImports[0].id, undone_at: expect.any(String) },
  ])
  expect((await admin.upload('POST', path, file, csv)).body).toMatchObject({ import: { created: 1 } })
})

test('an undo of an import does not delete clients with an invoice, although the desk cannot see invoices', async () => {
  const fixture = await aStudio(server)
  const { admin, studio } = fixture
  const desk = await aDeskPerson(server, fixture)
  const listClients = async () => (await admin.get(`/studios/${studio.id}/clients?search=Imported`)).body.items
  for (const [list, addImport] of [
    [
      'client-imports',
      () => desk.upload('POST', `/studios/${studio.id}/client-imports`, aFile('Name\nImported 1\nImported 2'), csv),
    ],
    [
      'imports',
      () =>
        desk.upload('POST', `/studios/${studio.id}/imports`, aFile('Name\nImported 3\nImported 4'), {
          ...csv,
          fields: { kind: 'clients' },
        }),
    ],
  ] as const) {
    const created = (await addImport()).body.import
    expect(created).toMatchObject({ created: 2 })
    const [invoiced] = (await listClients()).filter(({ role_id }: { role_id: string | null }) => role_id === null)
    const invoice = await aDraft(fixture, { client_id: invoiced.id })
    expect((await desk.post(`/studios/${studio.id}/${list}/${created.id}/undo`)).body).toMatchObject({
      removed: 1,
      kept: 1,
    })
    expect((await admin.get(`/invoices/${invoice.id}`)).body.client_id).toBe(invoiced.id)
    expect((await listClients()).map(({ id }: { id: string }) => id)).toEqual([invoiced.id])
    await admin.delete(`/studios/${studio.id}/clients/${invoiced.id}`)
  }
})

test('every table that refers to a client either stops the undo of an import or is deleted with the client', async () => {
  const deletedTables = [
    // Rows about the record itself.
    'audit_texts',
    'client_claims',
    'client_invitations',
    'webhook_deliveries',
    // Rows that exist only beside a booking, an account or a conversation.
    'board_samples',
    'booking_messages',
    'change_requests',
    'mail_deliveries',
    'message_files',
    'user_roles',
  ]
  const { rows } = await asLogin((tx) =>
    sql<{ name: string }>`select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'client_records'::regclass and conrelid <> confrelid
        and conparentid = 0`.execute(tx),
  )
  expect(rows.map(({ name }) => name).sort()).toEqual([...tablesOfUse, ...deletedTables].sort())
})

test('an import is for the desk of the studio only', async () => {
  const [fixture, rival] = [await aStudio(server), await aStudio(server)]
  const { admin, studio } = fixture
  const path = `/studios/${studio.id}/client-imports`
  const file = aFile('Name\nOne')
  const response = await admin.upload('POST', path, file, csv)
  const undo = (at: string) => `/studios/${at}/client-imports/${response.body.import.id}/undo`
  for (const person of [await aCrewMember(server, fixture), fixture.client, rival.admin]) {
    expect((await person.upload('POST', `${path}/preview`, file, csv)).status).toBe(403)
    expect((await person.upload('POST', path, file, csv)).status).toBe(403)
    expect((await person.post(undo(studio.id))).status).toBe(403)
  }
  expectError(await rival.admin.post(undo(rival.studio.id)), 'NOT_FOUND')
  expect((await admin.post(undo(studio.id))).body).toEqual({ removed: 1, kept: 0 })
})

test('two records of a client are merged: all data of the second moves, and its fields fill gaps', async () => {
  const fixture = await aStudio(server)
  const { admin, client, studio } = fixture
  const path = `/studios/${studio.id}/clients`
  const email = anAddress()
  const details = { name: 'Cleo by phone', email, phone: '+49 30 12', company: 'The Band', notes: 'Tea', tags: ['vip'] }
  const other_id = (await admin.post(path, details)).body.id
  const project = { studio_id: studio.id, client_id: other_id, title: 'Demo', description: '', project_type: 'music' }
  const { id: project_id } = (await admin.post('/projects', project)).body
  const card = (await admin.post('/cards', { project_id, title: 'Mix', description: '', priority: 'medium' })).body
  await admin.post(`/cards/${card.id}/comments`, { body: 'Loud' })
  const inProject = await aBooking(admin, studio.id, today, { client_id: other_id, project_id, notes: 'Piano' })
  const booking = await aBooking(admin, studio.id, today, {
    client_id: other_id,
    start_time: '14:00',
    end_time: '15:00',
  })
  await admin.post(`/studios/${studio.id}/checkins`, { client_id: other_id, booking_id: booking.id })
  expect((await client.get(`/studios/${studio.id}/bookings`)).body.items).toEqual([])

  await asLogin((tx) =>
    sql`update client_records set reminders = false, follow_ups = false where id = ${other_id}`.execute(tx),
  )
  const merge = `${path}/${client.id}/merge`
  const preview = (await admin.get(`${merge}?other_id=${other_id}`)).body
  expect(preview.moves).toEqual({ bookings: 2, projects: 1, checkins: 1 })
  const mergedFields = {
    id: client.id,
    name: 'Cleo Client',
    email: client.email,
    company: 'The Band',
    notes: 'Tea',
    tags: ['vip'],
  }
  expect(preview.client).toMatchObject({ ...mergedFields, version: 1 })
  expect((await admin.get(`${path}/${other_id}`)).status).toBe(200)

  const responses = await Promise.all([1, 2].map(() => admin.post(merge, { other_id })))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404])
  expect((await admin.get(`${path}/${client.id}`)).body).toMatchObject({
    ...mergedFields,
    phone: '+49 30 12',
    version: 2,
    // Emails that the person declined stay declined.
    reminders: false,
    follow_ups: false,
  })
  expectError(await admin.get(`${path}/${other_id}`), 'NOT_FOUND')
  const ownBookings = (await client.get(`/studios/${studio.id}/bookings`)).body.items
  expect(ownBookings.map(({ id }: { id: string }) => id).sort()).toEqual([inProject.id, booking.id].sort())
  expect((await client.get('/cards')).body.items).toMatchObject([{ id: card.id, client_id: client.id }])
  expect((await client.get(`/cards/${card.id}/comments`)).body.items).toMatchObject([{ body: 'Loud' }])
  expect((await client.get(`/bookings/${inProject.id}`)).body).toMatchObject({ project_id, client_id: client.id })
  expect((await client.get('/me/export')).body.data.texts_of_changes).toHaveLength(1)
})

test('a client with an account is never merged into another, and only the desk merges its own records', async () => {
  const [fixture, rival] = [await aStudio(server), await aStudio(server)]
  const { admin, client, other, studio } = fixture
  const id = await aClientRecord(studio.id)
  const path = (targetId: string, at = studio.id) => `/studios/${at}/clients/${targetId}/merge`
  for (const targetId of [id, other.id]) {
    expectError(await admin.get(`${path(targetId)}?other_id=${client.id}`), 'CLIENT_HAS_ACCOUNT')
    expectError(await admin.post(path(targetId), { other_id: client.id }), 'CLIENT_HAS_ACCOUNT')
  }
  expectError(await admin.post(path(id), { other_id: id }), 'VALIDATION_FAILED')
  const foreign = await aClientRecord(rival.studio.id)
  expectError(await admin.post(path(id), { other_id: foreign }), 'NOT_FOUND')
  expectError(await rival.admin.post(path(foreign, rival.studio.id), { other_id: id }), 'NOT_FOUND')
  for (const person of [await aCrewMember(server, fixture), client, rival.admin]) {
    expectError(await person.get(`${path(client.id)}?other_id=${id}`), 'FORBIDDEN')
    expectError(await person.post(path(client.id), { other_id: id }), 'FORBIDDEN')
  }
})
