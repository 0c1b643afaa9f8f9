import { expect, test } from 'vitest'
import { isOver } from './is-over.ts'

const now = new Date('2026-11-24T12:00:00Z')
const [earlier, later] = ['2026-11-24T12:00:00Z', '2026-11-24T13:00:00Z']
const nothing = { isOver: false, isUrgent: false }

test('a booking is over when its time is, whatever its status, and when it was completed early', () => {
  for (const status of ['pending', 'confirmed', 'completed', 'cancelled'] as const)
    expect(isOver({ status, ends_at: earlier }, nothing, now)).toBe(true)
  expect(isOver({ status: 'completed', ends_at: later }, nothing, now)).toBe(true)
  expect(isOver({ status: 'confirmed', ends_at: later }, nothing, now)).toBe(false)
  expect(isOver({ status: 'cancelled', ends_at: later }, nothing, now)).toBe(false)
})

test('a session is over once its client has left, and not while they are here over time', () => {
  expect(isOver({ status: 'confirmed', ends_at: later }, { isOver: true, isUrgent: false }, now)).toBe(true)
  expect(isOver({ status: 'confirmed', ends_at: earlier }, { isOver: false, isUrgent: true }, now)).toBe(false)
})
