import { asLogin } from '@studiohub/testing/database-rows.ts'
import { type ApiResponse, expectError } from '@studiohub/testing/http.ts'
import { aPerson, aStudio, aSuperAdmin, proveAddress, signIn, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

// A separate server, because the test counts the operators of the platform.
let server: TestServer
let operators: [TestUser, TestUser]
beforeAll(async () => {
  server = await startServer()
  operators = [await aSuperAdmin(server), await aSuperAdmin(server)]
})
afterAll(() => server.stop())

const getRoleId = async (person: TestUser): Promise<string> =>
  (await operators[0].get(`/admin/users?search=${person.email}`)).body.items[0].roles[0].id

test('the last operator cannot delete, demote or suspend themselves, even if two operators try at once', async () => {
  const [first, second] = operators
  const [firstRole, secondRole] = [await getRoleId(first), await getRoleId(second)]
  const removals = await Promise.all([
    first.delete(`/admin/roles/${secondRole}`),
    second.delete(`/admin/roles/${firstRole}`),
  ])
  expect(removals.filter(({ status }) => status === 200)).toHaveLength(1)
  const [last, removed, lastRole] =
    removals[0]?.status === 200 ? [first, second, firstRole] : [second, first, secondRole]
  expectError(await last.delete(`/admin/roles/${lastRole}`), 'LAST_ADMIN')
  expectError(await last.post(`/admin/users/${last.id}/roles`, { role: 'partner' }), 'LAST_ADMIN')
  expectError(await last.post(`/admin/users/${last.id}/suspend`, {}), 'FORBIDDEN')
  expect((await last.get('/me')).body.role).toBe('super_admin')
  expect((await last.post(`/admin/users/${removed.id}/roles`, { role: 'super_admin' })).status).toBe(201)
  const suspensions = await Promise.all([
    first.post(`/admin/users/${second.id}/suspend`, { days: 1 }),
    second.post(`/admin/users/${first.id}/suspend`, { days: 1 }),
  ])
  expect(suspensions.filter(({ status }) => status === 200)).toHaveLength(1)
  const [active, suspended] = suspensions[0]?.status === 200 ? [first, second] : [second, first]
  expect((await active.post(`/admin/users/${suspended.id}/lift`)).status).toBe(200)
  operators = [active, await signIn(server, suspended)]
})

const BATCHES = 10
const STEPS_AT_ONCE = 6
const roles = ['super_admin', 'studio_admin', 'studio_admin', 'staff', 'client', 'client', 'partner'] as const

/** Makes pseudo-random integers from 0 to below `below`, the same in every run (mulberry32). */
function seededRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const liveRoles = sql`live as (
    select distinct on (r.user_id) r.user_id, r.role, r.studio_id
    from user_roles r join auth.users u on u.id = r.user_id and u.deleted_at is null
      and (u.banned_until is null or u.banned_until < now())
    where r.status = 'active' order by r.user_id, r.activated_at desc)`
const selectOperators = sql<{
  user_id: string
}>`with ${liveRoles} select user_id from live where role = 'super_admin' order by user_id`
const selectViolations = sql<{ what: string }>`
  with ${liveRoles}
  select 'nobody runs the platform' as what where not exists (select from live where role = 'super_admin')
  union all select 'nobody runs ' || s.name from studios s
    where not exists (select from live l where l.role = 'studio_admin' and l.studio_id = s.id)
  union all select 'two places as a client: ' || user_id from user_roles
    where role = 'client' and status = 'active' group by user_id having count(*) > 1`

test('after concurrent role changes the platform and each studio have an admin, and a client has one studio', async () => {
  const studios = [await aStudio(server), await aStudio(server)]
  const people = [
    ...operators,
    ...studios.flatMap(({ admin, client, other }) => [admin, client, other]),
    await aPerson(server),
    await aPerson(server),
  ]
  await Promise.all(people.map(proveAddress))
  const pick = seededRandom(20_261_121)
  const pickPerson = () => people[pick(people.length)] ?? operators[0]
  const pickStudioId = () => studios[pick(studios.length)]?.studio.id ?? ''
  const listRoles = () =>
    asLogin((tx) => tx.selectFrom('user_roles').select(['id', 'status']).orderBy('created_at').execute())
  const listOperators = async () => {
    const { rows } = await asLogin((tx) => selectOperators.execute(tx))
    const ids = rows.map(({ user_id }) => user_id)
    return people.filter(({ id }) => ids.includes(id))
  }
  const acceptFirstInvitation = async (person: TestUser) => {
    const invitations: { id: string }[] = (await person.get('/me/invitations')).body.items ?? []
    return person.post(`/me/invitations/${invitations[0]?.id}/accept`)
  }
  const signInAgain = async (person: TestUser) => Object.assign(person, await signIn(server, person))

  /** Picks a random step, by a person with or without the right to take it. */
  const pickStep = (
    rows: { id: string; status: string }[],
    currentOperators: TestUser[],
  ): (() => Promise<ApiResponse>) => {
    const operator = currentOperators[pick(currentOperators.length)] ?? operators[0]
    const [person, other, studio_id, role] = [
      pickPerson(),
      pickPerson(),
      pickStudioId(),
      roles[pick(roles.length)] ?? 'client',
    ]
    const row = rows[pick(rows.length)]
    const pending = rows.filter(({ status }) => status === 'pending')
    const request = pending[pick(Math.max(pending.length, 1))] ?? row
    const input = role === 'super_admin' || role === 'partner' ? { role } : { role, studio_id }
    const steps = [
      () => person.post(`/admin/users/${other.id}/roles`, input),
      () => operator.post(`/admin/users/${other.id}/roles`, input),
      () => person.delete(`/admin/roles/${row?.id}`),
      () => operator.delete(`/admin/roles/${row?.id}`),
      () => operator.post(`/admin/users/${other.id}/suspend`, {}),
      () => operator.post(`/admin/users/${other.id}/lift`),
      () => person.post('/me/role-request', { role: pick(2) ? 'client' : 'staff', studio_id }),
      () => person.post(`/role-requests/${request?.id}/approve`),
      () => operator.post(`/role-requests/${request?.id}/approve`),
      () => person.put('/me/studio', { studio_id }),
      () => person.post('/me/onboarding', { role: 'client', studio_id }),
      () => operator.post(`/studios/${studio_id}/invitations`, { full_name: 'Ivo Invited', email: other.email }),
      () => acceptFirstInvitation(other),
    ]
    return steps[pick(steps.length)] ?? (() => person.get('/me'))
  }

  const responses: ApiResponse[] = []
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const rows = await listRoles()
    const currentOperators = await listOperators()
    const steps = Array.from({ length: STEPS_AT_ONCE }, () => pickStep(rows, currentOperators))
    responses.push(...(await Promise.all(steps.map((runStep) => runStep()))))
    const { rows: violations } = await asLogin((tx) => selectViolations.execute(tx))
    expect(violations, `after batch ${batch}`).toEqual([])
    for (const person of people) {
      if ((await person.get('/me')).status === 401) await signInAgain(person).catch(() => undefined)
    }
  }
  expect(responses.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([])
  expect(responses.filter(({ status }) => status < 300).length).toBeGreaterThan(BATCHES)
  // Only people who are or were operators have assigned roles. Rows of former operators still exist.
  const { rows: forbiddenGrants } = await asLogin((tx) =>
    sql`select 1 from audit_log where action = 'roles.assign' and outcome = 'done'
      and actor_id not in (select user_id from user_roles where role = 'super_admin')`.execute(tx),
  )
  expect(forbiddenGrants).toEqual([])
}, 120_000)
