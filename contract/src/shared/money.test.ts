import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moneyColumn, moneyField, moneyText, parseMinor, priceText } from './money.ts'

test.each([
  ['120', 'USD', 12_000],
  ['120.5', 'USD', 12_050],
  [' 0,99 ', 'EUR', 99],
  ['1500', 'JPY', 1_500],
  ['1.234', 'KWD', 1_234],
])('%j in %s is %d of its smallest unit', (text, currency, minor) => {
  expect(parseMinor(text, currency)).toBe(minor)
})

test.each(['', '-1', '1e3', '1,000.00', '1.234', '12.', '.5', '$5', '1234567890'])(
  '%j is not an amount of dollars',
  (text) => {
    expect(parseMinor(text, 'USD')).toBeNull()
  },
)

test('yen have no decimals', () => {
  expect(parseMinor('1.5', 'JPY')).toBeNull()
})

test('an amount has the symbol of its currency, and decimals only if they are needed', () => {
  expect([moneyText(12_000, 'USD'), moneyText(12_050, 'EUR'), moneyText(1_500, 'JPY')]).toEqual([
    '$120',
    '€120.50',
    '¥1,500',
  ])
})

test('the amounts of a column all have decimals if one of them needs them', () => {
  expect([12_000, 24_000].map(moneyColumn([12_000, 24_000], 'USD'))).toEqual(['$120', '$240'])
  expect([12_000, -1_050].map(moneyColumn([12_000, -1_050], 'USD'))).toEqual(['$120.00', '-$10.50'])
})

test('the text of a field is read back as the same amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.constantFrom('USD', 'JPY', 'KWD'), (minor, currency) => {
      expect(parseMinor(moneyField(minor, currency), currency)).toBe(minor)
    }),
  )
})

test('a missing price has no text, and a price of 0 is free', () => {
  expect([priceText(null, 'EUR'), priceText(0, 'EUR'), priceText(8000, 'EUR')]).toEqual(['', 'Free', '€80'])
})
