import { asLogin, stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { fillPath, operations } from '@studiohub/testing/operations.ts'
import { anOperatorWithSecondFactor } from '@studiohub/testing/operators.ts'
import {
  aCrewMember,
  aPerson,
  aStudio,
  aSuperAdmin,
  type StudioOfTest,
  signIn,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { authAs } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isAllowedWhileViewing } from '#platform/auth/gates.ts'
import { asActor } from '#platform/db/actor.ts'

let server: TestServer
let fixture: StudioOfTest
/** An operator who has confirmed a second factor in this session. */
let operator: TestUser

const pathOf = (studio_id: string) => `/admin/studios/${studio_id}/owner-view`
const open = (person: TestUser, studio_id = fixture.studio.id) => person.post(pathOf(studio_id))
const close = () => operator.delete('/admin/owner-view')
const listAuditRows = async (studio_id: string) =>
  (
    await asLogin((tx) =>
      sql<{ action: string; outcome: string }>`select action, outcome from audit_log
    where studio_id = ${studio_id}::uuid and action like '%OwnerView' order by id`.execute(tx),
    )
  ).rows

beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
  operator = await anOperatorWithSecondFactor(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  await close()
})

describe('seeing a studio as its owner does', () => {
  test('gives the role of its admin for 30 minutes, notifies the admins, and is in the audit log', async () => {
    const { studio, admin } = await aStudio(server)
    const { status, body } = await open(operator, studio.id)
    expect(status).toBe(201)
    expect(Date.parse(body.ends_at) - Date.now()).toBeGreaterThan(29 * 60_000)
    expect(Date.parse(body.ends_at) - Date.now()).toBeLessThanOrEqual(30 * 60_000)
    expect((await operator.get('/me')).body).toMatchObject({
      user: { id: operator.id },
      role: 'studio_admin',
      studio: { id: studio.id },
      viewing: { ends_at: body.ends_at },
    })
    expect((await operator.get(`/studios/${studio.id}/clients`)).body.items).toHaveLength(2)
    expect((await admin.get('/notices')).body.items).toContainEqual(expect.objectContaining({ kind: 'owner_view' }))
    expect((await nextMail(server, admin.email, 'looking at')).subject).toContain(studio.name)
    expect((await admin.get(`/studios/${studio.id}/activity`)).body.items).toContainEqual(
      expect.objectContaining({ action: 'studios.openOwnerView', actor_id: operator.id }),
    )
    expect((await close()).body).toEqual({ studio_id: studio.id })
    expect((await operator.get('/me')).body).toMatchObject({ role: 'super_admin', studio: null, viewing: null })
    expect((await listAuditRows(studio.id)).map(({ action }) => action)).toEqual([
      'studios.openOwnerView',
      'studios.endOwnerView',
    ])
    expectError(await close(), 'NOT_FOUND')
  })

  test('is only for operators who confirmed a second factor in this session', async () => {
    const crew = await aCrewMember(server, fixture)
    const partner = await aPerson(server)
    await partner.post('/me/onboarding', { role: 'partner' })
    for (const person of [fixture.client, crew, fixture.admin, partner]) expectError(await open(person), 'FORBIDDEN')
    expectError(await open(await aPerson(server)), 'NO_ACTIVE_ROLE')
    expectError(await callAs(server.url, null).post(pathOf(fixture.studio.id)), 'UNAUTHENTICATED')
    expectError(await open(await aSuperAdmin(server)), 'FACTOR_REQUIRED')
    expectError(await open(await signIn(server, operator)), 'INSUFFICIENT_AAL')
    expectError(await open(operator, '00000000-0000-4000-8000-000000000000'), 'NOT_FOUND')
    expect(await listAuditRows(fixture.studio.id)).not.toContainEqual(expect.objectContaining({ outcome: 'done' }))
    expect((await open(operator)).status).toBe(201)
  })

  test('rejects every call that is not listed, and changes nothing', async () => {
    await open(operator)
    const before = await stateOfDatabase()
    const rejectedCalls = operations.filter(({ name }) => !isAllowedWhileViewing(name))
    expect(rejectedCalls.length).toBeGreaterThan(150)
    for (const operation of rejectedCalls) {
      const body = ['GET', 'DELETE'].includes(operation.method) ? undefined : {}
      const response = await operator.request(
        operation.method,
        `/api/v1${fillPath(operation, fixture.studio.id)}`,
        body,
      )
      expect({ name: operation.name, code: response.body?.code }).toEqual({ name: operation.name, code: 'VIEW_ONLY' })
    }
    expect(await stateOfDatabase()).toEqual(before)
  })

  test('allows only calls that read, and none of a secret, a key or the personal area', () => {
    const allowedCalls = operations.filter(({ name }) => isAllowedWhileViewing(name) && name !== 'admin.endView')
    expect(allowedCalls.length).toBeGreaterThan(50)
    expect(allowedCalls.filter(({ method }) => method !== 'GET')).toEqual([])
    expect(
      allowedCalls.filter(({ name }) => /^(webhooks|calendarFeeds|chat|profile\.(?!get$))|export/i.test(name)),
    ).toEqual([])
  })

  test('runs in a read-only transaction, even if a service tries to write', async () => {
    await open(operator)
    const [, payload = ''] = operator.token.split('.')
    const { session_id } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const caller = { session_id, request_id: 'test', operation: 'studios.get' }
    await expect(
      asActor(caller, (tx) => sql`update studios set name = 'Taken' where id = ${fixture.studio.id}::uuid`.execute(tx)),
    ).rejects.toMatchObject({ code: '25006' })
    await expect(
      asActor(caller, async (tx) => {
        await sql`select set_config('transaction_read_only', 'off', true)`.execute(tx)
      }),
    ).rejects.toThrow(/read-write/)
  })

  test('gives no access to another studio', async () => {
    const rival = await aStudio(server)
    await open(operator)
    expectError(await operator.get(`/studios/${rival.studio.id}/clients`), 'FORBIDDEN')
    expectError(await operator.get(`/studios/${rival.studio.id}/invoices`), 'FORBIDDEN')
    expect((await operator.get(`/studios/${fixture.studio.id}/invoices`)).status).toBe(200)
  })

  test('creates no session, factor or key, and other sessions of operators are not affected', async () => {
    await open(operator)
    const auth = authAs(server, operator.token)
    for (const [method, path, body] of [
      ['PUT', '/user', { password: 'another long password' }],
      ['POST', '/factors', { factor_type: 'totp', friendly_name: 'Second' }],
      ['GET', '/factors/recovery-codes', undefined],
      ['POST', '/factors/00000000-0000-4000-8000-000000000000/challenge', {}],
      ['GET', '/user/identities/authorize?provider=google', undefined],
    ] as const) {
      const response = await auth(method, path, body)
      if (response.status === 404) continue
      expect([path, response.status, response.body.code]).toEqual([path, 403, 'view_only'])
    }
    expect((await auth('GET', '/user')).body.id).toBe(operator.id)
    expect((await (await aSuperAdmin(server)).get('/me')).body.role).toBe('super_admin')
  })

  test('ends at its time, and has no effect while the operator has no role', async () => {
    const roleNow = async () => (await operator.get('/me')).body.role
    await open(operator)
    expect(await roleNow()).toBe('studio_admin')
    await asLogin((tx) =>
      sql`update owner_views set started_at = now() - interval '31 minutes', ends_at = now() - interval '1 minute'`.execute(
        tx,
      ),
    )
    expect(await roleNow()).toBe('super_admin')
    expect((await open(operator)).status).toBe(201)
    const setRole = (status: string) =>
      asLogin((tx) =>
        sql`update user_roles set status = ${status}, removed_at = case when ${status} = 'inactive' then now() end
          where user_id = ${operator.id}::uuid and role = 'super_admin'`.execute(tx),
      )
    await setRole('inactive')
    expect(await roleNow()).toBe(null)
    await setRole('active')
    expect(await roleNow()).toBe('studio_admin')
  })

  test("a row for another person's session has no effect", async () => {
    const rival = await aStudio(server)
    const [, payload = ''] = rival.client.token.split('.')
    const { session_id } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    await asLogin((tx) =>
      sql`insert into owner_views (session_id, studio_id, ends_at)
        values (${session_id}::uuid, ${fixture.studio.id}::uuid, now() + interval '20 minutes')`.execute(tx),
    )
    expect((await rival.client.get('/me')).body).toMatchObject({ role: 'client', viewing: null })
    expectError(await rival.client.get(`/studios/${fixture.studio.id}/clients`), 'FORBIDDEN')
  })
})
