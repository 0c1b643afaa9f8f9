import { defaultServices } from '@studiohub/contract/features/resources/services/schema.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aPerson, aStudio } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('a new studio has a room, is open from 8 to 23 every day and offers services for its type', async () => {
  const { studio, client } = await aStudio(server, { type: 'podcast', limits: 'as new' })
  const resources = await client.get(`/studios/${studio.id}/resources`)
  expect(resources.body).toEqual({
    items: [
      {
        id: expect.any(String),
        studio_id: studio.id,
        kind: 'room',
        name: 'Studio A',
        position: 0,
        is_active: true,
        setup_minutes: 0,
        teardown_minutes: 0,
        color: null,
        has_own_hours: false,
        user_id: null,
        details: null,
        archived_at: null,
        version: 1,
      },
    ],
    next_cursor: null,
    rooms_max: 10,
  })
  const hours = await client.get(`/studios/${studio.id}/opening-hours`)
  expect(hours.body.weekly).toHaveLength(7)
  expect(hours.body.weekly[3]).toEqual({ weekday: 3, opens: '08:00', closes: '23:00', closes_next_day: false })
  expect(hours.body).toMatchObject({
    exceptions: [],
    own_hours: [],
    version: 1,
    min_notice_minutes: 0,
    booking_horizon_days: 730,
    cancellation_cutoff_hours: 24,
    open_requests_max: 3,
    hours_ahead_max: 40,
    request_expiry_hours: 24,
  })
  const services = await client.get(`/studios/${studio.id}/services`)
  expect(services.body.items).toEqual(defaultServices('podcast'))
  expect(services.body).toMatchObject({ currency: 'USD', version: 1 })
  expect(services.body.items.map(({ label }: { label: string }) => label)).toEqual([
    'Podcast Session',
    'Video Podcast',
    'Editing Session',
    'Consultation',
  ])
})

test('the services of a studio are listed in pages', async () => {
  const { studio, admin } = await aStudio(server, { type: 'multi_purpose' })
  const first = await admin.get(`/studios/${studio.id}/services?limit=5`)
  const rest = await admin.get(`/studios/${studio.id}/services?limit=5&cursor=${first.body.next_cursor}`)
  expect([...first.body.items, ...rest.body.items]).toEqual(defaultServices('multi_purpose'))
  expect(rest.body.next_cursor).toBeNull()
})

test('only people of the studio can read its resources, hours and services', async () => {
  const [fixture, rival] = [await aStudio(server), await aStudio(server)]
  const stranger = await aPerson(server)
  for (const path of ['resources', 'opening-hours', 'services'].map(
    (name) => `/studios/${fixture.studio.id}/${name}`,
  )) {
    for (const person of [fixture.admin, fixture.client, await aCrewMember(server, fixture)]) {
      expect((await person.get(path)).status).toBe(200)
    }
    expectError(await rival.admin.get(path), 'FORBIDDEN')
    expectError(await rival.client.get(path), 'FORBIDDEN')
    expectError(await stranger.get(path), 'NO_ACTIVE_ROLE')
  }
})
