import { expect, test } from 'vitest'
import { mayBeStudioDomain, parseRedirectTarget, siteOrigins, withCode, withError } from './rules.ts'

const site = 'https://app.example'

test('the fixed pages are accepted, alone and under a studio', () => {
  expect(parseRedirectTarget(`${site}/auth/callback`)?.slug).toBeNull()
  expect(parseRedirectTarget(`${site}/auth/reset-password`)?.slug).toBeNull()
  expect(parseRedirectTarget(`${site}/s/north-light/auth/reset-password`)?.slug).toBe('north-light')
  expect(parseRedirectTarget(`${site}/north-light/auth/callback?sb_flow_id=abc#x`)?.url.href).toBe(
    `${site}/north-light/auth/callback?sb_flow_id=abc`,
  )
})

test.each([
  '//evil.example/auth/callback',
  '/auth/callback',
  'javascript:alert(1)//auth/callback',
  'data:text/html,/auth/callback',
  'https://app.example@evil.example/auth/callback',
  'https://user:word@app.example/auth/callback',
  'https:\\\\evil.example\\auth\\callback',
  'https://app.example\\@evil.example/auth/callback',
  'https://app.example/auth/callback\u0000',
  'https://app.example/\tauth/callback',
  'https:///evil.example/auth/callback',
  'https://app.example/auth/callback/../../evil',
  'https://app.example/elsewhere',
  'https://app.example/a/b/auth/callback',
  'ftp://app.example/auth/callback',
  '',
])('%j is not a valid target', (redirect_to) => {
  expect(parseRedirectTarget(redirect_to)).toBeNull()
})

test('the site has its public origin, and on a local machine an origin for each name of the machine', () => {
  expect(siteOrigins(site)).toEqual([site])
  expect(siteOrigins('http://localhost:3000')).toEqual(['http://localhost:3000', 'http://127.0.0.1:3000'])
})

test("a studio's domain must use https or the protocol and port of the site, and is never an IP address", () => {
  const isAllowed = (url: string) => mayBeStudioDomain(new URL(url), site)
  expect(isAllowed('https://studio.example/auth/callback')).toBe(true)
  expect(isAllowed('http://studio.example/auth/callback')).toBe(false)
  expect(isAllowed('https://studio.example:8443/auth/callback')).toBe(false)
  expect(isAllowed('https://192.0.2.1/auth/callback')).toBe(false)
  expect(isAllowed('https://0x7f000001/auth/callback')).toBe(false)
  expect(isAllowed('https://[2001:db8::1]/auth/callback')).toBe(false)
})

test('a code is added to the query; an error goes into the hash and, for PKCE, the query', () => {
  expect(withCode(new URL(`${site}/auth/callback?a=1`), 'xyz')).toBe(`${site}/auth/callback?a=1&code=xyz`)
  const error = { status: 403, code: 'otp_expired', message: 'Email link is invalid' }
  const inHash = new URL(withError(new URL(`${site}/auth/callback`), error, false))
  expect(inHash.search).toBe('')
  expect(Object.fromEntries(new URLSearchParams(inHash.hash.slice(1)))).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid',
    sb: '',
  })
  expect(new URL(withError(new URL(`${site}/auth/callback`), error, true)).searchParams.get('error_code')).toBe(
    'otp_expired',
  )
})
