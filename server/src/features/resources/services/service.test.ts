import { type StudioService, serviceDefaults } from '@studiohub/contract/features/resources/services/schema.ts'
import { aBooking, aFixedClock } from '@studiohub/testing/bookings.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const clock = aFixedClock()
let server: TestServer
let fixture: StudioOfTest
beforeAll(async () => {
  server = await startServer({ clock })
  fixture = await aStudio(server)
})
afterAll(() => server.stop())

type ServiceFields = Omit<StudioService, 'position' | 'key'> & { key?: string }

const pathOf = ({ studio }: StudioOfTest) => `/studios/${studio.id}/services`
async function readServices(fixture: StudioOfTest): Promise<{ items: ServiceFields[]; version: number }> {
  const { body } = await fixture.admin.get(pathOf(fixture))
  return { version: body.version, items: body.items.map(({ position, ...service }: StudioService) => service) }
}
const saveServices = (fixture: StudioOfTest, items: ServiceFields[], version?: number) =>
  fixture.admin.put(pathOf(fixture), { items, version })
const keysOf = (items: StudioService[]) => items.map(({ key }) => key)

const dubbing: ServiceFields = {
  ...serviceDefaults,
  label: 'Dubbing',
  is_active: true,
  default_minutes: 90,
  min_minutes: 60,
  max_minutes: 240,
  price_minor: 12_050,
  currency: 'EUR',
  is_client_bookable: true,
  auto_confirm: true,
}

test('the list is stored in the order that was sent, and a new service gets a permanent key', async () => {
  const fixture = await aStudio(server)
  const { items, version } = await readServices(fixture)
  const [recording, ...rest] = items
  const response = await saveServices(
    fixture,
    [dubbing, ...rest, { ...recording, label: 'Tracking' } as ServiceFields],
    version,
  )
  expect(response.status).toBe(200)
  expect(keysOf(response.body.items)).toEqual([
    'dubbing',
    'mixing',
    'mastering',
    'rehearsal',
    'consultation',
    'recording',
  ])
  expect(response.body.items[0]).toEqual({ ...dubbing, key: 'dubbing', position: 0 })
  expect(response.body).toMatchObject({ version: 2, currency: 'USD' })
  const renamed = await saveServices(fixture, [{ ...dubbing, key: 'dubbing', label: 'Voice-over' }, dubbing])
  expect(keysOf(renamed.body.items)).toEqual(['dubbing', 'dubbing_2'])
  expect((await fixture.client.get(pathOf(fixture))).body).toEqual(renamed.body)
})

test('a removed service is deleted, unless bookings use it; then it becomes inactive and has the same name', async () => {
  const fixture = await aStudio(server)
  await aBooking(fixture.client, fixture.studio.id, clock.today, { service_type: 'mixing' })
  const { items } = await readServices(fixture)
  const response = await saveServices(
    fixture,
    items.filter(({ key }) => key === 'recording'),
  )
  expect(keysOf(response.body.items)).toEqual(['recording', 'mixing'])
  expect(response.body.items[1]).toMatchObject({ label: 'Mixing Session', is_active: false, position: 1 })
})

test.each<[Partial<ServiceFields>, string]>([
  [{ label: ' ' }, 'label'],
  [{ default_minutes: 4, min_minutes: null }, 'default_minutes'],
  [{ default_minutes: 20_161, max_minutes: null }, 'default_minutes'],
  [{ min_minutes: 91 }, 'min_minutes'],
  [{ max_minutes: 89 }, 'max_minutes'],
  [{ price_minor: -1 }, 'price_minor'],
  [{ price_minor: 1.5 }, 'price_minor'],
  [{ currency: 'EURO' }, 'currency'],
  [{ currency: 'XQX' }, 'currency'],
  [{ key: 'unknown' }, 'key'],
])('a service with %j is rejected at its field', async (changes, field) => {
  const { items } = await readServices(fixture)
  const response = await saveServices(fixture, [...items.slice(0, 1), { ...dubbing, ...changes }])
  expectError(response, 'VALIDATION_FAILED')
  expect(Object.keys(response.body.fields)).toEqual([`items.1.${field}`])
  expect(await readServices(fixture)).toEqual({ items, version: 1 })
})

test('if two admins save the same version, the second gets an error and overwrites nothing', async () => {
  const fixture = await aStudio(server)
  const { items, version } = await readServices(fixture)
  const first = await saveServices(fixture, [dubbing, ...items], version)
  expect(first.status).toBe(200)
  expectError(await saveServices(fixture, items, version), 'STALE_VERSION')
  expect((await readServices(fixture)).items).toHaveLength(6)
})

test('only admins of the studio can change its services', async () => {
  const [fixture, rival] = [await aStudio(server), await aStudio(server)]
  for (const person of [fixture.client, await aCrewMember(server, fixture), rival.admin]) {
    expectError(await person.put(pathOf(fixture), { items: [] }), 'FORBIDDEN')
  }
  expect((await readServices(fixture)).items).toHaveLength(5)
})
