import { aBooking, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { type ApiResponse, callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aNameServer } from '@studiohub/testing/name-server.ts'
import { aClient, aCrewMember, aStudio, aSuperAdmin, type StudioOfTest } from '@studiohub/testing/people.ts'
import { requestAs } from '@studiohub/testing/raw-http.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readStudioPage } from './branding/service.ts'

const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()

let server: TestServer
let nameServer: Awaited<ReturnType<typeof aNameServer>>
let fixture: StudioOfTest
let rival: StudioOfTest
beforeAll(async () => {
  nameServer = await aNameServer()
  server = await startServer({ env: { DNS_SERVERS: nameServer.address } })
  fixture = await aStudio(server)
  rival = await aStudio(server)
})
afterAll(async () => {
  await server.stop()
  nameServer.stop()
})

const getStudio = async ({ admin, studio } = fixture) => (await admin.get(`/studios/${studio.id}`)).body
const updateStudio = (changes: object, { admin, studio } = fixture) => admin.patch(`/studios/${studio.id}`, changes)

/** Lists the studio's entries in the audit log. */
const listAuditEntries = (studio_id: string) =>
  asLogin((tx) =>
    tx.selectFrom('audit_log').select(['action', 'outcome']).where('studio_id', '=', studio_id).orderBy('id').execute(),
  )

async function expectNoChange(call: () => Promise<ApiResponse>, checkedFixture = fixture) {
  const [before, entries] = [
    await getStudio(checkedFixture),
    (await listAuditEntries(checkedFixture.studio.id)).filter(({ outcome }) => outcome === 'done'),
  ]
  const response = await call()
  expect(await getStudio(checkedFixture)).toEqual(before)
  expect((await listAuditEntries(checkedFixture.studio.id)).filter(({ outcome }) => outcome === 'done')).toEqual(
    entries,
  )
  return response
}

describe('the settings of a studio', () => {
  test('the settings of a studio are changed field by field, each change with one audit entry', async () => {
    const before = await getStudio()
    const input = {
      tagline: 'Rooms that listen',
      brand_colors: { primary: '#ff0000', background: '0 0% 100%' },
      fonts: { heading: 'Playfair Display', body: 'Lora' },
      voice_setting: 'cinematic',
      currency: 'EUR',
      version: before.version,
    }
    const { status, body } = await updateStudio(input)
    expect(status).toBe(200)
    const { brand_css, ...rest } = body
    expect(rest).toEqual({
      ...before,
      ...input,
      brand_css: undefined,
      version: before.version + 1,
      brand_colors: { primary: '0 100% 50%', background: '0 0% 100%' },
    })
    expect((await listAuditEntries(fixture.studio.id)).at(-1)).toEqual({ action: 'studios.update', outcome: 'done' })
    const sheet = (await callAs(server.url, null).request('GET', brand_css)).text
    expect(sheet).toContain('--primary: 0 100% 50%;')
    expect(sheet).toContain('color-scheme: light;')
    expect(sheet).toContain("--font-heading: 'Playfair Display Variable', 'Playfair Display Fallback'")
  })

  test('if two admins change the settings at once, one gets an error and nothing is overwritten', async () => {
    const { version } = await getStudio()
    const responses = await Promise.all([
      updateStudio({ tagline: 'One', version }),
      updateStudio({ location: 'Two', version }),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expectError(responses.find(({ status }) => status === 409) ?? expect.fail(), 'STALE_VERSION')
    const current = await getStudio()
    expect([current.tagline === 'One', current.location === 'Two']).toContain(false)
    expect(current.version).toBe(version + 1)
    expect((await updateStudio({ tagline: 'From a script' })).status).toBe(200)
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
  ] as const)('the settings of a studio reject %j', async (changes, code) => {
    expectError(await expectNoChange(() => updateStudio(changes)), code)
  })

  test('ten thousand colors are rejected like one unknown color', async () => {
    const colors = Array.from({ length: 10_000 }, (_, index) => [`color_${index}`, '0 0% 0%'])
    expectError(await expectNoChange(() => updateStudio({ brand_colors: Object.fromEntries(colors) })), 'INVALID_COLOR')
  })

  test('a body with the key __proto__ is rejected', async () => {
    const body = '{"brand_colors":{"__proto__":"0 0% 0%"}}'
    expectError(await expectNoChange(() => fixture.admin.patch(`/studios/${fixture.studio.id}`, body)), 'BAD_REQUEST')
  })

  test("only the studio's admins and operators can change its settings", async () => {
    const crew = await aCrewMember(server, fixture)
    for (const person of [rival.admin, crew, fixture.client])
      expectError(
        await expectNoChange(() => person.patch(`/studios/${fixture.studio.id}`, { tagline: 'x' })),
        'FORBIDDEN',
      )
    const operator = await aSuperAdmin(server)
    expect((await operator.patch(`/studios/${fixture.studio.id}`, { tagline: 'By the operator' })).status).toBe(200)
  })
})

describe('a change of the time zone', () => {
  const listStarts = async ({ admin, studio }: StudioOfTest) => {
    const { body } = await admin.get(`/studios/${studio.id}/bookings?from=${inDays(0)}&to=${inDays(60)}`)
    return body.items.map(({ start_time, starts_at }: { start_time: string; starts_at: string }) => ({
      start_time,
      starts_at,
    }))
  }

  test('a change of the time zone does not change the local time of sessions, and moves their reservations', async () => {
    const freshStudio = await aStudio(server)
    const { booking_date: day } = await aBooking(freshStudio.client, freshStudio.studio.id, inDays(0))
    expect(await listStarts(freshStudio)).toEqual([{ start_time: '10:00', starts_at: `${day}T10:00:00.000Z` }])
    expect((await updateStudio({ timezone: 'Asia/Tokyo' }, freshStudio)).status).toBe(200)
    expect(await listStarts(freshStudio)).toEqual([{ start_time: '10:00', starts_at: `${day}T01:00:00.000Z` }])
    // The room is reserved at the new time and free at the former one.
    const sameTime = { booking_date: day, start_time: '10:00', end_time: '11:00', service_type: 'recording' }
    const path = `/studios/${freshStudio.studio.id}/bookings`
    expectError(await freshStudio.admin.post(path, { ...sameTime, booking_type: 'client_booking' }), 'BOOKING_CONFLICT')
    const freeTime = { ...sameTime, start_time: '19:00', end_time: '20:00', booking_type: 'client_booking' }
    expect((await freshStudio.admin.post(path, freeTime)).status).toBe(201)
  })

  test("a time zone without a session's local time is rejected with the session, and nothing moves", async () => {
    const freshStudio = await aStudio(server)
    // In Lisbon, clocks jump from 01:00 to 02:00 on the last Sunday of March.
    const march = Temporal.Now.plainDateISO('UTC').add({ years: 1 }).with({ month: 3, day: 31 })
    const day = march.subtract({ days: march.dayOfWeek % 7 }).toString()
    const night = { booking_date: day, start_time: '01:30', end_time: '04:00', service_type: 'recording' }
    const response = await freshStudio.admin.post(`/studios/${freshStudio.studio.id}/bookings`, {
      ...night,
      booking_type: 'blocked_time',
      service_type: 'maintenance',
    })
    expect(response.status).toBe(201)
    const rejection = await expectNoChange(() => updateStudio({ timezone: 'Europe/Lisbon' }, freshStudio), freshStudio)
    expectError(rejection, 'SESSIONS_IN_THE_WAY')
    expect(rejection.body.details.sessions).toMatchObject([
      { booking_date: day, start_time: '01:30', why: 'no_such_time' },
    ])
    expect((await updateStudio({ timezone: 'Asia/Tokyo' }, freshStudio)).status).toBe(200)
  })
})

describe("a studio's own domain", () => {
  const domainPath = ({ studio }: StudioOfTest) => `/studios/${studio.id}/domain`
  const statusAt = async (host: string) =>
    (await requestAs(server.url, { path: '/auth/login', headers: { host } })).status
  /** Reads the data of the page at this address, because the tests have no built screens. */
  const readPageAt = (host: string, url = '/') =>
    readStudioPage({ url, host, id: 'test' }, { config: { publicUrl: server.url }, now: new Date() })
  const certificateStatus = async (domain: string) =>
    (await requestAs(server.url, { path: `/internal/domain-allowed?domain=${domain}`, headers: { host: '10.0.0.7' } }))
      .status
  const verifyDomain = async (freshStudio: StudioOfTest, custom_domain: string) => {
    const { body } = await freshStudio.admin.put(domainPath(freshStudio), { custom_domain })
    nameServer.records.set(body.record.name, body.record.value)
    return freshStudio.admin.post(`${domainPath(freshStudio)}/verify`)
  }

  test('a repeated check with the same Idempotency-Key checks the domain as it is entered now', async () => {
    const freshStudio = await aStudio(server)
    const verify = () =>
      freshStudio.admin.post(`${domainPath(freshStudio)}/verify`, undefined, { headers: { 'idempotency-key': 'look' } })
    await freshStudio.admin.put(domainPath(freshStudio), { custom_domain: 'mistyped.harbour.example' })
    expectError(await verify(), 'DOMAIN_NOT_PROVEN')
    const custom_domain = 'spelled.harbour.example'
    const { record } = (await freshStudio.admin.put(domainPath(freshStudio), { custom_domain })).body
    nameServer.records.set(record.name, record.value)
    expect((await verify()).body).toMatchObject({ custom_domain, domain_verified_at: expect.any(String) })
  })

  test('a domain does not work until its owner has proven it; then every page, link and email uses it', async () => {
    const freshStudio = await aStudio(server, { name: 'Harbour Sound' })
    const domain = 'book.harbour.example'
    const { body } = await freshStudio.admin.put(domainPath(freshStudio), { custom_domain: ' Book.Harbour.EXAMPLE. ' })
    expect(body).toMatchObject({ custom_domain: domain, domain_verified_at: null, address: null })
    expect(body.record.name).toBe(`_studiohub.${domain}`)
    expect(await statusAt(domain)).toBe(421)
    expect(await certificateStatus(domain)).toBe(404)
    expectError(
      await expectNoChange(() => freshStudio.admin.post(`${domainPath(freshStudio)}/verify`), freshStudio),
      'DOMAIN_NOT_PROVEN',
    )
    nameServer.records.set(body.record.name, 'studiohub-verification=guessed')
    expectError(
      await expectNoChange(() => freshStudio.admin.post(`${domainPath(freshStudio)}/verify`), freshStudio),
      'DOMAIN_NOT_PROVEN',
    )
    nameServer.records.set(body.record.name, body.record.value)
    const verified = (await freshStudio.admin.post(`${domainPath(freshStudio)}/verify`)).body
    expect(verified).toMatchObject({ custom_domain: domain, domain_verified_at: expect.any(String) })
    expect(verified.address).toBe(server.url.replace('127.0.0.1', domain))
    expect(await certificateStatus(domain)).toBe(200)
    const resolved = await callAs(server.url, null).get(`/public/studios/resolve?host=${domain}`)
    expect(resolved.body).toMatchObject({ id: freshStudio.studio.id, name: 'Harbour Sound' })
    expect(await readPageAt(domain)).toMatchObject({ head: { title: 'Harbour Sound' }, studio: { own_domain: true } })
    expect(await readPageAt(domain, '/auth/login')).toMatchObject({
      head: { title: 'Harbour Sound', brand_css: expect.stringContaining(`/brand/${freshStudio.studio.id}-`) },
      studio: { slug: freshStudio.studio.slug, own_domain: true },
    })
    expect(await readPageAt(domain, '/docs')).toBe('not_found')
    const areaPath = '/studio/settings?tab=domain'
    expect(await readPageAt(domain, areaPath)).toEqual({ redirect_to: server.url + areaPath })
    const otherPath = `/${rival.studio.slug}`
    expect(await readPageAt(domain, otherPath)).toEqual({ redirect_to: server.url + otherPath })
    const client = await aClient(server, freshStudio.studio.id)
    const booking = await aBooking(client, freshStudio.studio.id, inDays(0))
    await confirmAsSeen(freshStudio.admin, booking.id)
    const mail = await nextMail(server, client.email, 'confirmed')
    expect(mail.text).toContain(`${verified.address}/${freshStudio.studio.slug}/bookings`)
  })

  test('a domain belongs to one studio: a rival cannot take it, and entering it reserves nothing', async () => {
    const domain = 'rooms.quay.example'
    expect((await rival.admin.put(domainPath(rival), { custom_domain: domain })).status).toBe(200)
    expect((await verifyDomain(fixture, domain)).status).toBe(200)
    expectError(await expectNoChange(() => rival.admin.post(`${domainPath(rival)}/verify`), rival), 'DOMAIN_NOT_PROVEN')
    nameServer.records.set(`_studiohub.${domain}`, (await rival.admin.get(domainPath(rival))).body.record.value)
    expectError(await expectNoChange(() => rival.admin.post(`${domainPath(rival)}/verify`), rival), 'DOMAIN_TAKEN')
    await rival.admin.delete(domainPath(rival))
    expectError(
      await expectNoChange(() => rival.admin.put(domainPath(rival), { custom_domain: 'ROOMS.quay.example.' }), rival),
      'DOMAIN_TAKEN',
    )
    // A new domain must be proven, and the former one stops working at once.
    const { body } = await fixture.admin.put(domainPath(fixture), { custom_domain: 'new.quay.example' })
    expect(body.domain_verified_at).toBeNull()
    expect(await statusAt(domain)).toBe(421)
    expect((await fixture.admin.delete(domainPath(fixture))).body).toEqual({
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
  ])("a studio's domain is never %j", async (custom_domain) => {
    const response = await expectNoChange(() => fixture.admin.put(domainPath(fixture), { custom_domain }))
    expectError(response, 'DOMAIN_INVALID')
  })

  test("only the studio's admins can see and change its domain", async () => {
    for (const person of [rival.admin, fixture.client]) {
      expectError(await person.get(domainPath(fixture)), 'FORBIDDEN')
      expectError(
        await expectNoChange(() => person.put(domainPath(fixture), { custom_domain: 'a.example.com' })),
        'FORBIDDEN',
      )
      expectError(await expectNoChange(() => person.post(`${domainPath(fixture)}/verify`)), 'FORBIDDEN')
    }
  })
})

test('weeks start on Sunday until an admin chooses Monday or Saturday', async () => {
  expect((await getStudio()).week_starts_on).toBe(0)
  expect((await updateStudio({ week_starts_on: 1 })).body.week_starts_on).toBe(1)
  expectError(await updateStudio({ week_starts_on: 3 }), 'VALIDATION_FAILED')
  expectError(await fixture.client.patch(`/studios/${fixture.studio.id}`, { week_starts_on: 6 }), 'FORBIDDEN')
  expect((await fixture.client.get(`/studios/${fixture.studio.id}`)).body.week_starts_on).toBe(1)
})
