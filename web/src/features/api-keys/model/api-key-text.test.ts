import { expect, test } from 'vitest'
import {
  accessChoices,
  areaAccess,
  describeEnd,
  describeScopes,
  endOfDay,
  parseNetworks,
  withAccess,
} from './api-key-text.ts'

test('an area of a key has no access, read access, or read and write access', () => {
  expect(areaAccess(['bookings:write', 'clients:read'], 'bookings')).toBe('write')
  expect(areaAccess(['bookings:write', 'clients:read'], 'clients')).toBe('read')
  expect(areaAccess(['bookings:write'], 'tasks')).toBe('')
  expect(withAccess(['bookings:read', 'clients:read'], 'bookings', 'write')).toEqual(['clients:read', 'bookings:write'])
  expect(withAccess(['bookings:read'], 'bookings', '')).toEqual([])
  expect(accessChoices('exports').map(({ value }) => value)).toEqual(['', 'read'])
})

test('the permissions of a key are listed in words', () => {
  expect(describeScopes(['tasks:read', 'bookings:write'])).toBe(
    'Bookings and free times (read and write), Tasks (read)',
  )
})

test('a key has ended after its last day, or when it was revoked', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  expect(describeEnd({ ends_at: null, revoked_at: null }, now)).toBeNull()
  expect(describeEnd({ ends_at: '2026-11-23T11:00:00Z', revoked_at: null }, now)).toBe('Ended')
  expect(describeEnd({ ends_at: null, revoked_at: '2026-11-23T11:00:00Z' }, now)).toBe('Revoked')
  expect(endOfDay('2026-12-31')).toBe('2026-12-31T23:59:59Z')
  expect(endOfDay('')).toBeNull()
})

test('the addresses of a key are separated by lines, spaces or commas', () => {
  expect(parseNetworks(' 203.0.113.7\n10.0.0.0/8, ::1 ')).toEqual(['203.0.113.7', '10.0.0.0/8', '::1'])
  expect(parseNetworks('')).toEqual([])
})
