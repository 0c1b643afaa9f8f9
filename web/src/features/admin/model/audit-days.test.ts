import type { AuditEntry } from '@studiohub/contract/features/admin/schema.ts'
import { expect, test } from 'vitest'
import { groupByDay, isRepetition, isRoutine } from './audit-days.ts'

const anEntry = (entry: Partial<AuditEntry>): AuditEntry => ({
  id: '1',
  at: '2026-12-02T10:00:00.000Z',
  actor_id: 'nora',
  actor_name: 'Nora Lind',
  studio_id: null,
  studio_name: null,
  studio_timezone: null,
  action: 'session.opened',
  object_type: 'session',
  object_id: null,
  outcome: 'done',
  before: null,
  after: null,
  names: {},
  subject: null,
  request_id: null,
  ...entry,
})

test('sign-ins and reads are routine, but denied calls and changes are not', () => {
  expect(isRoutine({ action: 'session.opened', outcome: 'done', after: null })).toBe(true)
  expect(isRoutine({ action: 'notices.readAll', outcome: 'done', after: null })).toBe(true)
  expect(isRoutine({ action: 'session.opened', outcome: 'denied', after: { code: 'FORBIDDEN' } })).toBe(false)
  expect(isRoutine({ action: 'session.reuse_detected', outcome: 'done', after: null })).toBe(false)
  expect(isRoutine({ action: 'bookings.cancel', outcome: 'done', after: null })).toBe(false)
})

test('calls about a missing object are routine', () => {
  expect(isRoutine({ action: 'invoices.get', outcome: 'denied', after: { code: 'NOT_FOUND' } })).toBe(true)
})

test('entries are grouped by the day in the zone', () => {
  const entries = ['2026-12-02T10:00:00.000Z', '2026-12-01T23:30:00.000Z', '2026-12-01T20:00:00.000Z'].map((at) =>
    anEntry({ at, action: 'bookings.cancel' }),
  )
  const days = groupByDay(entries, {
    zone: 'Europe/Amsterdam',
    today: '2026-12-02',
    isRepetition,
  })
  expect(days.map(({ title, rows }) => [title, rows.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
  ])
})

test('repeated sign-ins and denied calls of one person share a row, but changes do not', () => {
  const countRows = (entries: AuditEntry[]) =>
    groupByDay(entries, { zone: 'UTC', today: '2026-12-02', isRepetition }).flatMap(({ rows }) =>
      rows.map((row) => row.length),
    )
  expect(countRows([anEntry({}), anEntry({}), anEntry({ actor_id: 'sam' }), anEntry({})])).toEqual([2, 1, 1])
  const denied = anEntry({ action: 'invoices.get', outcome: 'denied', after: { code: 'FORBIDDEN' } })
  const missing = { ...denied, after: { code: 'NOT_FOUND' } }
  expect(countRows([denied, denied, missing, { ...denied, actor_id: 'sam' }])).toEqual([2, 1, 1])
  const cancelled = anEntry({ action: 'bookings.cancel' })
  expect(countRows([cancelled, cancelled])).toEqual([1, 1])
})
