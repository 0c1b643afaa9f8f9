import { expect, test } from 'vitest'
import { readFreeStarts, readNewPrice } from './visitor-error.ts'

const errorWith = (details: unknown) => Object.assign(new Error('refused'), { data: { details } })

test('an error names free starts and a new price', () => {
  expect(readFreeStarts(errorWith({ free_starts: ['13:00', 7, '15:30'] }))).toEqual(['13:00', '15:30'])
  expect(readNewPrice(errorWith({ price_minor: 9000, currency: 'EUR' }))).toEqual({
    price_minor: 9000,
    currency: 'EUR',
  })
  expect(readNewPrice(errorWith({ price_minor: null, currency: null }))).toEqual({ price_minor: null, currency: null })
})

test('any other error names neither', () => {
  for (const error of [new Error('lost'), errorWith(undefined), null]) {
    expect(readFreeStarts(error)).toEqual([])
    expect(readNewPrice(error)).toBeNull()
  }
})
