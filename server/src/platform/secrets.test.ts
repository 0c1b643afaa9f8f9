import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { mac, sameSecret, seal, unseal, useSecretKey } from './secrets.ts'

beforeEach(() => useSecretKey(new Uint8Array(32).fill(7)))

test('what was sealed opens again for the same purpose', () => {
  expect(unseal('mail', seal('mail', 'https://example.test/é')).toString()).toBe('https://example.test/é')
})

test('what was sealed for one purpose does not open for another', () => {
  expect(() => unseal('keys', seal('mail', 'secret'))).toThrow()
})

test('a changed seal does not open', () => {
  const sealed = seal('mail', 'secret')
  const at = sealed.length - 2
  expect(() => unseal('mail', sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1))).toThrow()
  expect(() => unseal('mail', 'v1.AAAA')).toThrow('not a sealed value')
})

test('another key opens nothing', () => {
  const sealed = seal('mail', 'secret')
  useSecretKey(randomBytes(32))
  expect(() => unseal('mail', sealed)).toThrow()
})

test('a key of the wrong length is refused', () => {
  expect(() => useSecretKey(randomBytes(16))).toThrow('SECRET_KEY')
})

test('sealing twice gives two texts', () => {
  expect(seal('mail', 'secret')).not.toBe(seal('mail', 'secret'))
})

test('a code depends on its purpose, on every part and on where the parts are cut', () => {
  expect(mac('code', 'ab', 'c')).toBe(mac('code', 'ab', 'c'))
  expect(mac('code', 'ab', 'c')).not.toBe(mac('code', 'a', 'bc'))
  expect(mac('code', 'ab', 'c')).not.toBe(mac('other', 'ab', 'c'))
})

test('secrets are the same only when all of them is', () => {
  expect(sameSecret('abc', 'abc')).toBe(true)
  expect(sameSecret('abc', 'abd')).toBe(false)
  expect(sameSecret('abc', 'abcd')).toBe(false)
})
