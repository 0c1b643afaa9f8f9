import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock } from '@studiohub/testing/bookings.ts'
import { stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aStudio, proveAddress } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { aTextGateway } from '@studiohub/testing/text-gateway.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '#platform/process/log.ts'
import { remindByText } from './jobs.ts'

const clock = aFixedClock()
const { today } = clock
let gateway: Awaited<ReturnType<typeof aTextGateway>>
let server: TestServer
beforeAll(async () => {
  gateway = await aTextGateway()
  server = await startServer({ clock, env: { ...gateway.env, TEXTS_PLATFORM_DAY: '1', TEXTS_COUNTRIES: 'DE, AT' } })
})
afterAll(async () => {
  await server.stop()
  gateway.stop()
})
beforeEach(() => clock.set('10:00'))

/** A studio with a session in two days, and the response to its client's consent to text messages. */
async function aStudioWithConsent(phone: string) {
  const fixture = await aStudio(server)
  await proveAddress(fixture.admin)
  const path = `/studios/${fixture.studio.id}/opening-hours`
  await fixture.admin.put(path, { ...(await fixture.admin.get(path)).body, text_hours: [24], reminder_hours: [] })
  const agreed = await fixture.client.put(`/studios/${fixture.studio.id}/clients/${fixture.client.id}/texts`, {
    agreed: true,
    phone,
  })
  await aBooking(fixture.admin, fixture.studio.id, today, {
    booking_date: plusDays(today, 2),
    client_id: fixture.client.id,
  })
  return { fixture, agreed }
}

test('only numbers of the allowed countries can agree to text messages', async () => {
  expect((await aStudioWithConsent('+491712000001')).agreed.status).toBe(200)
  const abroad = await aStudioWithConsent('+33612345678')
  expectError(abroad.agreed, 'VALIDATION_FAILED')
  expect(abroad.agreed.body.fields.phone).toBe("We can't send text messages to this country.")
})

test('all studios together send no more text messages in a day than the platform allows', async () => {
  const [first, second] = [await aStudioWithConsent('+491712000002'), await aStudioWithConsent('+436641234567')]
  clock.set('10:00', 1)
  const context = { job_id: 'test', now: clock.now(), log: createLog('silent'), signal: new AbortController().signal }
  await remindByText.handle({}, context)
  await stateOfDatabase()
  clock.set('10:00')
  expect(gateway.taken).toHaveLength(1)
  const errorsOf = async ({ fixture }: typeof first) =>
    (await fixture.admin.get(`/studios/${fixture.studio.id}/messages`)).body.items.flatMap(
      ({ channel, last_error }: Record<string, string | null>) => (channel === 'text' && last_error) || [],
    )
  expect([...(await errorsOf(first)), ...(await errorsOf(second))]).toContain(
    'not sent: too many text messages of all studios in 24 hours',
  )
})
