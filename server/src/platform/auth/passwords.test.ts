import { hash } from '@node-rs/argon2'
import { beforeAll, expect, test } from 'vitest'
import { HashingBusy, hashPassword, needsRehash, useHashCost, verifyPassword } from './passwords.ts'

beforeAll(() => useHashCost('full'))

test('a password is kept as argon2id with 19 MiB, two passes and one lane', async () => {
  expect(await hashPassword('secret1')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('only the right password matches', async () => {
  const kept = await hashPassword('secret1')
  expect(await verifyPassword(kept, 'secret1')).toBe(true)
  expect(await verifyPassword(kept, 'secret2')).toBe(false)
})

test("accounts without a password cannot sign in with one, not even with the dummy hash's password", async () => {
  expect(await verifyPassword(null, 'nobody has this password')).toBe(false)
})

test('a hash with other parameters asks to be renewed', async () => {
  expect(needsRehash(await hashPassword('secret1'))).toBe(false)
  expect(needsRehash(await hash('secret1', { memoryCost: 4096, timeCost: 3, parallelism: 1 }))).toBe(true)
})

test('the cheap hashes of tests count, and are renewed where hashes have their full cost', async () => {
  useHashCost('test')
  const cheap = await hashPassword('secret1')
  expect(cheap).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
  expect(needsRehash(cheap)).toBe(false)
  useHashCost('full')
  expect(await verifyPassword(cheap, 'secret1')).toBe(true)
  expect(needsRehash(cheap)).toBe(true)
})

test('a flood is turned away instead of queueing without end, and those in the queue are served', async () => {
  const flood = await Promise.allSettled(Array.from({ length: 210 }, () => hashPassword('secret1')))
  const refused = flood.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(9)
  expect(refused.every((one) => one.status === 'rejected' && one.reason instanceof HashingBusy)).toBe(true)
  expect(await hashPassword('secret1')).toContain('argon2id')
})
