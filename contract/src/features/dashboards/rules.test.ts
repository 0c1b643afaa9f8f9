import { expect, test } from 'vitest'
import { computeUtilization, monthsUpTo } from './rules.ts'

const monday = { weekday: 1, opens: '10:00', closes: '12:30', closes_next_day: false }
const saturdayNight = { weekday: 6, opens: '22:00', closes: '02:00', closes_next_day: true }

test('an open hour has a share of booked rooms, and a closed hour has none', () => {
  const map = computeUtilization([{ weekday: 1, hour: 11, hours: 4 }], { weekly: [monday], rooms: 2 })
  expect(map[1]?.slice(9, 14)).toEqual([null, 0, 0.5, 0, null])
  expect(map.flat().filter((share) => share !== null)).toHaveLength(3)
})

test('hours past midnight count for the next weekday, also from Saturday to Sunday', () => {
  const map = computeUtilization([], { weekly: [saturdayNight], rooms: 1 })
  expect([map[6]?.[21], map[6]?.[22], map[6]?.[23], map[0]?.[0], map[0]?.[1], map[0]?.[2]]).toEqual([
    null,
    0,
    0,
    0,
    0,
    null,
  ])
})

test('bookings in closed hours are shown, and no share exceeds 1', () => {
  const map = computeUtilization([{ weekday: 3, hour: 4, hours: 99 }], { weekly: [], rooms: 0 })
  expect(map[3]?.[4]).toBe(1)
})

test('the six months end with the current one and can cross a year', () => {
  expect(monthsUpTo('2027-02-28')).toEqual(['2026-09', '2026-10', '2026-11', '2026-12', '2027-01', '2027-02'])
})
