import { expect, test } from 'vitest'
import { parseProfile } from './rules.ts'

const google = { name: 'google', issuer: 'https://accounts.google.com' }
const data = (claims: object) => parseProfile(google, { sub: '1', ...claims }).identity_data

test('only valid profile data of the provider is used', () => {
  expect(data({ name: 'You won http://evil.example', picture: 'javascript:alert(1)', hd: 5, locale: 'de' })).toEqual({
    iss: google.issuer,
    sub: '1',
    provider_id: '1',
    email_verified: false,
    phone_verified: false,
  })
  expect(data({ name: ' Ada\u202e ' })).not.toHaveProperty('full_name')
  expect(data({ name: ' Ada B ' })).toMatchObject({ name: 'Ada B', full_name: 'Ada B' })
  expect(data({ picture: `https://pictures.example/${'a'.repeat(1000)}` })).not.toHaveProperty('avatar_url')
})

test.each([
  [{ email: 'ADA@Example.com', email_verified: true }, 'ada@example.com', true],
  [{ email: 'ada@example.com', email_verified: 'true' }, 'ada@example.com', true],
  [{ email: 'ada@example.com', email_verified: 'yes' }, 'ada@example.com', false],
  [{ email: 'ada@example.com' }, 'ada@example.com', false],
  [{ email: 'nobody', email_verified: true }, null, false],
  [{ email_verified: true }, null, false],
])('for %j the address is %s, verified: %s', (claims, email, email_verified) => {
  expect(parseProfile(google, { sub: '1', ...claims })).toMatchObject({ email, email_verified })
})
