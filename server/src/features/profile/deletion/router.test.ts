import { randomUUID } from 'node:crypto'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { proveAddress as proveByMail } from '@studiohub/testing/accounts.ts'
import { aBooking, aSession } from '@studiohub/testing/bookings.ts'
import { asLogin, expectNothingDone } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { invitationToken, nextMail } from '@studiohub/testing/mailbox.ts'
import {
  aClient,
  aCrewMember,
  aPerson,
  aStudio,
  aSuperAdmin,
  type Person,
  type StudioOfTest,
  signIn,
  TEST_PASSWORD,
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

const leave = (person: Person, current_password = TEST_PASSWORD) => person.post('/me/deletion', { current_password })
const secret = 'Canary Quinceañera'

/** The tables that contain the words, including the queue. */
async function tablesHolding(words: string): Promise<string[]> {
  return asLogin(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`.execute(tx)
    const holding: string[] = []
    for (const { name } of rows) {
      const found = await sql`select 1 from ${sql.raw(name)} t where t::text ilike ${`%${words}%`} limit 1`.execute(tx)
      if (found.rows.length > 0) holding.push(name)
    }
    return holding.sort()
  })
}

/** What a deletion does to each of these columns. */
const columns: Record<string, string> = {
  'auth.factors.friendly_name': 'row goes',
  'public.visitor_holds.name': 'row goes',
  'public.visitor_holds.email': 'row goes',
  'auth.factors.phone': 'row goes',
  'auth.identities.email': 'row goes',
  'auth.passkeys.friendly_name': 'row goes',
  'auth.users.email': 'replaced',
  'auth.users.new_email': 'emptied',
  'public.ai_agents.name': 'of nobody',
  'public.agreements.signer_name': 'emptied',
  'public.card_files.name': 'the name is taken out',
  'public.message_files.name': 'the name is taken out',
  'public.client_records.bounced_email': 'emptied',
  'public.client_records.email': 'emptied',
  'public.client_records.name': 'replaced',
  'public.client_records.phone': 'emptied',
  'public.contact_requests.email': 'row goes',
  'public.contact_requests.name': 'row goes',
  'public.invitations.email': 'replaced',
  'public.invitations.full_name': 'replaced',
  'public.invoice_settings.legal_name': 'the studio’s',
  'public.packages.name': 'the studio’s',
  'public.partnership_applications.email': 'row goes',
  'public.partnership_applications.phone': 'row goes',
  'public.profiles.full_name': 'replaced',
  'public.profiles.phone': 'emptied',
  'public.resources.name': 'replaced',
  'public.schema_migrations.name': 'of nobody',
  'public.sold_packages.name': 'the studio’s',
  'public.studios.contact_email': 'the studio’s',
  'public.studios.contact_phone': 'the studio’s',
  'public.studios.name': 'the studio’s',
  'public.text_consents.phone': 'row goes',
  // It says that nobody may text this number, and protects its owner.
  'public.text_stops.phone': 'the number’s',
  'public.webinar_registrations.email': 'row goes',
}

describe("deleting one's own account", () => {
  test('deletes their own data and keeps, without a name, what others need', async () => {
    const client = await aClient(server, fixture.studio.id, secret)
    const elsewhere = await signIn(server, client)
    const other = await aStudio(server)
    await client.patch('/me/profile', { phone: '+49 30 777123' })
    const day = new Date(Date.parse(today) + 20 * 86_400_000).toISOString().slice(0, 10)
    const booking = await aBooking(client, fixture.studio.id, today, { booking_date: day, notes: `for ${secret}` })
    await client.put('/me/studio', { studio_id: other.studio.id })
    const waiting = await aStudio(server)
    await client.post('/me/role-request', { role: 'staff', studio_id: waiting.studio.id })
    await client.post('/contact-requests', { name: secret, email: client.email, topic: 'demo', message: 'Hello' })
    const picture = (await client.upload('PUT', '/me/avatar', await aPhoto())).body.avatar_url

    expect((await client.get('/me/deletion')).body).toEqual({ proof: 'password', upcoming_bookings: 1, refusal: null })
    expect((await leave(client)).body).toEqual({ id: client.id })

    for (const session of [client, elsewhere]) expectError(await session.get('/me'), 'UNAUTHENTICATED')
    const token = await callAs(server.url, null).request('POST', '/auth/v1/token?grant_type=password', {
      email: client.email,
      password: TEST_PASSWORD,
    })
    expect(token.status).toBe(400)
    for (const words of [secret, client.email, '777123']) expect(await tablesHolding(words), words).toEqual([])
    const seen = (await fixture.admin.get(`/bookings/${booking.id}`)).body
    expect(seen).toMatchObject({ status: 'cancelled', client_id: client.id, client_name: 'Former member', notes: null })
    for (const { admin, studio } of [fixture, other]) {
      const { items } = (await admin.get(`/studios/${studio.id}/clients?limit=100`)).body
      expect(items.map((item: { user_id: string }) => item.user_id)).not.toContain(client.id)
    }
    expect((await waiting.admin.get(`/studios/${waiting.studio.id}/role-requests`)).body.items).toEqual([])
    await vi.waitFor(async () => expect((await fetch(`${server.url}${picture}`)).status).toBe(404), { timeout: 60_000 })
    await nextMail(server, client.email, 'Your account was deleted')

    const again = await aPerson(server, { email: client.email, full_name: 'Somebody New' })
    expect(again.id).not.toBe(client.id)
    expect((await again.get('/me')).body).toMatchObject({ role: null, pending_role: null, profile: { phone: null } })
  })

  // R6: the trail kept names, numbers and notes for ever, and so did projects, cards, comments and check-ins.
  test('removes their name, numbers and texts from every table; the history stays readable (R6)', async () => {
    const client = await aClient(server, fixture.studio.id, 'Marlowe Vance')
    await client.patch('/me/profile', { phone: '+49 171 5550199' })
    const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
    const own = await aBooking(client, fixture.studio.id, today, { booking_date: day(30), notes: 'first-canary' })
    await client.patch(`/bookings/${own.id}`, { notes: 'second-canary' })
    await client.post(`/bookings/${own.id}/cancel`, { reason: 'third-canary' })
    const forClient = { client_id: client.id, booking_date: day(31), notes: 'desk-canary for Marlowe Vance' }
    const desk = await aBooking(fixture.admin, fixture.studio.id, today, forClient)
    const made = { title: 'title-canary', description: 'text-canary', project_type: 'music' }
    const project = (await client.post('/projects', made)).body
    await client.patch(`/projects/${project.id}`, { title: 'other-canary' })
    const card = (await client.post('/cards', { project_id: project.id, title: 'card-canary' })).body
    expect((await client.post(`/cards/${card.id}/comments`, { body: 'said-canary' })).status).toBe(201)
    const theirs = { ...made, title: 'EP of Marlowe Vance', description: '', client_id: client.id }
    const studios = (await fixture.admin.post('/projects', theirs)).body
    const task = (await fixture.admin.post('/tasks', { title: 'Call marlowe  vance (soon)', project_id: project.id }))
      .body
    const arrived = { client_id: client.id, notes: 'checkin-canary' }
    expect((await fixture.admin.post(`/studios/${fixture.studio.id}/checkins`, arrived)).status).toBe(201)
    const history = async (id: string) => (await fixture.admin.get(`/bookings/${id}/history`)).body.items
    const written = (items: { after: { notes?: string } }[]) => items.flatMap(({ after }) => after.notes ?? [])
    expect(written(await history(own.id))).toEqual(['second-canary', 'first-canary'])
    const [made_by_desk] = await history(desk.id)
    expect(made_by_desk).toMatchObject({ by: 'you', event: 'created', after: { resources: ['Studio A'] } })
    expect(await tablesHolding('first-canary')).toContain('public.audit_texts')

    expect((await leave(client)).status).toBe(200)

    for (const words of ['Marlowe', 'Vance', '5550199', 'canary']) {
      const held = (await tablesHolding(words)).filter((table) => words !== 'canary' || table !== 'auth.users')
      expect({ words, held }).toEqual({ words, held: [] })
    }
    const events = (await history(own.id)).map(({ event, by }: { event: string; by: string }) => `${event} by ${by}`)
    expect(events).toEqual(['cancelled by client', 'edited by client', 'created by client'])
    expect(written(await history(own.id))).toEqual([])
    expect((await fixture.admin.get(`/projects/${studios.id}`)).body.title).toBe('EP of Former member')
    expect((await fixture.admin.get(`/projects/${project.id}`)).body).toMatchObject({
      title: 'Project',
      description: '',
    })
    const { items } = (await fixture.admin.get('/tasks?scope=all')).body
    expect(items.find(({ id }: { id: string }) => id === task.id).title).toBe('Call Former member (soon)')
  })

  test('removes name and address from accepted, declined and open invitations (M9)', async () => {
    const full_name = 'Zebulon Quartzfield'
    const person = await aPerson(server, { full_name, email: `zebulon-${randomUUID()}@example.com` })
    const invite = async ({ admin, studio }: StudioOfTest) => {
      const answer = await admin.post(`/studios/${studio.id}/invitations`, { email: person.email, full_name })
      expect(answer.status).toBe(201)
      return answer.body.id
    }
    const [declined, open] = [await aStudio(server), await aStudio(server)]
    await invite(fixture)
    const token = await invitationToken(server, person.email)
    expect((await person.post(`/invitations/${token}/accept`)).status).toBe(200)
    expect((await person.post(`/me/invitations/${await invite(declined)}/decline`)).status).toBe(200)
    await invite(open)
    expect(await tablesHolding(person.email)).toContain('public.invitations')
    expect((await leave(person)).status).toBe(200)
    await nextMail(server, person.email, 'Your account was deleted')
    for (const words of ['Quartzfield', person.email]) {
      await vi.waitFor(async () => expect(await tablesHolding(words), words).toEqual([]), { timeout: 60_000 })
    }
    expect((await open.admin.get(`/studios/${open.studio.id}/invitations`)).body.items).toEqual([])
  })

  // The tests above find only what they write. A new column fails here until it is listed.
  test('covers every column that may contain a name, a number or an address', async () => {
    const { rows } = await asLogin((tx) =>
      sql<{ name: string }>`select format('%s.%s.%s', table_schema, table_name, column_name) as name
        from information_schema.columns where table_schema in ('public', 'auth') and data_type = 'text'
          and column_name ~ '(^|_)(email|phone|name)$' order by 1`.execute(tx),
    )
    expect(Object.fromEntries(rows.map(({ name }) => [name, columns[name] ?? 'unknown']))).toEqual(columns)
  })

  test('ends crew membership and removes their name from shared bookings', async () => {
    const crew = await aCrewMember(server, fixture)
    await asLogin((tx) =>
      sql`insert into resources (studio_id, kind, name, position, user_id) values (${fixture.studio.id}, 'person', 'Sam Crew', 7, ${crew.id})`.execute(
        tx,
      ),
    )
    expect((await leave(crew)).status).toBe(200)
    const { rows } = await asLogin((tx) =>
      sql`select name, is_active, user_id from resources where studio_id = ${fixture.studio.id} and kind = 'person'`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([{ name: 'Former member', is_active: false, user_id: null }])
  })

  test('deletes their rows of the authentication service except for the empty account', async () => {
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
        const left = await sql`select 1 from ${sql.raw(name)} where ${sql.ref(column)} = ${person.id}`.execute(tx)
        expect({ name, left: left.rows.length }).toEqual({ name, left: 0 })
      }
      const account =
        await sql`select email, new_email, encrypted_password, user_metadata, app_metadata from auth.users where id = ${person.id}`.execute(
          tx,
        )
      const nothing = { new_email: null, encrypted_password: null, user_metadata: {}, app_metadata: {} }
      expect(account.rows).toEqual([{ email: `${person.id}@deleted.invalid`, ...nothing }])
    })
  })
})

describe('deleting an account needs proof of the person (T40)', () => {
  test('by the password, which is counted', async () => {
    const person = await aPerson(server)
    for (const body of [{}, { current_password: '' }, { current_password: 'wrong' }]) {
      const answer = await expectNothingDone(() => person.post('/me/deletion', body), true)
      expectError(answer, 'REAUTH_REQUIRED')
      expect(answer.body.fields.current_password).toEqual(expect.any(String))
    }
    expectError(
      await person.post('/me/deletion', { current_password: 'x', user_id: fixture.admin.id }),
      'VALIDATION_FAILED',
    )
    expect((await person.get('/me')).status).toBe(200)
  })

  test('changes no texts about other people, whatever name and number the person chose', async () => {
    const studio = await aStudio(server)
    const stranger = await aPerson(server, { full_name: 'the' })
    expect((await stranger.patch('/me/profile', { full_name: 'the', phone: '2026' })).status).toBe(200)
    await stranger.post('/me/role-request', { role: 'staff', studio_id: studio.studio.id })
    const client = await aClient(server, studio.studio.id, 'session')
    const description = `${'a'.repeat(1_985)} the session 2`
    const about = { title: 'Call the bank before the session 2026', description }
    const task = (await studio.admin.post('/tasks', about)).body
    const own = (await client.post('/projects', { title: 'My session', project_type: 'music' })).body
    for (const person of [stranger, client]) {
      await proveByMail(server, person)
      expect((await leave(person)).status).toBe(200)
    }
    const { items } = (await studio.admin.get('/tasks?scope=all')).body
    expect(items.find(({ id }: { id: string }) => id === task.id)).toMatchObject(about)
    expect((await studio.admin.get(`/projects/${own.id}`)).body.title).toBe('Project')
  })

  test('by an emailed code if there is no password: not one for a sign-in, nor for a factor that a thief may have added', async () => {
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

  test('by an emailed code too, for a day after the password was set without the old one (M6)', async () => {
    const person = await aPerson(server)
    const own = 'set by a session alone'
    const put = (body: object) => authAs(server, person.token)('PUT', '/user', body)
    expect((await put({ password: own })).status).toBe(200)
    // Using it as the old password proves nothing: anyone who set it knows it.
    expect((await put({ password: `${own} 2`, current_password: own })).status).toBe(200)
    expect((await person.get('/me/deletion')).body.proof).toBe('mailed_code')
    const answer = await expectNothingDone(() => leave(person, `${own} 2`), true)
    expectError(answer, 'REAUTH_REQUIRED')
    expect(answer.body.message).toMatch(/confirm with a code that we mail you/)

    await proveByMail(server, person)
    expect((await person.get('/me/deletion')).body.proof).toBe('password')
    expect((await leave(person, `${own} 2`)).status).toBe(200)
  })

  test('by the password alone after a day, or if the old one or an emailed code was used', async () => {
    const [late, proven, mailed] = [await aPerson(server), await aPerson(server), await aPerson(server)]
    const put = (person: Person, body: object) => authAs(server, person.token)('PUT', '/user', body)
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

  test('and by the second factor of a person who has one', async () => {
    const person = await aPerson(server)
    const app = await anAppFactor(server, person.token, new Date())
    const again = await signIn(server, person)
    expectError(await leave(again), 'INSUFFICIENT_AAL')
    expect((await leave({ ...person, ...callAs(server.url, app.token) })).status).toBe(200)
  })

  test('a repeat with the same Idempotency-Key is not signed in, and no password hash is stored', async () => {
    const person = await aPerson(server)
    const once = { headers: { 'idempotency-key': 'leave' } }
    expect((await person.post('/me/deletion', { current_password: TEST_PASSWORD }, once)).status).toBe(200)
    expectError(await person.post('/me/deletion', { current_password: TEST_PASSWORD }, once), 'UNAUTHENTICATED')
    const { rows } = await asLogin((tx) => sql`select 1 from idempotency_keys where user_id = ${person.id}`.execute(tx))
    expect(rows).toEqual([])
  })
})

describe('a studio and the platform always keep an admin (T13)', () => {
  test('the last admin of a studio gets an error, and can leave when there is another', async () => {
    const { studio, admin } = await aStudio(server)
    const refusal = `You are the last administrator of ${studio.name}. Hand it over to another person first, then delete your account.`
    expect((await admin.get('/me/deletion')).body.refusal).toBe(refusal)
    const answer = await expectNothingDone(() => leave(admin), false)
    expectError(answer, 'LAST_ADMIN')
    expect(answer.body.message).toBe(refusal)
    const heir = await aPerson(server)
    await asLogin((tx) =>
      sql`insert into user_roles (user_id, role, studio_id) values (${heir.id}, 'studio_admin', ${studio.id})`.execute(
        tx,
      ),
    )
    // Of two concurrent deletions one fails.
    const answers = await Promise.all([leave(admin), leave(heir)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('a session booked at the same time does not outlive its client', async () => {
    const { studio, admin, client } = await aStudio(server)
    const path = `/studios/${studio.id}/bookings`
    const mine = (hour: number) =>
      client.post(path, aSession(today, { start_time: `${hour}:00`, end_time: `${hour}:45` }))
    const theirs = (hour: number) =>
      admin.post(path, aSession(today, { start_time: `${hour}:00`, end_time: `${hour}:45`, client_id: client.id }))
    await Promise.all([mine(9), theirs(10), mine(11), leave(client), theirs(12), mine(13), theirs(14), mine(15)])
    const { body } = await admin.get(path)
    expect(body.items.filter(({ status }: { status: string }) => status !== 'cancelled')).toEqual([])
  })

  test('the last two operators cannot delete their accounts concurrently', async () => {
    const operators = [await aSuperAdmin(server), await aSuperAdmin(server), await aSuperAdmin(server)]
    const answers = await Promise.all(operators.map((operator) => leave(operator)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409])
    const { rows } = await asLogin((tx) =>
      sql`select 1 from user_roles where role = 'super_admin' and status = 'active'`.execute(tx),
    )
    expect(rows).toHaveLength(1)
  })
})
