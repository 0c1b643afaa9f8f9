import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock } from '@studiohub/testing/bookings.ts'
import { aClientRecord } from '@studiohub/testing/client-records.ts'
import { asLogin, stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { type ApiResponse, callAs, expectError } from '@studiohub/testing/http.ts'
import { mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import {
  aClient,
  aCrewMember,
  aDeskPerson,
  aPerson,
  aStudio,
  proveAddress,
  type StudioOfTest,
  signIn,
  TEST_PASSWORD,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const project = { title: 'Debut', description: '', project_type: 'music' }
const claimsOf = async ({ admin, studio }: StudioOfTest) =>
  (await admin.get(`/studios/${studio.id}/client-claims`)).body.items
const answerClaim = ({ admin, studio }: StudioOfTest, id: string, approved: boolean) =>
  admin.post(`/studios/${studio.id}/client-claims/${id}/answer`, { approved })
const idsOf = ({ body }: ApiResponse) => body.items.map(({ id }: { id: string }) => id).sort()
const bookingsOf = async (person: TestUser, studio_id: string) =>
  idsOf(await person.get(`/studios/${studio_id}/bookings`))

/**
 * A record with a past and a future session of a project, and a person who has joined the studio with its address.
 */
async function aClaimant({ proven = true } = {}) {
  const fixture = await aStudio(server)
  const { admin, studio } = fixture
  const person = await aPerson(server, { full_name: 'Wanda Account' })
  const client_id = await aClientRecord(studio.id, {
    name: 'Wanda Walk-in',
    email: person.email.toUpperCase(),
    phone: '+49 30 7',
  })
  const { id: project_id } = (await admin.post('/projects', { ...project, client_id })).body
  const pastBooking = await aBooking(admin, studio.id, today, {
    client_id,
    booking_date: today,
    start_time: '08:00',
    end_time: '09:00',
    project_id,
  })
  const futureBooking = await aBooking(admin, studio.id, today, {
    client_id,
    project_id,
    booking_date: plusDays(today, 3),
  })
  if (proven) await proveAddress(person)
  expect((await person.post('/me/onboarding', { role: 'client', studio_id: studio.id })).status).toBe(201)
  return { ...fixture, fixture, person, client_id, pastBooking, futureBooking, project_id }
}
const claimRecord = async ({ person, client_id }: { person: TestUser; client_id: string }) =>
  person.post('/me/claims', { client_id, is_me: true })

describe('a person who joined with the address of a record', () => {
  test('sees when the future sessions are, and everything else after the studio accepts', async () => {
    const { fixture, person, client_id, pastBooking, futureBooking, project_id, studio, admin } = await aClaimant()
    await admin.patch(`/bookings/${futureBooking.id}`, { notes: 'Bring the contract' })
    await admin.post(`/studios/${studio.id}/clients/${client_id}/messages`, { body: 'Between us' })
    expect((await person.get('/me/claims')).body).toEqual({
      items: [{ client_id, studio_id: studio.id, studio_name: studio.name, first_name: 'Wanda' }],
      open: [],
    })
    expect((await claimRecord({ person, client_id })).body).toEqual({ state: 'open' })
    const { items, open: openClaims } = (await person.get('/me/claims')).body
    expect(items).toEqual([])
    expect(openClaims).toEqual([
      {
        studio_id: studio.id,
        studio_name: studio.name,
        timezone: 'UTC',
        created_at: expect.any(String),
        sessions: [{ starts_at: expect.any(String), ends_at: expect.any(String) }],
      },
    ])
    expect(Date.parse(openClaims[0].sessions[0].starts_at)).toBe(Date.parse(futureBooking.starts_at))

    expect(await bookingsOf(person, studio.id)).toEqual([])
    for (const path of [`/bookings/${pastBooking.id}`, `/bookings/${futureBooking.id}`, `/projects/${project_id}`])
      expectError(await person.get(path), 'NOT_FOUND')
    expectError(await person.get(`/bookings/${futureBooking.id}/history`), 'NOT_FOUND')
    expectError(await person.post(`/bookings/${futureBooking.id}/cancel`, {}), 'NOT_FOUND')
    expectError(await person.patch(`/bookings/${futureBooking.id}`, { notes: 'mine' }), 'NOT_FOUND')
    const messages = await person.get(`/studios/${studio.id}/clients/${person.id}/messages`)
    expect(JSON.stringify(messages.body)).not.toContain('Between us')
    expect((await admin.get(`/bookings/${futureBooking.id}`)).body).toMatchObject({
      client_id,
      project_id,
      status: 'confirmed',
    })
    const ownBooking = await aBooking(person, studio.id, today, { booking_date: plusDays(today, 5) })

    const [open] = await claimsOf(fixture)
    expect(open).toMatchObject({ client_id, client_name: 'Wanda Walk-in', name: 'Wanda Account', email: person.email })
    const noticesOf = async (reader: TestUser) =>
      (await reader.get('/notices')).body.items.filter(({ kind }: { kind: string }) => kind === 'claim')
    expect(await noticesOf(admin)).toMatchObject([{ actor_name: 'Wanda Account', data: { accepted: false } }])
    expect((await answerClaim(fixture, open.id, true)).status).toBe(200)
    expect(await bookingsOf(person, studio.id)).toEqual([pastBooking.id, futureBooking.id, ownBooking.id].sort())
    expect((await person.get(`/projects/${project_id}`)).status).toBe(200)
    expect((await person.get(`/bookings/${futureBooking.id}`)).body).toMatchObject({ project_id, client_id })
    expect((await person.get('/me/claims')).body).toEqual({ items: [], open: [] })
    expect((await person.get('/me')).body).toMatchObject({ client_id, role: 'client' })
    const record = (await admin.get(`/studios/${studio.id}/clients/${client_id}`)).body
    expect(record).toMatchObject({ user_id: person.id, name: 'Wanda Walk-in', phone: '+49 30 7' })
    expect((await admin.get(`/studios/${studio.id}/clients?search=wanda`)).body.items).toHaveLength(1)
    // Former ids still find the client.
    expect((await admin.get(`/studios/${studio.id}/clients/${person.id}`)).body.id).toBe(client_id)
    expectError(await answerClaim(fixture, open.id, true), 'NOT_FOUND')
    expect(await noticesOf(admin)).toEqual([])
    expect(await noticesOf(person)).toMatchObject([{ data: { accepted: true } }])
  })

  test('sees nothing more after the studio declines, and is not asked again', async () => {
    const { fixture, person, client_id, futureBooking, project_id, studio, admin } = await aClaimant()
    await claimRecord({ person, client_id })
    const ownBooking = await aBooking(person, studio.id, today, { booking_date: plusDays(today, 5) })
    const [open] = await claimsOf(fixture)
    expect((await answerClaim(fixture, open.id, false)).status).toBe(200)
    expect(await bookingsOf(person, studio.id)).toEqual([ownBooking.id])
    expect((await admin.get(`/bookings/${futureBooking.id}`)).body).toMatchObject({ client_id, project_id })
    expect((await person.get('/me/claims')).body).toEqual({ items: [], open: [] })
    expectError(await claimRecord({ person, client_id }), 'NOT_FOUND')
  })

  test('who declines is not asked again, and nothing moves', async () => {
    const { fixture, person, client_id, studio } = await aClaimant()
    expect((await person.post('/me/claims', { client_id, is_me: false })).body).toEqual({ state: 'refused' })
    expect((await person.get('/me/claims')).body.items).toEqual([])
    expect(await bookingsOf(person, studio.id)).toEqual([])
    expect(await claimsOf(fixture)).toEqual([])
  })

  test('who has not proven the address learns nothing and gets nothing', async () => {
    const { person, client_id, studio } = await aClaimant({ proven: false })
    expect((await person.get('/me/claims')).body.items).toEqual([])
    expectError(await claimRecord({ person, client_id }), 'NOT_FOUND')
    expect(await bookingsOf(person, studio.id)).toEqual([])
  })

  test('keeps the data of their earlier record, which moves to the claimed record', async () => {
    const { fixture, person, client_id, studio } = await aClaimant()
    const older = await aBooking(person, studio.id, today, { booking_date: plusDays(today, 8) })
    await person.post('/projects', project)
    await claimRecord({ person, client_id })
    const [open] = await claimsOf(fixture)
    expect((await answerClaim(fixture, open.id, true)).status).toBe(200)
    expect(await bookingsOf(person, studio.id)).toContain(older.id)
    expect((await person.get('/projects')).body.items).toHaveLength(2)
  })
})

describe('other people', () => {
  test('cannot claim, answer, list, undo or invite', async () => {
    const { fixture, person, client_id, studio, other } = await aClaimant()
    await claimRecord({ person, client_id })
    const [open] = await claimsOf(fixture)
    const elsewhere = await aStudio(server)
    const crew = await aCrewMember(server, fixture)
    const path = `/studios/${studio.id}`
    for (const outsider of [other, elsewhere.admin, elsewhere.client, crew, person]) {
      expectError(await outsider.get(`${path}/client-claims`), 'FORBIDDEN')
      expectError(await outsider.post(`${path}/client-claims/${open.id}/answer`, { approved: true }), 'FORBIDDEN')
      expectError(await outsider.post(`${path}/clients/${client_id}/undo-claim`), 'FORBIDDEN')
      expectError(await outsider.post(`${path}/client-invitations`, { client_ids: [client_id] }), 'FORBIDDEN')
    }
    for (const outsider of [other, elsewhere.client])
      expectError(await claimRecord({ person: outsider, client_id }), 'NOT_FOUND')
    expectError(await claimRecord({ person: fixture.admin, client_id }), 'FORBIDDEN')
    const visitor = callAs(server.url, null)
    expectError(await visitor.get('/me/claims'), 'UNAUTHENTICATED')
    expectError(await visitor.post(`${path}/client-claims/${open.id}/answer`, { approved: true }), 'UNAUTHENTICATED')
    // The same claim with the id of another studio.
    expectError(
      await elsewhere.admin.post(`/studios/${elsewhere.studio.id}/client-claims/${open.id}/answer`, { approved: true }),
      'NOT_FOUND',
    )
    const desk = await aDeskPerson(server, fixture)
    expect((await desk.post(`${path}/client-claims/${open.id}/answer`, { approved: true })).status).toBe(200)
  })

  test('who were removed by the studio can claim nothing', async () => {
    const { admin, person, client_id, studio } = await aClaimant()
    const { items } = (await admin.get(`/studios/${studio.id}/clients?search=wanda`)).body
    const { role_id } = items.find(({ user_id }: { user_id: string | null }) => user_id === person.id)
    expect((await admin.delete(`/studios/${studio.id}/clients/${role_id}`)).status).toBe(200)
    expectError(await claimRecord({ person, client_id }), 'NO_ACTIVE_ROLE')
  })
})

describe('an open claim ends', () => {
  type Claimant = Awaited<ReturnType<typeof aClaimant>>
  const roleOf = async ({ admin, studio, person }: Claimant) => {
    const { items } = (await admin.get(`/studios/${studio.id}/clients?search=wanda`)).body
    return items.find(({ user_id }: { user_id: string | null }) => user_id === person.id).role_id
  }
  const endings: Record<string, (claimant: Claimant) => Promise<unknown>> = {
    'when the address of the record is corrected': ({ admin, studio, client_id }) =>
      admin.patch(`/studios/${studio.id}/clients/${client_id}`, { email: 'other@example.com' }),
    'when the record is removed': ({ admin, studio, client_id }) =>
      admin.delete(`/studios/${studio.id}/clients/${client_id}`),
    'when the record is merged': ({ admin, studio, client_id, other }) =>
      admin.post(`/studios/${studio.id}/clients/${other.id}/merge`, { other_id: client_id }),
    'when the record is erased': ({ admin, studio, client_id }) =>
      admin.post(`/studios/${studio.id}/clients/${client_id}/erase`),
    'when the studio removes the person': async (claimant) =>
      claimant.admin.delete(`/studios/${claimant.studio.id}/clients/${await roleOf(claimant)}`),
    'when the person goes to another studio': async ({ person }) =>
      person.put('/me/studio', { studio_id: (await aStudio(server)).studio.id }),
    'when the account is deleted': ({ person }) => person.post('/me/deletion', { current_password: person.password }),
    'when the person loses the address': ({ person }) =>
      asLogin((tx) => sql`update auth.users set email_proven = false where id = ${person.id}`.execute(tx)),
  }
  test.each(Object.keys(endings))('%s', async (ending) => {
    const claimant = await aClaimant()
    const { fixture, person, client_id, admin } = claimant
    await claimRecord({ person, client_id })
    const [open] = await claimsOf(fixture)
    const response = await endings[ending]?.(claimant)
    expect(response).not.toMatchObject({ body: { code: expect.any(String) } })
    expect(await claimsOf(fixture)).toEqual([])
    expectError(await answerClaim(fixture, open.id, true), 'NOT_FOUND')
    expect((await admin.get('/notices')).body.items).toEqual([])
    const { rows } = await asLogin((tx) =>
      sql`select 1 from client_claims where user_id = ${person.id} and state = 'open'`.execute(tx),
    )
    expect(rows).toEqual([])
  })

  test('a change that keeps the address keeps the claim', async () => {
    const { fixture, person, client_id, studio, admin } = await aClaimant()
    await claimRecord({ person, client_id })
    await admin.patch(`/studios/${studio.id}/clients/${client_id}`, { email: person.email, notes: 'Tall' })
    expect(await claimsOf(fixture)).toHaveLength(1)
  })
})

describe('undoing a claim', () => {
  test('leaves the history with the record, and gives the account a new record', async () => {
    const { fixture, person, client_id, pastBooking, futureBooking, studio, admin } = await aClaimant()
    await claimRecord({ person, client_id })
    const [open] = await claimsOf(fixture)
    await answerClaim(fixture, open.id, true)
    const ownBooking = await aBooking(person, studio.id, today, { booking_date: plusDays(today, 5) })
    await asLogin((tx) =>
      sql`with consent as (insert into text_consents (studio_id, client_id, phone, agreed_by, via)
          values (${studio.id}, ${client_id}, '+491712000000', ${person.id}, 'client'))
        update client_records set messages_blocked_at = now(), follow_ups = false where id = ${client_id}`.execute(tx),
    )
    const response = await admin.post(`/studios/${studio.id}/clients/${client_id}/undo-claim`)
    expect(response.body).toMatchObject({ id: client_id, user_id: null, name: 'Wanda Walk-in' })
    const records = await asLogin((tx) =>
      sql<{ id: string; is_blocked: boolean; follow_ups: boolean; phone: string | null }>`
        select c.id, c.messages_blocked_at is not null as is_blocked, c.follow_ups, t.phone from client_records c
        left join text_consents t on t.studio_id = c.studio_id and t.client_id = c.id
        where c.studio_id = ${studio.id} and c.id in (${client_id}, ${person.id})`.execute(tx),
    )
    expect(records.rows).toEqual(
      expect.arrayContaining([
        { id: client_id, is_blocked: false, follow_ups: false, phone: null },
        { id: person.id, is_blocked: true, follow_ups: false, phone: '+491712000000' },
      ]),
    )
    expect((await person.get('/me')).body).toMatchObject({ client_id: person.id, role: 'client' })
    expect(await bookingsOf(person, studio.id)).toEqual([ownBooking.id])
    expect((await admin.get(`/bookings/${pastBooking.id}`)).body.client_id).toBe(client_id)
    expect((await admin.get(`/bookings/${futureBooking.id}`)).body.client_id).toBe(client_id)
    expect((await admin.get(`/studios/${studio.id}/clients/${person.id}`)).body).toMatchObject({
      id: person.id,
      email: null,
    })
    expect((await person.get('/me/claims')).body.items).toEqual([])
    expectError(await admin.post(`/studios/${studio.id}/clients/${client_id}/undo-claim`), 'NOT_FOUND')
  })

  test("moves the account's messages with their answers, and leaves those of the record", async () => {
    const { fixture, person, client_id, studio, admin } = await aClaimant()
    const messagesAt = (id: string) => `/studios/${studio.id}/clients/${id}/messages`
    let minute = 0
    const nextMinute = () => clock.set(`10:${String(++minute).padStart(2, '0')}`)
    const write = async (writer: TestUser, id: string, body: string) => {
      nextMinute()
      expect((await writer.post(messagesAt(id), { body })).status).toBe(201)
    }
    await write(admin, client_id, 'About the record')
    await write(person, person.id, 'Before the claim')
    await write(admin, person.id, 'Answer before the claim')
    await claimRecord({ person, client_id })
    const [open] = await claimsOf(fixture)
    nextMinute()
    await answerClaim(fixture, open.id, true)
    await write(person, client_id, 'After the claim')
    await write(admin, client_id, 'Answer after the claim')
    await person.post(`${messagesAt(client_id)}/read`, { seq: 5 })
    expect((await admin.post(`/studios/${studio.id}/clients/${client_id}/undo-claim`)).status).toBe(200)

    const bodies = async (reader: TestUser, id: string) =>
      (await reader.get(messagesAt(id))).body.items.map(({ body }: { body: string }) => body)
    const messagesOfAccount = [
      'Answer after the claim',
      'After the claim',
      'Answer before the claim',
      'Before the claim',
    ]
    expect(await bodies(person, person.id)).toEqual(messagesOfAccount)
    expect(await bodies(admin, person.id)).toEqual(messagesOfAccount)
    expect(await bodies(admin, client_id)).toEqual(['About the record'])
    expectError(await person.get(messagesAt(client_id)), 'NOT_FOUND')
    // Read messages stay read on both sides, and the next message is new.
    const unread = async (reader: TestUser) =>
      (await reader.get(`/studios/${studio.id}/conversations/unread`)).body.unread
    expect([await unread(person), await unread(admin)]).toEqual([0, 0])
    await write(person, person.id, 'Next')
    expect(await unread(admin)).toBe(1)
    const { items } = (await admin.get(`/studios/${studio.id}/conversations`)).body
    expect(items.map(({ client_id, last_text }: Record<string, unknown>) => [client_id, last_text])).toEqual([
      [person.id, 'Next'],
      [client_id, 'About the record'],
    ])
  })

  test('leaves no conversation with a record that had none', async () => {
    const { fixture, person, client_id, studio, admin } = await aClaimant()
    await person.post(`/studios/${studio.id}/clients/${person.id}/messages`, { body: 'Hello' })
    await claimRecord({ person, client_id })
    const [open] = await claimsOf(fixture)
    await answerClaim(fixture, open.id, true)
    await admin.post(`/studios/${studio.id}/clients/${client_id}/undo-claim`)
    const { items } = (await admin.get(`/studios/${studio.id}/conversations`)).body
    expect(items).toMatchObject([{ client_id: person.id, last_text: 'Hello', unread: 1 }])
  })

  test('is not possible for a record that the account created', async () => {
    const { admin, client, studio } = await aStudio(server)
    expectError(await admin.post(`/studios/${studio.id}/clients/${client.id}/undo-claim`), 'NOT_FOUND')
  })
})

describe('an invitation', () => {
  const invite = ({ admin, studio }: StudioOfTest, client_id: string) =>
    admin.post(`/studios/${studio.id}/client-invitations`, { client_ids: [client_id] })
  const tokenTo = async (email: string) => {
    const { text } = await nextMail(server, email, 'invites you to see your sessions')
    return /invitation=([\w-]+)/.exec(text)?.[1] ?? ''
  }
  async function anInvitableClient(email: string) {
    const fixture = await aStudio(server)
    await proveAddress(fixture.admin)
    const client_id = await aClientRecord(fixture.studio.id, { email })
    const pastBooking = await aBooking(fixture.admin, fixture.studio.id, today, {
      client_id,
      booking_date: today,
      start_time: '08:00',
      end_time: '09:00',
    })
    return { fixture, client_id, pastBooking }
  }
  const anAddress = () => `wanda-${Math.random().toString(36).slice(2)}@example.com`

  test('opens the whole record to the person who signs up with its link', async () => {
    const email = anAddress()
    const { fixture, client_id, pastBooking } = await anInvitableClient(email)
    expect((await invite(fixture, client_id)).body).toEqual({ invited: 1, skipped: 0 })
    const token = await tokenTo(email)
    const offer = await callAs(server.url, null).get(`/invitations/${token}`)
    expect(offer.body).toMatchObject({ as: 'client', email, full_name: 'Wanda Walk-in' })
    const signedUp = await callAs(server.url, null).request('POST', '/auth/v1/signup', {
      email,
      password: TEST_PASSWORD,
      data: { full_name: 'Wanda', invitation_token: token },
    })
    const person = await signIn(server, { email, password: TEST_PASSWORD, full_name: 'Wanda' } as TestUser)
    expect(signedUp.status).toBe(200)
    expect((await person.post(`/invitations/${token}/accept`)).body).toMatchObject({ as: 'client' })
    expect((await person.get('/me')).body).toMatchObject({ role: 'client', client_id, user: { email_proven: true } })
    expect(await bookingsOf(person, fixture.studio.id)).toEqual([pastBooking.id])
    expectError(await person.post(`/invitations/${token}/accept`), 'INVITATION_ENDED')
  })

  test("joins an account that has a record there, and counts as the studio's acceptance", async () => {
    const { fixture, person, client_id, pastBooking, futureBooking, studio } = await aClaimant()
    await proveAddress(fixture.admin)
    await invite(fixture, client_id)
    expect((await claimRecord({ person, client_id })).body).toEqual({ state: 'accepted' })
    expect(await bookingsOf(person, studio.id)).toEqual([pastBooking.id, futureBooking.id].sort())
    expectError(await person.post(`/invitations/${await tokenTo(person.email)}/accept`), 'INVITATION_ENDED')
  })

  test('does not work for another address, after a change of the address, or a week later', async () => {
    const email = anAddress()
    const { fixture, client_id } = await anInvitableClient(email)
    await invite(fixture, client_id)
    const token = await tokenTo(email)
    const stranger = await aPerson(server)
    expectError(await stranger.post(`/invitations/${token}/accept`), 'INVITATION_FOR_ANOTHER')
    const owner = await aPerson(server, { email })
    await asLogin((tx) =>
      sql`update client_records set email = 'other@example.com' where id = ${client_id}`.execute(tx),
    )
    expectError(await owner.post(`/invitations/${token}/accept`), 'INVITATION_ENDED')
    await asLogin((tx) => sql`update client_records set email = ${email} where id = ${client_id}`.execute(tx))
    await asLogin((tx) =>
      sql`update client_invitations set created_at = created_at - interval '8 days',
      expires_at = expires_at - interval '8 days' where client_id = ${client_id}`.execute(tx),
    )
    expectError(await owner.post(`/invitations/${token}/accept`), 'INVITATION_ENDED')
    expect((await owner.get('/me')).body.role).toBeNull()
  })

  test('ends with the role of its sender, and does not apply to people who work somewhere', async () => {
    const email = anAddress()
    const { fixture, client_id } = await anInvitableClient(email)
    const desk = await aDeskPerson(server, fixture)
    await desk.post(`/studios/${fixture.studio.id}/client-invitations`, { client_ids: [client_id] })
    const token = await tokenTo(email)
    const owner = await aPerson(server, { email })
    await owner.post('/me/onboarding', { role: 'partner' })
    expectError(await owner.post(`/invitations/${token}/accept`), 'ROLE_EXISTS')
    await asLogin((tx) => sql`update user_roles set status = 'inactive' where user_id = ${desk.id}`.execute(tx))
    expectError(await owner.post(`/invitations/${token}/accept`), 'INVITATION_ENDED')
  })

  test('gets the same response for a known and an unknown address, once a week, and 300 a day for a studio', async () => {
    const knownPerson = await aClient(server, (await aStudio(server)).studio.id)
    const first = await anInvitableClient(knownPerson.email)
    const second = await anInvitableClient(anAddress())
    const [firstResponse, secondResponse] = [
      await invite(first.fixture, first.client_id),
      await invite(second.fixture, second.client_id),
    ]
    expect([firstResponse.status, firstResponse.body]).toEqual([secondResponse.status, secondResponse.body])
    expectError(await invite(first.fixture, first.client_id), 'RATE_LIMITED')
    // A new record with the same address does not avoid the limit.
    await first.fixture.admin.delete(`/studios/${first.fixture.studio.id}/clients/${first.client_id}`)
    const newRecord = await aClientRecord(first.fixture.studio.id, { email: knownPerson.email })
    expectError(await invite(first.fixture, newRecord), 'RATE_LIMITED')
    await asLogin((tx) =>
      sql`insert into client_invitations (studio_id, address_mac, token_hash, created_at, expires_at)
      select ${second.fixture.studio.id}, 'mac ' || n, gen_random_uuid()::text, ${clock.now().toISOString()}::timestamptz,
        ${clock.now().toISOString()}::timestamptz + interval '7 days' from generate_series(1, 299) n`.execute(tx),
    )
    const oneTooMany = await aClientRecord(second.fixture.studio.id, { email: anAddress() })
    expectError(await invite(second.fixture, oneTooMany), 'RATE_LIMITED')
  })

  test('needs an admin with a confirmed address, a record with an address and without an account', async () => {
    const fixture = await aStudio(server)
    const client_id = await aClientRecord(fixture.studio.id, { email: anAddress() })
    expectError(await invite(fixture, client_id), 'ADDRESS_NOT_PROVEN')
    await proveAddress(fixture.admin)
    expectError(await invite(fixture, await aClientRecord(fixture.studio.id)), 'VALIDATION_FAILED')
    expectError(await invite(fixture, fixture.client.id), 'CLIENT_HAS_ACCOUNT')
    const elsewhere = await aStudio(server)
    expectError(await invite(fixture, await aClientRecord(elsewhere.studio.id, { email: anAddress() })), 'NOT_FOUND')
  })

  test('is sent by an import only when the desk asks for it', async () => {
    const fixture = await aStudio(server)
    await proveAddress(fixture.admin)
    const [email, second] = [anAddress(), anAddress()]
    const file = new TextEncoder().encode(`Name,Email\nIda,${email}\nUma,${second}\nNo Mail,`)
    const path = `/studios/${fixture.studio.id}`
    const imported = await fixture.admin.upload('POST', `${path}/client-imports`, file, { type: 'text/csv' })
    await stateOfDatabase()
    expect(await mailsTo(server, email)).toEqual([])
    const invitations = await fixture.admin.post(`${path}/client-invitations`, { import_id: imported.body.import.id })
    expect(invitations.body).toEqual({ invited: 2, skipped: 0 })
    for (const address of [email, second]) expect(await tokenTo(address)).not.toBe('')
  })
})

describe('concurrently', () => {
  const statuses = (responses: ApiResponse[]) => responses.map(({ status }) => status).sort()

  test('several claims of one person become one claim', async () => {
    const { fixture, person, client_id } = await aClaimant()
    const responses = await Promise.all([1, 2, 3].map(() => claimRecord({ person, client_id })))
    expect(statuses(responses)).toEqual([200, 404, 404])
    expect(await claimsOf(fixture)).toHaveLength(1)
  })

  test('of two different answers to a claim, one succeeds', async () => {
    const { fixture, person, client_id, pastBooking, futureBooking, studio } = await aClaimant()
    await claimRecord({ person, client_id })
    const [open] = await claimsOf(fixture)
    const responses = await Promise.all([answerClaim(fixture, open.id, true), answerClaim(fixture, open.id, false)])
    expect(statuses(responses)).toEqual([200, 404])
    const visibleIds = await bookingsOf(person, studio.id)
    expect(visibleIds).toEqual(responses[0]?.status === 200 ? [pastBooking.id, futureBooking.id].sort() : [])
  })

  test('a claim and a merge: no claim of the merged record is left', async () => {
    const { fixture, person, client_id, studio, admin, other } = await aClaimant()
    const path = `/studios/${studio.id}/clients/${other.id}/merge`
    const [claimResponse, mergeResponse] = await Promise.all([
      claimRecord({ person, client_id }),
      admin.post(path, { other_id: client_id }),
    ])
    expect(mergeResponse.status).toBe(200)
    expect([200, 404]).toContain(claimResponse.status)
    expect(await claimsOf(fixture)).toEqual([])
  })

  test('a claim and an erasure: the record is erased and not claimed', async () => {
    const { fixture, person, client_id, studio, admin } = await aClaimant()
    const [claimResponse, erasureResponse] = await Promise.all([
      claimRecord({ person, client_id }),
      admin.post(`/studios/${studio.id}/clients/${client_id}/erase`),
    ])
    expect(erasureResponse.status).toBe(200)
    expect([200, 404]).toContain(claimResponse.status)
    expect(await claimsOf(fixture)).toEqual([])
    expect((await person.get('/me/claims')).body).toEqual({ items: [], open: [] })
  })

  test("the studio's acceptance and an erasure: the account has the record, or the record is erased", async () => {
    const { fixture, person, client_id, pastBooking, studio, admin } = await aClaimant()
    await claimRecord({ person, client_id })
    const [open] = await claimsOf(fixture)
    const [approval, erasureResponse] = await Promise.all([
      answerClaim(fixture, open.id, true),
      admin.post(`/studios/${studio.id}/clients/${client_id}/erase`),
    ])
    const record = (await admin.get(`/studios/${studio.id}/clients/${client_id}`)).body
    if (approval.status === 200) {
      expectError(erasureResponse, 'CLIENT_HAS_ACCOUNT')
      expect(record).toMatchObject({ user_id: person.id, name: 'Wanda Walk-in' })
      expect(await bookingsOf(person, studio.id)).toContain(pastBooking.id)
    } else {
      expect([approval.status, erasureResponse.status]).toEqual([404, 200])
      expect(record).toMatchObject({ user_id: null, name: 'Former client' })
      expect(await bookingsOf(person, studio.id)).toEqual([])
    }
  })

  test('an acceptance and the deletion of the account: nothing of the person is left', async () => {
    const { fixture, person, client_id, studio } = await aClaimant()
    await claimRecord({ person, client_id })
    const [open] = await claimsOf(fixture)
    await Promise.all([
      answerClaim(fixture, open.id, true),
      person.post('/me/deletion', { current_password: person.password }),
    ])
    const { rows } = await asLogin((tx) =>
      sql<{ name: string }>`select name, email, phone from client_records
        where studio_id = ${studio.id} and id in (${client_id}, ${person.id})`.execute(tx),
    )
    for (const row of rows) expect(row).toEqual({ name: 'Former member', email: null, phone: null })
  })
})
