import { expect, test } from 'vitest'
import { noticeKinds } from '../words.ts'
import { currentQuietHours, isPushed } from './rules.ts'
import type { QuietHours } from './schema.ts'
import { pushTopics, topicOfKind } from './words.ts'

const night = { from: '22:00', until: '07:00', timezone: 'Europe/Berlin' }
const quietAt = (instant: string, quiet: QuietHours | null = night) => {
  const hours = currentQuietHours(quiet, new Date(instant))
  return hours && [hours.start.toISOString(), hours.end.toISOString()]
}

test('quiet hours can pass midnight, in their own time zone', () => {
  const hours = ['2026-11-24T21:00:00.000Z', '2026-11-25T06:00:00.000Z']
  expect(quietAt('2026-11-24T20:59:00Z')).toBeNull()
  expect(quietAt('2026-11-24T21:00:00Z')).toEqual(hours)
  expect(quietAt('2026-11-25T05:59:00Z')).toEqual(hours)
  expect(quietAt('2026-11-25T06:00:00Z')).toBeNull()
  // The clock goes back in this night.
  expect(quietAt('2026-10-24T22:00:00Z')).toEqual(['2026-10-24T20:00:00.000Z', '2026-10-25T06:00:00.000Z'])
})

test('quiet hours can be within one day, and a person may have none', () => {
  const noon = { from: '12:00', until: '13:30', timezone: 'UTC' }
  const hours = ['2026-11-24T12:00:00.000Z', '2026-11-24T13:30:00.000Z']
  expect(quietAt('2026-11-24T12:00:00Z', noon)).toEqual(hours)
  expect(quietAt('2026-11-24T13:30:00Z', noon)).toBeNull()
  expect(quietAt('2026-11-24T23:00:00Z', noon)).toBeNull()
  expect(quietAt('2026-11-24T12:00:00Z', null)).toBeNull()
})

test('quiet hours are as long as possible if the clock skips or repeats their start or end', () => {
  const [endSkipped, startSkipped] = [
    { from: '01:00', until: '02:30', timezone: 'Europe/Berlin' },
    { from: '02:30', until: '04:00', timezone: 'Europe/Berlin' },
  ]
  expect(quietAt('2026-03-29T00:30:00Z', endSkipped)).toEqual(['2026-03-29T00:00:00.000Z', '2026-03-29T01:30:00.000Z'])
  expect(quietAt('2026-03-29T01:30:00Z', startSkipped)).toEqual([
    '2026-03-29T00:30:00.000Z',
    '2026-03-29T02:00:00.000Z',
  ])
  // 02:10 for the second time: the first 02:30 is over.
  const repeated = ['2026-10-24T23:00:00.000Z', '2026-10-25T01:30:00.000Z']
  expect(quietAt('2026-10-25T01:10:00Z', endSkipped)).toEqual(repeated)
})

test('a muted topic mutes its kinds only, and every kind has a topic', () => {
  const muted = ['sessions' as const]
  const pushed = noticeKinds.filter((kind) => isPushed(kind, { muted, quiet: null }))
  const mutedKinds = noticeKinds.filter((kind) => !pushed.includes(kind))
  expect(mutedKinds).toEqual(['booking_request', 'booking_changed', 'session_moved'])
  expect([...new Set(noticeKinds.map((kind) => topicOfKind[kind]))].sort()).toEqual([...pushTopics].sort())
})
