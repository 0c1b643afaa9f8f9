import { randomUUID } from 'node:crypto'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { asLogin, expectNothingDone } from '@studiohub/testing/database-rows.ts'
import { type Answer, expectRefusal } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import {
  aClient,
  aCrewMember,
  aPerson,
  aStudio,
  aSuperAdmin,
  type Person,
  proveAddress,
  type StudioOfTest,
  signIn,
  TEST_PASSWORD,
} from '@studiohub/testing/people.ts'
import { anAppFactor } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
let operator: Person
let place: StudioOfTest
beforeAll(async () => {
  server = await startServer()
  operator = await aSuperAdmin(server)
  place = await aStudio(server, { name: 'Alpha' })
})
afterAll(() => server.stop())

const today = () => Temporal.Now.plainDateISO('UTC').toString()
const give = (person: { id: string }, role: string, studio_id?: string) =>
  operator.post(`/admin/users/${person.id}/roles`, { role, ...(studio_id && { studio_id }) })
type Row = { id: string; role: string; studio_id: string | null; status: string; decides: boolean }
const found = async (person: { email: string }): Promise<{ roles: Row[]; banned_until: string | null }> =>
  (await operator.get(`/admin/users?search=${encodeURIComponent(person.email)}`)).body.items[0]
/** Somebody who has confirmed their address, as roles that see other people's data need. */
const aProvenPerson = async (given: { full_name?: string } = {}) => proveAddress(await aPerson(server, given))
const roleId = async (person: { email: string }, role: string) =>
  (await found(person)).roles.find((held) => held.role === role)?.id ?? 'none'
const take = async (person: { email: string }, role: string) =>
  operator.delete(`/admin/roles/${await roleId(person, role)}`)
/** A studio of which the person is the only admin, made by an operator. */
async function aStudioFor(owner: { id: string } | null, given: object = {}) {
  const slug = `s-${randomUUID().slice(0, 8)}`
  const body = { name: `Made ${slug}`, slug, type: 'photo', ...(owner && { owner_id: owner.id }), ...given }
  return (await operator.post('/studios', body)).body as StudioOfTest['studio']
}
const change = (studio_id: string, changes: object) => operator.patch(`/admin/studios/${studio_id}`, changes)

describe('who is nobody here', () => {
  test('only operators read people, figures, requests, letters and the trail (T33)', async () => {
    const crew = await aCrewMember(server, place)
    const partner = await aPerson(server)
    await partner.post('/me/onboarding', { role: 'partner' })
    const pages = ['stats', 'messages', 'users', `users?search=${operator.email}`, 'role-requests', 'studios', 'audit']
    for (const page of [...pages, 'contact-requests', 'partnership-applications']) {
      for (const person of [place.client, crew, partner, place.admin])
        expectRefusal(await person.get(`/admin/${page}`), 'FORBIDDEN')
      expect((await operator.get(`/admin/${page}`)).status, page).toBe(200)
    }
  })

  test('an admin of a studio gives no role, neither elsewhere (T09) nor one that no studio has to give (T10)', async () => {
    const [rival, { id }] = [await aStudio(server), await aPerson(server)]
    const asAdmin = (role: string, studio_id?: string) => () =>
      place.admin.post(`/admin/users/${id}/roles`, { role, ...(studio_id && { studio_id }) })
    expectRefusal(await expectNothingDone(asAdmin('staff', rival.studio.id), true), 'FORBIDDEN')
    expectRefusal(await asAdmin('client', rival.studio.id)(), 'FORBIDDEN')
    expectRefusal(await expectNothingDone(asAdmin('super_admin'), true), 'ROLE_NOT_GRANTABLE')
    expectRefusal(await asAdmin('partner')(), 'ROLE_NOT_GRANTABLE')
    expectRefusal(await asAdmin('studio_admin', place.studio.id)(), 'ROLE_NOT_GRANTABLE')
    expectRefusal(await place.admin.delete(`/admin/roles/${await roleId(rival.client, 'client')}`), 'FORBIDDEN')
    expectRefusal(await place.admin.post(`/admin/users/${rival.admin.id}/suspend`, {}), 'FORBIDDEN')
    expectRefusal(await place.admin.patch(`/admin/studios/${rival.studio.id}`, { is_active: false }), 'FORBIDDEN')
    expectRefusal(await place.client.post(`/admin/users/${id}/roles`, { role: 'super_admin' }), 'FORBIDDEN')
  })
})

describe('people', () => {
  test('are found by name and address, counted, paged from the newest on, and what is typed is no pattern', async () => {
    const name = `Zoe ${randomUUID().slice(0, 8)}`
    const people = [await aPerson(server, { full_name: name }), await aPerson(server, { full_name: name })]
    const first = await operator.get(`/admin/users?search=${encodeURIComponent(name.toUpperCase())}&limit=1`)
    expect(first.body).toMatchObject({ total: 2, items: [{ id: people[1]?.id, full_name: name, roles: [] }] })
    const next = await operator.get(
      `/admin/users?search=${encodeURIComponent(name)}&limit=1&cursor=${first.body.next_cursor}`,
    )
    expect(next.body).toMatchObject({ next_cursor: null, total: 2, items: [{ id: people[0]?.id }] })
    expect((await operator.get('/admin/users?search=%25%25')).body).toMatchObject({ items: [], total: 0 })
  })

  test('get every role, at a studio or at none, and the newest decides', async () => {
    const person = await aProvenPerson()
    expect((await give(person, 'partner')).status).toBe(201)
    expect((await give(person, 'staff', place.studio.id)).status).toBe(201)
    expect((await person.get('/me')).body).toMatchObject({ role: 'staff', studio: { id: place.studio.id } })
    expectRefusal(await give(person, 'staff', place.studio.id), 'ROLE_EXISTS')
    expect((await give(person, 'studio_admin')).status).toBe(201)
    expect((await person.get('/me')).body).toMatchObject({ role: 'studio_admin', studio: null })
    const { roles } = await found(person)
    expect(roles.map(({ role, decides }) => [role, decides])).toEqual([
      ['studio_admin', true],
      ['staff', false],
      ['partner', false],
    ])
    expect((await give(await aProvenPerson(), 'super_admin')).status).toBe(201)
  })

  test('a role that was taken away can be given again, and is then the newest', async () => {
    const person = await aProvenPerson()
    await give(person, 'staff', place.studio.id)
    expect((await take(person, 'staff')).status).toBe(200)
    expectRefusal(await person.get(`/studios/${place.studio.id}/clients`), 'NO_ACTIVE_ROLE')
    expect((await found(person)).roles).toEqual([])
    expect((await give(person, 'staff', place.studio.id)).status).toBe(201)
    expect((await person.get('/me')).body.role).toBe('staff')
  })

  test('an address that someone may only claim opens no role that sees other people, until it is confirmed (F2)', async () => {
    const person = await aPerson(server)
    const slug = `claimed-${randomUUID().slice(0, 8)}`
    const made = { name: 'Claimed', slug, type: 'photo', owner_id: person.id }
    for (const answer of [
      await give(person, 'super_admin'),
      await give(person, 'studio_admin', place.studio.id),
      await give(person, 'staff', place.studio.id),
      await operator.post('/studios', made),
      await change(place.studio.id, { owner_id: person.id }),
    ])
      expectRefusal(answer, 'ADDRESS_NOT_PROVEN')
    expect(await found(person)).toMatchObject({ email_proven: false, roles: [] })
    await proveAddress(person)
    expect(await found(person)).toMatchObject({ email_proven: true })
    expect((await give(person, 'super_admin')).status).toBe(201)
  })

  // The first client role used to end without a word.
  test('a client is put into another studio only where the operator says that the first role ends (G22)', async () => {
    const [client, elsewhere] = [await aClient(server, place.studio.id), await aStudio(server)]
    const wish = { role: 'client', studio_id: elsewhere.studio.id }
    const move = (more: object) => operator.post(`/admin/users/${client.id}/roles`, { ...wish, ...more })
    for (const more of [{}, { ends_client_role: false }]) {
      const refused = await expectNothingDone(() => move(more), false)
      expectRefusal(refused, 'CLIENT_ELSEWHERE')
      expect(refused.body.message).toContain(place.studio.name)
    }
    expectRefusal(
      await place.admin.post(`/admin/users/${client.id}/roles`, { ...wish, ends_client_role: true }),
      'FORBIDDEN',
    )
    expect((await move({ ends_client_role: true })).status).toBe(201)
    const active = (await found(client)).roles.filter(({ status }) => status === 'active')
    expect(active).toMatchObject([{ role: 'client', studio_id: elsewhere.studio.id }])
  })

  test('nonsense is refused: an unknown person, an unknown studio, a studio for who has none, a request as a role', async () => {
    expectRefusal(await give({ id: randomUUID() }, 'partner'), 'NOT_FOUND')
    expectRefusal(await give(await aPerson(server), 'staff', randomUUID()), 'VALIDATION_FAILED')
    expectRefusal(await give(await aPerson(server), 'super_admin', place.studio.id), 'VALIDATION_FAILED')
    const asking = await aPerson(server)
    const { body } = await asking.post('/me/role-request', { role: 'staff', studio_id: place.studio.id })
    expectRefusal(await operator.delete(`/admin/roles/${body.id}`), 'NOT_FOUND')
    expectRefusal(await operator.delete(`/admin/roles/${randomUUID()}`), 'NOT_FOUND')
  })

  test('an operator with a second factor shows it before giving, taking or shutting out (T20)', async () => {
    const [careful, person] = [await aSuperAdmin(server), await aPerson(server)]
    await anAppFactor(server, careful.token, new Date())
    const again = await signIn(server, careful)
    const asAal1: (() => Promise<Answer>)[] = [
      () => again.post(`/admin/users/${person.id}/roles`, { role: 'partner' }),
      () => again.delete(`/admin/roles/${randomUUID()}`),
      () => again.post(`/admin/users/${person.id}/suspend`, {}),
      () => again.post(`/admin/users/${person.id}/lift`),
      () => again.patch(`/admin/studios/${place.studio.id}`, { owner_id: person.id }),
    ]
    for (const act of asAal1) expectRefusal(await act(), 'INSUFFICIENT_AAL')
    expect((await found(person)).roles).toEqual([])
    expect((await careful.post(`/admin/users/${person.id}/roles`, { role: 'partner' })).status).toBe(201)
  })
})

describe('the last one', () => {
  test('to run a studio keeps their role, whatever takes it: removal, another role, also two at once (T13)', async () => {
    const [one, two] = [await aProvenPerson(), await aProvenPerson()]
    const { id } = await aStudioFor(one)
    const refused = await expectNothingDone(() => take(one, 'studio_admin'), false)
    expectRefusal(refused, 'LAST_ADMIN')
    expectRefusal(await give(one, 'partner'), 'LAST_ADMIN')
    await give(two, 'studio_admin', id)
    const both = await Promise.all([take(one, 'studio_admin'), take(two, 'studio_admin')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('an admin who is somebody else by now runs nothing, and is no reason to let the other go', async () => {
    const [one, two] = [await aProvenPerson(), await aProvenPerson()]
    const { id } = await aStudioFor(one)
    await give(two, 'studio_admin', id)
    expect((await give(two, 'partner')).status).toBe(201)
    expectRefusal(await take(one, 'studio_admin'), 'LAST_ADMIN')
  })

  test('who has come to run a studio since they asked is not taken away by an approval', async () => {
    const person = await aProvenPerson()
    const { body } = await person.post('/me/role-request', { role: 'staff', studio_id: place.studio.id })
    await aStudioFor(person)
    expectRefusal(await place.admin.post(`/role-requests/${body.id}/approve`), 'ROLE_EXISTS')
    expect((await person.get('/me')).body.role).toBe('studio_admin')
  })
})

describe('shutting somebody out', () => {
  const signingIn = (person: Person) =>
    person.request('POST', '/auth/v1/token?grant_type=password', { email: person.email, password: TEST_PASSWORD })

  test('ends every session and every way in at once, until it is lifted', async () => {
    const client = await aClient(server, place.studio.id)
    const elsewhere = await signIn(server, client)
    const shut = await operator.post(`/admin/users/${client.id}/suspend`, { days: 7 })
    expect(Date.parse(shut.body.banned_until) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
    for (const session of [client, elsewhere]) expectRefusal(await session.get('/me'), 'UNAUTHENTICATED')
    expect((await signingIn(client)).body).toMatchObject({ error_code: 'user_banned' })
    expect((await found(client)).banned_until).toBe(shut.body.banned_until)
    expect((await operator.post(`/admin/users/${client.id}/lift`)).status).toBe(200)
    expectRefusal(await operator.post(`/admin/users/${client.id}/lift`), 'NOT_FOUND')
    const back = await signIn(server, client)
    expect((await back.get('/me')).body).toMatchObject({ role: 'client', studio: { id: place.studio.id } })
  })

  test('leaves no open studio without an admin: the studio is deactivated first', async () => {
    const owner = await aProvenPerson()
    const { id } = await aStudioFor(owner, { is_active: true })
    expectRefusal(await operator.post(`/admin/users/${owner.id}/suspend`, {}), 'LAST_ADMIN')
    await change(id, { is_active: false })
    expect((await operator.post(`/admin/users/${owner.id}/suspend`, {})).status).toBe(200)
  })
})

describe('studios', () => {
  test('are made with a plan and an owner, who is told; searched, sorted, filtered and paged', async () => {
    const [owner, mark] = [await aProvenPerson({ full_name: 'Odo Owner' }), randomUUID().slice(0, 8)]
    const made = await aStudioFor(owner, { name: `Zed ${mark}`, tier: 'enterprise', location: `Oslo ${mark}` })
    expect(made).toMatchObject({ is_active: false, suspended_at: null })
    expect((await nextMail(server, owner.email, 'is ready')).text).toContain(`Zed ${mark}`)
    const other = await aStudioFor(null, { name: `Ada ${mark}`, type: 'video', is_active: true })
    const list = async (query: string) => (await operator.get(`/admin/studios?search=${mark}&${query}`)).body
    const names = async (query: string) => (await list(query)).items.map(({ id }: { id: string }) => id)
    expect(await names('sort=name')).toEqual([other.id, made.id])
    for (const sort of ['-name', 'created_at', 'tier', 'type'])
      expect(await names(`sort=${sort}`), sort).toEqual([made.id, other.id])
    expect(await names('sort=-created_at')).toEqual([other.id, made.id])
    expect(await names('state=active')).toEqual([other.id])
    expect(await names('state=paused')).toEqual([])
    expect(await names('state=new')).toEqual([made.id])
    await owner.patch(`/studios/${made.id}`, { is_active: true })
    await owner.patch(`/studios/${made.id}`, { is_active: false })
    expect(await names('state=new')).toEqual([])
    expect(await names('state=paused')).toEqual([made.id])
    const first = await list('sort=-name&limit=1')
    expect(first).toMatchObject({
      total: 2,
      items: [{ id: made.id, tier: 'enterprise', admins: [{ user_id: owner.id, full_name: 'Odo Owner' }] }],
    })
    const next = await list(`sort=-name&limit=1&cursor=${first.next_cursor}`)
    expect(next).toMatchObject({ next_cursor: null, items: [{ id: other.id, tier: 'starter', admins: [] }] })
  })

  test('change all at once: name, address, plan and who runs them; the old address keeps leading there', async () => {
    const [{ id, slug }, owner] = [await aStudioFor(null), await aProvenPerson()]
    const fresh = `new-${randomUUID().slice(0, 8)}`
    const changed = await change(id, { name: 'Renamed', slug: fresh, tier: 'pro', owner_id: owner.id })
    expect(changed.body).toMatchObject({ name: 'Renamed', slug: fresh, tier: 'pro', plan_status: 'active' })
    expect(changed.body.admins).toMatchObject([{ user_id: owner.id }])
    expect((await owner.get('/me')).body).toMatchObject({ role: 'studio_admin', studio: { id } })
    expect((await operator.get(`/public/studios/resolve?slug=${slug}`)).body.slug).toBe(fresh)
    const { id: rival } = await aStudioFor(null)
    const before = (await operator.get(`/studios/${rival}`)).body
    expectRefusal(await change(rival, { slug, tier: 'pro', name: 'Gone' }), 'SLUG_TAKEN')
    expectRefusal(await change(rival, { slug: 'auth' }), 'SLUG_RESERVED')
    // R10: an owner who does not exist, or who left, broke a foreign key and was answered with 500.
    const left = await aPerson(server)
    expect((await left.post('/me/deletion', { current_password: TEST_PASSWORD })).status).toBe(200)
    for (const owner_id of [randomUUID(), left.id]) {
      const made = { name: 'Ownerless', slug: `ownerless-${randomUUID().slice(0, 8)}`, type: 'photo', owner_id }
      for (const answer of [await change(rival, { owner_id }), await operator.post('/studios', made)]) {
        expectRefusal(answer, 'VALIDATION_FAILED')
        expect(answer.body.fields).toEqual({ owner_id: 'There is no such person.' })
      }
    }
    expect((await operator.get(`/studios/${rival}`)).body).toEqual(before)
    expectRefusal(await change(randomUUID(), { name: 'X' }), 'NOT_FOUND')
  })

  test('deactivated by an operator stay so: no bookings, no members, and their admin cannot open them', async () => {
    const { admin, client, studio } = await aStudio(server)
    const asking = await proveAddress(await aPerson(server))
    const { body: asked } = await asking.post('/me/role-request', { role: 'staff', studio_id: studio.id })
    const kept = await aBooking(client, studio.id, today())
    expect((await change(studio.id, { is_active: false })).body.suspended_at).toEqual(expect.any(String))
    const open = () => admin.patch(`/studios/${studio.id}`, { is_active: true })
    expectRefusal(await expectNothingDone(open, false), 'STUDIO_SUSPENDED')
    expectRefusal(await admin.post(`/role-requests/${asked.id}/approve`), 'STUDIO_NOT_AVAILABLE')
    const again = { booking_date: kept.booking_date, start_time: '16:00', end_time: '17:00', service_type: 'mixing' }
    for (const person of [client, admin])
      expectRefusal(
        await person.post(`/studios/${studio.id}/bookings`, { ...again, booking_type: 'client_booking' }),
        'STUDIO_INACTIVE',
      )
    const newcomer = await aPerson(server)
    const joining = await newcomer.post('/me/onboarding', { role: 'client', studio_id: studio.id })
    expectRefusal(joining, 'STUDIO_NOT_AVAILABLE')
    const listed = (await newcomer.get('/public/studios?limit=100')).body.items
    expect(listed.map(({ id }: { id: string }) => id)).not.toContain(studio.id)
    expect((await admin.get(`/bookings/${kept.id}`)).body.status).toBe('pending')
    expect((await operator.get(`/admin/studios?search=${studio.slug}&state=suspended`)).body.total).toBe(1)
    expect((await change(studio.id, { is_active: true })).body).toMatchObject({ is_active: true, suspended_at: null })
    expect((await admin.post(`/role-requests/${asked.id}/approve`)).status).toBe(200)
  })

  test('a booking under way and a deactivation at the same moment: none is made after it', async () => {
    const { client, studio } = await aStudio(server)
    const at = (hour: number) => ({
      booking_date: Temporal.Now.plainDateISO('UTC').add({ days: 3 }).toString(),
      start_time: `${String(hour).padStart(2, '0')}:00`,
      end_time: `${String(hour + 1).padStart(2, '0')}:00`,
      service_type: 'mixing',
      booking_type: 'client_booking',
    })
    const [closing, ...made] = await Promise.all([
      change(studio.id, { is_active: false }),
      ...[9, 10, 11, 12].map((hour) => client.post(`/studios/${studio.id}/bookings`, at(hour))),
    ])
    const rows = await asLogin((tx) =>
      tx.selectFrom('bookings').select('created_at').where('studio_id', '=', studio.id).execute(),
    )
    expect(rows).toHaveLength(made.filter(({ status }) => status === 201).length)
    expect(closing?.body.is_active).toBe(false)
    expect((await client.post(`/studios/${studio.id}/bookings`, at(14))).status).toBeGreaterThanOrEqual(400)
  })

  test('closed by themselves are opened by an operator, and open themselves again', async () => {
    const { admin, studio } = await aStudio(server)
    const by = (person: Person, is_active: boolean) => person.patch(`/studios/${studio.id}`, { is_active })
    expect((await by(admin, false)).body).toMatchObject({ is_active: false, suspended_at: null })
    expect((await by(admin, true)).body.is_active).toBe(true)
    expect((await by(operator, false)).body.suspended_at).toEqual(expect.any(String))
    expectRefusal(await by(admin, true), 'STUDIO_SUSPENDED')
    expect((await by(operator, true)).body).toMatchObject({ is_active: true, suspended_at: null })
  })
})

test('requests of all studios wait in one list with their number, and are answered there', async () => {
  const { studio } = await aStudio(server)
  const before = (await operator.get('/admin/role-requests')).body.total
  const people = [await proveAddress(await aPerson(server, { full_name: 'Quinn Waits' })), await aPerson(server)]
  for (const person of people) await person.post('/me/role-request', { role: 'staff', studio_id: studio.id })
  const { body } = await operator.get('/admin/role-requests?limit=100')
  expect(body.total).toBe(before + 2)
  const [one, two] = body.items.slice(-2)
  expect(one).toMatchObject({ full_name: 'Quinn Waits', role: 'staff', studio_name: studio.name })
  expect((await operator.post(`/role-requests/${one.id}/approve`)).status).toBe(200)
  expect((await operator.post(`/role-requests/${two.id}/reject`)).status).toBe(200)
  expect((await operator.get('/admin/role-requests')).body.total).toBe(before)
  expect((await people[0]?.get('/me'))?.body.role).toBe('staff')
})

test('the figures are counted: studios, people, what plans bring, sessions ahead, and how it went', async () => {
  const before = (await operator.get('/admin/stats')).body
  const { client, studio } = await aStudio(server, { tier: 'pro' })
  await aBooking(client, studio.id, today())
  await aStudioFor(null, { tier: 'starter' })
  await aStudio(server, { tier: 'trial' })
  const after = (await operator.get('/admin/stats')).body
  expect(after.studios - before.studios).toBe(3)
  expect(after.active_studios - before.active_studios).toBe(2)
  expect(after.users - before.users).toBe(6)
  expect(after.revenue_minor - before.revenue_minor).toBe((499 + 199) * 100)
  expect(after.active_bookings - before.active_bookings).toBe(1)
  expect(after.months).toHaveLength(12)
  expect(after.months.at(-1).users - before.months.at(-1).users).toBe(6)
  expect(after.months.at(-1).studios - before.months.at(-1).studios).toBe(3)
  expect(after.weeks).toHaveLength(12)
  expect(after.plans.map(({ tier }: { tier: string }) => tier)).toEqual(['trial', 'starter', 'pro', 'enterprise'])
})

test('the trail is read by studio, person and action, the newest first, a page at a time', async () => {
  const { admin, studio } = await aStudio(server)
  for (const location of ['Rome', 'Oslo', 'Lima']) await admin.patch(`/studios/${studio.id}`, { location })
  const read = async (query: string) => (await operator.get(`/admin/audit?${query}`)).body
  const first = await read(`studio_id=${studio.id}&action=studios.update&limit=2`)
  // R6: which fields changed, never what they held.
  const changes = (page: { items: { after: { changed: string[]; version: number } }[] }) =>
    page.items.map(({ after }) => `${after.changed} ${after.version}`)
  expect(changes(first)).toEqual(['location 4', 'location 3'])
  expect(first.items[0]).toMatchObject({ actor_id: admin.id, actor_name: 'Ada Owner', studio_name: studio.name })
  const next = await read(`studio_id=${studio.id}&action=studios.update&limit=2&cursor=${first.next_cursor}`)
  expect(changes(next)).toEqual(['location 2'])
  expect(next.next_cursor).toBeNull()
  const own = await read(`actor_id=${admin.id}&action=studios`)
  expect(own.items.map(({ action }: { action: string }) => action)).toEqual([
    ...Array.from({ length: 3 }, () => 'studios.update'),
    'studios.create',
  ])
  expect((await operator.post(`/admin/users/${place.other.id}/roles`, { role: 'partner' })).status).toBe(201)
  const { items } = await read('action=roles.assign&limit=1')
  expect(items[0]).toMatchObject({ after: { user_id: place.other.id }, names: { [place.other.id]: 'Otto Other' } })
  expectRefusal(await place.client.get('/admin/audit'), 'FORBIDDEN')
  expect((await read('outcome=denied&limit=1')).items).toMatchObject([{ outcome: 'denied' }])
})
