import { expect, test } from 'vitest'
import { findNearest, groupByTimeOfDay } from './starts.ts'

test('starts are grouped by part of the day', () => {
  expect(groupByTimeOfDay(['11:45', '12:00', '17:00'])).toEqual([
    { name: 'Morning', starts: ['11:45'] },
    { name: 'Afternoon', starts: ['12:00'] },
    { name: 'Evening', starts: ['17:00'] },
  ])
  expect(groupByTimeOfDay([])).toEqual([])
})

test('the nearest starts are in order of time', () => {
  expect(findNearest(['08:45', '09:00', '09:15', '09:30', '14:15', '14:30', '18:00'], '14:00')).toEqual([
    '14:15',
    '14:30',
    '18:00',
  ])
})
