import { expect, test } from 'vitest'
import { readFreeStarts, readNewPrice } from './visitor-error.ts'

const errorWith = (details: unknown) => Object.assign(new Error('refused'), { data: { details } })

test('free starts and a new price are read from an error', () => {
  expect(readFreeStarts(errorWith({ free_starts: ['13:00', 7, '15:30'] }))).toEqual(['13:00', '15:30'])
  expect(readNewPrice(errorWith({ price_minor: 9000, currency: 'EUR' }))).toEqual({
    price_minor: 9000,
    currency: 'EUR',
  })
  expect(readNewPrice(errorWith({ price_minor: null, currency: null }))).toEqual({ price_minor: null, currency: null })
})

test('an error without these details has no free starts and no new price', () => {
  for (const error of [new Error('Network error'), errorWith(undefined), null]) {
    expect(readFreeStarts(error)).toEqual([])
    expect(readNewPrice(error)).toBeNull()
  }
})
