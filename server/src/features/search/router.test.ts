import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { aClientRecord } from '@studiohub/testing/client-records.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import {
  aCrewMember,
  aDeskPerson,
  aPerson,
  aStudio,
  aSuperAdmin,
  type StudioOfTest,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const tomorrow = plusDays(todayIn('UTC', new Date()), 1)
let server: TestServer
let fixture: StudioOfTest
let crew: TestUser
let desk: TestUser
beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
  crew = await aCrewMember(server, fixture)
  desk = await aDeskPerson(server, fixture)
})
afterAll(() => server.stop())

type SearchResult = { people: object[]; bookings: object[]; projects: object[]; cards: object[] }
const emptyResult: SearchResult = { people: [], bookings: [], projects: [], cards: [] }

async function search(person: TestUser, q: string): Promise<SearchResult> {
  const response = await person.get(`/search?q=${encodeURIComponent(q)}`)
  expect(response.status).toBe(200)
  return response.body
}
const namesOf = async (person: TestUser, q: string) =>
  (await search(person, q)).people.map((person) => (person as { name: string }).name)

const aRecord = (name: string, overrides: { email?: string; phone?: string } = {}) =>
  aClientRecord(fixture.studio.id, { name, ...overrides })

async function aProject(person: TestUser, title: string, overrides: object = {}) {
  const response = await person.post('/projects', { title, project_type: 'music', ...overrides })
  expect(response.status).toBe(201)
  return response.body
}
async function aCard(person: TestUser, project_id: string, title: string) {
  const response = await person.post('/cards', { project_id, title })
  expect(response.status).toBe(201)
  return response.body
}

test('every word of the search must begin a word, in any order and case, and without accents', async () => {
  await aRecord('Zoë Łukasz Größe')
  await aRecord('Zora Lund')
  expect(await namesOf(fixture.admin, 'zo')).toEqual(['Zora Lund', 'Zoë Łukasz Größe'])
  for (const q of ['zoe', 'ZOË', 'lukasz zo', '  gros zoe ', 'grösse', 'größe'])
    expect(await namesOf(fixture.admin, q)).toEqual(['Zoë Łukasz Größe'])
  expect(await namesOf(fixture.admin, 'zoe lund')).toEqual([])
  // The middle of a word does not match.
  expect(await namesOf(fixture.admin, 'ukasz')).toEqual([])
})

test('one letter finds words that begin with it, and % and _ are plain characters', async () => {
  await aRecord('Xaver Quist')
  expect(await namesOf(fixture.admin, 'q')).toEqual(['Xaver Quist'])
  expect(await namesOf(fixture.admin, 'quist')).toEqual(['Xaver Quist'])
  for (const q of ['qui%t', 'q_ist', 'q*t', "q':*", 'q\\', "' | 'x", 'quist & !xaver']) {
    const response = await fixture.admin.get(`/search?q=${encodeURIComponent(q)}`)
    expect(response.status).toBe(200)
  }
  expect(await namesOf(fixture.admin, 'qui%t')).toEqual([])
  expect(await namesOf(fixture.admin, 'q_ist')).toEqual([])
  // Punctuation alone is not a word, so it finds the same as an empty text.
  expect(await search(fixture.admin, '%')).toEqual(await search(fixture.admin, ''))
  expectError(await fixture.admin.get(`/search?q=${'a'.repeat(121)}`), 'VALIDATION_FAILED')
})

test('the desk finds clients by their contacts; crew only if the studio allows it', async () => {
  await aRecord('Wim Contact', { email: 'hidden@wimhouse.example', phone: '+31 20 555 0199' })
  const wim = expect.objectContaining({ kind: 'client', name: 'Wim Contact', email: 'hidden@wimhouse.example' })
  for (const q of ['wimhouse', '+31205550199', 'hidden@wim']) {
    expect((await search(fixture.admin, q)).people).toEqual([wim])
    expect((await search(desk, q)).people).toEqual([wim])
    expect((await search(crew, q)).people).toEqual([])
  }
  expect((await search(crew, 'wim')).people).toEqual([expect.objectContaining({ name: 'Wim Contact', email: null })])
  expect((await fixture.admin.patch(`/studios/${fixture.studio.id}`, { crew_sees_contacts: true })).status).toBe(200)
  expect((await search(crew, 'wimhouse')).people).toEqual([wim])
  expect((await fixture.admin.patch(`/studios/${fixture.studio.id}`, { crew_sees_contacts: false })).status).toBe(200)
  expect((await search(crew, 'wimhouse')).people).toEqual([])
})

test('admins find their crew', async () => {
  const [name = ''] = crew.full_name.split(' ')
  const member = expect.objectContaining({ id: crew.id, kind: 'crew', email: null })
  expect((await search(fixture.admin, name)).people).toContainEqual(member)
  expect((await search(crew, name)).people).not.toContainEqual(member)
})

test('bookings are found by client, by service and by both together, the nearest first', async () => {
  const client_id = await aRecord('Yara Fielding')
  const later = await aBooking(fixture.admin, fixture.studio.id, tomorrow, {
    client_id,
    booking_date: plusDays(tomorrow, 3),
    service_type: 'mixing',
    start_time: '10:00',
    end_time: '11:00',
  })
  const next = await aBooking(fixture.admin, fixture.studio.id, tomorrow, {
    client_id,
    booking_date: tomorrow,
    service_type: 'recording',
    start_time: '10:00',
    end_time: '11:00',
  })
  const bookingIdsOf = async (person: TestUser, q: string) =>
    (await search(person, q)).bookings.map((booking) => (booking as { id: string }).id)
  expect(await bookingIdsOf(fixture.admin, 'yara')).toEqual([next.id, later.id])
  expect(await bookingIdsOf(crew, 'yara mix')).toEqual([later.id])
  expect(await bookingIdsOf(desk, 'mixing')).toEqual([later.id])
  expect((await search(fixture.admin, 'yara rec')).bookings).toEqual([
    {
      id: next.id,
      client_name: 'Yara Fielding',
      service: 'Recording Session',
      booking_date: tomorrow,
      start_time: '10:00',
      end_time: '11:00',
      status: 'confirmed',
    },
  ])
  expect((await search(fixture.admin, '')).bookings).toContainEqual(expect.objectContaining({ id: next.id }))
})

test('clients find only their own projects, cards and bookings, and no people', async () => {
  const ownProject = await aProject(fixture.client, 'Velvet Harbor')
  const card = await aCard(fixture.client, ownProject.id, 'Velvet vocals')
  const otherProject = await aProject(fixture.other, 'Velvet Canyon')
  await aCard(fixture.other, otherProject.id, 'Velvet drums')
  const session = await aBooking(fixture.client, fixture.studio.id, tomorrow, {
    booking_date: tomorrow,
    service_type: 'mastering',
    start_time: '14:00',
    end_time: '15:00',
  })
  const otherSession = await aBooking(fixture.other, fixture.studio.id, tomorrow, {
    booking_date: tomorrow,
    service_type: 'mastering',
    start_time: '15:00',
    end_time: '16:00',
  })
  expect(await search(fixture.client, 'velvet')).toEqual({
    ...emptyResult,
    projects: [{ id: ownProject.id, title: 'Velvet Harbor', client_name: 'Cleo Client', status: 'draft' }],
    cards: [{ id: card.id, title: 'Velvet vocals', project_title: 'Velvet Harbor', phase: 'pre_production' }],
  })
  expect((await search(fixture.client, 'mastering')).bookings.map((booking) => (booking as { id: string }).id)).toEqual(
    [session.id],
  )
  for (const q of ['otto', 'cleo', 'fielding', 'canyon', 'drums', fixture.other.email])
    expect(await search(fixture.client, q)).toEqual(emptyResult)
  const recent = await search(fixture.client, '')
  expect(recent.projects).toEqual([expect.objectContaining({ id: ownProject.id })])
  expect(recent.bookings).toEqual([expect.objectContaining({ id: session.id })])
  // The studio's people find both.
  const foundByCrew = await search(crew, 'velvet')
  expect(foundByCrew.projects).toHaveLength(2)
  expect(foundByCrew.cards).toHaveLength(2)
  expect((await search(crew, 'mastering')).bookings).toEqual([
    expect.objectContaining({ id: session.id }),
    expect.objectContaining({ id: otherSession.id }),
  ])
})

test('another studio finds nothing', async () => {
  const otherStudio = await aStudio(server)
  await aRecord('Umberto Only')
  const project = await aProject(fixture.client, 'Umberto theme')
  await aCard(fixture.client, project.id, 'Umberto strings')
  const foundHere = await search(fixture.admin, 'umberto')
  expect([foundHere.people.length, foundHere.projects.length, foundHere.cards.length]).toEqual([1, 1, 1])
  for (const person of [otherStudio.admin, otherStudio.client, await aCrewMember(server, otherStudio)]) {
    expect(await search(person, 'umberto')).toEqual(emptyResult)
    expect(await search(person, `${fixture.studio.id} umberto`)).toEqual(emptyResult)
  }
})

test('removed clients are not found, and people without a role find nothing', async () => {
  const id = await aRecord('Ingrid Gone')
  expect(await namesOf(fixture.admin, 'ingrid')).toEqual(['Ingrid Gone'])
  expect((await fixture.admin.delete(`/studios/${fixture.studio.id}/clients/${id}`)).status).toBe(200)
  expect(await namesOf(fixture.admin, 'ingrid')).toEqual([])
  const partner = await aPerson(server)
  expect((await partner.post('/me/onboarding', { role: 'partner' })).status).toBe(201)
  expectError(await partner.get('/search?q=zora'), 'FORBIDDEN')
  expectError(await (await aSuperAdmin(server)).get('/search?q=zora'), 'FORBIDDEN')
  expectError(await (await aPerson(server)).get('/search?q=zora'), 'NO_ACTIVE_ROLE')
  expect((await callAs(server.url, null).get('/search?q=zora')).status).toBe(401)
  const former = await aCrewMember(server, fixture)
  expect(await namesOf(former, 'zora')).toEqual(['Zora Lund'])
  const { body } = await fixture.admin.get(`/studios/${fixture.studio.id}/crew`)
  const role = body.items.find(({ user_id }: { user_id: string }) => user_id === former.id)
  expect((await fixture.admin.delete(`/studios/${fixture.studio.id}/crew/${role.role_id}`)).status).toBe(200)
  expectError(await former.get('/search?q=zora'), 'NO_ACTIVE_ROLE')
})

test('a renamed client is found by the new name only', async () => {
  const id = await aRecord('Tilda Before')
  const path = `/studios/${fixture.studio.id}/clients/${id}`
  const { body } = await fixture.admin.get(path)
  expect((await fixture.admin.patch(path, { name: 'Tilda After', version: body.version })).status).toBe(200)
  expect(await namesOf(fixture.admin, 'tilda before')).toEqual([])
  expect(await namesOf(fixture.admin, 'tilda after')).toEqual(['Tilda After'])
})
