import { aBooking, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { type Answer, callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aNameServer } from '@studiohub/testing/name-server.ts'
import { aClient, aCrewMember, aStudio, aSuperAdmin, type StudioOfTest } from '@studiohub/testing/people.ts'
import { requestAs } from '@studiohub/testing/raw-http.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readStudioPage } from './branding/service.ts'

const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()

let server: TestServer
let names: Awaited<ReturnType<typeof aNameServer>>
let fixture: StudioOfTest
let rival: StudioOfTest
beforeAll(async () => {
  names = await aNameServer()
  server = await startServer({ env: { DNS_SERVERS: names.address } })
  fixture = await aStudio(server)
  rival = await aStudio(server)
})
afterAll(async () => {
  await server.stop()
  names.stop()
})

const studioNow = async ({ admin, studio } = fixture) => (await admin.get(`/studios/${studio.id}`)).body
const change = (changes: object, { admin, studio } = fixture) => admin.patch(`/studios/${studio.id}`, changes)

/** The trail of a studio since the last look, by action. */
const trail = (studio_id: string) =>
  asLogin((tx) =>
    tx.selectFrom('audit_log').select(['action', 'outcome']).where('studio_id', '=', studio_id).orderBy('id').execute(),
  )

async function unchanged(act: () => Promise<Answer>, of = fixture) {
  const [before, written] = [
    await studioNow(of),
    (await trail(of.studio.id)).filter(({ outcome }) => outcome === 'done'),
  ]
  const answer = await act()
  expect(await studioNow(of)).toEqual(before)
  expect((await trail(of.studio.id)).filter(({ outcome }) => outcome === 'done')).toEqual(written)
  return answer
}

describe('settings', () => {
  test('are changed field by field, each change with one audit entry', async () => {
    const before = await studioNow()
    const input = {
      tagline: 'Rooms that listen',
      brand_colors: { primary: '#ff0000', background: '0 0% 100%' },
      fonts: { heading: 'Playfair Display', body: 'Lora' },
      voice_setting: 'cinematic',
      currency: 'EUR',
      version: before.version,
    }
    const { status, body } = await change(input)
    expect(status).toBe(200)
    const { brand_css, ...rest } = body
    expect(rest).toEqual({
      ...before,
      ...input,
      brand_css: undefined,
      version: before.version + 1,
      brand_colors: { primary: '0 100% 50%', background: '0 0% 100%' },
    })
    expect((await trail(fixture.studio.id)).at(-1)).toEqual({ action: 'studios.update', outcome: 'done' })
    const sheet = (await callAs(server.url, null).request('GET', brand_css)).text
    expect(sheet).toContain('--primary: 0 100% 50%;')
    expect(sheet).toContain('color-scheme: light;')
    expect(sheet).toContain("--font-heading: 'Playfair Display Variable', 'Playfair Display Fallback'")
  })

  test('of two admins who change them at once one gets an error, and nothing is overwritten', async () => {
    const { version } = await studioNow()
    const both = await Promise.all([change({ tagline: 'One', version }), change({ location: 'Two', version })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expectError(both.find(({ status }) => status === 409) ?? expect.fail(), 'STALE_VERSION')
    const now = await studioNow()
    expect([now.tagline === 'One', now.location === 'Two']).toContain(false)
    expect(now.version).toBe(version + 1)
    expect((await change({ tagline: 'From a script' })).status).toBe(200)
  })

  test.each([
    [{ brand_colors: { primary: '0 0% 0%;background:url(//e)' } }, 'INVALID_COLOR'],
    [{ brand_colors: { shadow: '0 0% 0%' } }, 'INVALID_COLOR'],
    [{ fonts: { heading: "Inter');@import url(//e)", body: 'Inter' } }, 'FONT_NOT_ALLOWED'],
    [{ voice_setting: 'rude' }, 'VALIDATION_FAILED'],
    [{ name: 'North\u202elight' }, 'VALIDATION_FAILED'],
    [{ name: 'North\u200blight' }, 'VALIDATION_FAILED'],
    [{ timezone: 'Mars/Olympus' }, 'VALIDATION_FAILED'],
    [{ currency: 'XXXX' }, 'VALIDATION_FAILED'],
    [{ custom_domain: 'a.example.com' }, 'VALIDATION_FAILED'],
    [{ logo_url: '/x.png' }, 'VALIDATION_FAILED'],
    [{ domain_verified_at: '2026-01-01' }, 'VALIDATION_FAILED'],
    [{ id: '00000000-0000-4000-8000-000000000001' }, 'VALIDATION_FAILED'],
    [{ created_at: '2020-01-01' }, 'VALIDATION_FAILED'],
    [{ tier: 'enterprise' }, 'VALIDATION_FAILED'],
  ] as const)('reject %j (T34, T54, T55, T69)', async (changes, code) => {
    expectError(await unchanged(() => change(changes)), code)
  })

  test('with ten thousand colors are rejected like one with an unknown color (T54)', async () => {
    const named = Array.from({ length: 10_000 }, (_, fixture) => [`color_${fixture}`, '0 0% 0%'])
    expectError(await unchanged(() => change({ brand_colors: Object.fromEntries(named) })), 'INVALID_COLOR')
  })

  test('ignore a body whose key reaches the prototype (T54)', async () => {
    const body = '{"brand_colors":{"__proto__":"0 0% 0%"}}'
    expectError(await unchanged(() => fixture.admin.patch(`/studios/${fixture.studio.id}`, body)), 'BAD_REQUEST')
  })

  test('are changed by their studio only: not by a rival, crew or clients (T34)', async () => {
    const crew = await aCrewMember(server, fixture)
    for (const person of [rival.admin, crew, fixture.client])
      expectError(await unchanged(() => person.patch(`/studios/${fixture.studio.id}`, { tagline: 'x' })), 'FORBIDDEN')
    const operator = await aSuperAdmin(server)
    expect((await operator.patch(`/studios/${fixture.studio.id}`, { tagline: 'By the operator' })).status).toBe(200)
  })
})

describe('another time zone', () => {
  const startsOf = async ({ admin, studio }: StudioOfTest) => {
    const { body } = await admin.get(`/studios/${studio.id}/bookings?from=${inDays(0)}&to=${inDays(60)}`)
    return body.items.map(({ start_time, starts_at }: { start_time: string; starts_at: string }) => ({
      start_time,
      starts_at,
    }))
  }

  test("keeps every session's local time, and moves its reservation", async () => {
    const own = await aStudio(server)
    const { booking_date: day } = await aBooking(own.client, own.studio.id, inDays(0))
    expect(await startsOf(own)).toEqual([{ start_time: '10:00', starts_at: `${day}T10:00:00.000Z` }])
    expect((await change({ timezone: 'Asia/Tokyo' }, own)).status).toBe(200)
    expect(await startsOf(own)).toEqual([{ start_time: '10:00', starts_at: `${day}T01:00:00.000Z` }])
    // The room is held at the new hour and free at the former one.
    const again = { booking_date: day, start_time: '10:00', end_time: '11:00', service_type: 'recording' }
    const path = `/studios/${own.studio.id}/bookings`
    expectError(await own.admin.post(path, { ...again, booking_type: 'client_booking' }), 'BOOKING_CONFLICT')
    const later = { ...again, start_time: '19:00', end_time: '20:00', booking_type: 'client_booking' }
    expect((await own.admin.post(path, later)).status).toBe(201)
  })

  test("in which a session's time does not exist is rejected, with the session, and nothing moves", async () => {
    const own = await aStudio(server)
    // The clocks of Lisbon go from 01:00 to 02:00 on the last Sunday of March.
    const march = Temporal.Now.plainDateISO('UTC').add({ years: 1 }).with({ month: 3, day: 31 })
    const day = march.subtract({ days: march.dayOfWeek % 7 }).toString()
    const night = { booking_date: day, start_time: '01:30', end_time: '04:00', service_type: 'recording' }
    const booked = await own.admin.post(`/studios/${own.studio.id}/bookings`, {
      ...night,
      booking_type: 'blocked_time',
      service_type: 'maintenance',
    })
    expect(booked.status).toBe(201)
    const rejection = await unchanged(() => change({ timezone: 'Europe/Lisbon' }, own), own)
    expectError(rejection, 'SESSIONS_IN_THE_WAY')
    expect(rejection.body.details.sessions).toMatchObject([
      { booking_date: day, start_time: '01:30', why: 'no_such_time' },
    ])
    expect((await change({ timezone: 'Asia/Tokyo' }, own)).status).toBe(200)
  })
})

describe('a domain of a studio’s own', () => {
  const at = ({ studio }: StudioOfTest) => `/studios/${studio.id}/domain`
  const statusAt = async (host: string) =>
    (await requestAs(server.url, { path: '/auth/login', headers: { host } })).status
  /** Whose page it is that a browser sees there: the screens themselves are not built for this. */
  const pageAt = (host: string, url = '/') =>
    readStudioPage({ url, host, id: 'test' }, { config: { publicUrl: server.url }, now: new Date() })
  const allowed = async (domain: string) =>
    (await requestAs(server.url, { path: `/internal/domain-allowed?domain=${domain}`, headers: { host: '10.0.0.7' } }))
      .status
  const prove = async (own: StudioOfTest, custom_domain: string) => {
    const { body } = await own.admin.put(at(own), { custom_domain })
    names.records.set(body.record.name, body.record.value)
    return own.admin.post(`${at(own)}/verify`)
  }

  test('is checked as it is named then, even if the check is repeated under one key', async () => {
    const own = await aStudio(server)
    const look = () => own.admin.post(`${at(own)}/verify`, undefined, { headers: { 'idempotency-key': 'look' } })
    await own.admin.put(at(own), { custom_domain: 'mistyped.harbour.example' })
    expectError(await look(), 'DOMAIN_NOT_PROVEN')
    const custom_domain = 'spelled.harbour.example'
    const { record } = (await own.admin.put(at(own), { custom_domain })).body
    names.records.set(record.name, record.value)
    expect((await look()).body).toMatchObject({ custom_domain, domain_verified_at: expect.any(String) })
  })

  test('leads nowhere until its owner has proven it, and then is used on every page, link and email', async () => {
    const own = await aStudio(server, { name: 'Harbour Sound' })
    const domain = 'book.harbour.example'
    const { body } = await own.admin.put(at(own), { custom_domain: ' Book.Harbour.EXAMPLE. ' })
    expect(body).toMatchObject({ custom_domain: domain, domain_verified_at: null, address: null })
    expect(body.record.name).toBe(`_studiohub.${domain}`)
    expect(await statusAt(domain)).toBe(421)
    expect(await allowed(domain)).toBe(404)
    expectError(await unchanged(() => own.admin.post(`${at(own)}/verify`), own), 'DOMAIN_NOT_PROVEN')
    names.records.set(body.record.name, 'studiohub-verification=guessed')
    expectError(await unchanged(() => own.admin.post(`${at(own)}/verify`), own), 'DOMAIN_NOT_PROVEN')
    names.records.set(body.record.name, body.record.value)
    const proven = (await own.admin.post(`${at(own)}/verify`)).body
    expect(proven).toMatchObject({ custom_domain: domain, domain_verified_at: expect.any(String) })
    expect(proven.address).toBe(server.url.replace('127.0.0.1', domain))
    expect(await allowed(domain)).toBe(200)
    const resolved = await callAs(server.url, null).get(`/public/studios/resolve?host=${domain}`)
    expect(resolved.body).toMatchObject({ id: own.studio.id, name: 'Harbour Sound' })
    expect(await pageAt(domain)).toMatchObject({ head: { title: 'Harbour Sound' }, studio: { own_domain: true } })
    expect(await pageAt(domain, '/auth/login')).toMatchObject({
      head: { title: 'Harbour Sound', brand_css: expect.stringContaining(`/brand/${own.studio.id}-`) },
      studio: { slug: own.studio.slug, own_domain: true },
    })
    expect(await pageAt(domain, '/docs')).toBe('not_found')
    const area = '/studio/settings?tab=domain'
    expect(await pageAt(domain, area)).toEqual({ elsewhere: server.url + area })
    const other = `/${rival.studio.slug}`
    expect(await pageAt(domain, other)).toEqual({ elsewhere: server.url + other })
    const client = await aClient(server, own.studio.id)
    const booking = await aBooking(client, own.studio.id, inDays(0))
    await confirmAsSeen(own.admin, booking.id)
    const mail = await nextMail(server, client.email, 'confirmed')
    expect(mail.text).toContain(`${proven.address}/${own.studio.slug}/bookings`)
  })

  test('belongs to one studio: a rival cannot take it, and entering it reserves nothing (T56)', async () => {
    const domain = 'rooms.quay.example'
    expect((await rival.admin.put(at(rival), { custom_domain: domain })).status).toBe(200)
    expect((await prove(fixture, domain)).status).toBe(200)
    expectError(await unchanged(() => rival.admin.post(`${at(rival)}/verify`), rival), 'DOMAIN_NOT_PROVEN')
    names.records.set(`_studiohub.${domain}`, (await rival.admin.get(at(rival))).body.record.value)
    expectError(await unchanged(() => rival.admin.post(`${at(rival)}/verify`), rival), 'DOMAIN_TAKEN')
    await rival.admin.delete(at(rival))
    expectError(
      await unchanged(() => rival.admin.put(at(rival), { custom_domain: 'ROOMS.quay.example.' }), rival),
      'DOMAIN_TAKEN',
    )
    // Another one is proven again, and the former leads nowhere at once.
    const { body } = await fixture.admin.put(at(fixture), { custom_domain: 'new.quay.example' })
    expect(body.domain_verified_at).toBeNull()
    expect(await statusAt(domain)).toBe(421)
    expect((await fixture.admin.delete(at(fixture))).body).toEqual({
      custom_domain: null,
      domain_verified_at: null,
      record: null,
      address: null,
    })
  })

  test.each([
    'localhost',
    '127.0.0.1',
    'app.localhost',
    'nоrth.example.com',
    'xn--nrth-9oe.example.com',
    'no dots',
    '',
  ])('is never %j (T56, T59)', async (custom_domain) => {
    const answer = await unchanged(() => fixture.admin.put(at(fixture), { custom_domain }))
    expectError(answer, 'DOMAIN_INVALID')
  })

  test('is seen and changed by its own admin only', async () => {
    for (const person of [rival.admin, fixture.client]) {
      expectError(await person.get(at(fixture)), 'FORBIDDEN')
      expectError(await unchanged(() => person.put(at(fixture), { custom_domain: 'a.example.com' })), 'FORBIDDEN')
      expectError(await unchanged(() => person.post(`${at(fixture)}/verify`)), 'FORBIDDEN')
    }
  })
})

test('weeks start on Sunday until an admin chooses Monday or Saturday', async () => {
  expect((await studioNow()).week_starts_on).toBe(0)
  expect((await change({ week_starts_on: 1 })).body.week_starts_on).toBe(1)
  expectError(await change({ week_starts_on: 3 }), 'VALIDATION_FAILED')
  expectError(await fixture.client.patch(`/studios/${fixture.studio.id}`, { week_starts_on: 6 }), 'FORBIDDEN')
  expect((await fixture.client.get(`/studios/${fixture.studio.id}`)).body.week_starts_on).toBe(1)
})
