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
  ['net 90 USD', 'EUR', { minor: 9_000, currency: 'USD' }],
  ['90 usd', 'EUR', { minor: 9_000, currency: 'USD' }],
  ['90 US$', 'CAD', { minor: 9_000, currency: 'USD' }],
  ['NZ$ 90', 'USD', { minor: 9_000, currency: 'NZD' }],
  ['HK$ 100', 'USD', { minor: 10_000, currency: 'HKD' }],
  ['S$ 100', 'USD', { minor: 10_000, currency: 'SGD' }],
  ['R$ 100', 'USD', { minor: 10_000, currency: 'BRL' }],
  ['₺90', 'USD', { minor: 9_000, currency: 'TRY' }],
  ['from $90', 'USD', { minor: 9_000, currency: 'USD' }],
  ['90 EUR/h', 'USD', { minor: 9_000, currency: 'EUR' }],
  ['90 per hour', 'EUR', { minor: 9_000, currency: 'EUR' }],
  ['90 € EUR', 'USD', { minor: 9_000, currency: 'EUR' }],
  ['1 234 567', 'JPY', { minor: 1_234_567, currency: 'JPY' }],
  ['90 zł', 'EUR', { minor: 9_000, currency: 'PLN' }],
  ['', 'EUR', null],
])('reads %s at a studio with %s', (cell, studioCurrency, amount) => {
  expect(readAmount(cell, studioCurrency)).toEqual(amount)
})

test('reads the currency from a separate column', () => {
  expect(readAmount('90', 'EUR', 'usd')).toEqual({ minor: 9_000, currency: 'USD' })
  expect(readAmount('90', 'USD', 'Euro')).toEqual({ minor: 9_000, currency: 'EUR' })
  expect(readAmount('90', 'CAD', '$')).toEqual({ minor: 9_000, currency: 'CAD' })
  expect(readAmount('90', 'USD', 'gold')).toEqual({
    problem: `We can't tell the currency of "gold". Add its code, such as SEK.`,
  })
})

test.each([
  ['ask us', '"ask us" is not an amount. Write it like 90.00.'],
  ['-20', '"-20" is not an amount. Write it like 90.00.'],
  ['=1+1', '"=1+1" is not an amount. Write it like 90.00.'],
  ['12.345678', '"12.345678" has more decimals than EUR allows.'],
  ['450 kr', `We can't tell the currency of "450 kr". Add its code, such as SEK.`],
  ['99999999999', '"99999999999" is too high.'],
  ['100 or 150', '"100 or 150" is not an amount. Write it like 90.00.'],
  ['90 per 2 hours', '"90 per 2 hours" is not an amount. Write it like 90.00.'],
  ['90 15', '"90 15" is not an amount. Write it like 90.00.'],
  ["1'50", '"1\'50" is not an amount. Write it like 90.00.'],
  ['90 US', '"90 US" is not an amount. Write it like 90.00.'],
  ['€90 USD', `We can't tell the currency of "€90 USD". Add its code, such as SEK.`],
  ['€£90', `We can't tell the currency of "€£90". Add its code, such as SEK.`],
  ['90€50', '"90€50" is not an amount. Write it like 90.00.'],
  ['from all 90', '"from all 90" is not an amount. Write it like 90.00.'],
  ['T$ 90', `We can't tell the currency of "T$ 90". Add its code, such as SEK.`],
  ['₴90', `We can't tell the currency of "₴90". Add its code, such as SEK.`],
  ['90 USD 80 EUR', `We can't tell the currency of "90 USD 80 EUR". Add its code, such as SEK.`],
])('says what is wrong with %s', (cell, problem) => {
  expect(readAmount(cell, 'EUR')).toEqual({ problem })
})
