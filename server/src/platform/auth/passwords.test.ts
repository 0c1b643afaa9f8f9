import { hash } from '@node-rs/argon2'
import { beforeAll, expect, test, vi } from 'vitest'
import { HashingBusyError, hashPassword, needsRehash, setHashCost, verifyPassword } from './passwords.ts'

beforeAll(() => setHashCost('full'))

test('a password is hashed by argon2id with 19 MiB, two passes and one lane', async () => {
  expect(await hashPassword('secret1')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('only the right password matches', async () => {
  const storedHash = await hashPassword('secret1')
  expect(await verifyPassword(storedHash, 'secret1')).toBe(true)
  expect(await verifyPassword(storedHash, 'secret2')).toBe(false)
})

test("accounts without a password cannot sign in with one, not even with the dummy hash's password", async () => {
  expect(await verifyPassword(null, 'nobody has this password')).toBe(false)
})

test('a hash with other parameters is renewed at sign-in', async () => {
  expect(needsRehash(await hashPassword('secret1'))).toBe(false)
  expect(needsRehash(await hash('secret1', { memoryCost: 4096, timeCost: 3, parallelism: 1 }))).toBe(true)
})

test('the cheap hashes of tests are accepted, and renewed if the full cost is required', async () => {
  setHashCost('test')
  const cheap = await hashPassword('secret1')
  expect(cheap).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
  expect(needsRehash(cheap)).toBe(false)
  setHashCost('full')
  expect(await verifyPassword(cheap, 'secret1')).toBe(true)
  expect(needsRehash(cheap)).toBe(true)
})

test('calls beyond the limit of the queue are rejected, and waiting calls succeed', async () => {
  const flood = await Promise.allSettled(Array.from({ length: 210 }, () => hashPassword('secret1')))
  const rejections = flood.filter((result) => result.status === 'rejected')
  expect(rejections).toHaveLength(9)
  expect(rejections.every((result) => result.status === 'rejected' && result.reason instanceof HashingBusyError)).toBe(
    true,
  )
  expect(await hashPassword('secret1')).toContain('argon2id')
})

test('sign-ins of unknown people work again after the first one met a full queue', async () => {
  vi.resetModules()
  const passwords = await import('./passwords.ts')
  const flood = Array.from({ length: 201 }, () => passwords.hashPassword('secret1'))
  await expect(passwords.verifyPassword(null, 'secret1')).rejects.toThrow('too many passwords')
  await Promise.all(flood)
  expect(await passwords.verifyPassword(null, 'secret1')).toBe(false)
})
