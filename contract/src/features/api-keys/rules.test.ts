import { expect, test } from 'vitest'
import { contract } from '../../api.ts'
import { getDefinition } from '../../route.ts'
import { isCallAllowed, isKeyActive, isReadCall, scopeOfCall } from './rules.ts'
import { apiKeyAreas, apiKeyScopes } from './words.ts'

const methods = new Map(
  Object.entries(contract).flatMap(([feature, calls]) =>
    Object.entries(calls).map(([name, procedure]) => [
      `${feature}.${name}`,
      getDefinition(procedure).route.method ?? 'POST',
    ]),
  ),
)
const areas = Object.values(apiKeyAreas)
const reads = areas.flatMap((area) => [...area.reads])
const writes = areas.flatMap((area) => [...area.writes])

test('every call of a permission exists and is listed once, GET calls as reads and other calls as writes', () => {
  const listed = [...reads, ...writes]
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed.filter((call) => !methods.has(call))).toEqual([])
  expect(writes.filter((call) => methods.get(call) === 'GET')).toEqual([])
  // These calls have a long input, so they are sent as POST although they only read.
  expect(reads.filter((call) => methods.get(call) !== 'GET')).toEqual(['bookings.quote', 'bookings.getReductions'])
})

test('no permission allows calls about accounts, API keys, the platform, files or card payments', () => {
  const closed = [...methods.keys()].filter((call) => scopeOfCall(call) === null)
  const closedFeatures = [
    'profile.',
    'onboarding.',
    'subscriptions.',
    'partners.',
    'marketing.',
    'calendarFeeds.',
    'chat.',
  ]
  for (const feature of closedFeatures) {
    const calls = [...methods.keys()].filter((call) => call.startsWith(feature))
    expect(calls, feature).not.toEqual([])
    expect(closed, feature).toEqual(expect.arrayContaining(calls))
  }
  for (const call of ['create', 'createOwn', 'listOwn', 'update', 'revoke'].map((name) => `apiKeys.${name}`))
    expect(closed).toContain(call)
  for (const call of ['admin.assignRole', 'clients.erase', 'clients.merge', 'payments.chargeFee', 'board.createFile'])
    expect(closed).toContain(call)
})

test('API keys cannot make a call that is not listed, and a permission to write includes reading', () => {
  expect(isCallAllowed(apiKeyScopes, 'bookings.createTomorrow')).toBe(false)
  expect(isCallAllowed(apiKeyScopes, undefined)).toBe(false)
  expect(isCallAllowed(['bookings:read'], 'bookings.list')).toBe(true)
  expect(isCallAllowed(['bookings:read'], 'bookings.create')).toBe(false)
  expect(isCallAllowed(['bookings:write'], 'bookings.list')).toBe(true)
  expect(isCallAllowed(['clients:write'], 'bookings.list')).toBe(false)
  expect(['bookings.list', 'bookings.create', 'profile.get'].map(isReadCall)).toEqual([true, false, false])
})

test('a key ends at its date or when it is revoked', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  expect(isKeyActive({ ends_at: null, revoked_at: null }, now)).toBe(true)
  expect(isKeyActive({ ends_at: '2026-11-23T12:00:01Z', revoked_at: null }, now)).toBe(true)
  expect(isKeyActive({ ends_at: '2026-11-23T12:00:00Z', revoked_at: null }, now)).toBe(false)
  expect(isKeyActive({ ends_at: null, revoked_at: '2026-11-23T11:00:00Z' }, now)).toBe(false)
})
