import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { isMac, mac, reseal, sameSecret, seal, setSecretKey, unseal } from './secrets.ts'

beforeEach(() => setSecretKey(new Uint8Array(32).fill(7)))

test('sealed data can be opened for the same purpose', () => {
  expect(unseal('emails.link', seal('emails.link', 'https://example.test/é')).toString()).toBe('https://example.test/é')
})

test('data sealed for one purpose does not open for another', () => {
  expect(() => unseal('signing-key', seal('emails.link', 'secret'))).toThrow()
})

test('changed sealed data does not open', () => {
  const sealed = seal('emails.link', 'secret')
  const at = sealed.length - 2
  expect(() =>
    unseal('emails.link', sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)),
  ).toThrow()
  expect(() => unseal('emails.link', 'v1.AAAA')).toThrow('not a sealed value')
})

test('sealed data does not open with another key', () => {
  const sealed = seal('emails.link', 'secret')
  setSecretKey(randomBytes(32))
  expect(() => unseal('emails.link', sealed)).toThrow()
})

test('data sealed with the previous key can be opened, and is sealed again with the current one', () => {
  const [former, current] = [new Uint8Array(32).fill(7), randomBytes(32)]
  const sealed = seal('emails.link', 'secret')
  const code = mac('code', 'ab')
  setSecretKey(current, former)
  expect(unseal('emails.link', sealed).toString()).toBe('secret')
  expect(isMac(code, 'code', 'ab')).toBe(true)
  const again = reseal(sealed) ?? ''
  expect(reseal(again)).toBeNull()
  setSecretKey(current)
  expect(unseal('emails.link', again).toString()).toBe('secret')
  expect(isMac(code, 'code', 'ab')).toBe(false)
  expect(() => reseal(sealed)).toThrow('neither key')
})

test('a key of the wrong length is rejected', () => {
  expect(() => setSecretKey(randomBytes(16))).toThrow('SECRET_KEY')
  expect(() => setSecretKey(randomBytes(32), randomBytes(16))).toThrow('SECRET_KEY')
})

test('sealing twice gives two different texts', () => {
  expect(seal('emails.link', 'secret')).not.toBe(seal('emails.link', 'secret'))
})

test('a code depends on its purpose, on every part and on the boundaries of the parts', () => {
  expect(mac('code', 'ab', 'c')).toBe(mac('code', 'ab', 'c'))
  expect(mac('code', 'ab', 'c')).not.toBe(mac('code', 'a', 'bc'))
  expect(mac('code', 'ab', 'c')).not.toBe(mac('other', 'ab', 'c'))
})

test('secrets are equal only if all characters are equal', () => {
  expect(sameSecret('abc', 'abc')).toBe(true)
  expect(sameSecret('abc', 'abd')).toBe(false)
  expect(sameSecret('abc', 'abcd')).toBe(false)
})
