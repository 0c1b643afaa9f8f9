import { randomUUID } from 'node:crypto'
import { dateFormat } from '@studiohub/contract/shared/formats.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { type Mail, mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import { aClient, aPerson, aStudio, proveAddress, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { anAppFactor, authAs, confirmByApp } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asAuth } from '#platform/db/actor.ts'

const clock = aFixedClock()
const { today } = clock
const day = plusDays(today, 7)
const longDay = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const SUBJECT = 'Confirm your session'
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const anEmail = () => `${randomUUID()}@example.com`
const visitor = () => callAs(server.url, null)
const holdInput = (fields: object = {}) => ({
  service: 'recording',
  minutes: 120,
  day,
  time: '10:00',
  name: 'Vera Visitor',
  email: anEmail(),
  ...fields,
})
const createHold = ({ studio }: Pick<StudioOfTest, 'studio'>, fields: object = {}) =>
  visitor().post(`/public/studios/${studio.slug}/visitor-holds`, holdInput(fields))
const tokenIn = ({ text }: Mail) => /token_hash=([\w-]+)/.exec(text)?.[1] ?? ''

/** Holds a time. @returns the address and the secret of the emailed link */
async function aHold(fixture: Pick<StudioOfTest, 'studio'>, fields: Partial<ReturnType<typeof holdInput>> = {}) {
  const email = fields.email ?? anEmail()
  const seen = await mailsTo(server, email)
  const response = await createHold(fixture, { ...fields, email })
  if (response.status !== 201) throw new Error(`the hold failed: ${response.text}`)
  return { email, token: tokenIn(await nextMail(server, email, SUBJECT, seen)) }
}

const signInWithLink = (token: string) => authAs(server, null)('POST', '/visitor', { token_hash: token })
const getHold = (token: string) => visitor().post('/public/visitor-holds', { token })

/** Signs in with the link, as the button of its page does, and books the held time. */
async function confirm(token: string) {
  const { body: visitorHold } = await getHold(token)
  const { body: session } = await signInWithLink(token)
  const person = callAs(server.url, session.access_token)
  return {
    id: visitorHold.id,
    person,
    session,
    response: await person.post(`/visitor-holds/${visitorHold.id}/book`, {}),
  }
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

  test('over midnight names the day on which it ends, in the answer and on the page of the form', async () => {
    const { studio, admin } = await aStudio(server)
    const allDay = { opens: '00:00', closes: '00:00', closes_next_day: true }
    const weekly = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, ...allDay }))
    const hours = `/studios/${studio.id}/opening-hours`
    const saved = await admin.put(hours, { ...(await admin.get(hours)).body, weekly })
    expect(saved.status, saved.text).toBe(200)
    const answer = await createHold({ studio }, { time: '22:00', minutes: 240 })
    expect(answer.body).toMatchObject({ start_time: '22:00', end_time: '02:00', days: 2 })
    const page = await fetch(`${server.url}/s/${studio.slug}`, {
      method: 'POST',
      headers: { Origin: server.url },
      body: new URLSearchParams({ ...holdInput({ day: plusDays(day, 1), time: '22:00' }), minutes: '240' }),
    })
    expect(await page.text()).toContain(`${longDay(plusDays(day, 1))}, 22:00 – ${longDay(plusDays(day, 2))}, 02:00`)
  })

  test('shows the price with tax, and what cancelling costs and when', async () => {
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
    const { body } = await createHold(fixture, { email })
    expect(body).toMatchObject({ room: 'Studio A' })
    const cancellation = expect.stringMatching(/^Free cancellation until .* at 10:00.*, then \$59\.50$/)
    expect(body).toMatchObject({ price_minor: 10_000, tax: { rate_bp: 1_900, included: false }, cancellation })
    const mail = await nextMail(server, email, SUBJECT, seen)
    expect(mail.text).toMatch(/^What: .*\nWhen: .* time\)$/m)
    expect(mail.text).toMatch(/^Price: \$119$/m)
    expect(mail.text).toContain('then $59.50.')
    expect((await getHold(tokenIn(mail))).body).toMatchObject({ tax: { rate_bp: 1_900 }, cancellation })
  })

  test('is rejected if the time is taken, too soon or not offered', async () => {
    const fixture = await aStudio(server)
    await aHold(fixture)
    expectError(await createHold(fixture), 'BOOKING_CONFLICT')
    expectError(await createHold(fixture, { time: '07:00' }), 'OUTSIDE_OPENING_HOURS')
    expectError(await createHold(fixture, { day: plusDays(today, -1) }), 'BOOKING_IN_PAST')
    expectError(await createHold(fixture, { service: 'nothing' }), 'SERVICE_NOT_OFFERED')
    expectError(await createHold({ studio: { ...fixture.studio, slug: 'nobody-here' } }), 'NOT_FOUND')
    expect((await createHold(fixture, { time: '14:00' })).status).toBe(201)
  })

  test('is rejected with the invalid field, and a name must not contain links', async () => {
    const fixture = await aStudio(server)
    const { body, status } = await createHold(fixture, { name: 'See www.evil.example', email: 'nobody', time: '' })
    expect(status).toBe(422)
    expect(Object.keys(body.fields).sort()).toEqual(['email', 'name', 'time'])
  })

  test('gets the same answer and the same email whether or not the address has an account', async () => {
    const fixture = await aStudio(server)
    const withAccount = (await aPerson(server)).email
    const withoutAccount = anEmail()
    const [first, second] = [
      await createHold(fixture, { email: withAccount }),
      await createHold(fixture, { email: withoutAccount, time: '14:00' }),
    ]
    expect(first.status).toBe(201)
    const shape = ({ body }: typeof first) => Object.keys(body)
    expect(shape(first)).toEqual(shape(second))
    expect(JSON.stringify(first.body)).not.toContain(withAccount)
    const wordsOf = async (email: string) =>
      (await nextMail(server, email, SUBJECT)).text.replaceAll(/\d|token_hash=\S+/g, '')
    expect(await wordsOf(withAccount)).toBe(await wordsOf(withoutAccount))
    expect((await nextMail(server, withAccount, SUBJECT)).text).toContain('Hello Vera Visitor')
  })

  test('is limited to one per email address, across all studios', async () => {
    const [fixture, other] = [await aStudio(server), await aStudio(server)]
    const { email } = await aHold(fixture)
    expectError(await createHold(other, { email }), 'VISITOR_HOLD_OPEN')
    const both = await Promise.all(
      [fixture, other].map((studio) => createHold(studio, { email: 'twin@example.com', time: '15:00' })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    clock.set('10:16')
    expect((await createHold(other, { email })).status).toBe(201)
  })

  test('is rejected if holds would take more than a third of a day; the visitor is asked to sign in', async () => {
    const fixture = await aStudio(server)
    await fixture.admin.post(
      `/studios/${fixture.studio.id}/bookings`,
      aSession(today, { start_time: '13:00', end_time: '22:00' }),
    )
    // Five hours are free: one visitor may hold two of them, a second visitor none.
    await aHold(fixture, { time: '08:00' })
    const rejection = await createHold(fixture, { time: '11:00' })
    expectError(rejection, 'VISITOR_SIGN_IN')
    const booked = await fixture.client.post(
      `/studios/${fixture.studio.id}/bookings`,
      aSession(today, { start_time: '11:00', end_time: '13:00' }),
    )
    expect(booked.status).toBe(201)
  })

  test('is rejected by a studio that has switched visitor holds off, and by a closed studio', async () => {
    const fixture = await aStudio(server)
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { visitors_can_book: false })
    expectError(await createHold(fixture), 'VISITOR_SIGN_IN')
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { visitors_can_book: true, is_active: false })
    expectError(await createHold(fixture), 'NOT_FOUND')
  })

  test('is given to only one of eight visitors who choose the same time at once', async () => {
    const fixture = await aStudio(server)
    const responses = await Promise.all(Array.from({ length: 8 }, () => createHold(fixture)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(responses.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
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
    expectError(await createHold(fixture), 'BOOKING_CONFLICT')
    const { resources } = (await confirm(token)).response.body.booking
    expect(resources.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['person', 'room'])
  })

  test('ends if the studio changes its time zone', async () => {
    const fixture = await aStudio(server)
    const { token } = await aHold(fixture)
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { timezone: 'Asia/Tokyo' })
    expectError((await confirm(token)).response, 'VISITOR_HOLD_ENDED')
  })
})

describe('the emailed link', () => {
  test('shows the reserved time, and opening it changes nothing', async () => {
    const fixture = await aStudio(server)
    const { token, email } = await aHold(fixture)
    for (let times = 0; times < 2; times++) {
      expect(await getHold(token)).toMatchObject({
        status: 200,
        body: { email, booking_date: day, start_time: '10:00', is_held: true, studio: { slug: fixture.studio.slug } },
      })
    }
    expect(await accountsOf(email)).toEqual([])
    expectError(await getHold('guessed'), 'NOT_FOUND')
  })

  test('creates the account and the booking when its button is pressed; a password can be set later', async () => {
    const fixture = await aStudio(server)
    const { token, email } = await aHold(fixture)
    const { response, person } = await confirm(token)
    expect(response).toMatchObject({
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

  test('works once: of three concurrent sign-ins one succeeds, and repeated calls book once', async () => {
    const fixture = await aStudio(server)
    const { token } = await aHold(fixture)
    const { body: visitorHold } = await getHold(token)
    const responses = await Promise.all([signInWithLink(token), signInWithLink(token), signInWithLink(token)])
    const [signedIn, ...others] = responses.sort((a, b) => a.status - b.status)
    expect(others.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'otp_expired'],
      [403, 'otp_expired'],
    ])
    const person = callAs(server.url, signedIn?.body.access_token)
    const book = () => person.post(`/visitor-holds/${visitorHold.id}/book`, {})
    const booked = await Promise.all([book(), book(), book()])
    expect(booked.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(booked.map(({ body }) => body.booking.id)).size).toBe(1)
    expect(await bookingsOf(fixture)).toHaveLength(1)
    expect((await signInWithLink(token)).body.code).toBe('otp_expired')
  })

  test('signs in a person who has an account, and changes neither name nor password', async () => {
    const fixture = await aStudio(server)
    const account = await proveAddress(await aPerson(server, { full_name: 'Kay Known' }))
    const { token } = await aHold(fixture, { email: account.email, name: 'Olga Other' })
    const { response } = await confirm(token)
    expect(response.body.booking.client_name).toBe('Kay Known')
    const signedIn = await authAs(server, null)('POST', '/token?grant_type=password', account)
    expect(signedIn.status).toBe(200)
  })

  test('moves a client of another studio to this studio, as switching does', async () => {
    const [fixture, other] = [await aStudio(server), await aStudio(server)]
    const client = await proveAddress(await aClient(server, other.studio.id))
    const { token } = await aHold(fixture, { email: client.email })
    const { response, person } = await confirm(token)
    expect(response.status).toBe(200)
    expect((await person.get('/me')).body.studio.id).toBe(fixture.studio.id)
  })

  test('books after the hold has ended if the time is still free; otherwise the error names free times', async () => {
    const fixture = await aStudio(server)
    const [first, second] = [await aHold(fixture), await aHold(fixture, { time: '14:00' })]
    clock.set('10:30')
    expect((await getHold(first.token)).body.is_held).toBe(false)
    expect((await confirm(first.token)).response.body.booking.start_time).toBe('10:00')
    const overlapping = aSession(today, { start_time: '15:00', end_time: '16:00' })
    expect((await fixture.client.post(`/studios/${fixture.studio.id}/bookings`, overlapping)).status).toBe(201)
    const { response } = await confirm(second.token)
    expectError(response, 'BOOKING_CONFLICT')
    expect(response.body.details.free_starts).toContain('13:00')
    clock.set('11:01')
    expectError(await getHold((await aHold(fixture, { time: '17:00' })).token.replace(/.$/, '')), 'NOT_FOUND')
  })

  test('is no longer valid after an hour', async () => {
    const fixture = await aStudio(server)
    const { token } = await aHold(fixture)
    clock.set('11:01')
    expectError(await getHold(token), 'NOT_FOUND')
    expect((await signInWithLink(token)).body.code).toBe('otp_expired')
  })

  test("wins against a client's booking of the same time while the hold lasts; later the first of both wins", async () => {
    const fixture = await aStudio(server)
    const bookAsClient = () => fixture.client.post(`/studios/${fixture.studio.id}/bookings`, aSession(today))
    const early = await aHold(fixture)
    const { body: visitorHold } = await getHold(early.token)
    const { body: session } = await signInWithLink(early.token)
    const book = () => callAs(server.url, session.access_token).post(`/visitor-holds/${visitorHold.id}/book`, {})
    const [byVisitor, byClient] = await Promise.all([book(), bookAsClient()])
    expect([byVisitor?.status, byClient?.status]).toEqual([200, 409])
    const next = await aStudio(server)
    const late = await aHold(next)
    clock.set('10:20')
    const both = await Promise.all([
      confirm(late.token).then(({ response }) => response.status),
      next.client.post(`/studios/${next.studio.id}/bookings`, aSession(today)).then(({ status }) => status),
    ])
    expect(both.filter((status) => status === 409)).toHaveLength(1)
    expect(await bookingsOf(next)).toHaveLength(1)
  })

  test('does not book at another price until the client accepts it', async () => {
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
    const { response, person, id } = await confirm(token)
    expectError(response, 'PRICE_CHANGED')
    const { price_minor, currency } = response.body.details
    const accepted = await person.post(`/visitor-holds/${id}/book`, { seen_price: { price_minor, currency } })
    expect(accepted.body.booking).toMatchObject({ price_minor })
  })
})

describe('the person who books a hold', () => {
  const strangers: [string, (fixture: StudioOfTest) => Promise<TestUser>][] = [
    ['another signed-in person', async () => aPerson(server)],
    ['a client of the studio', async (fixture) => fixture.client],
    ['the admin of the studio', async (fixture) => fixture.admin],
  ]
  test.each(strangers)('cannot be %s', async (_name, person) => {
    const fixture = await aStudio(server)
    const { token } = await aHold(fixture)
    const { body } = await getHold(token)
    const caller = await person(fixture)
    expectError(await caller.post(`/visitor-holds/${body.id}/book`, {}), 'NOT_FOUND')
    // Also not after the owner has signed in with the link.
    const { body: session } = await signInWithLink(token)
    expectError(await caller.post(`/visitor-holds/${body.id}/book`, {}), 'NOT_FOUND')
    const owner = callAs(server.url, session.access_token)
    expect((await owner.post(`/visitor-holds/${body.id}/book`, {})).status).toBe(200)
  })

  test('cannot be a visitor without a session, and a guessed link opens no session', async () => {
    const fixture = await aStudio(server)
    const { token } = await aHold(fixture)
    const { body } = await getHold(token)
    expectError(await visitor().post(`/visitor-holds/${body.id}/book`, {}), 'UNAUTHENTICATED')
    expect((await signInWithLink('guessed')).body.code).toBe('otp_expired')
    expect((await authAs(server, null)('POST', '/visitor', {})).body.code).toBe('validation_failed')
  })

  test('is rejected if banned, and nothing is booked', async () => {
    const fixture = await aStudio(server)
    const person = await aPerson(server)
    const { token } = await aHold(fixture, { email: person.email })
    await asAuth((tx) =>
      tx.updateTable('auth.users').set({ banned_until: '2999-01-01' }).where('id', '=', person.id).execute(),
    )
    expect((await signInWithLink(token)).body.code).toBe('user_banned')
    expect(await bookingsOf(fixture)).toEqual([])
  })

  test('with a second factor has to use it first', async () => {
    const fixture = await aStudio(server)
    const person = await proveAddress(await aPerson(server))
    const { factor_id, secret } = await anAppFactor(server, person.token, clock.now())
    const { token } = await aHold(fixture, { email: person.email })
    const { response, session, id } = await confirm(token)
    expectError(response, 'INSUFFICIENT_AAL')
    expect(await bookingsOf(fixture)).toEqual([])
    const proven = await confirmByApp(server, { token: session.access_token, factor_id, secret }, clock.now(), 1)
    const booked = await callAs(server.url, proven.body.access_token).post(`/visitor-holds/${id}/book`, {})
    expect(booked.status).toBe(200)
  })

  test('sends a role request and books nothing if the studio has removed them as a client', async () => {
    const fixture = await aStudio(server)
    const client = await proveAddress(await aClient(server, fixture.studio.id))
    const { rows } = await asLogin((tx) =>
      sql<{ id: string }>`select id from user_roles where user_id = ${client.id}::uuid`.execute(tx),
    )
    await fixture.admin.delete(`/studios/${fixture.studio.id}/clients/${rows[0]?.id}`)
    const { token } = await aHold(fixture, { email: client.email })
    const { response } = await confirm(token)
    expect(response).toMatchObject({ status: 200, body: { booking: null } })
    expect(await bookingsOf(fixture)).toEqual([])
  })

  test('must be approved first at a studio that approves new clients', async () => {
    const fixture = await aStudio(server)
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { approve_new_clients: true })
    const { token } = await aHold(fixture)
    const { response, person, id } = await confirm(token)
    expect(response.body).toEqual({ booking: null, studio_slug: fixture.studio.slug })
    expect((await person.post(`/visitor-holds/${id}/book`, {})).body.booking).toBeNull()
    const { body } = await fixture.admin.get(`/studios/${fixture.studio.id}/role-requests`)
    await fixture.admin.post(`/role-requests/${body.items[0].id}/approve`)
    expect((await person.post(`/visitor-holds/${id}/book`, {})).body.booking.start_time).toBe('10:00')
  })

  test('does not become a client by a link if they run a studio', async () => {
    const [fixture, other] = [await aStudio(server), await aStudio(server)]
    const { token } = await aHold(fixture, { email: other.admin.email })
    const { response, person } = await confirm(token)
    expectError(response, 'ROLE_EXISTS')
    expect((await person.get('/me')).body.role).toBe('studio_admin')
  })

  test('has the limits of a client: with three open requests a fourth is rejected', async () => {
    const fixture = await aStudio(server, { limits: 'as new' })
    const client = await proveAddress(await aClient(server, fixture.studio.id))
    for (const start of ['08:00', '09:00', '13:00']) {
      const end_time = `${start.slice(0, 2)}:59`
      const response = await client.post(
        `/studios/${fixture.studio.id}/bookings`,
        aSession(today, { start_time: start, end_time }),
      )
      expect(response.status).toBe(201)
    }
    const { token } = await aHold(fixture, { email: client.email })
    expectError((await confirm(token)).response, 'OPEN_REQUESTS_LIMIT')
  })
})
