import { randomUUID } from 'node:crypto'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { type Mail, mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import { aClient, aPerson, aStudio, type Person, proveAddress, type StudioOfTest } from '@studiohub/testing/people.ts'
import { anAppFactor, authAs, provenByApp } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asAuth } from '#platform/db/actor.ts'

const clock = aFixedClock()
const { today } = clock
const day = plusDays(today, 7)
const SUBJECT = 'Confirm your session'
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const anEmail = () => `${randomUUID()}@example.com`
const visitor = () => callAs(server.url, null)
const input = (given: object = {}) => ({
  ...{ service: 'recording', minutes: 120, day, time: '10:00', name: 'Vera Visitor', email: anEmail() },
  ...given,
})
const hold = ({ studio }: Pick<StudioOfTest, 'studio'>, given: object = {}) =>
  visitor().post(`/public/studios/${studio.slug}/visitor-holds`, input(given))
const tokenIn = ({ text }: Mail) => /token_hash=([\w-]+)/.exec(text)?.[1] ?? ''

/** Holds a time and gives the secret of the emailed link. */
async function aHold(fixture: Pick<StudioOfTest, 'studio'>, given: Partial<ReturnType<typeof input>> = {}) {
  const email = given.email ?? anEmail()
  const seen = await mailsTo(server, email)
  const answer = await hold(fixture, { ...given, email })
  if (answer.status !== 201) throw new Error(`holding failed: ${answer.text}`)
  return { email, token: tokenIn(await nextMail(server, email, SUBJECT, seen)) }
}

const press = (token: string) => authAs(server, null)('POST', '/visitor', { token_hash: token })
const look = (token: string) => visitor().post('/public/visitor-holds', { token })

/** Presses the button of the page behind the link, and books with the session that it gives. */
async function confirm(token: string, given: object = {}) {
  const { body: shown } = await look(token)
  const { body: session } = await press(token)
  const person = callAs(server.url, session.access_token)
  return { id: shown.id, person, session, answer: await person.post(`/visitor-holds/${shown.id}/book`, given) }
}
const bookingsOf = async ({ admin, studio }: StudioOfTest) =>
  (await admin.get(`/studios/${studio.id}/bookings?from=${day}&to=${day}`)).body.items
const accountsOf = (email: string) =>
  asAuth((tx) => tx.selectFrom('auth.users').select(['id', 'email_proven']).where('email', '=', email).execute())
const freeAt = async ({ studio }: Pick<StudioOfTest, 'studio'>, time: string) => {
  const { body } = await visitor().get(`/public/studios/${studio.slug}/availability?date=${day}&minutes=60`)
  return body.days[0].free.includes(time)
}

describe('a hold', () => {
  test('reserves the time for 15 minutes, and creates no booking, client or account', async () => {
    const fixture = await aStudio(server)
    const clients = async () => (await fixture.admin.get(`/studios/${fixture.studio.id}/clients`)).body.items.length
    const before = await clients()
    const { email } = await aHold(fixture)
    expect(await freeAt(fixture, '10:30')).toBe(false)
    const busy = await fixture.client.post(`/studios/${fixture.studio.id}/bookings`, aSession(today))
    expectError(busy, 'BOOKING_CONFLICT')
    expect(busy.body.details.free_starts.length).toBeGreaterThan(0)
    const desk = await fixture.admin.post(`/studios/${fixture.studio.id}/bookings`, aSession(today))
    expect(desk.body.message).toContain('is held for a visitor 10:00-12:00')
    expect(await bookingsOf(fixture)).toEqual([])
    expect(await clients()).toBe(before)
    expect(await accountsOf(email)).toEqual([])
    clock.set('10:15')
    expect(await freeAt(fixture, '10:30')).toBe(true)
    const booked = await fixture.client.post(`/studios/${fixture.studio.id}/bookings`, aSession(today))
    expect(booked.status).toBe(201)
  })

  test('says what is to pay with tax, and what cancelling costs and when', async () => {
    const fixture = await aStudio(server)
    const { studio, admin } = fixture
    const services = `/studios/${studio.id}/services`
    const { items } = (await admin.get(services)).body
    const priced = items.map(({ position, ...service }: Record<string, unknown>) => ({
      ...service,
      price_minor: 10_000,
    }))
    await admin.put(services, { items: priced })
    const rates = [{ key: 'vat', name: 'VAT', rate_bp: 1_900 }]
    const policy = { steps: [{ hours: 48, percent: 0 }], late_percent: 50, no_show_percent: 100 }
    const taxes = { prices_include_tax: false, rates }
    await admin.patch(`/studios/${studio.id}`, { taxes, cancellation_policy: policy })
    const email = anEmail()
    const seen = await mailsTo(server, email)
    const { body } = await hold(fixture, { email })
    const cancellation = expect.stringMatching(/^Free cancellation until .* at 10:00.*, then \$59\.50$/)
    expect(body).toMatchObject({ price_minor: 10_000, tax: { rate_bp: 1_900, included: false }, cancellation })
    const mail = await nextMail(server, email, SUBJECT, seen)
    expect(mail.text).toContain('$119')
    expect(mail.text).toContain('then $59.50.')
    expect((await look(tokenIn(mail))).body).toMatchObject({ tax: { rate_bp: 1_900 }, cancellation })
  })

  test('is rejected if the time is taken, too soon or not offered', async () => {
    const fixture = await aStudio(server)
    await aHold(fixture)
    expectError(await hold(fixture), 'BOOKING_CONFLICT')
    expectError(await hold(fixture, { time: '07:00' }), 'OUTSIDE_OPENING_HOURS')
    expectError(await hold(fixture, { day: plusDays(today, -1) }), 'BOOKING_IN_PAST')
    expectError(await hold(fixture, { service: 'nothing' }), 'SERVICE_NOT_OFFERED')
    expectError(await hold({ studio: { ...fixture.studio, slug: 'nobody-here' } }), 'NOT_FOUND')
    expect((await hold(fixture, { time: '14:00' })).status).toBe(201)
  })

  test('is rejected with the invalid field, and a name must not contain links', async () => {
    const fixture = await aStudio(server)
    const { body, status } = await hold(fixture, { name: 'See www.evil.example', email: 'nobody', time: '' })
    expect(status).toBe(422)
    expect(Object.keys(body.fields).sort()).toEqual(['email', 'name', 'time'])
  })

  test('gets the same answer and the same email for an address with an account and one without', async () => {
    const fixture = await aStudio(server)
    const known = (await aPerson(server)).email
    const unknown = anEmail()
    const [first, second] = [
      await hold(fixture, { email: known }),
      await hold(fixture, { email: unknown, time: '14:00' }),
    ]
    expect(first.status).toBe(201)
    const shape = ({ body }: typeof first) => Object.keys(body)
    expect(shape(first)).toEqual(shape(second))
    expect(JSON.stringify(first.body)).not.toContain(known)
    const words = async (email: string) =>
      (await nextMail(server, email, SUBJECT)).text.replaceAll(/\d|token_hash=\S+/g, '')
    expect(await words(known)).toBe(await words(unknown))
    expect((await nextMail(server, known, SUBJECT)).text).toContain('Hello Vera Visitor')
  })

  test('is limited to one per address, over all studios', async () => {
    const [fixture, other] = [await aStudio(server), await aStudio(server)]
    const { email } = await aHold(fixture)
    expectError(await hold(other, { email }), 'VISITOR_HOLD_OPEN')
    const both = await Promise.all(
      [fixture, other].map((one) => hold(one, { email: 'twin@example.com', time: '15:00' })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    clock.set('10:16')
    expect((await hold(other, { email })).status).toBe(201)
  })

  test('occupies at most a third of a day in total; above that the visitor is asked to sign in', async () => {
    const fixture = await aStudio(server)
    await fixture.admin.post(
      `/studios/${fixture.studio.id}/bookings`,
      aSession(today, { start_time: '13:00', end_time: '22:00' }),
    )
    // Five hours are free: one visitor may hold two of them, a second one none.
    await aHold(fixture, { time: '08:00' })
    const rejection = await hold(fixture, { time: '11:00' })
    expectError(rejection, 'VISITOR_SIGN_IN')
    const booked = await fixture.client.post(
      `/studios/${fixture.studio.id}/bookings`,
      aSession(today, { start_time: '11:00', end_time: '13:00' }),
    )
    expect(booked.status).toBe(201)
  })

  test('is rejected by a studio that switched it off, and by a closed one', async () => {
    const fixture = await aStudio(server)
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { visitors_can_book: false })
    expectError(await hold(fixture), 'VISITOR_SIGN_IN')
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { visitors_can_book: true, is_active: false })
    expectError(await hold(fixture), 'NOT_FOUND')
  })

  test('for one time by two visitors at once: one gets it', async () => {
    const fixture = await aStudio(server)
    const answers = await Promise.all(Array.from({ length: 8 }, () => hold(fixture)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
      new Set(['BOOKING_CONFLICT']),
    )
  })

  test('reserves a person too if the service needs one', async () => {
    const fixture = await aStudio(server)
    const path = `/studios/${fixture.studio.id}`
    await fixture.admin.post(`${path}/resources`, { kind: 'room', name: 'Cellar' })
    const engineer = (await fixture.admin.post(`${path}/resources`, { kind: 'person', name: 'Kim' })).body.id
    const { items } = (await fixture.admin.get(`${path}/services`)).body
    const services = items.map(({ position, ...service }: { position: number; key: string }) =>
      service.key === 'recording' ? { ...service, person_ids: [engineer] } : service,
    )
    expect((await fixture.admin.put(`${path}/services`, { items: services })).status).toBe(200)
    const { token } = await aHold(fixture)
    // A second room is free, but the only engineer is not.
    expectError(await hold(fixture), 'BOOKING_CONFLICT')
    const { resources } = (await confirm(token)).answer.body.booking
    expect(resources.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['person', 'room'])
  })

  test('ends with the time zone of its studio', async () => {
    const fixture = await aStudio(server)
    const { token } = await aHold(fixture)
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { timezone: 'Asia/Tokyo' })
    expectError((await confirm(token)).answer, 'VISITOR_HOLD_ENDED')
  })
})

describe('the emailed link', () => {
  test('shows the reserved time, and opening it changes nothing', async () => {
    const fixture = await aStudio(server)
    const { token, email } = await aHold(fixture)
    for (let times = 0; times < 2; times++) {
      expect(await look(token)).toMatchObject({
        status: 200,
        body: { email, booking_date: day, start_time: '10:00', is_held: true, studio: { slug: fixture.studio.slug } },
      })
    }
    expect(await accountsOf(email)).toEqual([])
    expectError(await look('guessed'), 'NOT_FOUND')
  })

  test('creates the account and the booking when its button is pressed; the account may set a password later', async () => {
    const fixture = await aStudio(server)
    const { token, email } = await aHold(fixture)
    const { answer, person } = await confirm(token)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        studio_slug: fixture.studio.slug,
        booking: { status: 'pending', booking_date: day, start_time: '10:00' },
      },
    })
    expect(await accountsOf(email)).toMatchObject([{ email_proven: true }])
    expect((await person.get('/me')).body).toMatchObject({ role: 'client', profile: { full_name: 'Vera Visitor' } })
    expect(await bookingsOf(fixture)).toMatchObject([{ client_name: 'Vera Visitor', resources: [{ kind: 'room' }] }])
    expect((await nextMail(server, email, 'Welcome')).text).toContain('forgot-password')
    expect(await freeAt(fixture, '10:30')).toBe(false)
  })

  test('works once: two concurrent presses give one session and one booking', async () => {
    const fixture = await aStudio(server)
    const { token } = await aHold(fixture)
    const { body: shown } = await look(token)
    const answers = await Promise.all([press(token), press(token), press(token)])
    const [signedIn, ...others] = answers.sort((a, b) => a.status - b.status)
    expect(others.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'otp_expired'],
      [403, 'otp_expired'],
    ])
    const person = callAs(server.url, signedIn?.body.access_token)
    const book = () => person.post(`/visitor-holds/${shown.id}/book`, {})
    const booked = await Promise.all([book(), book(), book()])
    expect(booked.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(booked.map(({ body }) => body.booking.id)).size).toBe(1)
    expect(await bookingsOf(fixture)).toHaveLength(1)
    expect((await press(token)).body.code).toBe('otp_expired')
  })

  test('signs a known person in, and changes neither name nor password', async () => {
    const fixture = await aStudio(server)
    const known = await proveAddress(await aPerson(server, { full_name: 'Kay Known' }))
    const { token } = await aHold(fixture, { email: known.email, name: 'Olga Other' })
    const { answer } = await confirm(token)
    expect(answer.body.booking.client_name).toBe('Kay Known')
    const again = await authAs(server, null)('POST', '/token?grant_type=password', known)
    expect(again.status).toBe(200)
  })

  test('moves a client of another studio here, as switching does', async () => {
    const [fixture, other] = [await aStudio(server), await aStudio(server)]
    const client = await proveAddress(await aClient(server, other.studio.id))
    const { token } = await aHold(fixture, { email: client.email })
    const { answer, person } = await confirm(token)
    expect(answer.status).toBe(200)
    expect((await person.get('/me')).body.studio.id).toBe(fixture.studio.id)
  })

  test('books after the 15 minutes if the time is still free, else names the nearest free times', async () => {
    const fixture = await aStudio(server)
    const [late, later] = [await aHold(fixture), await aHold(fixture, { time: '14:00' })]
    clock.set('10:30')
    expect((await look(late.token)).body.is_held).toBe(false)
    expect((await confirm(late.token)).answer.body.booking.start_time).toBe('10:00')
    const taken = aSession(today, { start_time: '15:00', end_time: '16:00' })
    expect((await fixture.client.post(`/studios/${fixture.studio.id}/bookings`, taken)).status).toBe(201)
    const { answer } = await confirm(later.token)
    expectError(answer, 'BOOKING_CONFLICT')
    expect(answer.body.details.free_starts).toContain('13:00')
    clock.set('11:01')
    expectError(await look((await aHold(fixture, { time: '17:00' })).token.replace(/.$/, '')), 'NOT_FOUND')
  })

  test('is no longer valid after an hour', async () => {
    const fixture = await aStudio(server)
    const { token } = await aHold(fixture)
    clock.set('11:01')
    expectError(await look(token), 'NOT_FOUND')
    expect((await press(token)).body.code).toBe('otp_expired')
  })

  test("competes with a client's booking of the same time: the hold wins while it lasts, then the first one wins", async () => {
    const fixture = await aStudio(server)
    const client = () => fixture.client.post(`/studios/${fixture.studio.id}/bookings`, aSession(today))
    const early = await aHold(fixture)
    const { body: shown } = await look(early.token)
    const { body: session } = await press(early.token)
    const book = () => callAs(server.url, session.access_token).post(`/visitor-holds/${shown.id}/book`, {})
    const [mine, theirs] = await Promise.all([book(), client()])
    expect([mine?.status, theirs?.status]).toEqual([200, 409])
    const next = await aStudio(server)
    const late = await aHold(next)
    clock.set('10:20')
    const both = await Promise.all([
      confirm(late.token).then(({ answer }) => answer.status),
      next.client.post(`/studios/${next.studio.id}/bookings`, aSession(today)).then(({ status }) => status),
    ])
    expect(both.filter((status) => status === 409)).toHaveLength(1)
    expect(await bookingsOf(next)).toHaveLength(1)
  })

  test('books nothing at another price until the client accepts it', async () => {
    const fixture = await aStudio(server)
    const { token } = await aHold(fixture)
    await asLogin((tx) =>
      sql`update studio_services set price_minor = 9000, currency = 'USD' where studio_id = ${fixture.studio.id}::uuid`.execute(
        tx,
      ),
    )
    await asLogin((tx) =>
      sql`update studios set services_version = services_version + 1 where id = ${fixture.studio.id}::uuid`.execute(tx),
    )
    const { answer, person, id } = await confirm(token)
    expectError(answer, 'PRICE_CHANGED')
    const { price_minor, currency } = answer.body.details
    const accepted = await person.post(`/visitor-holds/${id}/book`, { seen_price: { price_minor, currency } })
    expect(accepted.body.booking).toMatchObject({ price_minor })
  })
})

describe('another person', () => {
  const strangers: [string, (fixture: StudioOfTest) => Promise<Person>][] = [
    ['another person who is signed in', async () => aPerson(server)],
    ['a client of the studio', async (fixture) => fixture.client],
    ['the admin of the studio', async (fixture) => fixture.admin],
  ]
  test.each(strangers)('%s cannot book the hold', async (_who, person) => {
    const fixture = await aStudio(server)
    const { token } = await aHold(fixture)
    const { body } = await look(token)
    const caller = await person(fixture)
    expectError(await caller.post(`/visitor-holds/${body.id}/book`, {}), 'NOT_FOUND')
    // Even if the owner presses the link.
    const { body: session } = await press(token)
    expectError(await caller.post(`/visitor-holds/${body.id}/book`, {}), 'NOT_FOUND')
    const owner = callAs(server.url, session.access_token)
    expect((await owner.post(`/visitor-holds/${body.id}/book`, {})).status).toBe(200)
  })

  test('a visitor cannot book it, and a guessed link signs nobody in', async () => {
    const fixture = await aStudio(server)
    const { token } = await aHold(fixture)
    const { body } = await look(token)
    expectError(await visitor().post(`/visitor-holds/${body.id}/book`, {}), 'UNAUTHENTICATED')
    expect((await press('guessed')).body.code).toBe('otp_expired')
    expect((await authAs(server, null)('POST', '/visitor', {})).body.code).toBe('validation_failed')
  })

  test('is rejected if banned, and the link stays unused', async () => {
    const fixture = await aStudio(server)
    const person = await aPerson(server)
    const { token } = await aHold(fixture, { email: person.email })
    await asAuth((tx) =>
      tx.updateTable('auth.users').set({ banned_until: '2999-01-01' }).where('id', '=', person.id).execute(),
    )
    expect((await press(token)).body.code).toBe('user_banned')
    expect(await bookingsOf(fixture)).toEqual([])
  })

  test('with a second factor has to use it first', async () => {
    const fixture = await aStudio(server)
    const person = await proveAddress(await aPerson(server))
    const { factor_id, secret } = await anAppFactor(server, person.token, clock.now())
    const { token } = await aHold(fixture, { email: person.email })
    const { answer, session, id } = await confirm(token)
    expectError(answer, 'INSUFFICIENT_AAL')
    expect(await bookingsOf(fixture)).toEqual([])
    const raised = await provenByApp(server, { token: session.access_token, factor_id, secret }, clock.now(), 1)
    const booked = await callAs(server.url, raised.body.access_token).post(`/visitor-holds/${id}/book`, {})
    expect(booked.status).toBe(200)
  })

  test('who is a removed client sends a request and books nothing', async () => {
    const fixture = await aStudio(server)
    const client = await proveAddress(await aClient(server, fixture.studio.id))
    const { rows } = await asLogin((tx) =>
      sql<{ id: string }>`select id from user_roles where user_id = ${client.id}::uuid`.execute(tx),
    )
    await fixture.admin.delete(`/studios/${fixture.studio.id}/clients/${rows[0]?.id}`)
    const { token } = await aHold(fixture, { email: client.email })
    const { answer } = await confirm(token)
    expect(answer).toMatchObject({ status: 200, body: { booking: null } })
    expect(await bookingsOf(fixture)).toEqual([])
  })

  test('gets a request first at a studio that approves new clients', async () => {
    const fixture = await aStudio(server)
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { approve_new_clients: true })
    const { token } = await aHold(fixture)
    const { answer, person, id } = await confirm(token)
    expect(answer.body).toEqual({ booking: null, studio_slug: fixture.studio.slug })
    expect((await person.post(`/visitor-holds/${id}/book`, {})).body.booking).toBeNull()
    const { body } = await fixture.admin.get(`/studios/${fixture.studio.id}/role-requests`)
    await fixture.admin.post(`/role-requests/${body.items[0].id}/approve`)
    expect((await person.post(`/visitor-holds/${id}/book`, {})).body.booking.start_time).toBe('10:00')
  })

  test('who runs a studio does not become a client by a link', async () => {
    const [fixture, other] = [await aStudio(server), await aStudio(server)]
    const { token } = await aHold(fixture, { email: other.admin.email })
    const { answer, person } = await confirm(token)
    expectError(answer, 'ROLE_EXISTS')
    expect((await person.get('/me')).body.role).toBe('studio_admin')
  })

  test("is bound by a client's limits: with three open requests the fourth waits", async () => {
    const fixture = await aStudio(server, { limits: 'as new' })
    const client = await proveAddress(await aClient(server, fixture.studio.id))
    for (const start of ['08:00', '09:00', '13:00']) {
      const end_time = `${start.slice(0, 2)}:59`
      const answer = await client.post(
        `/studios/${fixture.studio.id}/bookings`,
        aSession(today, { start_time: start, end_time }),
      )
      expect(answer.status).toBe(201)
    }
    const { token } = await aHold(fixture, { email: client.email })
    expectError((await confirm(token)).answer, 'OPEN_REQUESTS_LIMIT')
  })
})
