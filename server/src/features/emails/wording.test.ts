import { expect, test } from 'vitest'
import { buttonColorsOf, safeName } from './wording.ts'

test('a brand colour becomes one that mail programs know, with what can be read on it', () => {
  expect(buttonColorsOf('0 100% 50%')).toEqual({ color: '#ff0000', ink: '#000000' })
  expect(buttonColorsOf('240 50% 12%').ink).toBe('#ffffff')
  expect(buttonColorsOf('185 85% 55%').color).toBe('#2bdeee')
  expect(buttonColorsOf('red;background:url(//e)')).toEqual(buttonColorsOf(undefined))
})

test('a name keeps what a name has, and no mail program makes a link of it', () => {
  expect(safeName('St. Anna', 'there')).toBe('St. Anna')
  expect(safeName('evil.example', 'there')).toBe('evil.\u200bexample')
  expect(safeName('http://evil.example', 'there')).toBe('there')
  expect(safeName('a\r\nb', 'there')).toBe('there')
  expect(safeName(null, 'there')).toBe('there')
})
