import type { Picture } from '@studiohub/contract/features/resources/pictures/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBlock, aBooking, aFixedClock, asPerson } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { aPhoto } from '@studiohub/testing/pictures.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderHead } from '#platform/http/studio-head.ts'
import { readStudioPage } from '../../studios/branding/service.ts'
import { readPublicPage } from './service.ts'

const clock = aFixedClock()
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

const publicUrl = 'https://studios.example'
const readPageAt = (url: string, host = 'studios.example') =>
  readStudioPage(
    { url, host, id: 'test' },
    {
      config: { publicUrl },
      now: clock.now(),
      readPublicPage: (tx, studio, now, query) => readPublicPage(tx, studio, now, { query, takes_visitors: true }),
    },
  )

async function getPageAt(url: string, host?: string) {
  const page = await readPageAt(url, host)
  if (!page || page === 'not_found' || 'redirect_to' in page) throw new Error('no page')
  return { ...page, head: renderHead(page.head) }
}
const pageOf = async ({ studio }: StudioOfTest) => (await getPageAt(`/s/${studio.slug}`)).public_page

const findResource = async ({ admin, studio }: StudioOfTest, name: string): Promise<string> => {
  const { items } = (await admin.get(`/studios/${studio.id}/resources`)).body
  return items.find((resource: { name: string }) => resource.name === name).id
}

async function addPicture({ admin, studio }: StudioOfTest, fields: Record<string, string>): Promise<Picture> {
  const bytes = await aPhoto({ width: 640, height: 480 })
  const { status, body } = await admin.upload('POST', `/studios/${studio.id}/pictures`, bytes, { fields })
  expect(status).toBe(201)
  return body
}

test('shows rooms, services with prices, free times and contact of an open studio', async () => {
  const fixture = await aStudio(server)
  const { studio, admin } = fixture
  const changes = {
    location: 'Kanalstraat 12 & more',
    contact_phone: '+31 10 555',
    contact_email: 'desk@studio.example',
    links: ['https://www.portfolio.example/work'],
  }
  expect((await admin.patch(`/studios/${studio.id}`, changes)).status).toBe(200)
  const [room] = (await admin.get(`/studios/${studio.id}/resources`)).body.items
  expect((await admin.patch(`/resources/${room.id}`, { details: '40 m2, live room' })).body.details).toBe(
    '40 m2, live room',
  )
  const shown = await pageOf(fixture)
  expect(shown?.values).toMatchObject({
    location: changes.location,
    contact_email: changes.contact_email,
    phone_url: '+3110555',
    is_bookable: true,
    map_url: 'https://www.google.com/maps/search/?api=1&query=Kanalstraat%2012%20%26%20more',
    cancel_rule: 'Cancel free of charge until 24 h before',
  })
  expect(shown?.lists.room).toEqual([
    {
      name: room.name,
      details: '40 m2, live room',
      picture: null,
      alt: room.name,
      has_one: null,
      count: null,
      photo: [],
    },
  ])
  expect(shown?.lists.link).toEqual([{ url: changes.links[0], label: 'portfolio.example' }])
  expect(shown?.lists.service?.map(({ price }) => price)).toContain('Price on request')
  expect(shown?.lists.time).toHaveLength(4)
  const { head } = await getPageAt(`/s/${studio.slug}`)
  expect(head).toContain(`<link rel="canonical" href="${publicUrl}/s/${studio.slug}">`)
  expect(head).toContain('"@type":"LocalBusiness"')
  expect(head).not.toContain('noindex')
})

test('shows prices including the tax that is added to them', async () => {
  const fixture = await aStudio(server)
  const { studio, admin } = fixture
  const services = `/studios/${studio.id}/services`
  const { items } = (await admin.get(services)).body
  const priced = items.map(({ position, ...service }: Record<string, unknown>) => ({ ...service, price_minor: 10_000 }))
  await admin.put(services, { items: priced })
  const day = plusDays(clock.today, 3)
  const times = async () =>
    (await callAs(server.url, null).get(`/public/studios/${studio.slug}/times?service=recording&date=${day}`)).body
  expect((await times()).days[0].prices).toEqual(['$100'])
  const rates = [{ key: 'vat', name: 'VAT', rate_bp: 1_900 }]
  await admin.patch(`/studios/${studio.id}`, { taxes: { prices_include_tax: false, rates } })
  const shown = await times()
  expect(shown.days[0]).toMatchObject({ prices: ['$119'], amounts: [10_000] })
})

test('writes dates, hours and prices as the country of the studio does', async () => {
  const fixture = await aStudio(server)
  const { studio, admin } = fixture
  const services = `/studios/${studio.id}/services`
  const { items } = (await admin.get(services)).body
  const priced = items.map(({ position, ...service }: Record<string, unknown>) => ({
    ...service,
    price_minor: 123_450,
  }))
  await admin.put(services, { items: priced })
  const day = plusDays(clock.today, 3)
  const shownIn = async (country: string) => {
    expect((await admin.patch(`/studios/${studio.id}`, { country })).status).toBe(200)
    const times = await callAs(server.url, null).get(
      `/public/studios/${studio.slug}/times?service=recording&date=${day}`,
    )
    const page = await pageOf(fixture)
    return {
      times: times.body,
      day: times.body.days[0],
      opening: page?.values.opening,
      next: page?.lists.time?.[0]?.text,
    }
  }
  const american = await shownIn('US')
  expect(american.times).toMatchObject({ hour12: true })
  expect(american.day.prices).toEqual(['$1,234.50'])
  expect(american.day.name).toMatch(/^[A-Z][a-z]+day, [A-Z][a-z]+ \d+$/)
  expect(american.opening).toMatch(/\d [AP]M$|around the clock$/)
  expect(american.next).toMatch(/ \d{1,2}:\d\d [AP]M$/)
  const german = await shownIn('DE')
  expect(german.times).toMatchObject({ hour12: false })
  expect(german.day.prices).toEqual(['1.234,50\u00a0$'])
  expect(german.day.name).toMatch(/^[A-Z][a-z]+day, \d+ [A-Z][a-z]+$/)
  expect(german.opening).toMatch(/\d\d:\d\d$|around the clock$/)
  expect(german.next).toMatch(/ \d\d:\d\d$/)
  // Only texts follow the country: starts are values that the form sends back.
  expect(american.day.starts).toEqual(german.day.starts)
})

test('names people only if the studio allows it', async () => {
  const fixture = await aStudio(server)
  const { studio, admin } = fixture
  const person = { kind: 'person', name: 'Ada Writer', details: 'Sound engineer' }
  expect((await admin.post(`/studios/${studio.id}/resources`, person)).status).toBe(201)
  expect((await pageOf(fixture))?.lists.person).toEqual([])
  await admin.patch(`/studios/${studio.id}`, { shows_people: true })
  expect((await pageOf(fixture))?.lists.person).toEqual([
    { name: 'Ada Writer', details: 'Sound engineer', initial: 'A', picture: null },
  ])
  const ada = await addPicture(fixture, { resource_id: await findResource(fixture, 'Ada Writer') })
  expect((await pageOf(fixture))?.lists.person).toMatchObject([{ picture: ada.small_url }])
})

test('shows all pictures of a room and a service, each with a text', async () => {
  const fixture = await aStudio(server)
  const resource_id = await findResource(fixture, 'Studio A')
  const first = await addPicture(fixture, { resource_id, alt: 'A piano' })
  const read = async () => {
    const [room] = (await pageOf(fixture))?.lists.room ?? []
    return room
  }
  expect(await read()).toMatchObject({ picture: first.small_url, alt: 'A piano', has_one: 'true', count: null })
  const second = await addPicture(fixture, { resource_id })
  expect(await read()).toMatchObject({
    picture: first.small_url,
    has_one: null,
    count: '2 pictures',
    photo: [
      { url: first.small_url, alt: 'A piano' },
      { url: second.small_url, alt: 'Studio A, picture 2' },
    ],
  })
  const cover = await addPicture(fixture, { service_key: 'mixing' })
  const desk = await addPicture(fixture, { service_key: 'mixing', alt: 'A desk' })
  const service = (await pageOf(fixture))?.lists.service?.find(({ key }) => key === 'mixing')
  expect(service).toMatchObject({
    picture: cover.small_url,
    has_more: 'true',
    photo: [{ url: desk.small_url, alt: 'A desk' }],
  })
})

test('services do not repeat the only picture of a studio', async () => {
  const fixture = await aStudio(server)
  const resource_id = await findResource(fixture, 'Studio A')
  const first = await addPicture(fixture, { resource_id })
  const read = async () => {
    const page = await pageOf(fixture)
    const pictures = (list: Record<string, unknown>[] = []) => list.flatMap(({ picture }) => picture ?? [])
    return {
      hero: page?.values.hero,
      rooms: pictures(page?.lists.room),
      services: new Set(pictures(page?.lists.service)),
    }
  }
  expect(await read()).toEqual({ hero: first.url, rooms: [first.small_url], services: new Set() })
  const second = await addPicture(fixture, { resource_id })
  expect(await read()).toEqual({
    hero: first.url,
    rooms: [first.small_url],
    services: new Set([first.small_url, second.small_url]),
  })
})

test('names the room of each start: the cheapest one that is free', async () => {
  const fixture = await aStudio(server)
  const { studio, admin } = fixture
  const cheap = (await admin.post(`/studios/${studio.id}/resources`, { kind: 'room', name: 'Booth' })).body
  const services = `/studios/${studio.id}/services`
  const { items } = (await admin.get(services)).body
  const priced = items.map(({ position, pricing, ...service }: Record<string, object>) => ({
    ...service,
    price_minor: 10_000,
    pricing: { ...pricing, unit: 'session', rooms: [{ room_id: cheap.id, price_minor: 4_000 }] },
  }))
  expect((await admin.put(services, { items: priced })).status).toBe(200)
  const date = plusDays(clock.today, 7)
  const readDay = async (query = '') => {
    const path = `/public/studios/${studio.slug}/times?service=recording&date=${date}&days=1${query}`
    return (await callAs(server.url, null).get(path)).body.days[0]
  }
  expect(await readDay()).toMatchObject({ rooms: ['Booth'], amounts: [4_000] })
  // With this code both rooms cost nothing. A booking gets the room that is cheapest without it.
  const code = { code: 'FREE', percent: 100 }
  expect((await admin.post(`/studios/${studio.id}/discounts`, code)).status).toBe(201)
  expect(await readDay('&discount_code=FREE')).toMatchObject({ rooms: ['Booth'], amounts: [0] })
  await aBooking(admin, studio.id, clock.today, { ...aBlock(clock.today), resource_ids: [cheap.id] })
  const { starts, rooms, amounts } = await readDay()
  expect(rooms).toHaveLength(starts.length)
  expect([rooms, amounts].map((list) => list[starts.indexOf('10:30')])).toEqual(['Studio A', 10_000])
  expect([rooms, amounts].map((list) => list[starts.indexOf('13:00')])).toEqual(['Booth', 4_000])
})

test('a closed or suspended studio shows only its branding, and search engines do not list it', async () => {
  const fixture = await aStudio(server)
  const { studio, admin } = fixture
  await admin.patch(`/studios/${studio.id}`, { location: 'Secret lane 1' })
  for (const suspended_at of [null, new Date().toISOString()]) {
    await asLogin((tx) =>
      tx.updateTable('studios').set({ is_active: false, suspended_at }).where('id', '=', studio.id).execute(),
    )
    const { head, public_page } = await getPageAt(`/s/${studio.slug}`)
    expect(head).toContain('noindex')
    expect(head).not.toContain('LocalBusiness')
    expect(JSON.stringify(public_page)).not.toContain('Secret lane')
    expect(public_page?.values.is_bookable).toBe(false)
  }
})

test('a studio without a plan shows its contact and takes no bookings', async () => {
  const fixture = await aStudio(server)
  const { studio, admin } = fixture
  await admin.patch(`/studios/${studio.id}`, { location: 'Open lane 1' })
  await asLogin((tx) =>
    sql`update studio_subscriptions set status = 'expired' where studio_id = ${studio.id}`.execute(tx),
  )
  const { head, public_page } = await getPageAt(`/s/${studio.slug}`)
  expect(head).toContain('noindex')
  expect(public_page?.values).toMatchObject({ location: 'Open lane 1', is_bookable: false })
})

test('an unknown slug is not found, a former slug redirects to the current one, and an own domain shows the page', async () => {
  expect(await readPageAt('/s/nobody-here')).toBe('not_found')
  const { studio } = await aStudio(server)
  const slug = `${studio.slug}-moved`
  await asLogin((tx) =>
    tx
      .updateTable('studios')
      .set({ slug, custom_domain: `${slug}.example`, domain_verified_at: new Date().toISOString() })
      .where('id', '=', studio.id)
      .execute(),
  )
  expect(await readPageAt(`/s/${studio.slug}?utm=1`)).toEqual({ redirect_to: `/s/${slug}?utm=1` })
  const page = await getPageAt('/', `${slug}.example`)
  expect(page.public_page?.values.is_bookable).toBe(true)
  expect(page.head).toContain(`href="http://${slug}.example`.replace('http:', new URL(server.url).protocol))
})

test('lists free times with their prices as text, and the reason if a day has none', async () => {
  const { studio, admin } = await aStudio(server)
  await asPerson(admin, (tx) =>
    tx
      .updateTable('studio_services')
      .set({ price_minor: 6_000, currency: 'EUR' })
      .where('studio_id', '=', studio.id)
      .where('key', '=', 'recording')
      .execute(),
  )
  const visitor = callAs(server.url, null)
  const path = `/public/studios/${studio.slug}/times`
  const date = plusDays(clock.today, 7)
  const { body } = await visitor.get(`${path}?service=recording&date=${date}&days=2`)
  expect(body.days[0]).toMatchObject({ date, reason: null, prices: [expect.stringMatching(/60/)] })
  expect(body.days[0].starts).toContain('10:00')
  const past = await visitor.get(`${path}?service=recording&date=${plusDays(clock.today, -1)}&days=1`)
  expect(past.body.days[0]).toMatchObject({ reason: 'Already passed', starts: [], prices: [] })
  expectError(await visitor.get(`${path}?service=nothing`), 'SERVICE_NOT_OFFERED')
  expectError(await visitor.get('/public/studios/nobody-here/times?service=recording'), 'NOT_FOUND')
})

test('rejects links with invalid addresses', async () => {
  const { studio, admin } = await aStudio(server)
  for (const link of ['javascript:alert(1)', 'http://plain.example', 'https://localhost/x', 'x']) {
    expectError(await admin.patch(`/studios/${studio.id}`, { links: [link] }), 'VALIDATION_FAILED')
  }
  expectError(
    await admin.patch(`/studios/${studio.id}`, { links: Array.from({ length: 7 }, (_, i) => `https://a${i}.example`) }),
    'VALIDATION_FAILED',
  )
})

test('shows times of a service whose default length does not fit its steps', async () => {
  const fixture = await aStudio(server)
  const { studio, admin } = fixture
  await asPerson(admin, (tx) =>
    tx
      .updateTable('studio_services')
      .set({
        price_minor: 6_000,
        currency: 'EUR',
        default_minutes: 60,
        min_minutes: 30,
        max_minutes: 240,
        step_minutes: 45,
      })
      .where('studio_id', '=', studio.id)
      .where('key', '=', 'recording')
      .execute(),
  )
  expect((await pageOf(fixture))?.times).toMatchObject({ service: 'recording', minutes: 75 })
  const response = await callAs(server.url, null).get(`/public/studios/${studio.slug}/times?service=recording`)
  expect(response).toMatchObject({ status: 200, body: { minutes: 75 } })
})

test('shows what cancelling a chosen session costs and until when, on the page and over the API', async () => {
  const fixture = await aStudio(server)
  const { studio, admin } = fixture
  const policy = { steps: [{ hours: 48, percent: 0 }], late_percent: 50, no_show_percent: 100 }
  await admin.patch(`/studios/${studio.id}`, {
    cancellation_policy: policy,
    timezone: 'Europe/Amsterdam',
    country: 'US',
  })
  const day = plusDays(clock.today, 7)
  const rule = /^Free cancellation until \w{3}, \w{3} \d{1,2}, 2:00 PM, then 50% of the price$/
  const ruleAt = (query: string) => callAs(server.url, null).get(`/public/studios/${studio.slug}/cancellation?${query}`)
  expect((await ruleAt(`day=${day}&time=14:00`)).body).toEqual({ text: expect.stringMatching(rule) })
  expect((await ruleAt(`day=${clock.today}&time=00:00`)).body.text).toBe(
    'This session is too soon to be cancelled online',
  )
  expectError(await ruleAt('day=2030-03-31&time=02:30'), 'TIME_DOES_NOT_EXIST')
  expectError(
    await callAs(server.url, null).get(`/public/studios/nobody-here/cancellation?day=${day}&time=14:00`),
    'NOT_FOUND',
  )

  const chosen = await getPageAt(`/s/${studio.slug}?service=recording&minutes=120&day=${day}&time=14:00`)
  expect(chosen.public_page?.values['choice_rule']).toMatch(rule)
  const general = 'Cancel free of charge until 48 h before, then 50% of the price'
  expect((await pageOf(fixture))?.values).toMatchObject({ choice_rule: general, cancel_rule: general })
})

test('allows websites of the studio to frame the booking form, and no other page', async () => {
  const { studio, admin, client } = await aStudio(server)
  const framedBy = async (url: string) => {
    const page = await readPageAt(url)
    return page && page !== 'not_found' && 'head' in page ? page.framed_by : page
  }
  const setWebsites = (websites: string[], by = admin) => by.patch(`/studios/${studio.id}`, { websites })
  expect(await framedBy(`/embed/${studio.slug}`)).toEqual([])
  const saved = await setWebsites(['https://band.example/book?x=1', 'https://BAND.example', 'http://localhost:8080'])
  expect(saved.body.websites).toEqual(['https://band.example', 'http://localhost:8080'])
  expect(await framedBy(`/Embed/${studio.slug.toUpperCase()}/`)).toEqual(saved.body.websites)
  expect(await framedBy(`/s/${studio.slug}`)).toBeUndefined()
  expect(await framedBy(`/${studio.slug}`)).toBeUndefined()
  expect((await getPageAt(`/embed/${studio.slug}`)).public_page?.times).toMatchObject({ currency: 'USD' })
  expect((await getPageAt(`/embed/${studio.slug}`)).head).toContain(`${publicUrl}/s/${studio.slug}`)
  for (const website of [
    'http://band.example',
    'https://',
    '*',
    "https://x.example; script-src 'unsafe-inline'",
    'javascript:alert(1)',
    'https://a.example https://b.example',
    'https://*.example',
  ]) {
    expectError(await setWebsites([website]), 'VALIDATION_FAILED')
  }
  expectError(
    await setWebsites(Array.from({ length: 11 }, (_, index) => `https://a${index}.example`)),
    'VALIDATION_FAILED',
  )
  expectError(await setWebsites(['https://other.example'], client), 'FORBIDDEN')

  await admin.patch(`/studios/${studio.id}`, { is_active: false })
  expect(await framedBy(`/embed/${studio.slug}`)).toEqual([])
})
