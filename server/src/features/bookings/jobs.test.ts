import { aBlock, aBooking, aFixedClock, asPerson } from '@studiohub/testing/bookings.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingsJobs } from './jobs.ts'

const clock = aFixedClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** Runs the jobs of bookings like the worker would at `now`. */
async function runJobs(now: Date) {
  for (const job of bookingsJobs) {
    await job.handle({}, { job_id: 'test', now, log: silent, signal: new AbortController().signal })
  }
}

test('only confirmed sessions are completed after their end', async () => {
  const fixture = await aStudio(server)
  const { admin, studio } = fixture
  const at = (start_time: string, end_time: string) => ({ booking_date: today, start_time, end_time })
  const ended = await aBooking(admin, studio.id, today, { ...at('10:00', '11:00'), status: 'confirmed' })
  const running = await aBooking(admin, studio.id, today, { ...at('11:00', '12:01'), status: 'confirmed' })
  const pending = await aBooking(fixture.client, studio.id, today, at('13:00', '14:00'))
  const block = await admin.post(`/studios/${studio.id}/bookings`, aBlock(today, at('08:00', '09:00')))
  const statusOf = async (id: string) => (await admin.get(`/bookings/${id}`)).body.status

  await runJobs(new Date(`${today}T12:00:00Z`))
  await runJobs(new Date(`${today}T12:00:00Z`))
  expect(await Promise.all([ended.id, running.id, pending.id, block.body.id].map(statusOf))).toEqual([
    'completed',
    'confirmed',
    'pending',
    'confirmed',
  ])
  const auditEntries = await asPerson(admin, (tx) =>
    tx.selectFrom('audit_log').select(['action', 'actor_id']).where('object_id', '=', ended.id).orderBy('id').execute(),
  )
  expect(auditEntries).toEqual([
    { action: 'bookings.create', actor_id: admin.id },
    { action: 'bookings.complete', actor_id: null },
  ])
})
