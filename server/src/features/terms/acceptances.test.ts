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
  type Person,
  proveAddress,
  type StudioOfTest,
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
const book = (caller: Person, given: Record<string, unknown> = {}) =>
  caller.post(`/studios/${fixture.studio.id}/bookings`, aSession(today, given))
const termsOf = (caller: Person, id: string) => caller.get(`/bookings/${id}/terms`)
const byDesk = (given: Record<string, unknown> = {}) =>
  aBooking(fixture.admin, fixture.studio.id, today, { client_id: fixture.client.id, ...given })
const visitor = () => callAs(server.url, null)

/** The secret of the link in the email about a booking. */
async function linkTo(email: string, subject = 'is booked') {
  const { text } = await nextMail(server, email, subject)
  return /\/legal\/accept#(\S+)/.exec(text)?.[1] ?? ''
}

describe('a client who books', () => {
  test('accepts the current version, recorded with time, version and network address', async () => {
    const booked = await book(fixture.client, { accepted_terms: terms_id })
    expect(booked.status).toBe(201)
    const acceptance = { terms_id, number: 1, way: 'booking', accepted_at: clock.now().toISOString(), agreement: null }
    const seen = await termsOf(fixture.admin, booked.body.id)
    expect(seen.body).toEqual({ acceptance: { ...acceptance, network_address: '127.0.0.1' }, open: null })
    expect((await termsOf(fixture.client, booked.body.id)).body.acceptance).toEqual({
      ...acceptance,
      network_address: null,
    })
  })

  test('is refused without it, and with an old or a foreign version', async () => {
    const without = await book(fixture.client)
    expectError(without, 'TERMS_NOT_ACCEPTED')
    expect(without.body.message).toBe('Please read and accept the terms of the studio first.')
    const next = await publish('Be early.')
    const old = await book(fixture.client, { accepted_terms: terms_id })
    expectError(old, 'TERMS_CHANGED')
    expect(old.body.message).toContain('new terms')
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

  test('accepts nothing where the studio has no terms, or no longer asks for them', async () => {
    const plain = await aStudio(server)
    const { id } = await aBooking(plain.client, plain.studio.id, today)
    expect((await termsOf(plain.client, id)).body).toEqual({ acceptance: null, open: null })
    await fixture.admin.post(`/terms/${terms_id}/end`)
    expect((await book(fixture.client)).status).toBe(201)
  })

  test('a booking and a new version at once never leave a booking with an old one', async () => {
    for (let round = 0; round < 4; round++) {
      const before = terms_id
      const day = plusDays(today, 10 + round)
      const [booked, next] = await Promise.all([
        book(fixture.client, { accepted_terms: before, booking_date: day }),
        publish(`Round ${round}`),
      ])
      terms_id = next
      if (booked.status !== 201) expectError(booked, 'TERMS_CHANGED')
      else expect((await termsOf(fixture.client, booked.body.id)).body.acceptance.terms_id).toBe(before)
    }
  })

  test('the desk cannot accept for a client', async () => {
    const given = { client_id: fixture.client.id, accepted_terms: terms_id }
    expectError(await book(fixture.admin, given), 'FIELD_NOT_ALLOWED')
    const { id } = await byDesk()
    expectError(await fixture.admin.post(`/bookings/${id}/terms`, { terms_id }), 'FORBIDDEN')
  })
})

test('a visitor accepts when they confirm the time that they held', async () => {
  const email = `${randomUUID()}@example.com`
  const form = { service: 'recording', minutes: 60, day: plusDays(today, 7), time: '14:00', name: 'Vera', email }
  await visitor().post(`/public/studios/${fixture.studio.slug}/visitor-holds`, form)
  const { text } = await nextMail(server, email, 'Confirm your session')
  const token = /token_hash=([\w-]+)/.exec(text)?.[1] ?? ''
  const { body: held } = await visitor().post('/public/visitor-holds', { token })
  expect(held.terms).toMatchObject({ id: terms_id, number: 1, text: 'Be on time.' })
  const { body: session } = await authAs(server, null)('POST', '/visitor', { token_hash: token })
  const person = callAs(server.url, session.access_token)
  const press = (given: object) => person.post(`/visitor-holds/${held.id}/book`, given)
  expectError(await press({}), 'TERMS_NOT_ACCEPTED')
  const next = await publish('Be early.')
  const changed = await press({ accepted_terms: terms_id })
  expectError(changed, 'TERMS_CHANGED')
  expect(changed.body.details.terms).toMatchObject({ id: next, text: 'Be early.' })
  const booked = await press({ accepted_terms: next })
  expect(booked.status).toBe(200)
  const { id } = booked.body.booking
  expect((await termsOf(fixture.admin, id)).body).toMatchObject({ acceptance: { number: 2, way: 'booking' } })
  // A repeated press has the same booking.
  expect((await press({ accepted_terms: next })).body.booking.id).toBe(id)
})

describe('a booking of the desk', () => {
  test('is not held up; its email has a link to the terms, which a client without an account accepts', async () => {
    const email = `${randomUUID()}@example.com`
    const client_id = await aClientRecord(fixture.studio.id, { name: 'Gus Guest', email })
    await asLogin((tx) =>
      sql`update auth.users set email_proven = true where id = ${fixture.admin.id}::uuid`.execute(tx),
    )
    const { id } = await byDesk({ client_id })
    expect((await termsOf(fixture.admin, id)).body).toMatchObject({ acceptance: null, open: { id: terms_id } })
    const token = await linkTo(email)
    const shown = await visitor().post('/public/booking-terms', { token })
    expect(shown.body).toMatchObject({
      studio: { name: 'Red Room' },
      session: { start_time: '10:00', end_time: '12:00', count: 1 },
      accepted: null,
      open: { id: terms_id, text: 'Be on time.' },
    })
    for (const secret of [id, client_id, email, 'Gus']) expect(shown.text).not.toContain(secret)
    const accepted = await visitor().post('/public/booking-terms/accept', { token, terms_id })
    expect(accepted.body).toMatchObject({ accepted: { number: 1, text: 'Be on time.' }, open: null })
    expect((await termsOf(fixture.admin, id)).body.acceptance).toMatchObject({
      way: 'link',
      network_address: '127.0.0.1',
    })
    const again = await visitor().post('/public/booking-terms/accept', { token, terms_id })
    expect(again.body).toEqual(accepted.body)
  })

  test('is accepted in the area of its client, with all sessions of its series', async () => {
    const given = aSession(today, { client_id: fixture.client.id, count: 2 })
    const { bookings } = (await fixture.admin.post(`/studios/${fixture.studio.id}/booking-series`, given)).body
    const [first, second] = bookings
    const next = await publish('Be early.')
    const accept = (caller: Person, version: string) =>
      caller.post(`/bookings/${first.id}/terms`, { terms_id: version })
    expectError(await accept(fixture.client, terms_id), 'TERMS_CHANGED')
    const both = await Promise.all([accept(fixture.client, next), accept(fixture.client, next)])
    for (const { body } of both) expect(body).toMatchObject({ acceptance: { number: 2, way: 'page' }, open: null })
    expect((await termsOf(fixture.client, second.id)).body).toMatchObject({ acceptance: { number: 2 } })
  })

  test('cannot be accepted or seen by other people', async () => {
    const { id } = await byDesk()
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

  test('a link that was changed opens nothing, and one of a cancelled session accepts nothing', async () => {
    await proveAddress(fixture.client)
    const { id } = await byDesk()
    const other = await byDesk({ start_time: '14:00', end_time: '15:00' })
    const token = await linkTo(fixture.client.email)
    const [, secret = ''] = token.split('.')
    const stranger = [id, other.id].find((one) => !token.startsWith(one)) ?? ''
    for (const wrong of [`${stranger}.${secret}`, `${token}x`, id, 'x', '.x'])
      expectError(await visitor().post('/public/booking-terms', { token: wrong }), 'NOT_FOUND')
    await fixture.admin.post(`/bookings/${token.split('.')[0]}/cancel`, {})
    const late = await visitor().post('/public/booking-terms/accept', { token, terms_id })
    expectError(late, 'INVALID_TRANSITION')
  })

  test('from before the first terms needs none, and its email has no link', async () => {
    const plain = await aStudio(server)
    const { id } = await aBooking(plain.admin, plain.studio.id, today, { client_id: plain.client.id })
    const { text } = await nextMail(server, plain.client.email, 'is booked')
    expect(text).not.toContain('/legal/accept')
    clock.set('10:01')
    await plain.admin.post(`/studios/${plain.studio.id}/terms`, { text: 'Be on time.' })
    expect((await termsOf(plain.client, id)).body).toEqual({ acceptance: null, open: null })
  })

  test('emails about what a client accepted have no link', async () => {
    await proveAddress(fixture.client)
    await book(fixture.client, { accepted_terms: terms_id })
    await stateOfDatabase()
    const mails = await mailsTo(server, fixture.client.email)
    expect(mails.some(({ subject }) => subject.includes('We have your request'))).toBe(true)
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

test('an acceptance follows its client into another record, and loses its address when they are erased', async () => {
  const email = `${randomUUID()}@example.com`
  const [kept, other] = [
    await aClientRecord(fixture.studio.id, { name: 'Gus Guest' }),
    await aClientRecord(fixture.studio.id, { name: 'Gus G.', email }),
  ]
  await asLogin((tx) => sql`update auth.users set email_proven = true where id = ${fixture.admin.id}::uuid`.execute(tx))
  const { id } = await byDesk({ client_id: other })
  await visitor().post('/public/booking-terms/accept', { token: await linkTo(email), terms_id })
  const ofStudio = `/studios/${fixture.studio.id}/clients`
  expect((await fixture.admin.post(`${ofStudio}/${kept}/merge`, { other_id: other })).status).toBe(200)
  const owner = () =>
    asLogin((tx) =>
      sql<{ client_id: string; network_address: string | null }>`
        select client_id, network_address from terms_acceptances where booking_id = ${id}::uuid`.execute(tx),
    )
  expect((await owner()).rows).toEqual([{ client_id: kept, network_address: '127.0.0.1' }])
  expect((await fixture.admin.post(`${ofStudio}/${kept}/erase`, {})).status).toBe(200)
  expect((await owner()).rows).toEqual([{ client_id: kept, network_address: null }])
})
