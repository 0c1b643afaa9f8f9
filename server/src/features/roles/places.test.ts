import { asLogin } from '@studiohub/testing/database-rows.ts'
import { type Answer, expectError } from '@studiohub/testing/http.ts'
import { aPerson, aStudio, aSuperAdmin, type Person, proveAddress, signIn } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

// A separate server, because the test counts the operators of the platform.
let server: TestServer
let operators: [Person, Person]
beforeAll(async () => {
  server = await startServer()
  operators = [await aSuperAdmin(server), await aSuperAdmin(server)]
})
afterAll(() => server.stop())

const ownRole = async (of: Person): Promise<string> =>
  (await operators[0].get(`/admin/users?search=${of.email}`)).body.items[0].roles[0].id

test('the last operator cannot delete, demote or suspend themselves, even two at once (T13)', async () => {
  const [one, two] = operators
  const [first, second] = [await ownRole(one), await ownRole(two)]
  const both = await Promise.all([one.delete(`/admin/roles/${second}`), two.delete(`/admin/roles/${first}`)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  const [left, gone, own] = both[0]?.status === 200 ? [one, two, first] : [two, one, second]
  expectError(await left.delete(`/admin/roles/${own}`), 'LAST_ADMIN')
  expectError(await left.post(`/admin/users/${left.id}/roles`, { role: 'partner' }), 'LAST_ADMIN')
  expectError(await left.post(`/admin/users/${left.id}/suspend`, {}), 'FORBIDDEN')
  expect((await left.get('/me')).body.role).toBe('super_admin')
  expect((await left.post(`/admin/users/${gone.id}/roles`, { role: 'super_admin' })).status).toBe(201)
  const closing = await Promise.all([
    one.post(`/admin/users/${two.id}/suspend`, { days: 1 }),
    two.post(`/admin/users/${one.id}/suspend`, { days: 1 }),
  ])
  expect(closing.filter(({ status }) => status === 200)).toHaveLength(1)
  const [stays, shut] = closing[0]?.status === 200 ? [one, two] : [two, one]
  expect((await stays.post(`/admin/users/${shut.id}/lift`)).status).toBe(200)
  operators = [stays, await signIn(server, shut)]
})

const BATCHES = 10
const AT_ONCE = 6
const roles = ['super_admin', 'studio_admin', 'studio_admin', 'staff', 'client', 'client', 'partner'] as const

/** Numbers that look like chance and are the same every time (mulberry32). */
function chance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const live = sql`live as (
    select distinct on (r.user_id) r.user_id, r.role, r.studio_id
    from user_roles r join auth.users u on u.id = r.user_id and u.deleted_at is null
      and (u.banned_until is null or u.banned_until < now())
    where r.status = 'active' order by r.user_id, r.activated_at desc)`
const runningThePlatform = sql<{
  user_id: string
}>`with ${live} select user_id from live where role = 'super_admin' order by user_id`
const broken = sql<{ what: string }>`
  with ${live}
  select 'nobody runs the platform' as what where not exists (select from live where role = 'super_admin')
  union all select 'nobody runs ' || s.name from studios s
    where not exists (select from live l where l.role = 'studio_admin' and l.studio_id = s.id)
  union all select 'two places as a client: ' || user_id from user_roles
    where role = 'client' and status = 'active' group by user_id having count(*) > 1`

test('after concurrent role changes the platform and each studio have an admin, and a client has one studio (G22)', async () => {
  const places = [await aStudio(server), await aStudio(server)]
  const people = [
    ...operators,
    ...places.flatMap(({ admin, client, other }) => [admin, client, other]),
    await aPerson(server),
    await aPerson(server),
  ]
  await Promise.all(people.map(proveAddress))
  const pick = chance(20_261_121)
  const anyone = () => people[pick(people.length)] ?? operators[0]
  const anywhere = () => places[pick(places.length)]?.studio.id ?? ''
  const rolesNow = () =>
    asLogin((tx) => tx.selectFrom('user_roles').select(['id', 'status']).orderBy('created_at').execute())
  const bossNow = async () => {
    const { rows } = await asLogin((tx) => runningThePlatform.execute(tx))
    const ids = rows.map(({ user_id }) => user_id)
    return people.filter(({ id }) => ids.includes(id))
  }
  const acceptOf = async (person: Person) => {
    const waiting: { id: string }[] = (await person.get('/me/invitations')).body.items ?? []
    return person.post(`/me/invitations/${waiting[0]?.id}/accept`)
  }
  const again = async (person: Person) => Object.assign(person, await signIn(server, person))

  /** A random step, by a person with or without the right. */
  const step = (rows: { id: string; status: string }[], bosses: Person[]): (() => Promise<Answer>) => {
    const boss = bosses[pick(bosses.length)] ?? operators[0]
    const [who, other, studio_id, role] = [anyone(), anyone(), anywhere(), roles[pick(roles.length)] ?? 'client']
    const row = rows[pick(rows.length)]
    const waiting = rows.filter(({ status }) => status === 'pending')
    const request = waiting[pick(Math.max(waiting.length, 1))] ?? row
    const input = role === 'super_admin' || role === 'partner' ? { role } : { role, studio_id }
    const steps = [
      () => who.post(`/admin/users/${other.id}/roles`, input),
      () => boss.post(`/admin/users/${other.id}/roles`, input),
      () => who.delete(`/admin/roles/${row?.id}`),
      () => boss.delete(`/admin/roles/${row?.id}`),
      () => boss.post(`/admin/users/${other.id}/suspend`, {}),
      () => boss.post(`/admin/users/${other.id}/lift`),
      () => who.post('/me/role-request', { role: pick(2) ? 'client' : 'staff', studio_id }),
      () => who.post(`/role-requests/${request?.id}/approve`),
      () => boss.post(`/role-requests/${request?.id}/approve`),
      () => who.put('/me/studio', { studio_id }),
      () => who.post('/me/onboarding', { role: 'client', studio_id }),
      () => boss.post(`/studios/${studio_id}/invitations`, { full_name: 'Ivo Invited', email: other.email }),
      () => acceptOf(other),
    ]
    return steps[pick(steps.length)] ?? (() => who.get('/me'))
  }

  const answers: Answer[] = []
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const rows = await rolesNow()
    const bosses = await bossNow()
    const steps = Array.from({ length: AT_ONCE }, () => step(rows, bosses))
    answers.push(...(await Promise.all(steps.map((act) => act()))))
    const { rows: faults } = await asLogin((tx) => broken.execute(tx))
    expect(faults, `after batch ${batch}`).toEqual([])
    for (const person of people) {
      if ((await person.get('/me')).status === 401) await again(person).catch(() => undefined)
    }
  }
  expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([])
  expect(answers.filter(({ status }) => status < 300).length).toBeGreaterThan(BATCHES)
  // A person who never was an operator never assigned a role (safety T10); the rows of former operators stay.
  const { rows: given } = await asLogin((tx) =>
    sql`select 1 from audit_log where action = 'roles.assign' and outcome = 'done'
      and actor_id not in (select user_id from user_roles where role = 'super_admin')`.execute(tx),
  )
  expect(given).toEqual([])
}, 120_000)
