import { afterEach, expect, test, vi } from 'vitest'
import { lacksFactor, storedUserId, unexpiredSession } from './stored-session.ts'

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const token = (aal: string) => `e30.${Buffer.from(JSON.stringify({ aal, name: 'Zoë?>' })).toString('base64url')}.x`

function keep(kept: unknown) {
  const text = typeof kept === 'string' ? kept : JSON.stringify(kept)
  vi.stubGlobal('window', { localStorage: { getItem: () => text } })
}

const aSession = (over: object = {}) => ({
  access_token: token('aal1'),
  expires_at: inSeconds(3600),
  user: { id: 'ann', factors: [] },
  ...over,
})

afterEach(() => vi.unstubAllGlobals())

test('a session that is valid for longer is read without the client', () => {
  keep(aSession())
  expect(unexpiredSession()?.user.id).toBe('ann')
  expect(storedUserId()).toBe('ann')
})

test('a session that expires within 90 seconds, is incomplete or invalid is left to the client', () => {
  for (const kept of [
    aSession({ expires_at: inSeconds(89) }),
    aSession({ access_token: 1 }),
    { user: {} },
    'no JSON',
  ]) {
    keep(kept)
    expect(unexpiredSession()).toBeNull()
  }
  keep(aSession({ expires_at: inSeconds(100) }))
  expect(unexpiredSession()).not.toBeNull()
})

test('a verified factor is asked for once, and an unverified one never', () => {
  const lacks = (aal: string, status: string) => {
    keep(aSession({ access_token: token(aal), user: { id: 'ann', factors: [{ status }] } }))
    const session = unexpiredSession()
    return session && lacksFactor(session)
  }
  expect(lacks('aal1', 'verified')).toBe(true)
  expect(lacks('aal2', 'verified')).toBe(false)
  expect(lacks('aal1', 'unverified')).toBe(false)
})
