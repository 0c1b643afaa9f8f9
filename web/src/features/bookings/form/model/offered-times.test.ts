import { expect, test } from 'vitest'
import { getFirstDayToLoad, groupByPartOfDay, listOfferedStarts } from './offered-times.ts'

const day = {
  date: '2026-11-24',
  free: ['09:00', '09:15', '09:30', '11:15', '11:30', '14:00'],
  reason: null,
  rooms: [
    { room_id: 'a', from: { '00:00': 'OUTSIDE_OPENING_HOURS', '09:00': null, '09:45': 'ROOM_BUSY' } as const },
    { room_id: 'b', from: { '00:00': 'ROOM_BUSY', '11:15': null, '11:45': 'ROOM_BUSY', '14:00': null } as const },
  ],
}
const getStarts = (overrides: Partial<Parameters<typeof listOfferedStarts>[1]> = {}) =>
  listOfferedStarts(day, { rooms: null, after: '', chosenStart: '', ...overrides })

test('full and half hours are offered, and the beginning of every free range', () => {
  expect(getStarts()).toEqual(['09:00', '09:30', '11:15', '11:30', '14:00'])
  expect(getStarts({ chosenStart: '09:15' })).toContain('09:15')
})

test('only rooms of the service count, and no times in the past', () => {
  expect(getStarts({ rooms: ['a'] })).toEqual(['09:00', '09:30'])
  expect(getStarts({ rooms: ['b'], after: '11:30' })).toEqual(['11:30', '14:00'])
  expect(getStarts({ rooms: [] })).toEqual([])
})

test('neighboring days are loaded together', () => {
  expect(getFirstDayToLoad('2026-11-20', '2026-11-23')).toBe('2026-11-23')
  expect(getFirstDayToLoad('2026-12-06', '2026-11-23')).toBe('2026-11-23')
  expect(getFirstDayToLoad('2026-12-07', '2026-11-23')).toBe('2026-12-07')
  expect(getFirstDayToLoad('2027-03-30', '2026-11-23')).toBe('2027-03-29')
})

test('starts are grouped by part of the day, without empty parts', () => {
  expect(groupByPartOfDay(['00:00', '11:45', '17:00', '23:30'])).toEqual([
    { name: 'Morning', starts: ['00:00', '11:45'] },
    { name: 'Evening', starts: ['17:00', '23:30'] },
  ])
  expect(groupByPartOfDay(['12:00', '16:45'])).toEqual([{ name: 'Afternoon', starts: ['12:00', '16:45'] }])
  expect(groupByPartOfDay([])).toEqual([])
})
