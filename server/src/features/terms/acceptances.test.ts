import { randomUUID } from 'node:crypto'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import { aClientRecord } from '@studiohub/testing/client-records.ts'
import { asLogin, stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import {
  aClient,
  aCrewMember,
  aDeskPerson,
  aStudio,
  aSuperAdmin,
  proveAddress,
  type StudioOfTest,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { authAs } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'
import { forgetAddresses } from './queries.ts'

const clock = aFixedClock()
const { today } = clock
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
  terms_id = await publish('Be on time.')
})

const publish = async (text: string): Promise<string> =>
  (await fixture.admin.post(`/studios/${fixture.studio.id}/terms`, { text })).body.id
const book = (caller: TestUser, overrides: Record<string, unknown> = {}) =>
  caller.post(`/studios/${fixture.studio.id}/bookings`, aSession(today, overrides))
const termsOf = (caller: TestUser, id: string) => caller.get(`/bookings/${id}/terms`)
const bookAtDesk = (overrides: Record<string, unknown> = {}) =>
  aBooking(fixture.admin, fixture.studio.id, today, { client_id: fixture.client.id, ...overrides })
const visitor = () => callAs(server.url, null)

/** The token of the terms link in the email about a booking. */
async function linkTo(email: string, subject = 'is booked') {
  const { text } = await nextMail(server, email, subject)
  return /\/legal\/accept#(\S+)/.exec(text)?.[1] ?? ''
}

describe('a client who books', () => {
  test('accepts the current version, which is recorded with its time, version and network address', async () => {
    const booking = await book(fixture.client, { accepted_terms: terms_id })
    expect(booking.status).toBe(201)
    const acceptance = { terms_id, number: 1, way: 'booking', accepted_at: clock.now().toISOString(), agreement: null }
    const termsForAdmin = await termsOf(fixture.admin, booking.body.id)
    expect(termsForAdmin.body).toEqual({ acceptance: { ...acceptance, network_address: '127.0.0.1' }, open: null })
    expect((await termsOf(fixture.client, booking.body.id)).body.acceptance).toEqual({
      ...acceptance,
      network_address: null,
    })
  })

  test('cannot book without accepting the terms, or with an old or unknown version', async () => {
    const withoutTerms = await book(fixture.client)
    expectError(withoutTerms, 'TERMS_NOT_ACCEPTED')
    expect(withoutTerms.body.message).toBe('Please read and accept the terms of the studio first.')
    const next = await publish('Be early.')
    const withOldTerms = await book(fixture.client, { accepted_terms: terms_id })
    expectError(withOldTerms, 'TERMS_CHANGED')
    expect(withOldTerms.body.message).toContain('new terms')
    expectError(await book(fixture.client, { accepted_terms: randomUUID() }), 'TERMS_CHANGED')
    expect((await book(fixture.client, { accepted_terms: next })).status).toBe(201)
  })

  test('accepts them once for all sessions of a series', async () => {
    const series = (accepted_terms?: string) =>
      fixture.client.post(
        `/studios/${fixture.studio.id}/booking-series`,
        aSession(today, { count: 3, ...(accepted_terms && { accepted_terms }) }),
      )
    expectError(await series(), 'TERMS_NOT_ACCEPTED')
    const { bookings } = (await series(terms_id)).body
    for (const { id } of bookings)
      expect((await termsOf(fixture.client, id)).body).toMatchObject({ acceptance: { number: 1 }, open: null })
  })

  test('needs no terms if the studio has none or has ended them', async () => {
    const studioWithoutTerms = await aStudio(server)
    const { id } = await aBooking(studioWithoutTerms.client, studioWithoutTerms.studio.id, today)
    expect((await termsOf(studioWithoutTerms.client, id)).body).toEqual({ acceptance: null, open: null })
    await fixture.admin.post(`/terms/${terms_id}/end`)
    expect((await book(fixture.client)).status).toBe(201)
  })

  test('never accepts an ended version, even if a new one is published at the same time', async () => {
    for (let round = 0; round < 4; round++) {
      const before = terms_id
      const day = plusDays(today, 10 + round)
      const [response, next] = await Promise.all([
        book(fixture.client, { accepted_terms: before, booking_date: day }),
        publish(`Round ${round}`),
      ])
      terms_id = next
      if (response.status !== 201) expectError(response, 'TERMS_CHANGED')
      else expect((await termsOf(fixture.client, response.body.id)).body.acceptance.terms_id).toBe(before)
    }
  })

  test('must accept the terms personally, because the desk cannot accept for them', async () => {
    const overrides = { client_id: fixture.client.id, accepted_terms: terms_id }
    expectError(await book(fixture.admin, overrides), 'FIELD_NOT_ALLOWED')
    const { id } = await bookAtDesk()
    expectError(await fixture.admin.post(`/bookings/${id}/terms`, { terms_id }), 'FORBIDDEN')
  })
})

test('a visitor accepts the terms when they confirm their hold', async () => {
  const email = `${randomUUID()}@example.com`
  const form = { service: 'recording', minutes: 60, day: plusDays(today, 7), time: '14:00', name: 'Vera', email }
  await visitor().post(`/public/studios/${fixture.studio.slug}/visitor-holds`, form)
  const { text } = await nextMail(server, email, 'Confirm your session')
  const token = /token_hash=([\w-]+)/.exec(text)?.[1] ?? ''
  const { body: hold } = await visitor().post('/public/visitor-holds', { token })
  expect(hold.terms).toMatchObject({ id: terms_id, number: 1, text: 'Be on time.' })
  const { body: session } = await authAs(server, null)('POST', '/visitor', { token_hash: token })
  const person = callAs(server.url, session.access_token)
  const confirmHold = (overrides: object) => person.post(`/visitor-holds/${hold.id}/book`, overrides)
  expectError(await confirmHold({}), 'TERMS_NOT_ACCEPTED')
  const next = await publish('Be early.')
  const changed = await confirmHold({ accepted_terms: terms_id })
  expectError(changed, 'TERMS_CHANGED')
  expect(changed.body.details.terms).toMatchObject({ id: next, text: 'Be early.' })
  const response = await confirmHold({ accepted_terms: next })
  expect(response.status).toBe(200)
  const { id } = response.body.booking
  expect((await termsOf(fixture.admin, id)).body).toMatchObject({ acceptance: { number: 2, way: 'booking' } })
  // A repeat returns the same booking.
  expect((await confirmHold({ accepted_terms: next })).body.booking.id).toBe(id)
})

describe('a booking by the desk', () => {
  test('needs no accepted terms, and a client without an account can accept them with the link in its email', async () => {
    const email = `${randomUUID()}@example.com`
    const client_id = await aClientRecord(fixture.studio.id, { name: 'Gus Guest', email })
    await asLogin((tx) =>
      sql`update auth.users set email_proven = true where id = ${fixture.admin.id}::uuid`.execute(tx),
    )
    const { id } = await bookAtDesk({ client_id })
    expect((await termsOf(fixture.admin, id)).body).toMatchObject({ acceptance: null, open: { id: terms_id } })
    const token = await linkTo(email)
    const publicTerms = await visitor().post('/public/booking-terms', { token })
    expect(publicTerms.body).toMatchObject({
      studio: { name: 'Red Room' },
      session: { start_time: '10:00', end_time: '12:00', count: 1 },
      accepted: null,
      open: { id: terms_id, text: 'Be on time.' },
    })
    for (const secret of [id, client_id, email, 'Gus']) expect(publicTerms.text).not.toContain(secret)
    const accepted = await visitor().post('/public/booking-terms/accept', { token, terms_id })
    expect(accepted.body).toMatchObject({ accepted: { number: 1, text: 'Be on time.' }, open: null })
    expect((await termsOf(fixture.admin, id)).body.acceptance).toMatchObject({
      way: 'link',
      network_address: '127.0.0.1',
    })
    const repeat = await visitor().post('/public/booking-terms/accept', { token, terms_id })
    expect(repeat.body).toEqual(accepted.body)
  })

  test('can get its terms accepted by the signed-in client, for all sessions of its series', async () => {
    const overrides = aSession(today, { client_id: fixture.client.id, count: 2 })
    const { bookings } = (await fixture.admin.post(`/studios/${fixture.studio.id}/booking-series`, overrides)).body
    const [first, second] = bookings
    const next = await publish('Be early.')
    const accept = (caller: TestUser, version: string) =>
      caller.post(`/bookings/${first.id}/terms`, { terms_id: version })
    expectError(await accept(fixture.client, terms_id), 'TERMS_CHANGED')
    const both = await Promise.all([accept(fixture.client, next), accept(fixture.client, next)])
    for (const { body } of both) expect(body).toMatchObject({ acceptance: { number: 2, way: 'page' }, open: null })
    expect((await termsOf(fixture.client, second.id)).body).toMatchObject({ acceptance: { number: 2 } })
  })

  test('does not show its terms to other people, who also cannot accept them', async () => {
    const { id } = await bookAtDesk()
    const rival = await aStudio(server)
    const crew = await aCrewMember(server, fixture)
    for (const person of [await aClient(server, fixture.studio.id), rival.admin, rival.client]) {
      expectError(await termsOf(person, id), 'NOT_FOUND')
      expectError(await person.post(`/bookings/${id}/terms`, { terms_id }), 'NOT_FOUND')
    }
    expectError(await termsOf(crew, id), 'FORBIDDEN')
    expectError(await crew.post(`/bookings/${id}/terms`, { terms_id }), 'FORBIDDEN')
    expectError(await visitor().get(`/bookings/${id}/terms`), 'UNAUTHENTICATED')
    for (const person of [await aDeskPerson(server, fixture), await aSuperAdmin(server)]) {
      expect((await termsOf(person, id)).body.open.id).toBe(terms_id)
      expectError(await person.post(`/bookings/${id}/terms`, { terms_id }), 'FORBIDDEN')
    }
  })

  test('has a link that does not work if it is altered, and accepts nothing if the session is cancelled', async () => {
    await proveAddress(fixture.client)
    const { id } = await bookAtDesk()
    const other = await bookAtDesk({ start_time: '14:00', end_time: '15:00' })
    const token = await linkTo(fixture.client.email)
    const [, secret = ''] = token.split('.')
    const otherId = [id, other.id].find((booking_id) => !token.startsWith(booking_id)) ?? ''
    for (const wrongToken of [`${otherId}.${secret}`, `${token}x`, id, 'x', '.x'])
      expectError(await visitor().post('/public/booking-terms', { token: wrongToken }), 'NOT_FOUND')
    await fixture.admin.post(`/bookings/${token.split('.')[0]}/cancel`, {})
    const response = await visitor().post('/public/booking-terms/accept', { token, terms_id })
    expectError(response, 'INVALID_TRANSITION')
  })

  test('needs no terms if it is older than the first version, and its email has no link', async () => {
    const newStudio = await aStudio(server)
    const { id } = await aBooking(newStudio.admin, newStudio.studio.id, today, { client_id: newStudio.client.id })
    const { text } = await nextMail(server, newStudio.client.email, 'is booked')
    expect(text).not.toContain('/legal/accept')
    clock.set('10:01')
    await newStudio.admin.post(`/studios/${newStudio.studio.id}/terms`, { text: 'Be on time.' })
    expect((await termsOf(newStudio.client, id)).body).toEqual({ acceptance: null, open: null })
  })

  test('has no link in its emails if the client has already accepted', async () => {
    await proveAddress(fixture.client)
    await book(fixture.client, { accepted_terms: terms_id })
    await stateOfDatabase()
    const mails = await mailsTo(server, fixture.client.email)
    expect(mails.some(({ subject }) => subject.includes('received your request'))).toBe(true)
    expect(mails.every(({ text }) => !text.includes('/legal/accept'))).toBe(true)
  })
})

test('the network address is removed after 90 days, and the acceptance stays', async () => {
  const { id } = (await book(fixture.client, { accepted_terms: terms_id })).body
  const addressAfter = async (days: number) => {
    await asSystem((tx) => forgetAddresses(tx, new Date(clock.now().getTime() + days * 86_400_000)))
    return (await termsOf(fixture.admin, id)).body.acceptance
  }
  expect(await addressAfter(0)).toMatchObject({ network_address: '127.0.0.1' })
  expect(await addressAfter(1)).toMatchObject({ network_address: null, number: 1 })
})

test('merging client records moves an acceptance, and erasing the client removes its network address', async () => {
  const email = `${randomUUID()}@example.com`
  const [record, other] = [
    await aClientRecord(fixture.studio.id, { name: 'Gus Guest' }),
    await aClientRecord(fixture.studio.id, { name: 'Gus G.', email }),
  ]
  await asLogin((tx) => sql`update auth.users set email_proven = true where id = ${fixture.admin.id}::uuid`.execute(tx))
  const { id } = await bookAtDesk({ client_id: other })
  await visitor().post('/public/booking-terms/accept', { token: await linkTo(email), terms_id })
  const ofStudio = `/studios/${fixture.studio.id}/clients`
  expect((await fixture.admin.post(`${ofStudio}/${record}/merge`, { other_id: other })).status).toBe(200)
  const acceptanceRow = () =>
    asLogin((tx) =>
      sql<{ client_id: string; network_address: string | null }>`
        select client_id, network_address from terms_acceptances where booking_id = ${id}::uuid`.execute(tx),
    )
  expect((await acceptanceRow()).rows).toEqual([{ client_id: record, network_address: '127.0.0.1' }])
  expect((await fixture.admin.post(`${ofStudio}/${record}/erase`, {})).status).toBe(200)
  expect((await acceptanceRow()).rows).toEqual([{ client_id: record, network_address: null }])
})
