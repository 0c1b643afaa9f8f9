import { expect, test } from 'vitest'
import { isAuthCodeExpired, matchesChallenge } from './rules.ts'

// The example of RFC 7636, appendix B.
const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const code_challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

test('an S256 challenge matches only its verifier', () => {
  expect(matchesChallenge(code_verifier, { code_challenge, code_challenge_method: 's256' })).toBe(true)
  expect(matchesChallenge(`${code_verifier}x`, { code_challenge, code_challenge_method: 's256' })).toBe(false)
  expect(matchesChallenge(code_challenge, { code_challenge, code_challenge_method: 's256' })).toBe(false)
})

test('a plain challenge is its own verifier', () => {
  expect(matchesChallenge(code_challenge, { code_challenge, code_challenge_method: 'plain' })).toBe(true)
})

test('an auth code is valid for five minutes', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  expect(isAuthCodeExpired('2026-03-01T11:55:00Z', now)).toBe(false)
  expect(isAuthCodeExpired('2026-03-01T11:54:59Z', now)).toBe(true)
  expect(isAuthCodeExpired(null, now)).toBe(true)
})
