import { expect, test } from 'vitest'
import { listPeriodsWithData } from './periods.ts'

const monthsOf = (...values: number[]) => values.map((value, index) => ({ label: `month ${index}`, value }))

test('a history begins with its first period with data, and only the last period is open', () => {
  expect(listPeriodsWithData(monthsOf(0, 0, 3, 0, 5))).toEqual([
    { label: 'month 2', value: 3, isOpen: false },
    { label: 'month 3', value: 0, isOpen: false },
    { label: 'month 4', value: 5, isOpen: true },
  ])
})

test('without data only the current period is left', () => {
  expect(listPeriodsWithData(monthsOf(0, 0))).toEqual([{ label: 'month 1', value: 0, isOpen: true }])
  expect(listPeriodsWithData([])).toEqual([])
})
