import { errors } from '@studiohub/contract/errors.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBlock, aBooking, aFixedClock, aSession, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { asLogin, expectNoDatabaseChange } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import { aCrewMember, aStudio, aSuperAdmin, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AnyJob } from '#platform/jobs/jobs.ts'
import { queuePlanEmails } from '../emails/plans/jobs.ts'
import { subscriptionsJobs } from './jobs.ts'

const clock = aFixedClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const silentLog = { info: () => {}, warn: () => {}, error: () => {} }
const runJob = (job: AnyJob) =>
  job.handle({}, { job_id: 'test', now: clock.now(), log: silentLog, signal: new AbortController().signal })
async function runPlanJobs() {
  for (const job of subscriptionsJobs) await runJob(job)
}
const queueEmails = () => runJob(queuePlanEmails)

const planOf = ({ studio }: StudioOfTest) => `/studios/${studio.id}/subscription`
const bookingsOf = ({ studio }: StudioOfTest) => `/studios/${studio.id}/bookings`
const readPlan = async (fixture: StudioOfTest) => (await fixture.admin.get(planOf(fixture))).body
/** Moves the period of a studio's plan into the past. The clock does not change, so access tokens stay valid. */
const letDaysPass = ({ studio }: StudioOfTest, days: number) =>
  asLogin((tx) =>
    sql`update studio_subscriptions set current_period_start = current_period_start - make_interval(days => ${days}),
      current_period_end = current_period_end - make_interval(days => ${days})
      where studio_id = ${studio.id}::uuid`.execute(tx),
  )
const instantAfter = (days: number) => `${plusDays(today, days)}T10:00:00.000Z`

describe("a studio's plan", () => {
  test('is shown to its admins with its period and usage', async () => {
    const fixture = await aStudio(server, { tier: 'trial' })
    await aBooking(fixture.client, fixture.studio.id, today, {
      booking_date: today,
      start_time: '15:00',
      end_time: '16:00',
    })
    const { status, body } = await fixture.admin.get(planOf(fixture))
    expect(status).toBe(200)
    expect(body).toEqual({
      studio_id: fixture.studio.id,
      tier: 'trial',
      status: 'trialing',
      provider: 'manual',
      payments: 'manual',
      has_portal: false,
      current_period_start: instantAfter(0),
      current_period_end: instantAfter(14),
      cancel_at_period_end: false,
      past_due_since: null,
      takes_bookings: true,
      version: 1,
      bookings: { used: 1, limit: 50, month: today.slice(0, 7) },
      rooms: { used: 1, limit: null },
    })
  })

  test('is hidden from crew, clients and other studios', async () => {
    const [fixture, other] = [await aStudio(server), await aStudio(server)]
    const crew = await aCrewMember(server, fixture)
    for (const person of [crew, fixture.client, other.admin]) {
      expectError(await expectNoDatabaseChange(() => person.get(planOf(fixture)), true), 'FORBIDDEN')
      const change = () => person.put(planOf(fixture), { tier: 'starter' })
      expectError(await expectNoDatabaseChange(change, true), 'FORBIDDEN')
      expectError(await expectNoDatabaseChange(() => person.post(`${planOf(fixture)}/cancel`), true), 'FORBIDDEN')
    }
  })
})

describe('an ended trial', () => {
  test('rejects new bookings at once with a message for each role, and does not affect existing bookings', async () => {
    const fixture = await aStudio(server, { tier: 'trial' })
    const day = plusDays(today, 20)
    const booking = await aBooking(fixture.client, fixture.studio.id, today, { booking_date: day })
    await letDaysPass(fixture, 14)
    const later = aSession(today, { booking_date: plusDays(today, 21) })
    const asClient = await expectNoDatabaseChange(() => fixture.client.post(bookingsOf(fixture), later), true)
    expectError(asClient, 'PLAN_EXPIRED')
    expect(asClient.body.message).toBe(errors.PLAN_EXPIRED.message)
    const asAdmin = await fixture.admin.post(bookingsOf(fixture), later)
    expectError(asAdmin, 'PLAN_EXPIRED')
    expect(asAdmin.body.message).toContain('Choose one in the settings')
    const series = { ...later, every_weeks: 1, count: 3, on_conflict: 'skip' }
    expectError(await fixture.admin.post(`/studios/${fixture.studio.id}/booking-series`, series), 'PLAN_EXPIRED')
    const free = `date=${day}&days=1&service=recording`
    expectError(await fixture.client.get(`/studios/${fixture.studio.id}/availability?${free}`), 'PLAN_EXPIRED')
    expectError(await fixture.client.get(`/public/studios/${fixture.studio.slug}/availability?${free}`), 'PLAN_EXPIRED')

    const block = aBlock(today, { booking_date: plusDays(today, 22) })
    expect((await fixture.admin.post(bookingsOf(fixture), block)).status).toBe(201)
    expect((await confirmAsSeen(fixture.admin, booking.id)).status).toBe(200)
    const moved = await fixture.client.patch(`/bookings/${booking.id}`, { start_time: '13:00', end_time: '15:00' })
    expect(moved.body).toMatchObject({ start_time: '10:00', change_request: { start_time: '13:00' } })
    const nextMonth = { booking_date: plusDays(today, 52) }
    expect((await fixture.admin.patch(`/bookings/${booking.id}`, nextMonth)).status).toBe(200)
    expect((await fixture.client.post(`/bookings/${booking.id}/cancel`, {})).status).toBe(200)

    expect(await readPlan(fixture)).toMatchObject({ status: 'trialing', takes_bookings: false })
    await runPlanJobs()
    expect(await readPlan(fixture)).toMatchObject({ status: 'expired', takes_bookings: false, tier: 'trial' })
    const response = await fixture.admin.put(planOf(fixture), { tier: 'starter' })
    expect(response.body).toMatchObject({ tier: 'starter', status: 'active', takes_bookings: true })
    expect((await fixture.client.post(bookingsOf(fixture), later)).status).toBe(201)
  })

  test('ends at the same time by the rule in the contract and by the database function', async () => {
    const fixture = await aStudio(server, { tier: 'trial' })
    await letDaysPass(fixture, 14)
    const states = ['trialing', 'active', 'past_due', 'expired', 'cancelled']
    for (const status of states) {
      for (const isCancelled of [false, true]) {
        await asLogin((tx) =>
          sql`update studio_subscriptions set status = ${status}, cancel_at_period_end = ${isCancelled}, past_due_since = now()
            where studio_id = ${fixture.studio.id}::uuid`.execute(tx),
        )
        for (const time of ['09:59', '10:00']) {
          clock.set(time)
          const { rows } = await asLogin((tx) =>
            sql<{ takes: boolean }>`select door.plan_takes_bookings(${fixture.studio.id}::uuid,
              ${clock.now().toISOString()}::timestamptz) as takes`.execute(tx),
          )
          expect({ status, isCancelled, time, takes: rows[0]?.takes }).toEqual({
            status,
            isCancelled,
            time,
            takes: (await readPlan(fixture)).takes_bookings,
          })
        }
      }
    }
  })
})

describe('a change of plan', () => {
  test('applies at once, writes one audit row, and does not change the current period', async () => {
    const fixture = await aStudio(server, { tier: 'trial' })
    const { status, body } = await fixture.admin.put(planOf(fixture), { tier: 'pro', version: 1 })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ tier: 'pro', status: 'active', provider: 'manual', version: 2 }),
    ])
    clock.set('10:30')
    const smaller = await fixture.admin.put(planOf(fixture), { tier: 'starter' })
    expect(smaller.body).toMatchObject({
      tier: 'starter',
      current_period_start: body.current_period_start,
      current_period_end: body.current_period_end,
    })
    const auditEntries = await asLogin((tx) =>
      sql<{ action: string; actor_id: string }>`select action, actor_id from audit_log
        where studio_id = ${fixture.studio.id}::uuid and object_type = 'subscription' order by id`.execute(tx),
    )
    expect(auditEntries.rows).toEqual(Array(2).fill({ action: 'subscriptions.update', actor_id: fixture.admin.id }))
  })

  test('checks the version, so one of two concurrent changes fails', async () => {
    const fixture = await aStudio(server, { tier: 'trial' })
    const responses = await Promise.all(
      ['starter', 'pro'].map((tier) => fixture.admin.put(planOf(fixture), { tier, version: 1 })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expectError(responses.find(({ status }) => status === 409) ?? (responses[0] as never), 'STALE_VERSION')
  })

  test.each<[string, object, keyof typeof errors]>([
    ['a plan that needs an agreement', { tier: 'enterprise' }, 'PLAN_NOT_SELECTABLE'],
    ['another trial', { tier: 'trial' }, 'PLAN_NOT_SELECTABLE'],
    ['the end of the period', { tier: 'pro', current_period_end: '2099-01-01' }, 'VALIDATION_FAILED'],
    ['the payment', { tier: 'pro', status: 'active', provider: 'stripe' }, 'VALIDATION_FAILED'],
  ])('cannot set %s', async (_what, body, code) => {
    const fixture = await aStudio(server, { tier: 'trial' })
    const response = await expectNoDatabaseChange(() => fixture.admin.put(planOf(fixture), body), false)
    expectError(response, code)
  })

  test('is rejected if the new plan has too few rooms, and an operator can assign a plan by agreement', async () => {
    const fixture = await aStudio(server, { tier: 'pro' })
    for (const name of ['B', 'C']) {
      const room = { kind: 'room', name, is_active: true }
      expect((await fixture.admin.post(`/studios/${fixture.studio.id}/resources`, room)).status).toBe(201)
    }
    const choosePlan = () => fixture.admin.put(planOf(fixture), { tier: 'starter' })
    const response = await expectNoDatabaseChange(choosePlan, true)
    expectError(response, 'PLAN_LIMIT_REACHED')
    expect(response.body.message).toContain('covers 2 active rooms, and 3 are in use')
    const operator = await aSuperAdmin(server)
    const assigned = await operator.put(planOf(fixture), { tier: 'enterprise' })
    expect(assigned.body).toMatchObject({
      tier: 'enterprise',
      bookings: { limit: null },
      rooms: { used: 3, limit: null },
    })
  })

  test('never lets concurrent bookings exceed the limit of the smaller plan', async () => {
    const fixture = await aStudio(server, { tier: 'pro' })
    const month = plusDays(today, 40).slice(0, 7)
    const sessionAt = (index: number) =>
      aSession(today, {
        booking_date: `${month}-${String((index % 28) + 1).padStart(2, '0')}`,
        start_time: `${String(8 + Math.floor(index / 28)).padStart(2, '0')}:00`,
        end_time: `${String(9 + Math.floor(index / 28)).padStart(2, '0')}:00`,
      })
    const book = (index: number) => fixture.admin.post(bookingsOf(fixture), sessionAt(index))
    for (let index = 0; index < 96; index += 12) {
      const responses = await Promise.all(Array.from({ length: 12 }, (_, step) => book(index + step)))
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
    }
    const [planResponse, ...responses] = await Promise.all([
      fixture.admin.put(planOf(fixture), { tier: 'starter' }),
      ...Array.from({ length: 12 }, (_, step) => book(96 + step)),
    ])
    expect(planResponse?.status).toBe(200)
    const rejections = responses.filter(({ status }) => status !== 201)
    for (const response of rejections) expectError(response, 'PLAN_LIMIT_REACHED')
    expectError(await book(110), 'PLAN_LIMIT_REACHED')
    const bigger = await fixture.admin.put(planOf(fixture), { tier: 'pro' })
    expect(bigger.status).toBe(200)
    expect((await book(110)).status).toBe(201)
  })
})

describe('a cancellation', () => {
  test('takes effect at the end of the period, can be withdrawn until then, and cannot be repeated', async () => {
    const fixture = await aStudio(server, { tier: 'starter' })
    const step = (name: string) => fixture.admin.post(`${planOf(fixture)}/${name}`)
    expectError(await expectNoDatabaseChange(() => step('resume'), false), 'INVALID_TRANSITION')
    expect((await step('cancel')).body).toMatchObject({ status: 'active', cancel_at_period_end: true })
    expectError(await expectNoDatabaseChange(() => step('cancel'), false), 'INVALID_TRANSITION')
    expect((await step('resume')).body).toMatchObject({ cancel_at_period_end: false })
    expect((await step('cancel')).status).toBe(200)
    await letDaysPass(fixture, 40)
    const { current_period_end } = await readPlan(fixture)
    expect(await readPlan(fixture)).toMatchObject({ status: 'active', takes_bookings: false })
    expectError(await step('resume'), 'INVALID_TRANSITION')
    await runPlanJobs()
    expect(await readPlan(fixture)).toMatchObject({ status: 'cancelled', current_period_end, takes_bookings: false })
    const newPlan = await fixture.admin.put(planOf(fixture), { tier: 'pro' })
    expect(newPlan.body).toMatchObject({ status: 'active', cancel_at_period_end: false, takes_bookings: true })
  })

  test('a manual plan without a cancellation renews exactly once, even if the job runs several times', async () => {
    const fixture = await aStudio(server, { tier: 'starter' })
    await letDaysPass(fixture, 40)
    const before = await readPlan(fixture)
    await Promise.all([runPlanJobs(), runPlanJobs()])
    await runPlanJobs()
    expect(await readPlan(fixture)).toMatchObject({
      status: 'active',
      current_period_start: before.current_period_end,
      version: before.version + 1,
    })
  })
})

test('admins get one email before a trial ends and one at its end, and see both in the list of emails', async () => {
  const fixture = await aStudio(server, { tier: 'trial' })
  await queueEmails()
  await letDaysPass(fixture, 12)
  await queueEmails()
  await queueEmails()
  const warning = await nextMail(server, fixture.admin.email, 'ends soon')
  expect(warning.text).toContain('/studio/settings?tab=plan')
  await letDaysPass(fixture, 2)
  await runPlanJobs()
  await queueEmails()
  await nextMail(server, fixture.admin.email, 'has ended')
  const mails = await mailsTo(server, fixture.admin.email)
  expect(mails.filter(({ subject }) => subject.startsWith('The free trial of'))).toHaveLength(2)
  await vi.waitFor(
    async () => {
      const { body } = await fixture.admin.get(`/studios/${fixture.studio.id}/messages`)
      const emails = body.items.map(({ kind, state, booking_id }: Record<string, string>) => ({
        kind,
        state,
        booking_id,
      }))
      for (const kind of ['trial_ending', 'trial_expired', 'studio_created']) {
        expect(emails).toContainEqual({ kind, state: 'sent', booking_id: null })
      }
    },
    { timeout: 60_000 },
  )
})

test('a plan assigned by an operator starts a new period, which ends a cancellation and sends reminders again', async () => {
  const fixture = await aStudio(server, { tier: 'trial' })
  const operator = await aSuperAdmin(server)
  const assignPlan = (tier: string) => operator.patch(`/admin/studios/${fixture.studio.id}`, { tier })
  await letDaysPass(fixture, 12)
  await queueEmails()
  const first = await nextMail(server, fixture.admin.email, 'ends soon')
  expect((await fixture.admin.post(`${planOf(fixture)}/cancel`)).status).toBe(200)
  const { version } = await readPlan(fixture)
  expect((await assignPlan('starter')).status).toBe(200)
  const assignedPlan = { tier: 'starter', status: 'active', cancel_at_period_end: false, version: version + 1 }
  expect(await readPlan(fixture)).toMatchObject({ ...assignedPlan, current_period_start: instantAfter(0) })
  expectError(await fixture.admin.put(planOf(fixture), { tier: 'pro', version }), 'STALE_VERSION')
  await letDaysPass(fixture, 40)
  await runPlanJobs()
  expect(await readPlan(fixture)).toMatchObject({ status: 'active', takes_bookings: true })

  expect((await assignPlan('trial')).status).toBe(200)
  await letDaysPass(fixture, 12)
  await queueEmails()
  await nextMail(server, fixture.admin.email, 'ends soon', [first])

  expect((await assignPlan('pro')).status).toBe(200)
  const rooms = `/studios/${fixture.studio.id}/resources`
  for (const name of ['Room 2', 'Room 3']) await fixture.admin.post(rooms, { kind: 'room', name })
  const smaller = await expectNoDatabaseChange(() => assignPlan('starter'), false)
  expect(smaller.body.fields.tier).toBe('This plan covers 2 active rooms, and 3 are in use.')
})

describe('without a payment provider', () => {
  test('checkout, portal and events are rejected', async () => {
    const fixture = await aStudio(server, { tier: 'trial' })
    const buy = () => fixture.admin.post(`${planOf(fixture)}/checkout`, { tier: 'pro' })
    expectError(await expectNoDatabaseChange(buy, false), 'INVALID_TRANSITION')
    expectError(await fixture.admin.post(`${planOf(fixture)}/portal`), 'INVALID_TRANSITION')
    expectError(await fixture.client.request('POST', '/api/v1/webhooks/stripe', '{}'), 'NOT_FOUND')
  })
})
