import { randomUUID } from 'node:crypto'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { proveAddress as proveByMail } from '@studiohub/testing/accounts.ts'
import { aBooking, aSession } from '@studiohub/testing/bookings.ts'
import { aClientRecord } from '@studiohub/testing/client-records.ts'
import { asLogin, expectNoDatabaseChange } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { invitationToken, nextMail } from '@studiohub/testing/mailbox.ts'
import {
  aClient,
  aCrewMember,
  aPerson,
  aStudio,
  aSuperAdmin,
  proveAddress,
  type StudioOfTest,
  signIn,
  TEST_PASSWORD,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { aPhoto } from '@studiohub/testing/pictures.ts'
import { anAppFactor, authAs } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

let server: TestServer
let fixture: StudioOfTest
let ahead_ms = 0
const clock = { now: () => new Date(Date.now() + ahead_ms) }
const today = todayIn('UTC', new Date())
beforeAll(async () => {
  server = await startServer({ clock })
  fixture = await aStudio(server)
})
afterAll(() => server.stop())

const leave = (person: TestUser, current_password = TEST_PASSWORD) => person.post('/me/deletion', { current_password })
const secret = 'Canary Quinceañera'

/** Lists the tables that contain these words, including those of the queue. */
async function listTablesWith(words: string): Promise<string[]> {
  return asLogin(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`.execute(tx)
    const names: string[] = []
    for (const { name } of rows) {
      const matches = await sql`select 1 from ${sql.raw(name)} t where t::text ilike ${`%${words}%`} limit 1`.execute(
        tx,
      )
      if (matches.rows.length > 0) names.push(name)
    }
    return names.sort()
  })
}

/** The effect of a deletion on each column that may contain personal data. */
const columnEffects: Record<string, string> = {
  'auth.factors.friendly_name': 'row deleted',
  'public.visitor_holds.name': 'row deleted',
  'public.visitor_holds.email': 'row deleted',
  'auth.factors.phone': 'row deleted',
  'auth.identities.email': 'row deleted',
  'auth.passkeys.friendly_name': 'row deleted',
  'auth.users.email': 'replaced',
  'auth.users.new_email': 'emptied',
  'public.ai_agents.name': 'of no person',
  'public.agreements.signer_name': 'emptied',
  'public.card_files.name': 'name removed',
  'public.message_files.name': 'name removed',
  'public.client_records.bounced_email': 'emptied',
  'public.client_records.email': 'emptied',
  'public.client_records.name': 'replaced',
  'public.client_records.phone': 'emptied',
  'public.contact_requests.email': 'row deleted',
  'public.contact_requests.name': 'row deleted',
  'public.invitations.email': 'replaced',
  'public.invitations.full_name': 'replaced',
  'public.invoice_settings.legal_name': 'data of the studio',
  'public.packages.name': 'data of the studio',
  'public.partnership_applications.email': 'row deleted',
  'public.partnership_applications.phone': 'row deleted',
  'public.profiles.full_name': 'replaced',
  'public.profiles.phone': 'emptied',
  'public.resources.name': 'replaced',
  'public.schema_migrations.name': 'of no person',
  'public.sold_packages.name': 'data of the studio',
  'public.studios.contact_email': 'data of the studio',
  'public.studios.contact_phone': 'data of the studio',
  'public.studios.name': 'data of the studio',
  'public.text_consents.phone': 'row deleted',
  // The row forbids text messages to this number and protects its owner, so it stays.
  'public.text_stops.phone': 'data of the number',
  'public.webinar_registrations.email': 'row deleted',
}

describe('deleting an account', () => {
  test("a deletion removes the person's data, and data that others need stays without a name", async () => {
    const client = await aClient(server, fixture.studio.id, secret)
    const secondSession = await signIn(server, client)
    const otherStudio = await aStudio(server)
    await client.patch('/me/profile', { phone: '+49 30 777123' })
    const bookingDay = new Date(Date.parse(today) + 20 * 86_400_000).toISOString().slice(0, 10)
    const booking = await aBooking(client, fixture.studio.id, today, {
      booking_date: bookingDay,
      notes: `for ${secret}`,
    })
    await client.put('/me/studio', { studio_id: otherStudio.studio.id })
    const requestedStudio = await aStudio(server)
    await client.post('/me/role-request', { role: 'staff', studio_id: requestedStudio.studio.id })
    await client.post('/contact-requests', { name: secret, email: client.email, topic: 'demo', message: 'Hello' })
    const picture = (await client.upload('PUT', '/me/avatar', await aPhoto())).body.avatar_url

    expect((await client.get('/me/deletion')).body).toEqual({ proof: 'password', upcoming_bookings: 1, refusal: null })
    expect((await leave(client)).body).toEqual({ id: client.id })

    for (const session of [client, secondSession]) expectError(await session.get('/me'), 'UNAUTHENTICATED')
    const token = await callAs(server.url, null).request('POST', '/auth/v1/token?grant_type=password', {
      email: client.email,
      password: TEST_PASSWORD,
    })
    expect(token.status).toBe(400)
    for (const words of [secret, client.email, '777123']) expect(await listTablesWith(words), words).toEqual([])
    const booked = (await fixture.admin.get(`/bookings/${booking.id}`)).body
    expect(booked).toMatchObject({
      status: 'cancelled',
      client_id: client.id,
      client_name: 'Former member',
      notes: null,
    })
    for (const { admin, studio } of [fixture, otherStudio]) {
      const { items } = (await admin.get(`/studios/${studio.id}/clients?limit=100`)).body
      expect(items.map((item: { user_id: string }) => item.user_id)).not.toContain(client.id)
    }
    expect((await requestedStudio.admin.get(`/studios/${requestedStudio.studio.id}/role-requests`)).body.items).toEqual(
      [],
    )
    await vi.waitFor(async () => expect((await fetch(`${server.url}${picture}`)).status).toBe(404), { timeout: 60_000 })
    await nextMail(server, client.email, 'Your account was deleted')

    const newcomer = await aPerson(server, { email: client.email, full_name: 'Somebody New' })
    expect(newcomer.id).not.toBe(client.id)
    expect((await newcomer.get('/me')).body).toMatchObject({ role: null, pending_role: null, profile: { phone: null } })
  })

  // Names, numbers and notes stayed forever in the audit log, projects, cards, comments and check-ins.
  test('a deletion removes name, numbers and texts from every table, and the history stays readable', async () => {
    const client = await aClient(server, fixture.studio.id, 'Marlowe Vance')
    await client.patch('/me/profile', { phone: '+49 171 5550199' })
    const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
    const ownBooking = await aBooking(client, fixture.studio.id, today, {
      booking_date: day(30),
      notes: 'first-canary',
    })
    await client.patch(`/bookings/${ownBooking.id}`, { notes: 'second-canary' })
    await client.post(`/bookings/${ownBooking.id}/cancel`, { reason: 'third-canary' })
    const bookingForClient = { client_id: client.id, booking_date: day(31), notes: 'desk-canary for Marlowe Vance' }
    const deskBooking = await aBooking(fixture.admin, fixture.studio.id, today, bookingForClient)
    const newProject = { title: 'title-canary', description: 'text-canary', project_type: 'music' }
    const project = (await client.post('/projects', newProject)).body
    const changedProject = (await client.patch(`/projects/${project.id}`, { title: 'other-canary' })).body
    const card = (await client.post('/cards', { project_id: project.id, title: 'card-canary' })).body
    expect((await client.post(`/cards/${card.id}/comments`, { body: 'said-canary' })).status).toBe(201)
    const studioProject = { ...newProject, title: 'EP of Marlowe Vance', description: '', client_id: client.id }
    const createdByStudio = (await fixture.admin.post('/projects', studioProject)).body
    const task = (await fixture.admin.post('/tasks', { title: 'Call marlowe  vance (soon)', project_id: project.id }))
      .body
    const newCheckIn = { client_id: client.id, notes: 'checkin-canary' }
    expect((await fixture.admin.post(`/studios/${fixture.studio.id}/checkins`, newCheckIn)).status).toBe(201)
    const history = async (id: string) => (await fixture.admin.get(`/bookings/${id}/history`)).body.items
    const notesOf = (items: { after: { notes?: string } }[]) => items.flatMap(({ after }) => after.notes ?? [])
    expect(notesOf(await history(ownBooking.id))).toEqual(['second-canary', 'first-canary'])
    const [firstEvent] = await history(deskBooking.id)
    expect(firstEvent).toMatchObject({ by: 'you', event: 'created', after: { resources: ['Studio A'] } })
    expect(await listTablesWith('first-canary')).toContain('public.audit_texts')

    expect((await leave(client)).status).toBe(200)

    for (const words of ['Marlowe', 'Vance', '5550199', 'canary']) {
      const tables = (await listTablesWith(words)).filter((table) => words !== 'canary' || table !== 'auth.users')
      expect({ words, tables }).toEqual({ words, tables: [] })
    }
    const events = (await history(ownBooking.id)).map(
      ({ event, by }: { event: string; by: string }) => `${event} by ${by}`,
    )
    expect(events).toEqual(['cancelled by client', 'edited by client', 'created by client'])
    expect(notesOf(await history(ownBooking.id))).toEqual([])
    expect((await fixture.admin.get(`/projects/${createdByStudio.id}`)).body.title).toBe('EP of Former member')
    expect((await fixture.admin.get(`/projects/${project.id}`)).body).toMatchObject({
      title: 'Project',
      description: '',
      version: changedProject.version + 1,
    })
    // A screen that was opened before the deletion cannot save the old text again.
    const staleCard = { title: 'Old text', version: card.version }
    expectError(await fixture.admin.patch(`/cards/${card.id}`, staleCard), 'STALE_VERSION')
    const { items } = (await fixture.admin.get('/tasks?scope=all')).body
    expect(items.find(({ id }: { id: string }) => id === task.id).title).toBe('Call Former member (soon)')
  })

  test('a deletion includes records without an account that have the proven address', async () => {
    const { admin, studio } = await aStudio(server)
    const email = `walk-in-${randomUUID()}@example.com`
    const client_id = await aClientRecord(studio.id, { name: 'Wolfram Zapf', email, phone: '+49 30 8887766' })
    await asLogin((tx) =>
      sql`update client_records set tax_number = 'DE811907980', reverse_charge = true,
        rates = '[{"service_type": "recording", "price_minor": 4500}]' where id = ${client_id}`.execute(tx),
    )
    const booking_date = new Date(Date.parse(today) + 20 * 86_400_000).toISOString().slice(0, 10)
    const booking = await aBooking(admin, studio.id, today, { client_id, booking_date, notes: 'walkin one' })
    await admin.patch(`/bookings/${booking.id}`, { notes: 'walkin two' })
    const cancelledBooking = await aBooking(admin, studio.id, today, {
      client_id,
      booking_date: plusDays(booking_date, 1),
      notes: 'walkin four',
    })
    const { version } = (await admin.post(`/bookings/${cancelledBooking.id}/cancel`, {})).body
    await admin.post(`/studios/${studio.id}/checkins`, { client_id, notes: 'walkin three' })
    const newProject = {
      title: 'EP of Wolfram Zapf',
      description: `Send to ${email}`,
      project_type: 'music',
      client_id,
    }
    const project = (await admin.post('/projects', newProject)).body
    const person = await proveAddress(await aPerson(server, { email, full_name: 'Wolf' }))
    expect((await person.get('/me/deletion')).body.upcoming_bookings).toBe(1)
    expect(await listTablesWith('walkin')).toContain('public.audit_texts')

    expect((await leave(person)).status).toBe(200)

    for (const words of ['Zapf', '8887766', 'walkin', 'DE811907980', email])
      await vi.waitFor(async () => expect(await listTablesWith(words), words).toEqual([]), { timeout: 60_000 })
    expect((await admin.get(`/bookings/${booking.id}`)).body).toMatchObject({
      status: 'cancelled',
      notes: null,
      client_name: 'Former member',
    })
    // A screen that was opened before the deletion cannot save the notes again.
    const oldNotes = { notes: 'walkin four', version }
    expectError(await admin.patch(`/bookings/${cancelledBooking.id}`, oldNotes), 'STALE_VERSION')
    expect((await admin.get(`/projects/${project.id}`)).body).toMatchObject({
      title: 'EP of Former member',
      description: 'Send to Former member',
    })
    const { rows } = await asLogin((tx) =>
      sql`select tax_number, reverse_charge, rates from client_records where id = ${client_id}`.execute(tx),
    )
    expect(rows).toEqual([{ tax_number: null, reverse_charge: false, rates: [] }])
  })

  test('a deletion removes name and address from accepted, declined and open invitations', async () => {
    const full_name = 'Zebulon Quartzfield'
    const person = await aPerson(server, { full_name, email: `zebulon-${randomUUID()}@example.com` })
    const invite = async ({ admin, studio }: StudioOfTest) => {
      const response = await admin.post(`/studios/${studio.id}/invitations`, { email: person.email, full_name })
      expect(response.status).toBe(201)
      return response.body.id
    }
    const [decliningStudio, openStudio] = [await aStudio(server), await aStudio(server)]
    await invite(fixture)
    const token = await invitationToken(server, person.email)
    expect((await person.post(`/invitations/${token}/accept`)).status).toBe(200)
    expect((await person.post(`/me/invitations/${await invite(decliningStudio)}/decline`)).status).toBe(200)
    await invite(openStudio)
    expect(await listTablesWith(person.email)).toContain('public.invitations')
    expect((await leave(person)).status).toBe(200)
    await nextMail(server, person.email, 'Your account was deleted')
    for (const words of ['Quartzfield', person.email]) {
      await vi.waitFor(async () => expect(await listTablesWith(words), words).toEqual([]), { timeout: 60_000 })
    }
    expect((await openStudio.admin.get(`/studios/${openStudio.studio.id}/invitations`)).body.items).toEqual([])
  })

  // The tests above cover only the data that they write. This test fails for a new column until `columnEffects` lists it.
  test('every column that may contain a name, a number or an address is listed with its effect', async () => {
    const { rows } = await asLogin((tx) =>
      sql<{ name: string }>`select format('%s.%s.%s', table_schema, table_name, column_name) as name
        from information_schema.columns where table_schema in ('public', 'auth') and data_type = 'text'
          and column_name ~ '(^|_)(email|phone|name)$' order by 1`.execute(tx),
    )
    expect(Object.fromEntries(rows.map(({ name }) => [name, columnEffects[name] ?? 'unknown']))).toEqual(columnEffects)
  })

  test("a deletion ends the crew role and removes the name and pictures from the person's resource", async () => {
    const crew = await aCrewMember(server, fixture)
    await asLogin((tx) =>
      sql`insert into resources (studio_id, kind, name, position, user_id) values (${fixture.studio.id}, 'person', 'Sam Crew', 7, ${crew.id})`.execute(
        tx,
      ),
    )
    const { items } = (await fixture.admin.get(`/studios/${fixture.studio.id}/resources`)).body
    const { id: resource_id } = items.find(({ name }: { name: string }) => name === 'Sam Crew')
    const pictures = `/studios/${fixture.studio.id}/pictures`
    const bytes = await aPhoto({ width: 640, height: 480 })
    const picture = (await fixture.admin.upload('POST', pictures, bytes, { fields: { resource_id } })).body
    expect((await leave(crew)).status).toBe(200)
    expect((await fixture.admin.get(pictures)).body.items).toEqual([])
    await vi.waitFor(async () => expect((await fetch(`${server.url}${picture.url}`)).status).toBe(404), {
      timeout: 60_000,
    })
    const { rows } = await asLogin((tx) =>
      sql`select name, is_active, user_id from resources where studio_id = ${fixture.studio.id} and kind = 'person'`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([{ name: 'Former member', is_active: false, user_id: null }])
  })

  test('a deletion removes all rows of the authentication service except the empty account', async () => {
    const person = await aPerson(server)
    await callAs(server.url, person.token).request('PUT', '/auth/v1/user', { email: `new-${person.email}` })
    expect((await leave(person)).status).toBe(200)
    await asLogin(async (tx) => {
      const { rows } = await sql<{ name: string; column: string }>`
        select format('%I.%I', n.nspname, c.relname) as name, a.attname as column
        from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
        where f.contype = 'f' and f.confrelid = 'auth.users'::regclass and n.nspname = 'auth'`.execute(tx)
      expect(rows.length).toBeGreaterThan(4)
      for (const { name, column } of rows) {
        const remaining = await sql`select 1 from ${sql.raw(name)} where ${sql.ref(column)} = ${person.id}`.execute(tx)
        expect({ name, count: remaining.rows.length }).toEqual({ name, count: 0 })
      }
      const account =
        await sql`select email, new_email, encrypted_password, user_metadata, app_metadata from auth.users where id = ${person.id}`.execute(
          tx,
        )
      const emptyFields = { new_email: null, encrypted_password: null, user_metadata: {}, app_metadata: {} }
      expect(account.rows).toEqual([{ email: `${person.id}@deleted.invalid`, ...emptyFields }])
    })
  })
})

describe('deleting an account needs proof of the person', () => {
  test('a deletion needs the password, and attempts are limited', async () => {
    const person = await aPerson(server)
    for (const body of [{}, { current_password: '' }, { current_password: 'wrong' }]) {
      const response = await expectNoDatabaseChange(() => person.post('/me/deletion', body), true)
      expectError(response, 'REAUTH_REQUIRED')
      expect(response.body.fields.current_password).toEqual(expect.any(String))
    }
    expectError(
      await person.post('/me/deletion', { current_password: 'x', user_id: fixture.admin.id }),
      'VALIDATION_FAILED',
    )
    expect((await person.get('/me')).status).toBe(200)
  })

  test('a deletion changes no texts about other people, whatever name and number the person chose', async () => {
    const studio = await aStudio(server)
    const stranger = await aPerson(server, { full_name: 'the' })
    expect((await stranger.patch('/me/profile', { full_name: 'the', phone: '2026' })).status).toBe(200)
    await stranger.post('/me/role-request', { role: 'staff', studio_id: studio.studio.id })
    const client = await aClient(server, studio.studio.id, 'session')
    const description = `${'a'.repeat(1_985)} the session 2`
    const newTask = { title: 'Call the bank before the session 2026', description }
    const task = (await studio.admin.post('/tasks', newTask)).body
    const ownProject = (await client.post('/projects', { title: 'My session', project_type: 'music' })).body
    for (const person of [stranger, client]) {
      await proveByMail(server, person)
      expect((await leave(person)).status).toBe(200)
    }
    const { items } = (await studio.admin.get('/tasks?scope=all')).body
    expect(items.find(({ id }: { id: string }) => id === task.id)).toMatchObject(newTask)
    expect((await studio.admin.get(`/projects/${ownProject.id}`)).body.title).toBe('Project')
  })

  test('without a password, a deletion needs an emailed code, not one for a sign-in or for a factor that a thief may have added', async () => {
    const person = await aPerson(server)
    await asLogin((tx) =>
      tx.updateTable('auth.users').set({ encrypted_password: null }).where('id', '=', person.id).execute(),
    )
    const { token } = await anAppFactor(server, person.token, new Date())
    const raised = { ...person, ...callAs(server.url, token), token }
    expect((await raised.get('/me/deletion')).body.proof).toBe('mailed_code')
    expectError(await raised.post('/me/deletion', {}), 'REAUTH_REQUIRED')
    await proveByMail(server, raised)
    expect((await raised.get('/me/deletion')).body.proof).toBe('none')
    ahead_ms = 16 * 60_000
    try {
      expectError(await raised.post('/me/deletion', {}), 'REAUTH_REQUIRED')
    } finally {
      ahead_ms = 0
    }
    expect((await raised.post('/me/deletion', {})).status).toBe(200)
  })

  test('for a day after the password was set without the old one, a deletion needs an emailed code', async () => {
    const person = await aPerson(server)
    const newPassword = 'set by a session alone'
    const put = (body: object) => authAs(server, person.token)('PUT', '/user', body)
    expect((await put({ password: newPassword })).status).toBe(200)
    // Using the new password as the old one proves nothing, because a thief who set it knows it.
    expect((await put({ password: `${newPassword} 2`, current_password: newPassword })).status).toBe(200)
    expect((await person.get('/me/deletion')).body.proof).toBe('mailed_code')
    const response = await expectNoDatabaseChange(() => leave(person, `${newPassword} 2`), true)
    expectError(response, 'REAUTH_REQUIRED')
    expect(response.body.message).toMatch(/confirm with a code that we email you/)

    await proveByMail(server, person)
    expect((await person.get('/me/deletion')).body.proof).toBe('password')
    expect((await leave(person, `${newPassword} 2`)).status).toBe(200)
  })

  test('a deletion needs only the password after a day, or if the old password or an emailed code was used', async () => {
    const [late, proven, mailed] = [await aPerson(server), await aPerson(server), await aPerson(server)]
    const put = (person: TestUser, body: object) => authAs(server, person.token)('PUT', '/user', body)
    const password = 'a new one entirely'
    expect((await put(late, { password })).status).toBe(200)
    expect((await put(proven, { password, current_password: TEST_PASSWORD })).status).toBe(200)
    expect((await put(mailed, { password })).status).toBe(200)
    await authAs(server, mailed.token)('GET', '/reauthenticate')
    const { code } = await nextMail(server, mailed.email, 'Your confirmation code')
    expect((await put(mailed, { password: TEST_PASSWORD, nonce: code })).status).toBe(200)
    ahead_ms = 30 * 60_000
    try {
      expect((await leave(proven, password)).status).toBe(200)
      expect((await leave(mailed)).status).toBe(200)
      ahead_ms = 25 * 3_600_000
      expect((await leave(await signIn(server, { ...late, password }), password)).status).toBe(200)
    } finally {
      ahead_ms = 0
    }
  })

  test('a deletion needs the second factor of a person who has one', async () => {
    const person = await aPerson(server)
    const app = await anAppFactor(server, person.token, new Date())
    const newSession = await signIn(server, person)
    expectError(await leave(newSession), 'INSUFFICIENT_AAL')
    expect((await leave({ ...person, ...callAs(server.url, app.token) })).status).toBe(200)
  })

  test('a repeated deletion with the same Idempotency-Key is not signed in, and no password hash is stored', async () => {
    const person = await aPerson(server)
    const options = { headers: { 'idempotency-key': 'leave' } }
    expect((await person.post('/me/deletion', { current_password: TEST_PASSWORD }, options)).status).toBe(200)
    expectError(await person.post('/me/deletion', { current_password: TEST_PASSWORD }, options), 'UNAUTHENTICATED')
    const { rows } = await asLogin((tx) => sql`select 1 from idempotency_keys where user_id = ${person.id}`.execute(tx))
    expect(rows).toEqual([])
  })
})

describe('the last admin of a studio or the platform', () => {
  test('the last admin of a studio gets an error, and can leave when there is another', async () => {
    const { studio, admin } = await aStudio(server)
    const message = `You are the last administrator of ${studio.name}. Hand it over to another person first, then delete your account.`
    expect((await admin.get('/me/deletion')).body.refusal).toBe(message)
    const response = await expectNoDatabaseChange(() => leave(admin), false)
    expectError(response, 'LAST_ADMIN')
    expect(response.body.message).toBe(message)
    const secondAdmin = await aPerson(server)
    await asLogin((tx) =>
      sql`insert into user_roles (user_id, role, studio_id) values (${secondAdmin.id}, 'studio_admin', ${studio.id})`.execute(
        tx,
      ),
    )
    // If two admins delete their accounts at the same time, one deletion fails.
    const responses = await Promise.all([leave(admin), leave(secondAdmin)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('a session that is booked during a deletion is cancelled', async () => {
    const { studio, admin, client } = await aStudio(server)
    const path = `/studios/${studio.id}/bookings`
    const bookAsClient = (hour: number) =>
      client.post(path, aSession(today, { start_time: `${hour}:00`, end_time: `${hour}:45` }))
    const studioProject = (hour: number) =>
      admin.post(path, aSession(today, { start_time: `${hour}:00`, end_time: `${hour}:45`, client_id: client.id }))
    await Promise.all([
      bookAsClient(9),
      studioProject(10),
      bookAsClient(11),
      leave(client),
      studioProject(12),
      bookAsClient(13),
      studioProject(14),
      bookAsClient(15),
    ])
    const { body } = await admin.get(path)
    expect(body.items.filter(({ status }: { status: string }) => status !== 'cancelled')).toEqual([])
  })

  test('the last two operators cannot delete their accounts concurrently', async () => {
    const operators = [await aSuperAdmin(server), await aSuperAdmin(server), await aSuperAdmin(server)]
    const responses = await Promise.all(operators.map((operator) => leave(operator)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 409])
    const { rows } = await asLogin((tx) =>
      sql`select 1 from user_roles where role = 'super_admin' and status = 'active'`.execute(tx),
    )
    expect(rows).toHaveLength(1)
  })
})
