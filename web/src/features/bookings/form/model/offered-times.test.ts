import { expect, test } from 'vitest'
import { firstLoaded, offeredStarts } from './offered-times.ts'

const day = {
  date: '2026-11-24',
  free: ['09:00', '09:15', '09:30', '11:15', '11:30', '14:00'],
  reason: null,
  rooms: [
    { room_id: 'a', from: { '00:00': 'OUTSIDE_OPENING_HOURS', '09:00': null, '09:45': 'ROOM_BUSY' } as const },
    { room_id: 'b', from: { '00:00': 'ROOM_BUSY', '11:15': null, '11:45': 'ROOM_BUSY', '14:00': null } as const },
  ],
}
const offered = (given: Partial<Parameters<typeof offeredStarts>[1]> = {}) =>
  offeredStarts(day, { rooms: null, after: '', chosen: '', ...given })

test('full and half hours are offered, and the beginning of every free range', () => {
  expect(offered()).toEqual(['09:00', '09:30', '11:15', '11:30', '14:00'])
  expect(offered({ chosen: '09:15' })).toContain('09:15')
})

test('only rooms of the service count, and no times in the past', () => {
  expect(offered({ rooms: ['a'] })).toEqual(['09:00', '09:30'])
  expect(offered({ rooms: ['b'], after: '11:30' })).toEqual(['11:30', '14:00'])
  expect(offered({ rooms: [] })).toEqual([])
})

test('neighboring days are loaded together', () => {
  expect(firstLoaded('2026-11-20', '2026-11-23')).toBe('2026-11-23')
  expect(firstLoaded('2026-12-06', '2026-11-23')).toBe('2026-11-23')
  expect(firstLoaded('2026-12-07', '2026-11-23')).toBe('2026-12-07')
  expect(firstLoaded('2027-03-30', '2026-11-23')).toBe('2027-03-29')
})
