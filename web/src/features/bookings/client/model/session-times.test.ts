import { formatsOfCountry, plainFormats, setReaderFormats } from '@studiohub/contract/shared/formats.ts'
import { afterEach, expect, test } from 'vitest'
import { formatSessionTimes } from './session-times.ts'

afterEach(() => {
  setReaderFormats(plainFormats)
})

test('a session has short times in both clocks, and one of several days has all its days', () => {
  const session = { start_time: '10:00', end_time: '14:00', days: 1 }
  expect(formatSessionTimes(session)).toBe('10:00 – 14:00')
  setReaderFormats(formatsOfCountry('US'))
  expect(formatSessionTimes(session)).toBe('10 AM – 2 PM')
  expect(formatSessionTimes({ ...session, end_time: '14:30' })).toBe('10 AM – 2:30 PM')
  expect(formatSessionTimes({ ...session, days: 3 })).toContain('3 days')
})
