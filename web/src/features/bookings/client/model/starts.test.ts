import { expect, test } from 'vitest'
import { findNearestStarts } from './starts.ts'

test('the nearest starts are in order of time', () => {
  expect(findNearestStarts(['08:45', '09:00', '09:15', '09:30', '14:15', '14:30', '18:00'], '14:00')).toEqual([
    '14:15',
    '14:30',
    '18:00',
  ])
})
