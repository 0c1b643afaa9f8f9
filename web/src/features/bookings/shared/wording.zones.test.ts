import { defaultServices } from '@studiohub/contract/features/resources/services/schema.ts'
import { expect, test } from 'vitest'
import {
  entryTimes,
  formatDayOfYear,
  formatFullDate,
  formatMonth,
  formatShortDate,
  formatTimes,
  getZoneNote,
  serviceLabel,
  truncateText,
} from './wording.ts'

const services = [...defaultServices('recording'), ...defaultServices('photo')]

test('a date reads the same in every time zone of the viewer', () => {
  expect(formatFullDate('2026-11-23')).toBe('Monday, November 23, 2026')
  expect(formatShortDate('2026-11-23')).toBe('Mon, Nov 23, 2026')
  expect(formatDayOfYear('2026-01-01')).toBe('Thursday, January 1')
  expect(formatMonth('2026-01')).toBe('January 2026')
})

test('times say when a session ends on the next day', () => {
  expect(formatTimes({ start_time: '10:00', end_time: '12:00', days: 1 })).toBe('10:00 – 12:00')
  expect(formatTimes({ start_time: '22:00', end_time: '02:00', days: 2 })).toBe('22:00 – 02:00 (next day)')
  expect(formatTimes({ start_time: '10:00', end_time: '18:00', days: 3 })).toBe('10:00 – 18:00 (3 days)')
})

test('a session is labeled with its service, blocked time with its reason', () => {
  expect(serviceLabel({ booking_type: 'client_booking', service_type: 'recording' }, services)).toBe(
    'Recording Session',
  )
  expect(serviceLabel({ booking_type: 'client_booking', service_type: 'photo_shoot' }, services)).toBe('Photo Shoot')
  expect(serviceLabel({ booking_type: 'blocked_time', service_type: 'studio_closed' }, services)).toBe('Studio Closed')
})

test('a service that no longer exists is labeled with its key', () => {
  expect(serviceLabel({ booking_type: 'client_booking', service_type: 'tape_transfer' }, services)).toBe(
    'Tape Transfer',
  )
})

test('an entry shows only the part of its time that is on that day', () => {
  expect(entryTimes({ from: '10:00', to: '12:00', day: 1, days: 1 })).toBe('10:00 – 12:00')
  expect(entryTimes({ from: '00:00', to: '02:00', day: 1, days: 1 })).toBe('until 02:00')
  expect(entryTimes({ from: '22:00', to: '24:00', day: 1, days: 1 })).toBe('from 22:00')
  expect(entryTimes({ from: '00:00', to: '24:00', day: 1, days: 1 })).toBe('all day')
  expect(entryTimes({ from: '00:00', to: '24:00', day: 2, days: 3 })).toBe('all day, day 2 of 3')
  expect(entryTimes({ from: '00:00', to: '18:00', day: 3, days: 3 })).toBe('until 18:00, day 3 of 3')
})

test('a short text is not changed', () => {
  expect(truncateText('Two mics, please', 60)).toBe('Two mics, please')
})

test('a long text is cut between words, never inside a character', () => {
  expect(truncateText('Vocals for the title track and the second single', 30)).toBe('Vocals for the title track…')
  expect(truncateText('🎸'.repeat(40), 10)).toBe(`${'🎸'.repeat(9)}…`)
  expect([...truncateText('x'.repeat(500), 60)]).toHaveLength(60)
})

test('a shortened text has spaces instead of line breaks', () => {
  expect(truncateText('Two mics\n\nand a chair', 60)).toBe('Two mics and a chair')
})

test("the studio's time zone is named only if the viewer's clock shows other times", () => {
  expect(getZoneNote('Europe/Berlin', 'Europe/Berlin')).toBeNull()
  expect(getZoneNote('Europe/Amsterdam', 'Europe/Berlin')).toBeNull()
  expect(getZoneNote('America/New_York', 'Europe/Berlin')).toBe('Times at the studio (New York time)')
  expect(getZoneNote('America/Argentina/Buenos_Aires', 'UTC')).toBe('Times at the studio (Buenos Aires time)')
})

test('clocks that differ in a part of the year are different', () => {
  expect(getZoneNote('Europe/London', 'UTC')).not.toBeNull()
  expect(getZoneNote('Europe/Athens', 'Africa/Cairo')).not.toBeNull()
})
