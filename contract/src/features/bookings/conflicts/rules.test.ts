import { expect, test } from 'vitest'
import { describeConflictForClient, describeConflictForStudio, type TakenResource } from './rules.ts'

const taken: TakenResource = {
  name: 'Studio A',
  from: '2026-11-23T13:00:00Z',
  to: '2026-11-23T15:00:00Z',
  booking_type: 'client_booking',
  service: 'Mixing Session',
  client_name: 'Cleo Marsh',
}
const zone = 'Europe/Berlin'

test('the studio reads which resources are taken, at which local time, and for which client', () => {
  expect(describeConflictForStudio([taken], zone)).toBe('Studio A is taken 14:00-16:00 by Cleo Marsh (Mixing Session).')
  expect(describeConflictForStudio([{ ...taken, client_name: null }], zone)).toContain(
    'by an internal session (Mixing Session)',
  )
  const block = { ...taken, booking_type: 'blocked_time', service: 'studio_closed', client_name: null } as const
  expect(describeConflictForStudio([block], zone)).toBe('Studio A is blocked 14:00-16:00 (Studio Closed).')
})

test('a conflict over several days names the days, and more than three bookings are counted', () => {
  expect(describeConflictForStudio([{ ...taken, to: '2026-11-24T01:00:00Z' }], zone)).toContain(
    'Mon, Nov 23, 14:00 to Tue, Nov 24, 02:00',
  )
  expect(describeConflictForStudio([taken, taken, taken, taken, taken], zone)).toMatch(/ 2 more bookings conflict\.$/)
})

test('a client reads about rooms only', () => {
  expect(describeConflictForClient({ rooms: ['Studio A'], isAnyRoom: false })).toBe('Studio A is taken at this time.')
  expect(describeConflictForClient({ rooms: [], isAnyRoom: true })).toBe('No room is free at this time.')
  expect(describeConflictForClient({ rooms: [], isAnyRoom: false })).toBeNull()
})
