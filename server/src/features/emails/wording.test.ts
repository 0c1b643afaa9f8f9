import { expect, test } from 'vitest'
import { chooseButtonColors, safeName } from './wording.ts'

test('a brand color is converted for mail programs and gets a readable text color', () => {
  expect(chooseButtonColors('0 100% 50%')).toEqual({ color: '#ff0000', ink: '#000000' })
  expect(chooseButtonColors('240 50% 12%').ink).toBe('#ffffff')
  expect(chooseButtonColors('185 85% 55%').color).toBe('#2bdeee')
  expect(chooseButtonColors('red;background:url(//e)')).toEqual(chooseButtonColors(undefined))
})

test('a name does not change, except that mail programs cannot turn it into a link', () => {
  expect(safeName('St. Anna', 'there')).toBe('St. Anna')
  expect(safeName('evil.example', 'there')).toBe('evil.\u200bexample')
  expect(safeName('http://evil.example', 'there')).toBe('there')
  expect(safeName('a\r\nb', 'there')).toBe('there')
  expect(safeName(null, 'there')).toBe('there')
})
