import { expect, test } from 'vitest'
import { inertName, paintOf } from './wording.ts'

test('a brand colour becomes one that mail programs know, with what can be read on it', () => {
  expect(paintOf('0 100% 50%')).toEqual({ color: '#ff0000', ink: '#000000' })
  expect(paintOf('240 50% 12%').ink).toBe('#ffffff')
  expect(paintOf('185 85% 55%').color).toBe('#2bdeee')
  expect(paintOf('red;background:url(//e)')).toEqual(paintOf(undefined))
})

test('a name keeps what a name has, and no mail program makes a link of it', () => {
  expect(inertName('St. Anna', 'there')).toBe('St. Anna')
  expect(inertName('evil.example', 'there')).toBe('evil.\u200bexample')
  expect(inertName('http://evil.example', 'there')).toBe('there')
  expect(inertName('a\r\nb', 'there')).toBe('there')
  expect(inertName(null, 'there')).toBe('there')
})
