import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import { aPerson, aStudio, aSuperAdmin, proveAddress } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPlans } from '#platform/payments/plans.ts'
import { queuePlanEmails } from '../emails/plans/jobs.ts'
import { listBookingPages } from '../studios/branding/service.ts'
import { subscriptionsJobs } from './jobs.ts'

const clock = aFixedClock()
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock, env: { PLANS: 'off' } })
})
afterAll(async () => {
  await server.stop()
  setPlans({ plans: true })
})

const silentLog = { info: () => {}, warn: () => {}, error: () => {} }
const studioForm = { role: 'studio_admin', studio_type: 'recording', timezone: 'UTC', currency: 'EUR' }

async function aStudioWithOldTrial() {
  const fixture = await aStudio(server, { tier: 'trial' })
  await asLogin((tx) =>
    sql`update studio_subscriptions set current_period_start = current_period_start - interval '90 days',
      current_period_end = current_period_end - interval '90 days' where studio_id = ${fixture.studio.id}::uuid`.execute(
      tx,
    ),
  )
  return fixture
}

test('a studio is created without a plan, and its email does not mention one', async () => {
  const nora = await proveAddress(await aPerson(server))
  const response = await nora.post('/me/onboarding', { ...studioForm, studio_name: 'Quiet Room' })
  expect(response).toMatchObject({ status: 201, body: { role: 'studio_admin', status: 'active' } })
  const mail = await nextMail(server, nora.email, 'Quiet Room is ready')
  expect(mail.text).toContain('A first room, opening hours and services are already set.')
  expect(mail.text).not.toMatch(/^Plan: /m)
})

test('a studio with an old trial takes bookings from clients and on its public page', async () => {
  const fixture = await aStudioWithOldTrial()
  const { studio, client, admin } = fixture
  const booking = await aBooking(client, studio.id, clock.today)
  expect(booking.id).toBeTruthy()
  const later = aSession(clock.today, { booking_date: plusDays(clock.today, 21) })
  expect((await admin.post(`/studios/${studio.id}/bookings`, later)).status).toBe(201)
  const visitor = callAs(server.url, null)
  const services = await visitor.get(`/public/studios/${studio.slug}/services`)
  expect(services.body).toMatchObject({ takes_bookings: true, contact_email: null })
  expect(services.body.items.length).toBeGreaterThan(0)
  const pages = await listBookingPages({ id: 'sitemap' }, { now: clock.now(), limit: 50_000 })
  expect(pages).toContain(`/s/${studio.slug}`)
})

test('rooms and bookings have no limits', async () => {
  const { studio, admin, client } = await aStudio(server, { tier: 'starter' })
  for (const name of ['Two', 'Three', 'Four']) {
    expect((await admin.post(`/studios/${studio.id}/resources`, { kind: 'room', name })).status).toBe(201)
  }
  expect((await admin.get(`/studios/${studio.id}/resources`)).body.rooms_max).toBeNull()
  await asLogin((tx) =>
    sql`insert into bookings (id, studio_id, client_id, created_by, booking_type, status, service_type, booking_date,
        start_time, end_time, starts_at, ends_at)
      select gen_random_uuid(), ${studio.id}::uuid, ${client.id}::uuid, ${client.id}::uuid, 'client_booking', 'confirmed',
        'recording', d, '06:00', '07:00', d + time '06:00', d + time '07:00'
      from (select date_trunc('month', ${clock.today}::date)::date + n % 28 as d from generate_series(1, 120) n) days`.execute(
      tx,
    ),
  )
  expect((await aBooking(client, studio.id, clock.today)).id).toBeTruthy()
})

test('reading and changing the plan fail with NOT_FOUND', async () => {
  const { studio, admin } = await aStudio(server)
  const path = `/studios/${studio.id}/subscription`
  expectError(await admin.get(path), 'NOT_FOUND')
  expectError(await admin.put(path, { tier: 'pro' }), 'NOT_FOUND')
  expectError(await admin.post(`${path}/cancel`, {}), 'NOT_FOUND')
  expectError(await admin.post(`${path}/checkout`, { tier: 'pro' }), 'NOT_FOUND')
})

test('trials never end, and no emails are sent about them', async () => {
  const { studio, admin } = await aStudioWithOldTrial()
  const context = { job_id: 'test', now: clock.now(), log: silentLog, signal: new AbortController().signal }
  for (const job of [...subscriptionsJobs, queuePlanEmails]) await job.handle({}, context)
  const { rows } = await asLogin((tx) =>
    sql<{ status: string }>`select status from studio_subscriptions where studio_id = ${studio.id}::uuid`.execute(tx),
  )
  expect(rows).toEqual([{ status: 'trialing' }])
  expect((await mailsTo(server, admin.email)).filter(({ subject }) => /trial|plan/i.test(subject))).toEqual([])
})

test('an operator can create a studio without a plan', async () => {
  const operator = await aSuperAdmin(server)
  const response = await operator.post('/studios', { name: 'Annex', slug: 'annex', type: 'photo' })
  expect(response.status).toBe(201)
})
