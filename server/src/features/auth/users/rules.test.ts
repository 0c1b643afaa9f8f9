import { expect, test } from 'vitest'
import { type AuthUser, fitsInToken, isBanned, isFreshEnough, mergeMetadata, presentUser } from './rules.ts'

const now = new Date('2026-03-01T12:00:00Z')
const user: AuthUser = {
  id: '6f1c0e0a-0000-4000-8000-000000000001',
  email: 'ada@example.test',
  email_confirmed_at: '2026-01-01T00:00:00.000Z',
  confirmation_sent_at: null,
  recovery_sent_at: null,
  new_email: null,
  email_change_sent_at: null,
  email_change_agreed: null,
  reauthentication_sent_at: null,
  last_sign_in_at: null,
  app_metadata: { provider: 'email', providers: ['email'] },
  user_metadata: { full_name: 'Ada' },
  banned_until: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}

test("unset fields are not in the response, and `confirmed_at` follows the email's confirmation", () => {
  const response = presentUser(user, [])
  expect(response).toMatchObject({
    confirmed_at: user.email_confirmed_at,
    aud: 'authenticated',
    phone: '',
    identities: [],
  })
  expect(Object.keys(response)).not.toContain('last_sign_in_at')
  expect(Object.keys(response)).not.toContain('banned_until')
})

test('data is merged key by key and null removes a key', () => {
  expect(mergeMetadata({ a: 1, b: 2, c: { d: 1 } }, { b: null, c: { e: 2 } })).toEqual({ a: 1, c: { e: 2 } })
})

test('a ban ends at its time', () => {
  expect(isBanned({ banned_until: '2026-03-01T12:00:01Z' }, now)).toBe(true)
  expect(isBanned({ banned_until: '2026-03-01T11:59:59Z' }, now)).toBe(false)
  expect(isBanned({ banned_until: null }, now)).toBe(false)
})

test('metadata that does not fit into a request header is rejected, counted in bytes', () => {
  expect(fitsInToken({ note: 'x'.repeat(4000) })).toBe(true)
  expect(fitsInToken({ note: 'é'.repeat(2100) })).toBe(false)
})

test('a session that is a day old is not fresh enough', () => {
  expect(isFreshEnough({ created_at: '2026-03-01T00:00:00Z' }, now)).toBe(true)
  expect(isFreshEnough({ created_at: '2026-02-28T12:00:00Z' }, now)).toBe(false)
})
