import { expect, test } from 'vitest'
import { noticeKinds } from '../words.ts'
import { isPushed, quietHoursEnd } from './rules.ts'
import { pushTopics, topicOfKind } from './words.ts'

const night = { from: '22:00', until: '07:00', timezone: 'Europe/Berlin' }
const endAt = (instant: string) => quietHoursEnd(night, new Date(instant))?.toISOString() ?? null

test('quiet hours can pass midnight, in their own time zone', () => {
  expect(endAt('2026-11-24T20:59:00Z')).toBeNull()
  expect(endAt('2026-11-24T21:00:00Z')).toBe('2026-11-25T06:00:00.000Z')
  expect(endAt('2026-11-25T05:59:00Z')).toBe('2026-11-25T06:00:00.000Z')
  expect(endAt('2026-11-25T06:00:00Z')).toBeNull()
  // The clock goes back in this night.
  expect(endAt('2026-10-24T22:00:00Z')).toBe('2026-10-25T06:00:00.000Z')
})

test('quiet hours can be within one day, and a person may have none', () => {
  const noon = { from: '12:00', until: '13:30', timezone: 'UTC' }
  expect(quietHoursEnd(noon, new Date('2026-11-24T12:00:00Z'))?.toISOString()).toBe('2026-11-24T13:30:00.000Z')
  expect(quietHoursEnd(noon, new Date('2026-11-24T13:30:00Z'))).toBeNull()
  expect(quietHoursEnd(noon, new Date('2026-11-24T23:00:00Z'))).toBeNull()
  expect(quietHoursEnd(null, new Date('2026-11-24T12:00:00Z'))).toBeNull()
})

test('quiet hours that end at a time that the clock skips end an hour later', () => {
  const skipped = { from: '01:00', until: '02:30', timezone: 'Europe/Berlin' }
  const now = new Date('2026-03-29T00:30:00Z')
  expect(quietHoursEnd(skipped, now)?.toISOString()).toBe('2026-03-29T01:30:00.000Z')
})

test('a muted topic mutes its kinds only, and every kind has a topic', () => {
  const muted = ['sessions' as const]
  const pushed = noticeKinds.filter((kind) => isPushed(kind, { muted, quiet: null }))
  const mutedKinds = noticeKinds.filter((kind) => !pushed.includes(kind))
  expect(mutedKinds).toEqual(['booking_request', 'booking_changed', 'session_moved'])
  expect([...new Set(noticeKinds.map((kind) => topicOfKind[kind]))].sort()).toEqual([...pushTopics].sort())
})
