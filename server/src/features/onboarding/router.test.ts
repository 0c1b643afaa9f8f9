import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aPerson } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const photoStudio = {
  role: 'studio_admin',
  studio_name: 'Daylight',
  studio_type: 'photo',
  tier: 'trial',
  timezone: 'Europe/Lisbon',
  currency: 'EUR',
}

test("a new studio has its founder's prices, and all other services are on request", async () => {
  const founder = await aPerson(server)
  const prices = [
    { key: 'photo_shoot', price_minor: 9_050, unit: 'hour' },
    { key: 'studio_rental', price_minor: null, unit: 'day' },
  ]
  const response = await founder.post('/me/onboarding', { ...photoStudio, prices })
  expect(response.status).toBe(201)
  const { body } = await founder.get(`/studios/${response.body.studio_id}/services`)
  expect(body.currency).toBe('EUR')
  expect(body.items.map(({ key, price_minor, pricing }: StudioService) => [key, price_minor, pricing.unit])).toEqual([
    ['photo_shoot', 9_050, 'hour'],
    ['retouching', null, 'session'],
    ['studio_rental', null, 'day'],
    ['consultation', null, 'session'],
  ])
})

test.each([
  [{ key: 'recording', price_minor: 100, unit: 'hour' }, 'key'],
  [{ key: 'photo_shoot', price_minor: -1, unit: 'hour' }, 'price_minor'],
  [{ key: 'photo_shoot', price_minor: 1.5, unit: 'hour' }, 'price_minor'],
  [{ key: 'photo_shoot', price_minor: 100_000_001, unit: 'hour' }, 'price_minor'],
  [{ key: 'photo_shoot', price_minor: 100, unit: 'minute' }, 'unit'],
])('the price %j is rejected, and no studio is created', async (price, field) => {
  const founder = await aPerson(server)
  const rejection = await founder.post('/me/onboarding', { ...photoStudio, prices: [price] })
  expectError(rejection, 'VALIDATION_FAILED')
  expect(Object.keys(rejection.body.fields)).toEqual([`prices.0.${field}`])
  expect((await founder.get('/me')).body.role).toBeNull()
  expect((await founder.post('/me/onboarding', photoStudio)).status).toBe(201)
})

test('prices of an unknown type are rejected at the type', async () => {
  const founder = await aPerson(server)
  const prices = [{ key: 'photo_shoot', price_minor: 100, unit: 'hour' }]
  const rejection = await founder.post('/me/onboarding', { ...photoStudio, studio_type: '', prices })
  expectError(rejection, 'VALIDATION_FAILED')
  expect(Object.keys(rejection.body.fields)).toEqual(['studio_type'])
})

test('two prices for one service are rejected', async () => {
  const founder = await aPerson(server)
  const price = { key: 'photo_shoot', price_minor: 100, unit: 'hour' }
  const rejection = await founder.post('/me/onboarding', { ...photoStudio, prices: [price, price] })
  expectError(rejection, 'VALIDATION_FAILED')
  expect(Object.keys(rejection.body.fields)).toEqual(['prices.1.key'])
})

test.each([
  ['Europe/Lisbon', undefined, 'PT'],
  ['Europe/Lisbon', 'ES', 'ES'],
  ['UTC', undefined, null],
])('a studio in the time zone %s with the country %s starts in the country %s', async (timezone, country, expected) => {
  const founder = await aPerson(server)
  const response = await founder.post('/me/onboarding', { ...photoStudio, timezone, ...(country && { country }) })
  expect(response.status).toBe(201)
  expect((await founder.get(`/studios/${response.body.studio_id}`)).body.country).toBe(expected)
  const other = await aPerson(server)
  expectError(await other.post('/me/onboarding', { ...photoStudio, country: 'XX' }), 'VALIDATION_FAILED')
})
