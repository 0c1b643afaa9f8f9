import { expect, test } from 'vitest'
import { isSameChange, type OfflineChange } from './device-store.ts'

const complete = (id: string): OfflineChange => ({
  call: 'tasks.complete',
  input: { id },
  text: 'Complete Tune the piano',
})
const checkIn = (client_id: string, booking_id?: string | null): OfflineChange => ({
  call: 'checkins.create',
  input: { studio_id: 's', client_id, ...(booking_id !== undefined && { booking_id }) },
  text: 'Check in Cleo Client',
})

test('changes are the same if they change the same task, or check in the same client for the same booking', () => {
  expect(isSameChange(complete('one'), complete('one'))).toBe(true)
  expect(isSameChange(complete('one'), complete('two'))).toBe(false)
  expect(isSameChange(complete('one'), checkIn('one'))).toBe(false)
  expect(isSameChange(checkIn('one'), complete('one'))).toBe(false)
  expect(isSameChange(checkIn('one'), checkIn('one', null))).toBe(true)
  expect(isSameChange(checkIn('one', 'b'), checkIn('one', 'b'))).toBe(true)
  expect(isSameChange(checkIn('one', 'b'), checkIn('one'))).toBe(false)
  expect(isSameChange(checkIn('one', 'b'), checkIn('two', 'b'))).toBe(false)
})
