import { expect, test } from 'vitest'
import { daysOffText } from './days-off-text.ts'

const textOf = (
  first_date: string,
  last_date: string,
  from_time: string | null = null,
  to_time: string | null = null,
) => daysOffText({ first_date, last_date, from_time, to_time })

test('days off are written with their days and times', () => {
  expect(textOf('2026-12-01', '2026-12-01')).toBe('Tue, Dec 1')
  expect(textOf('2026-12-01', '2026-12-01', '13:00', '15:00')).toBe('Tue, Dec 1, 13:00 – 15:00')
  expect(textOf('2026-12-01', '2026-12-01', '13:00')).toBe('Tue, Dec 1, from 13:00')
  expect(textOf('2026-12-01', '2026-12-01', null, '12:00')).toBe('Tue, Dec 1, until 12:00')
  expect(textOf('2026-12-01', '2026-12-14')).toBe('Tue, Dec 1 – Mon, Dec 14')
  expect(textOf('2026-12-01', '2026-12-14', '15:00', '09:00')).toBe('Tue, Dec 1, 15:00 – Mon, Dec 14, 09:00')
})
