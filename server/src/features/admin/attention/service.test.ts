import type { AttentionItem } from '@studiohub/contract/features/admin/attention/schema.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aPerson, aStudio, aSuperAdmin, proveAddress, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
let operator: TestUser
beforeAll(async () => {
  server = await startServer()
  operator = await aSuperAdmin(server)
})
afterAll(() => server.stop())

const attentionOf = async (studio_id: string | null): Promise<AttentionItem[]> =>
  (await operator.get('/admin/attention')).body.items.filter((item: AttentionItem) => item.studio_id === studio_id)
const kindsOf = async (studio_id: string | null) => (await attentionOf(studio_id)).map(({ kind }) => kind)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const setPlan = (studio_id: string, status: string, ends: string, since: string | null = null) =>
  asLogin((tx) =>
    sql`update studio_subscriptions set status = ${status}, current_period_end = ${ends}::timestamptz,
      current_period_start = ${ends}::timestamptz - interval '14 days', past_due_since = ${since}::timestamptz
      where studio_id = ${studio_id}::uuid`.execute(tx),
  )
const failMails = (studio_id: string | null, at: string) =>
  asLogin((tx) =>
    sql`insert into mail_deliveries (id, studio_id, kind, state, tries, last_error, created_at)
      select gen_random_uuid(), ${studio_id}::uuid, 'welcome', 'failed', 20, 'the mail server refused it', ${at}::timestamptz
      from generate_series(1, 2)`.execute(tx),
  )
const setDomain = (studio_id: string, domain: { verified?: string; missing?: string }) =>
  asLogin((tx) =>
    sql`update studios set custom_domain = ${`d${studio_id.slice(0, 8)}.example.org`}, domain_token = 'token',
      domain_verified_at = ${domain.verified ?? null}::timestamptz, domain_missing_since = ${domain.missing ?? null}::timestamptz
      where id = ${studio_id}::uuid`.execute(tx),
  )

describe('what needs attention', () => {
  test('includes a failed payment, with the time when it failed', async () => {
    const { studio } = await aStudio(server)
    expect(await attentionOf(studio.id)).toEqual([])
    await setPlan(studio.id, 'past_due', inDays(20), inDays(-2))
    const [item] = await attentionOf(studio.id)
    expect(item).toMatchObject({ kind: 'payment_failed', studio_name: studio.name, count: 1 })
    expect(new Date(item?.since ?? '').getDate()).toBe(new Date(inDays(-2)).getDate())
  })

  test('includes a trial that ends within days or has just ended, but none that runs or ended long ago', async () => {
    const { studio } = await aStudio(server, { tier: 'trial' })
    expect(await kindsOf(studio.id)).toEqual([])
    await setPlan(studio.id, 'trialing', inDays(2))
    expect(await kindsOf(studio.id)).toEqual(['trial_ending'])
    await setPlan(studio.id, 'expired', inDays(-2))
    expect(await kindsOf(studio.id)).toEqual(['trial_ended'])
    await setPlan(studio.id, 'expired', inDays(-8))
    expect(await kindsOf(studio.id)).toEqual([])
  })

  test('includes emails that failed this week, as one line for a studio and one for the platform', async () => {
    const { studio } = await aStudio(server)
    await failMails(studio.id, inDays(-8))
    expect(await kindsOf(studio.id)).toEqual([])
    await failMails(studio.id, inDays(-1))
    await failMails(null, inDays(-1))
    expect(await attentionOf(studio.id)).toMatchObject([{ kind: 'emails_failing', count: 2 }])
    expect(await attentionOf(null)).toMatchObject([{ kind: 'emails_failing', count: 2, studio_name: null }])
  })

  test('includes a domain that was never proven or lost its record, but no proven one', async () => {
    const { studio } = await aStudio(server)
    await setDomain(studio.id, {})
    expect(await attentionOf(studio.id)).toMatchObject([{ kind: 'domain_unproven', since: null }])
    await setDomain(studio.id, { verified: inDays(-3), missing: inDays(-1) })
    expect(await kindsOf(studio.id)).toEqual(['domain_missing'])
    await setDomain(studio.id, { verified: inDays(-3) })
    expect(await kindsOf(studio.id)).toEqual([])
  })

  test('includes jobs that wait too long or failed, with their queues', async () => {
    const before = (await operator.get('/admin/attention')).body
    expect(before.stuck_queues).toEqual([])
    const addJob = (name: string, state: string) =>
      asLogin((tx) =>
        sql`insert into pgboss.job (name, data, state, start_after, completed_on)
          values (${name}, '{}', ${state}::pgboss.job_state, now() - interval '1 hour',
            case when ${state} = 'failed' then now() end)`.execute(tx),
      )
    await addJob('emails.send-test', 'failed')
    expect((await operator.get('/admin/attention')).body.stuck_queues).toEqual([])
    await addJob('notices.forget', 'failed')
    const { items, stuck_queues } = (await operator.get('/admin/attention')).body
    expect(items[0]).toMatchObject({ kind: 'jobs_stuck', studio_id: null, count: 1 })
    expect(stuck_queues).toMatchObject([{ name: 'notices.forget', waiting: 0, failed: 1 }])
  })
})

describe('the page of a studio', () => {
  test('shows its admins with their addresses, its plan and sizes, and what is wrong', async () => {
    const fixture = await aStudio(server)
    await aCrewMember(server, fixture)
    await proveAddress(fixture.admin)
    await failMails(fixture.studio.id, inDays(-1))
    const { status, body } = await operator.get(`/admin/studios/${fixture.studio.id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      studio: { id: fixture.studio.id, name: fixture.studio.name, tier: 'pro', plan_status: 'active' },
      owners: [{ user_id: fixture.admin.id, email: fixture.admin.email, full_name: 'Ada Owner', email_proven: true }],
      plan: { provider: 'manual', cancels: false },
      sizes: { rooms: 1, crew: 1, clients: 2, recent_bookings: 0 },
      domain: null,
      sender: null,
      cards: { differences: 0 },
      failed_emails: [{ state: 'failed' }, { state: 'failed' }],
      attention: [{ kind: 'emails_failing', count: 2 }],
    })
    expect(body.last_active_at).not.toBeNull()
    expect(JSON.stringify(body)).not.toMatch(/secret|private_key|domain_token|acct_/)
    expectError(await operator.get('/admin/studios/00000000-0000-4000-8000-000000000000'), 'NOT_FOUND')
  })
})

test('only operators see what needs attention, and the page of a studio', async () => {
  const fixture = await aStudio(server)
  const crew = await aCrewMember(server, fixture)
  const partner = await aPerson(server)
  await partner.post('/me/onboarding', { role: 'partner' })
  for (const path of ['/admin/attention', `/admin/studios/${fixture.studio.id}`]) {
    for (const person of [fixture.admin, fixture.client, crew, partner])
      expectError(await person.get(path), 'FORBIDDEN')
    expectError(await (await aPerson(server)).get(path), 'NO_ACTIVE_ROLE')
    expectError(await callAs(server.url, null).get(path), 'UNAUTHENTICATED')
    expect((await operator.get(path)).status).toBe(200)
  }
})
