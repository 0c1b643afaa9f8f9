import { plainFormats } from '@studiohub/contract/shared/formats.ts'
import { expect, test } from 'vitest'
import { formatTimesIn } from './times-in-text.ts'

const withHalves = { ...plainFormats, hour12: true }

test('an answer has the times of the reader, in whichever format it was stored', () => {
  const plain = 'On Monday, November 30, 10:00 to 14:00 or 00:15, in Studio A.'
  const halves = 'On Monday, November 30, 10:00 AM to 2:00 PM or 12:15 AM, in Studio A.'
  expect(formatTimesIn(plain, withHalves)).toBe(halves)
  expect(formatTimesIn(halves, plainFormats)).toBe(plain)
  expect(formatTimesIn(halves, withHalves)).toBe(halves)
  expect(formatTimesIn(plain, plainFormats)).toBe(plain)
})

test('other numbers are not times', () => {
  const text = 'Version 1.10:30, 99:00, a ratio of 4:30 and 16 bookings.'
  expect(formatTimesIn(text, plainFormats)).toBe(text)
})
