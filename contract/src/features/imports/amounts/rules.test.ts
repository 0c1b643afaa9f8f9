import { expect, test } from 'vitest'
import { readAmount } from './rules.ts'

test.each([
  ['1.234,50 €', 'USD', { minor: 123_450, currency: 'EUR' }],
  ['$90', 'USD', { minor: 9_000, currency: 'USD' }],
  ['$90', 'CAD', { minor: 9_000, currency: 'CAD' }],
  ['$90', 'EUR', { minor: 9_000, currency: 'USD' }],
  ['US$ 1,234.5', 'EUR', { minor: 123_450, currency: 'USD' }],
  ["CHF 1'200.-", 'EUR', { minor: 120_000, currency: 'CHF' }],
  ['1 234,50', 'EUR', { minor: 123_450, currency: 'EUR' }],
  ['1,234', 'USD', { minor: 123_400, currency: 'USD' }],
  ['1.234.567', 'JPY', { minor: 1_234_567, currency: 'JPY' }],
  ['0,5', 'EUR', { minor: 50, currency: 'EUR' }],
  ['90,-', 'EUR', { minor: 9_000, currency: 'EUR' }],
  ['90.00 GBP', 'EUR', { minor: 9_000, currency: 'GBP' }],
  ['¥9000', 'EUR', { minor: 9_000, currency: 'JPY' }],
  ['450 kr', 'SEK', { minor: 45_000, currency: 'SEK' }],
  ['120.00000', 'EUR', { minor: 12_000, currency: 'EUR' }],
  ['Free', 'EUR', { minor: 0, currency: 'EUR' }],
  ['', 'EUR', null],
])('reads %s at a studio with %s', (cell, studioCurrency, amount) => {
  expect(readAmount(cell, studioCurrency)).toEqual(amount)
})

test('reads the currency from a separate column', () => {
  expect(readAmount('90', 'EUR', 'usd')).toEqual({ minor: 9_000, currency: 'USD' })
})

test.each([
  ['ask us', '"ask us" is not an amount. Write it like 90.00.'],
  ['-20', '"-20" is not an amount. Write it like 90.00.'],
  ['=1+1', '"=1+1" is not an amount. Write it like 90.00.'],
  ['12.345678', '"12.345678" has more decimals than EUR allows.'],
  ['450 kr', `We can't tell the currency of "450 kr". Add its code, such as SEK.`],
  ['99999999999', '"99999999999" is too high.'],
])('says what is wrong with %s', (cell, problem) => {
  expect(readAmount(cell, 'EUR')).toEqual({ problem })
})
