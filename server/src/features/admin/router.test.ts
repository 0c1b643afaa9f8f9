import { randomUUID } from 'node:crypto'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { asLogin, expectNoDatabaseChange } from '@studiohub/testing/database-rows.ts'
import { type ApiResponse, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import {
  aClient,
  aCrewMember,
  aPerson,
  aStudio,
  aSuperAdmin,
  proveAddress,
  type StudioOfTest,
  signIn,
  TEST_PASSWORD,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { anAppFactor } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

const WAIT = { timeout: 30_000, interval: 50 }
let server: TestServer
let operator: TestUser
let fixture: StudioOfTest
beforeAll(async () => {
  server = await startServer()
  operator = await aSuperAdmin(server)
  fixture = await aStudio(server, { name: 'Alpha' })
})
afterAll(() => server.stop())

const today = () => Temporal.Now.plainDateISO('UTC').toString()
const assignRole = (person: { id: string }, role: string, studio_id?: string) =>
  operator.post(`/admin/users/${person.id}/roles`, { role, ...(studio_id && { studio_id }) })
type Row = { id: string; role: string; studio_id: string | null; status: string; decides: boolean }
const findUser = async (person: { email: string }): Promise<{ roles: Row[]; banned_until: string | null }> =>
  (await operator.get(`/admin/users?search=${encodeURIComponent(person.email)}`)).body.items[0]
/** A person with a confirmed address, which roles that see other people's data need. */
const aProvenPerson = async (overrides: { full_name?: string } = {}) => proveAddress(await aPerson(server, overrides))
const findRoleId = async (person: { email: string }, role: string) =>
  (await findUser(person)).roles.find((row) => row.role === role)?.id ?? 'none'
const removeRole = async (person: { email: string }, role: string) =>
  operator.delete(`/admin/roles/${await findRoleId(person, role)}`)
/** A studio created by an operator, with the person as its only admin. */
async function aStudioFor(owner: { id: string } | null, overrides: object = {}) {
  const slug = `s-${randomUUID().slice(0, 8)}`
  const body = { name: `Made ${slug}`, slug, type: 'photo', ...(owner && { owner_id: owner.id }), ...overrides }
  return (await operator.post('/studios', body)).body as StudioOfTest['studio']
}
const changeStudio = (studio_id: string, changes: object) => operator.patch(`/admin/studios/${studio_id}`, changes)

describe('access', () => {
  test('only operators read people, key figures, requests, emails and the audit log', async () => {
    const crew = await aCrewMember(server, fixture)
    const partner = await aPerson(server)
    await partner.post('/me/onboarding', { role: 'partner' })
    const pages = ['stats', 'messages', 'users', `users?search=${operator.email}`, 'role-requests', 'studios', 'audit']
    for (const page of [...pages, 'contact-requests', 'partnership-applications']) {
      for (const person of [fixture.client, crew, partner, fixture.admin])
        expectError(await person.get(`/admin/${page}`), 'FORBIDDEN')
      expect((await operator.get(`/admin/${page}`)).status, page).toBe(200)
    }
  })

  test('a studio admin cannot assign roles, neither at another studio nor a platform role', async () => {
    const [rival, { id }] = [await aStudio(server), await aPerson(server)]
    const asAdmin = (role: string, studio_id?: string) => () =>
      fixture.admin.post(`/admin/users/${id}/roles`, { role, ...(studio_id && { studio_id }) })
    expectError(await expectNoDatabaseChange(asAdmin('staff', rival.studio.id), true), 'FORBIDDEN')
    expectError(await asAdmin('client', rival.studio.id)(), 'FORBIDDEN')
    expectError(await expectNoDatabaseChange(asAdmin('super_admin'), true), 'ROLE_NOT_GRANTABLE')
    expectError(await asAdmin('partner')(), 'ROLE_NOT_GRANTABLE')
    expectError(await asAdmin('studio_admin', fixture.studio.id)(), 'ROLE_NOT_GRANTABLE')
    expectError(await fixture.admin.delete(`/admin/roles/${await findRoleId(rival.client, 'client')}`), 'FORBIDDEN')
    expectError(await fixture.admin.post(`/admin/users/${rival.admin.id}/suspend`, {}), 'FORBIDDEN')
    expectError(await fixture.admin.patch(`/admin/studios/${rival.studio.id}`, { is_active: false }), 'FORBIDDEN')
    expectError(await fixture.client.post(`/admin/users/${id}/roles`, { role: 'super_admin' }), 'FORBIDDEN')
  })
})

describe('people', () => {
  test('are found by name and address, counted, and paged newest first; wildcards are plain text', async () => {
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

  test('can get every role, with or without a studio, and the newest decides', async () => {
    const person = await aProvenPerson()
    expect((await assignRole(person, 'partner')).status).toBe(201)
    expect((await assignRole(person, 'staff', fixture.studio.id)).status).toBe(201)
    expect((await person.get('/me')).body).toMatchObject({ role: 'staff', studio: { id: fixture.studio.id } })
    expectError(await assignRole(person, 'staff', fixture.studio.id), 'ROLE_EXISTS')
    expect((await assignRole(person, 'studio_admin')).status).toBe(201)
    expect((await person.get('/me')).body).toMatchObject({ role: 'studio_admin', studio: null })
    const { roles } = await findUser(person)
    expect(roles.map(({ role, decides }) => [role, decides])).toEqual([
      ['studio_admin', true],
      ['staff', false],
      ['partner', false],
    ])
    expect((await assignRole(await aProvenPerson(), 'super_admin')).status).toBe(201)
  })

  test('a removed role can be assigned again and is then the newest', async () => {
    const person = await aProvenPerson()
    await assignRole(person, 'staff', fixture.studio.id)
    expect((await removeRole(person, 'staff')).status).toBe(200)
    expectError(await person.get(`/studios/${fixture.studio.id}/clients`), 'NO_ACTIVE_ROLE')
    expect((await findUser(person)).roles).toEqual([])
    expect((await assignRole(person, 'staff', fixture.studio.id)).status).toBe(201)
    expect((await person.get('/me')).body.role).toBe('staff')
  })

  test('roles that see other people need a confirmed address', async () => {
    const person = await aPerson(server)
    const slug = `claimed-${randomUUID().slice(0, 8)}`
    const newStudio = { name: 'Claimed', slug, type: 'photo', owner_id: person.id }
    for (const response of [
      await assignRole(person, 'super_admin'),
      await assignRole(person, 'studio_admin', fixture.studio.id),
      await assignRole(person, 'staff', fixture.studio.id),
      await operator.post('/studios', newStudio),
      await changeStudio(fixture.studio.id, { owner_id: person.id }),
    ])
      expectError(response, 'ADDRESS_NOT_PROVEN')
    expect(await findUser(person)).toMatchObject({ email_proven: false, roles: [] })
    await proveAddress(person)
    expect(await findUser(person)).toMatchObject({ email_proven: true })
    expect((await assignRole(person, 'super_admin')).status).toBe(201)
  })

  // The first client role used to end without a warning.
  test('a client gets a role at another studio only if the operator confirms that the first role ends', async () => {
    const [client, elsewhere] = [await aClient(server, fixture.studio.id), await aStudio(server)]
    const clientRole = { role: 'client', studio_id: elsewhere.studio.id }
    const move = (more: object) => operator.post(`/admin/users/${client.id}/roles`, { ...clientRole, ...more })
    for (const more of [{}, { ends_client_role: false }]) {
      const rejection = await expectNoDatabaseChange(() => move(more), false)
      expectError(rejection, 'CLIENT_ELSEWHERE')
      expect(rejection.body.message).toContain(fixture.studio.name)
    }
    expectError(
      await fixture.admin.post(`/admin/users/${client.id}/roles`, { ...clientRole, ends_client_role: true }),
      'FORBIDDEN',
    )
    expect((await move({ ends_client_role: true })).status).toBe(201)
    const active = (await findUser(client)).roles.filter(({ status }) => status === 'active')
    expect(active).toMatchObject([{ role: 'client', studio_id: elsewhere.studio.id }])
  })

  test('invalid calls fail: unknown person, unknown studio, studio for a platform role, request instead of role', async () => {
    expectError(await assignRole({ id: randomUUID() }, 'partner'), 'NOT_FOUND')
    expectError(await assignRole(await aPerson(server), 'staff', randomUUID()), 'VALIDATION_FAILED')
    expectError(await assignRole(await aPerson(server), 'super_admin', fixture.studio.id), 'VALIDATION_FAILED')
    const requester = await aPerson(server)
    const { body } = await requester.post('/me/role-request', { role: 'staff', studio_id: fixture.studio.id })
    expectError(await operator.delete(`/admin/roles/${body.id}`), 'NOT_FOUND')
    expectError(await operator.delete(`/admin/roles/${randomUUID()}`), 'NOT_FOUND')
  })

  test('an operator with a second factor needs it to assign and remove roles and to suspend people', async () => {
    const [careful, person] = [await aSuperAdmin(server), await aPerson(server)]
    await anAppFactor(server, careful.token, new Date())
    const withoutFactor = await signIn(server, careful)
    const asAal1: (() => Promise<ApiResponse>)[] = [
      () => withoutFactor.post(`/admin/users/${person.id}/roles`, { role: 'partner' }),
      () => withoutFactor.delete(`/admin/roles/${randomUUID()}`),
      () => withoutFactor.post(`/admin/users/${person.id}/suspend`, {}),
      () => withoutFactor.post(`/admin/users/${person.id}/lift`),
      () => withoutFactor.patch(`/admin/studios/${fixture.studio.id}`, { owner_id: person.id }),
    ]
    for (const act of asAal1) expectError(await act(), 'INSUFFICIENT_AAL')
    expect((await findUser(person)).roles).toEqual([])
    expect((await careful.post(`/admin/users/${person.id}/roles`, { role: 'partner' })).status).toBe(201)
  })
})

describe('the last admin of a studio', () => {
  test('cannot lose the role by removal or by another role, also not with two calls at once', async () => {
    const [first, second] = [await aProvenPerson(), await aProvenPerson()]
    const { id } = await aStudioFor(first)
    const rejection = await expectNoDatabaseChange(() => removeRole(first, 'studio_admin'), false)
    expectError(rejection, 'LAST_ADMIN')
    expectError(await assignRole(first, 'partner'), 'LAST_ADMIN')
    await assignRole(second, 'studio_admin', id)
    const responses = await Promise.all([removeRole(first, 'studio_admin'), removeRole(second, 'studio_admin')])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('is one whose only colleague has a newer role elsewhere', async () => {
    const [first, second] = [await aProvenPerson(), await aProvenPerson()]
    const { id } = await aStudioFor(first)
    await assignRole(second, 'studio_admin', id)
    expect((await assignRole(second, 'partner')).status).toBe(201)
    expectError(await removeRole(first, 'studio_admin'), 'LAST_ADMIN')
  })

  test('does not lose the role by the approval of an older request elsewhere', async () => {
    const person = await aProvenPerson()
    const { body } = await person.post('/me/role-request', { role: 'staff', studio_id: fixture.studio.id })
    await aStudioFor(person)
    expectError(await fixture.admin.post(`/role-requests/${body.id}/approve`), 'ROLE_EXISTS')
    expect((await person.get('/me')).body.role).toBe('studio_admin')
  })
})

describe('a suspension', () => {
  const trySignIn = (person: TestUser) =>
    person.request('POST', '/auth/v1/token?grant_type=password', { email: person.email, password: TEST_PASSWORD })

  test('ends all sessions and blocks signing in at once, until it is lifted', async () => {
    const client = await aClient(server, fixture.studio.id)
    const elsewhere = await signIn(server, client)
    const suspended = await operator.post(`/admin/users/${client.id}/suspend`, { days: 7 })
    expect(Date.parse(suspended.body.banned_until) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
    for (const session of [client, elsewhere]) expectError(await session.get('/me'), 'UNAUTHENTICATED')
    expect((await trySignIn(client)).body).toMatchObject({ error_code: 'user_banned' })
    expect((await findUser(client)).banned_until).toBe(suspended.body.banned_until)
    expect((await operator.post(`/admin/users/${client.id}/lift`)).status).toBe(200)
    expectError(await operator.post(`/admin/users/${client.id}/lift`), 'NOT_FOUND')
    const back = await signIn(server, client)
    expect((await back.get('/me')).body).toMatchObject({ role: 'client', studio: { id: fixture.studio.id } })
  })

  test('of the only admin needs the studio to be deactivated first', async () => {
    const owner = await aProvenPerson()
    const { id } = await aStudioFor(owner, { is_active: true })
    expectError(await operator.post(`/admin/users/${owner.id}/suspend`, {}), 'LAST_ADMIN')
    await changeStudio(id, { is_active: false })
    expect((await operator.post(`/admin/users/${owner.id}/suspend`, {})).status).toBe(200)
  })
})

describe('studios', () => {
  test('are created with a plan and an owner, who gets an email; they are searched, sorted, filtered and paged', async () => {
    const [owner, mark] = [await aProvenPerson({ full_name: 'Odo Owner' }), randomUUID().slice(0, 8)]
    const createdStudio = await aStudioFor(owner, { name: `Zed ${mark}`, tier: 'enterprise', location: `Oslo ${mark}` })
    expect(createdStudio).toMatchObject({ is_active: false, suspended_at: null })
    expect((await nextMail(server, owner.email, 'is ready')).text).toContain(`Zed ${mark}`)
    const other = await aStudioFor(null, { name: `Ada ${mark}`, type: 'video', is_active: true })
    const list = async (query: string) => (await operator.get(`/admin/studios?search=${mark}&${query}`)).body
    const listIds = async (query: string) => (await list(query)).items.map(({ id }: { id: string }) => id)
    expect(await listIds('sort=name')).toEqual([other.id, createdStudio.id])
    for (const sort of ['-name', 'created_at', 'tier', 'type'])
      expect(await listIds(`sort=${sort}`), sort).toEqual([createdStudio.id, other.id])
    expect(await listIds('sort=-created_at')).toEqual([other.id, createdStudio.id])
    expect(await listIds('state=active')).toEqual([other.id])
    expect(await listIds('state=paused')).toEqual([])
    expect(await listIds('state=new')).toEqual([createdStudio.id])
    await owner.patch(`/studios/${createdStudio.id}`, { is_active: true })
    await owner.patch(`/studios/${createdStudio.id}`, { is_active: false })
    expect(await listIds('state=new')).toEqual([])
    expect(await listIds('state=paused')).toEqual([createdStudio.id])
    const first = await list('sort=-name&limit=1')
    expect(first).toMatchObject({
      total: 2,
      items: [{ id: createdStudio.id, tier: 'enterprise', admins: [{ user_id: owner.id, full_name: 'Odo Owner' }] }],
    })
    const next = await list(`sort=-name&limit=1&cursor=${first.next_cursor}`)
    expect(next).toMatchObject({ next_cursor: null, items: [{ id: other.id, tier: 'starter', admins: [] }] })
  })

  test('are changed in one call: name, address, plan and owner; the old address redirects', async () => {
    const [{ id, slug }, owner] = [await aStudioFor(null), await aProvenPerson()]
    const newSlug = `new-${randomUUID().slice(0, 8)}`
    const changed = await changeStudio(id, { name: 'Renamed', slug: newSlug, tier: 'pro', owner_id: owner.id })
    expect(changed.body).toMatchObject({ name: 'Renamed', slug: newSlug, tier: 'pro', plan_status: 'active' })
    expect(changed.body.admins).toMatchObject([{ user_id: owner.id }])
    expect((await owner.get('/me')).body).toMatchObject({ role: 'studio_admin', studio: { id } })
    expect((await operator.get(`/public/studios/resolve?slug=${slug}`)).body.slug).toBe(newSlug)
    const { id: rival } = await aStudioFor(null)
    const before = (await operator.get(`/studios/${rival}`)).body
    expectError(await changeStudio(rival, { slug, tier: 'pro', name: 'Gone' }), 'SLUG_TAKEN')
    expectError(await changeStudio(rival, { slug: 'auth' }), 'SLUG_RESERVED')
    // An unknown or deleted owner broke a foreign key, and the status was 500.
    const deletedPerson = await aPerson(server)
    expect((await deletedPerson.post('/me/deletion', { current_password: TEST_PASSWORD })).status).toBe(200)
    for (const owner_id of [randomUUID(), deletedPerson.id]) {
      const newStudio = { name: 'Ownerless', slug: `ownerless-${randomUUID().slice(0, 8)}`, type: 'photo', owner_id }
      for (const response of [await changeStudio(rival, { owner_id }), await operator.post('/studios', newStudio)]) {
        expectError(response, 'VALIDATION_FAILED')
        expect(response.body.fields).toEqual({ owner_id: 'There is no such person.' })
      }
    }
    expect((await operator.get(`/studios/${rival}`)).body).toEqual(before)
    expectError(await changeStudio(randomUUID(), { name: 'X' }), 'NOT_FOUND')
  })

  test('get no new plan if a job changes the plan at the same time', async () => {
    const { studio } = await aStudio(server, { tier: 'starter' })
    const [changed, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const job = asLogin(async (tx) => {
      await sql`update studio_subscriptions set version = version + 1 where studio_id = ${studio.id}`.execute(tx)
      changed.resolve()
      await release.promise
    })
    await changed.promise
    const change = changeStudio(studio.id, { name: 'Not renamed', tier: 'pro' })
    await vi.waitFor(async () => {
      const { rows } = await asLogin((tx) =>
        sql`select from pg_locks where locktype = 'transactionid' and not granted`.execute(tx),
      )
      expect(rows).toHaveLength(1)
    }, WAIT)
    release.resolve()
    await job
    expectError(await change, 'STALE_VERSION')
    const [row] = (await operator.get(`/admin/studios?search=${studio.slug}`)).body.items
    expect(row).toMatchObject({ name: studio.name, tier: 'starter' })
    expect((await changeStudio(studio.id, { tier: 'pro' })).body.tier).toBe('pro')
  })

  test('deactivated by an operator take no bookings or members, and their admin cannot activate them', async () => {
    const { admin, client, studio } = await aStudio(server)
    const requester = await proveAddress(await aPerson(server))
    const { body: request } = await requester.post('/me/role-request', { role: 'staff', studio_id: studio.id })
    const booking = await aBooking(client, studio.id, today())
    expect((await changeStudio(studio.id, { is_active: false })).body.suspended_at).toEqual(expect.any(String))
    const open = () => admin.patch(`/studios/${studio.id}`, { is_active: true })
    expectError(await expectNoDatabaseChange(open, false), 'STUDIO_SUSPENDED')
    expectError(await admin.post(`/role-requests/${request.id}/approve`), 'STUDIO_NOT_AVAILABLE')
    const newBooking = {
      booking_date: booking.booking_date,
      start_time: '16:00',
      end_time: '17:00',
      service_type: 'mixing',
    }
    for (const person of [client, admin])
      expectError(
        await person.post(`/studios/${studio.id}/bookings`, { ...newBooking, booking_type: 'client_booking' }),
        'STUDIO_INACTIVE',
      )
    const newcomer = await aPerson(server)
    const joinResponse = await newcomer.post('/me/onboarding', { role: 'client', studio_id: studio.id })
    expectError(joinResponse, 'STUDIO_NOT_AVAILABLE')
    const publicStudios = (await newcomer.get('/public/studios?limit=100')).body.items
    expect(publicStudios.map(({ id }: { id: string }) => id)).not.toContain(studio.id)
    expect((await admin.get(`/bookings/${booking.id}`)).body.status).toBe('pending')
    expect((await operator.get(`/admin/studios?search=${studio.slug}&state=suspended`)).body.total).toBe(1)
    expect((await changeStudio(studio.id, { is_active: true })).body).toMatchObject({
      is_active: true,
      suspended_at: null,
    })
    expect((await admin.post(`/role-requests/${request.id}/approve`)).status).toBe(200)
  })

  test('no booking is created after a concurrent deactivation', async () => {
    const { client, studio } = await aStudio(server)
    const bookingAt = (hour: number) => ({
      booking_date: Temporal.Now.plainDateISO('UTC').add({ days: 3 }).toString(),
      start_time: `${String(hour).padStart(2, '0')}:00`,
      end_time: `${String(hour + 1).padStart(2, '0')}:00`,
      service_type: 'mixing',
      booking_type: 'client_booking',
    })
    const [deactivation, ...bookingResponses] = await Promise.all([
      changeStudio(studio.id, { is_active: false }),
      ...[9, 10, 11, 12].map((hour) => client.post(`/studios/${studio.id}/bookings`, bookingAt(hour))),
    ])
    const rows = await asLogin((tx) =>
      tx.selectFrom('bookings').select('created_at').where('studio_id', '=', studio.id).execute(),
    )
    expect(rows).toHaveLength(bookingResponses.filter(({ status }) => status === 201).length)
    expect(deactivation?.body.is_active).toBe(false)
    expect((await client.post(`/studios/${studio.id}/bookings`, bookingAt(14))).status).toBeGreaterThanOrEqual(400)
  })

  test('paused by their admin can be activated by the admin and by an operator', async () => {
    const { admin, studio } = await aStudio(server)
    const setActive = (person: TestUser, is_active: boolean) => person.patch(`/studios/${studio.id}`, { is_active })
    expect((await setActive(admin, false)).body).toMatchObject({ is_active: false, suspended_at: null })
    expect((await setActive(admin, true)).body.is_active).toBe(true)
    expect((await setActive(operator, false)).body.suspended_at).toEqual(expect.any(String))
    expectError(await setActive(admin, true), 'STUDIO_SUSPENDED')
    expect((await setActive(operator, true)).body).toMatchObject({ is_active: true, suspended_at: null })
  })
})

test('role requests of all studios are listed, counted and answered', async () => {
  const { studio } = await aStudio(server)
  const before = (await operator.get('/admin/role-requests')).body.total
  const people = [await proveAddress(await aPerson(server, { full_name: 'Quinn Waits' })), await aPerson(server)]
  for (const person of people) await person.post('/me/role-request', { role: 'staff', studio_id: studio.id })
  const { body } = await operator.get('/admin/role-requests?limit=100')
  expect(body.total).toBe(before + 2)
  const [first, second] = body.items.slice(-2)
  expect(first).toMatchObject({ full_name: 'Quinn Waits', role: 'staff', studio_name: studio.name })
  expect((await operator.post(`/role-requests/${first.id}/approve`)).status).toBe(200)
  expect((await operator.post(`/role-requests/${second.id}/reject`)).status).toBe(200)
  expect((await operator.get('/admin/role-requests')).body.total).toBe(before)
  expect((await people[0]?.get('/me'))?.body.role).toBe('staff')
})

test('key figures count studios, people, revenue, future bookings, months and weeks', async () => {
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

test('the key figures say since when the oldest request waits', async () => {
  const { studio } = await aStudio(server)
  const person = await aPerson(server)
  expect((await person.post('/me/role-request', { role: 'staff', studio_id: studio.id })).status).toBeLessThan(300)
  const { pending_requests, pending_requests_since } = (await operator.get('/admin/stats')).body
  const { items } = (await operator.get('/admin/role-requests?limit=1')).body
  expect(pending_requests).toBeGreaterThan(0)
  expect(pending_requests_since).toBe(items[0].requested_at)
})

test('the audit log is filtered by studio, person and action, newest first, in pages', async () => {
  const { admin, studio } = await aStudio(server)
  for (const location of ['Rome', 'Oslo', 'Lima']) await admin.patch(`/studios/${studio.id}`, { location })
  const read = async (query: string) => (await operator.get(`/admin/audit?${query}`)).body
  const first = await read(`studio_id=${studio.id}&action=studios.update&limit=2`)
  // The names of changed fields, never their values.
  const changes = (page: { items: { after: { changed: string[]; version: number } }[] }) =>
    page.items.map(({ after }) => `${after.changed} ${after.version}`)
  expect(changes(first)).toEqual(['location 4', 'location 3'])
  expect(first.items[0]).toMatchObject({ actor_id: admin.id, actor_name: 'Ada Owner', studio_name: studio.name })
  const next = await read(`studio_id=${studio.id}&action=studios.update&limit=2&cursor=${first.next_cursor}`)
  expect(changes(next)).toEqual(['location 2'])
  expect(next.next_cursor).toBeNull()
  const entriesOfAdmin = await read(`actor_id=${admin.id}&action=studios`)
  expect(entriesOfAdmin.items.map(({ action }: { action: string }) => action)).toEqual([
    ...Array.from({ length: 3 }, () => 'studios.update'),
    'studios.create',
  ])
  expect((await operator.post(`/admin/users/${fixture.other.id}/roles`, { role: 'partner' })).status).toBe(201)
  const { items } = await read('action=roles.assign&limit=1')
  expect(items[0]).toMatchObject({ after: { user_id: fixture.other.id }, names: { [fixture.other.id]: 'Otto Other' } })
  expectError(await fixture.client.get('/admin/audit'), 'FORBIDDEN')
  expect((await read('outcome=denied&limit=1')).items).toMatchObject([{ outcome: 'denied' }])
})
