import { MINUTE_MS } from '@studiohub/contract/shared/durations.ts'
import { aDatabase, type TestDatabase } from '@studiohub/testing/database.ts'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asAuth } from '../db/actor.ts'
import { setSecretKey } from './secrets.ts'
import { clearKeyCache, publishedKeys, rotateSigningKey } from './signing-keys.ts'
import { rotateKeysWhenDue, setTokenSettings, signAccessToken, verifyAccessToken } from './tokens.ts'

let database: TestDatabase
const LIFETIME = 3600
const start = new Date('2026-03-01T12:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * MINUTE_MS)

beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  setSecretKey(Buffer.alloc(32, 7))
  setTokenSettings({ issuer: 'https://studios.example/auth/v1', lifetime_seconds: LIFETIME })
  await asAuth((tx) => tx.deleteFrom('auth.signing_keys').execute())
  clearKeyCache()
})

const claims = {
  user_id: '6f1c0e0a-0000-4000-8000-000000000001',
  session_id: '6f1c0e0a-0000-4000-8000-000000000002',
  email: 'ada@example.com',
  app_metadata: {},
  user_metadata: {},
  aal: 'aal1',
  amr: [],
} as const

const sign = async (at: Date) => (await signAccessToken(claims, at)).access_token
const keyOf = (token: string) => decodeProtectedHeader(token).kid
const kids = async (at: Date) => (await publishedKeys(at)).keys.map(({ kid }) => kid)

test('the first use creates one key, even with many concurrent calls', async () => {
  await Promise.all(Array.from({ length: 5 }, () => sign(start)))
  expect(await kids(start)).toHaveLength(1)
  const { rows } = await database.engine.execute('select count(*)::int as keys from auth.signing_keys')
  expect(rows).toEqual([{ keys: 1 }])
})

test('a new key is published 20 minutes before it signs, and the old key until its last token has expired', async () => {
  const old = keyOf(await sign(start))
  const fresh = await rotateSigningKey(start, LIFETIME)
  expect(new Set(await kids(start))).toEqual(new Set([old, fresh]))
  const last = await sign(after(19))
  expect(keyOf(last)).toBe(old)
  expect(keyOf(await sign(after(21)))).toBe(fresh)
  expect(await verifyAccessToken(last, after(78))).toMatchObject({ user_id: claims.user_id, aal: 'aal1' })
  expect(await kids(after(89))).toContain(old)
  expect(await kids(after(91))).toEqual([fresh])
})

test('a rotation waits until the previous key signs and has been used for its minimum time', async () => {
  await sign(start)
  expect(await rotateKeysWhenDue(after(60))).toBe(false)
  const due = new Date(start.getTime() + 91 * 1440 * MINUTE_MS)
  expect(await rotateKeysWhenDue(due)).toBe(true)
  expect(await rotateKeysWhenDue(due)).toBe(false)
  expect(await rotateSigningKey(due, LIFETIME)).toBeNull()
})

test('the private part is encrypted, so it cannot sign with another SECRET_KEY', async () => {
  await sign(start)
  const { rows } = await database.engine.execute('select private_key, public_jwk from auth.signing_keys')
  expect(JSON.stringify(rows)).not.toContain('"d"')
  setSecretKey(Buffer.alloc(32, 8))
  clearKeyCache()
  await expect(sign(start)).rejects.toThrow('SECRET_KEY')
})

test('a token is valid until it expires, within a few seconds', async () => {
  const token = await sign(start)
  expect(await verifyAccessToken(token, after(60))).not.toBeNull()
  expect(await verifyAccessToken(token, after(61))).toBeNull()
})

test('a verified token makes no changed token valid, and is itself invalid once its key is deleted', async () => {
  const token = await sign(start)
  expect(await verifyAccessToken(token, start)).toMatchObject({ session_id: claims.session_id })
  expect(await verifyAccessToken(token, start)).toMatchObject({ session_id: claims.session_id })
  const [head = '', body = '', signature = ''] = token.split('.')
  const changedBody = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), aal: 'aal2' }),
  )
  expect(await verifyAccessToken([head, changedBody.toString('base64url'), signature].join('.'), start)).toBeNull()
  await asAuth((tx) => tx.deleteFrom('auth.signing_keys').execute())
  clearKeyCache()
  expect(await verifyAccessToken(token, start)).toBeNull()
})
