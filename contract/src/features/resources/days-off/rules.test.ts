import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MINUTES_PER_DAY } from '#shared/opening-hours.ts'
import { createDaysOffCheck, isOffOn } from './rules.ts'
import { NewDayOff } from './schema.ts'

const entry = (
  first_date: string,
  last_date = first_date,
  from_time: string | null = null,
  to_time: string | null = null,
) => ({
  first_date,
  last_date,
  from_time,
  to_time,
})
const hour = (from: number, to: number) => ({ from: from * 60, to: to * 60 })

describe('days off', () => {
  test('last from midnight of the first day until the end of the last', () => {
    const holiday = [entry('2026-12-24', '2027-01-02')]
    expect(createDaysOffCheck(holiday, '2026-12-24')(hour(0, 1))).toBe(true)
    expect(createDaysOffCheck(holiday, '2026-12-23')(hour(22, 24))).toBe(false)
    expect(createDaysOffCheck(holiday, '2026-12-23')(hour(22, 25))).toBe(true)
    expect(createDaysOffCheck(holiday, '2027-01-02')(hour(23, 24))).toBe(true)
    expect(createDaysOffCheck(holiday, '2027-01-03')(hour(0, 1))).toBe(false)
    expect(isOffOn(holiday[0] ?? entry(''), '2026-12-31')).toBe(true)
  })

  test('may be part of a day', () => {
    const dentist = [entry('2026-12-01', '2026-12-01', '09:00', '11:30')]
    const isOff = createDaysOffCheck(dentist, '2026-12-01')
    expect([isOff(hour(8, 9)), isOff(hour(9, 10)), isOff(hour(11, 12)), isOff({ from: 690, to: 720 })]).toEqual([
      false,
      true,
      true,
      false,
    ])
    const early = [entry('2026-12-01', '2026-12-02', '15:00', '12:00')]
    expect(createDaysOffCheck(early, '2026-12-01')(hour(10, 15))).toBe(false)
    expect(createDaysOffCheck(early, '2026-12-02')(hour(11, 14))).toBe(true)
    expect(createDaysOffCheck(early, '2026-12-02')(hour(12, 14))).toBe(false)
  })

  test('may fall inside a session of several days', () => {
    expect(createDaysOffCheck([entry('2026-12-02')], '2026-12-01')({ from: 600, to: 600 + 2 * MINUTES_PER_DAY })).toBe(
      true,
    )
  })

  test('are the same for every day of a session', () => {
    const minutes = fc.integer({ min: 0, max: 3 * MINUTES_PER_DAY })
    fc.assert(
      fc.property(minutes, fc.integer({ min: 1, max: MINUTES_PER_DAY }), (from, length) => {
        const off = [entry('2026-10-24', '2026-10-25', '13:00', '07:30')]
        const isOffSeenFrom = (date: string, shift: number) =>
          createDaysOffCheck(off, date)({ from: from - shift, to: from - shift + length })
        expect(isOffSeenFrom('2026-10-24', MINUTES_PER_DAY)).toBe(isOffSeenFrom('2026-10-23', 0))
        const [begins, ends] = [MINUTES_PER_DAY + 13 * 60, 2 * MINUTES_PER_DAY + 7.5 * 60]
        expect(isOffSeenFrom('2026-10-23', 0)).toBe(from < ends && begins < from + length)
      }),
    )
  })

  test('are rejected if they end before they begin, or last longer than a year', () => {
    const input = { resource_id: '00000000-0000-4000-8000-000000000001' }
    const isValid = (dayOff: ReturnType<typeof entry>) => NewDayOff.safeParse({ ...input, ...dayOff }).success
    expect(isValid(entry('2026-12-01', '2026-12-14'))).toBe(true)
    expect(isValid(entry('2026-12-02', '2026-12-01'))).toBe(false)
    expect(isValid(entry('2026-12-01', '2026-12-01', '12:00', '11:00'))).toBe(false)
    expect(isValid(entry('2026-12-01', '2026-12-02', '12:00', '11:00'))).toBe(true)
    expect(isValid(entry('2026-01-01', '2027-01-01'))).toBe(true)
    expect(isValid(entry('2026-01-01', '2027-01-02'))).toBe(false)
  })
})
