import { createHash, randomUUID } from 'node:crypto'
import { aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import { aClientRecord } from '@studiohub/testing/client-records.ts'
import { asLogin, stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import {
  aClient,
  aCrewMember,
  aDeskPerson,
  aStudio,
  type StudioOfTest,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'

const clock = aFixedClock()
const { today } = clock
const signature = { name: 'Cleo Łukasz Client', drawing: 'M10 20 L30 40 L50 20 M60 60 L90 61' }
let server: TestServer
let fixture: StudioOfTest
let terms_id: string

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(async () => {
  clock.set('10:00')
  fixture = await aStudio(server, { name: 'Red Room' })
  terms_id = await publish({ needs_signature: true })
})

const publish = async (overrides: object): Promise<string> => {
  const text = '# Rules\n\nBe **on time**.\n\n- one\n- two [page](https://a.example)'
  return (await fixture.admin.post(`/studios/${fixture.studio.id}/terms`, { text, ...overrides })).body.id
}
const book = (caller: TestUser, overrides: Record<string, unknown> = {}) =>
  caller.post(`/studios/${fixture.studio.id}/bookings`, aSession(today, { accepted_terms: terms_id, ...overrides }))
const termsOf = async (caller: TestUser, id: string) => (await caller.get(`/bookings/${id}/terms`)).body
const fileOf = async ({ token }: TestUser, id: string) => {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${server.url}/api/v1/agreements/${id}/pdf`, { headers })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** A signed session whose PDF is ready. */
async function aSignedSession() {
  const { body } = await book(fixture.client, { signature })
  await stateOfDatabase()
  const { agreement } = (await termsOf(fixture.client, body.id)).acceptance
  return { booking_id: body.id, agreement }
}

/** A series that an admin booked for a client without an account, and a function that accepts its terms by the email's link. */
async function aGuestSeries() {
  await asLogin((tx) => sql`update auth.users set email_proven = true where id = ${fixture.admin.id}::uuid`.execute(tx))
  const email = `${randomUUID()}@example.com`
  const client_id = await aClientRecord(fixture.studio.id, { name: 'Gus Guest', email })
  const series = aSession(today, { client_id, count: 2 })
  const { bookings } = (await fixture.admin.post(`/studios/${fixture.studio.id}/booking-series`, series)).body
  const { text } = await nextMail(server, email, 'is booked')
  const token = /\/legal\/accept#(\S+)/.exec(text)?.[1] ?? ''
  const accept = (overrides: object) =>
    callAs(server.url, null).post('/public/booking-terms/accept', { token, terms_id, ...overrides })
  return { bookings, email, client_id, accept }
}

test('a signed agreement is stored with its hash, and both sides can download it and get it by email', async () => {
  expectError(await book(fixture.client), 'SIGNATURE_REQUIRED')
  const { booking_id, agreement } = await aSignedSession()
  expect(agreement).toEqual({
    id: expect.any(String),
    signer_name: 'Cleo Łukasz Client',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect((await termsOf(fixture.admin, booking_id)).acceptance.agreement).toEqual(agreement)
  for (const person of [fixture.client, fixture.admin, await aDeskPerson(server, fixture)]) {
    const { status, bytes } = await fileOf(person, agreement.id)
    expect(status).toBe(200)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(agreement.sha256)
  }
  const toClient = await nextMail(server, fixture.client.email, 'Your agreement with Red Room')
  expect(toClient.text).toContain(`SHA-256: ${agreement.sha256}`)
  expect(toClient.text).toMatch(/^Session: .*, \d\d:\d\d to \d\d:\d\d\nSigned by: .*\nSigned on: .* time\)$/m)
  expect(toClient.text).toContain(`/s/${fixture.studio.slug}/terms`)
  const toAdmin = await nextMail(server, fixture.admin.email, 'signed your terms')
  for (const { files } of [toClient, toAdmin]) expect(files).toContain('agreement.pdf')
})

test('other people cannot download an agreement', async () => {
  const { agreement } = await aSignedSession()
  const rival = await aStudio(server)
  const others = [
    await aClient(server, fixture.studio.id),
    await aCrewMember(server, fixture),
    rival.admin,
    rival.client,
  ]
  for (const person of others) expect((await fileOf(person, agreement.id)).status).toBe(404)
  expectError(await callAs(server.url, null).get(`/agreements/${agreement.id}/pdf`), 'UNAUTHENTICATED')
})

test('an agreement cannot be changed, not even by jobs', async () => {
  const { agreement } = await aSignedSession()
  for (const change of ["pdf = 'x'", "signer_name = 'Another'", `sha256 = '${'b'.repeat(64)}'`, "drawing = 'M1 1'"]) {
    const attempt = asSystem((tx) =>
      sql`update agreements set ${sql.raw(change)} where id = ${agreement.id}::uuid`.execute(tx),
    )
    await expect(attempt, change).rejects.toMatchObject({ code: '42501' })
  }
})

test('only the chosen services need a signature, and a drawing may contain only lines', async () => {
  terms_id = await publish({ needs_signature: true, signed_services: ['mixing'] })
  expect((await book(fixture.client)).status).toBe(201)
  const mixing = { service_type: 'mixing', start_time: '14:00', end_time: '16:00' }
  expectError(await book(fixture.client, mixing), 'SIGNATURE_REQUIRED')
  for (const drawing of ['', 'M1 1 C2 2', 'M1 1<script>', 'L1 1', 'M1 1 '.repeat(9_000)])
    expectError(await book(fixture.client, { ...mixing, signature: { ...signature, drawing } }), 'VALIDATION_FAILED')
  expectError(await book(fixture.client, { ...mixing, signature: { name: ' ', drawing: null } }), 'VALIDATION_FAILED')
  const withTypedName = await book(fixture.client, { ...mixing, signature: { name: 'Cleo', drawing: null } })
  expect(withTypedName.status).toBe(201)
})

test('the desk cannot sign for a client, and a client without an account signs once for a series by link', async () => {
  const overrides = { client_id: fixture.client.id }
  expectError(await book(fixture.admin, { ...overrides, accepted_terms: null, signature }), 'FIELD_NOT_ALLOWED')
  const { bookings, email, accept } = await aGuestSeries()
  expectError(await accept({}), 'SIGNATURE_REQUIRED')
  expect((await accept({ signature })).status).toBe(200)
  await nextMail(server, email, 'Your agreement with Red Room')
  const ids = new Set<string>()
  for (const { id } of bookings) ids.add((await termsOf(fixture.admin, id)).acceptance.agreement.id)
  expect(ids.size).toBe(1)
})

test('erasing a client empties the agreement except for its hash, and merging records moves it', async () => {
  const { client_id, accept } = await aGuestSeries()
  await accept({ signature })
  await stateOfDatabase()
  const record = await aClientRecord(fixture.studio.id, { name: 'Gus G.' })
  const ofStudio = `/studios/${fixture.studio.id}/clients`
  expect((await fixture.admin.post(`${ofStudio}/${record}/merge`, { other_id: client_id })).status).toBe(200)
  expect((await fixture.admin.post(`${ofStudio}/${record}/erase`, {})).status).toBe(200)
  const { rows } = await asLogin((tx) =>
    sql<{
      id: string
    }>`select id, signer_name, drawing, pdf, sha256 from agreements where client_id = ${record}::uuid`.execute(tx),
  )
  const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/)
  expect(rows).toEqual([{ id: expect.any(String), signer_name: null, drawing: null, pdf: null, sha256 }])
  expect((await fileOf(fixture.admin, rows[0]?.id ?? '')).status).toBe(404)
})
