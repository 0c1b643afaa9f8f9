import { expect, test } from 'vitest'
import { indexOfTime, readCompleteTime, readTime, timesOfDay } from './read-time.ts'

test.each([
  ['9', '09:00'],
  ['09', '09:00'],
  ['930', '09:30'],
  ['0930', '09:30'],
  ['9:30', '09:30'],
  ['9 30', '09:30'],
  ['21.30', '21:30'],
  ['21h30', '21:30'],
  ['21h', '21:00'],
  ['2130', '21:30'],
  ['9pm', '21:00'],
  ['9 p', '21:00'],
  ['9:30 PM', '21:30'],
  ['9.30 p.m.', '21:30'],
  ['12am', '00:00'],
  ['12 PM', '12:00'],
  ['0:15', '00:15'],
  ['24:00', '00:00'],
  ['21:30 pm', '21:30'],
  ['noon', '12:00'],
  ['Midnight', '00:00'],
])('%j is %s', (text, time) => expect(readTime(text)).toBe(time))

test.each(['', 'late', '25', '24:01', '9:60', '9:5', '13am', '0pm', '12345', '9:30:00', '-1'])(
  '%j is no time',
  (text) => expect(readTime(text)).toBeNull(),
)

test('a time is complete once it has its minutes, or am or pm', () => {
  expect(['9:30', '21.30', '9pm'].map(readCompleteTime)).toEqual(['09:30', '21:30', '21:00'])
  expect(['9', '93', '930', '9:3', '1430'].map(readCompleteTime)).toEqual([null, null, null, null, null])
})

test('the list has all steps of a day, and the index of a time is its own or that of the one before', () => {
  const times = timesOfDay(900)
  expect([times.length, times[0], times.at(-1)]).toEqual([96, '00:00', '23:45'])
  expect(times[indexOfTime(times, '09:00')]).toBe('09:00')
  expect(times[indexOfTime(times, '09:07')]).toBe('09:00')
})
