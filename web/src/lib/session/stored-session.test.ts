import { afterEach, expect, test, vi } from 'vitest'
import { isFactorUnconfirmed, readStoredUserId, readUnexpiredSession } from './stored-session.ts'

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const token = (aal: string) => `e30.${Buffer.from(JSON.stringify({ aal, name: 'Zoë?>' })).toString('base64url')}.x`

function stubStoredSession(stored: unknown) {
  const text = typeof stored === 'string' ? stored : JSON.stringify(stored)
  vi.stubGlobal('window', { localStorage: { getItem: () => text } })
}

const aSession = (overrides: object = {}) => ({
  access_token: token('aal1'),
  expires_at: inSeconds(3600),
  user: { id: 'ann', factors: [] },
  ...overrides,
})

afterEach(() => vi.unstubAllGlobals())

test('a session that does not expire soon is read without the auth client', () => {
  stubStoredSession(aSession())
  expect(readUnexpiredSession()?.user.id).toBe('ann')
  expect(readStoredUserId()).toBe('ann')
})

test('a session that expires within 90 seconds, is incomplete or invalid is left to the auth client', () => {
  for (const stored of [
    aSession({ expires_at: inSeconds(89) }),
    aSession({ access_token: 1 }),
    { user: {} },
    'no JSON',
  ]) {
    stubStoredSession(stored)
    expect(readUnexpiredSession()).toBeNull()
  }
  stubStoredSession(aSession({ expires_at: inSeconds(100) }))
  expect(readUnexpiredSession()).not.toBeNull()
})

test('a session lacks only a verified factor that it has not confirmed', () => {
  const lacks = (aal: string, status: string) => {
    stubStoredSession(aSession({ access_token: token(aal), user: { id: 'ann', factors: [{ status }] } }))
    const session = readUnexpiredSession()
    return session && isFactorUnconfirmed(session)
  }
  expect(lacks('aal1', 'verified')).toBe(true)
  expect(lacks('aal2', 'verified')).toBe(false)
  expect(lacks('aal1', 'unverified')).toBe(false)
})
