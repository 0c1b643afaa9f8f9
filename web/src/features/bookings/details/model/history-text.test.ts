import type { HistoryEntry } from '@studiohub/contract/features/bookings/history/schema.ts'
import { expect, test } from 'vitest'
import { describeChanges, describeEvent } from './history-text.ts'

const entry = (part: Partial<HistoryEntry>): HistoryEntry => ({
  id: '1',
  at: '2026-11-20T10:00:00Z',
  event: 'moved',
  by: 'studio',
  by_name: null,
  before: {},
  after: {},
  ...part,
})

test('an event names its author if known, and an automatic event names no author', () => {
  expect(describeEvent(entry({ by_name: 'Ada Owner' }))).toBe('Moved by Ada Owner')
  expect(describeEvent(entry({}))).toBe('Moved by the studio')
  expect(describeEvent(entry({ event: 'created', by: 'you', by_name: 'Cleo' }))).toBe('Created by you')
  expect(describeEvent(entry({ event: 'completed', by: 'nobody' }))).toBe('Completed automatically')
})

test('a move shows the old and the new time, and that the booking waits for confirmation again', () => {
  const moved = entry({
    before: { booking_date: '2026-11-23', start_time: '10:00', end_time: '12:00', status: 'confirmed' },
    after: { booking_date: '2026-11-24', start_time: '11:00', end_time: '13:00', status: 'pending' },
  })
  expect(describeChanges(moved, [])).toEqual([
    'Mon, Nov 23, 2026, 10:00 – 12:00 → Tue, Nov 24, 2026, 11:00 – 13:00',
    'Waiting for confirmation again',
  ])
})

test('only changes are shown: a later end, a room, a price, that notes changed', () => {
  expect(describeChanges(entry({ before: { end_time: '12:00' }, after: { end_time: '12:30' } }), [])).toEqual([
    '12:00 → 12:30',
  ])
  const rooms = entry({ before: { resources: ['Studio A'] }, after: { resources: ['Studio B', 'Piano'] } })
  expect(describeChanges(rooms, [])).toEqual(['Studio A → Studio B, Piano'])
  const added = entry({ before: { resources: ['Studio A'] }, after: { resources: ['Studio A', 'Sam'] } })
  expect(describeChanges(added, [])).toEqual(['Added: Sam'])
  const removed = entry({ before: { resources: ['Studio A', 'Sam'] }, after: { resources: ['Studio A'] } })
  expect(describeChanges(removed, [])).toEqual(['Removed: Sam'])
  const pricing = { before: { price_minor: null, currency: null }, after: { price_minor: 12050, currency: 'EUR' } }
  expect(describeChanges(entry({ event: 'edited', ...pricing }), [])).toEqual(['Price: none → €120.50'])
  expect(describeChanges(entry({ event: 'edited', before: { notes: null }, after: { notes: 'x' } }), [])).toEqual([
    'Notes changed',
  ])
  expect(describeChanges(entry({ event: 'cancelled', after: { cancel_reason: 'Rain.' } }), [])).toEqual([
    'Reason: Rain.',
  ])
})
