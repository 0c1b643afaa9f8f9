import { expect, test } from 'vitest'
import { hexOf, inertName, inkOn } from './wording.ts'

test('a brand colour becomes one that mail programs know', () => {
  expect(hexOf('0 100% 50%')).toBe('#ff0000')
  expect(hexOf('185 85% 55%')).toBe('#2bdeee')
  expect(hexOf('red;background:url(//e)')).toBe(hexOf(undefined))
})

test('what stands on a colour can be read', () => {
  expect(inkOn('#ffffff')).toBe('#000000')
  expect(inkOn('#101030')).toBe('#ffffff')
  expect(inkOn(hexOf(undefined))).toBe('#000000')
})

test('a name keeps what a name has, and no mail program makes a link of it', () => {
  expect(inertName('St. Anna', 'there')).toBe('St. Anna')
  expect(inertName('evil.example', 'there')).toBe('evil.\u200bexample')
  expect(inertName('http://evil.example', 'there')).toBe('there')
  expect(inertName('a\r\nb', 'there')).toBe('there')
  expect(inertName(null, 'there')).toBe('there')
})
