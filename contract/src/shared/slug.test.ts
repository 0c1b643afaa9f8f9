import { describe, expect, test } from 'vitest'
import { Slug, slugFor, suggestSlug } from './slug.ts'
import { isReservedSlug, reservedSlugs, slugPattern } from './slug-pattern.ts'

const messagesOf = (text: unknown) => {
  const checked = Slug.safeParse(text)
  return checked.success ? null : checked.error.issues.map(({ message }) => message)
}
const RESERVED = 'That address is reserved. Please choose another one.'
const SHAPE = 'Use 3 to 60 small letters, digits and hyphens'

describe('a slug that a person types', () => {
  test.each([
    ['northlight', 'northlight'],
    ['North Light', 'north-light'],
    ['  North \t Light  ', 'north-light'],
    ['Ｎｏｒｔｈ１', 'north1'],
    ['a-1', 'a-1'],
    ['a'.repeat(60), 'a'.repeat(60)],
  ])('%j becomes %j', (text, slug) => {
    expect(Slug.parse(text)).toBe(slug)
  })

  test.each([
    'ab',
    'a'.repeat(61),
    '-abc',
    'abc-',
    'studio.acme.com',
    'ünï',
    'ауth',
    'a_b',
    'a/b',
    'a\u200bb',
    '',
    '...',
  ])('%j is rejected for its form', (text) => {
    expect(messagesOf(text)).toEqual([SHAPE])
  })

  test.each(['auth', 'AUTH', ' Auth ', 'Super Admin', 'ＡＵＴＨ', 'favicon.ico', '.well-known', 'S', 'client'])(
    '%j is rejected as reserved, and for no other reason',
    (text) => {
      expect(messagesOf(text)).toEqual([RESERVED])
    },
  )

  test('is a string', () => {
    expect(messagesOf(undefined)).toEqual(['Please choose an address'])
    expect(messagesOf(['auth'])).toEqual(['Please choose an address'])
    expect(messagesOf('a'.repeat(201))).not.toBeNull()
  })

  test('containing a reserved word is available', () => {
    for (const text of ['auth-studio', 'my-api', 'studios', 'clients']) expect(messagesOf(text)).toBeNull()
  })
})

describe('the reserved slugs', () => {
  test('are the ten of the spec and both addresses of the client area', () => {
    const spec = [
      'auth',
      'super-admin',
      'studio',
      'staff',
      'partner',
      'profile',
      'network',
      'case-studies',
      'docs',
      'training',
    ]
    for (const slug of [...spec, 'client', 's', 'api', 'assets', 'functions', 'storage', 'health', '.well-known']) {
      expect(isReservedSlug(slug), slug).toBe(true)
    }
  })

  test('are in lower case, because they are compared that way, and each occurs once', () => {
    expect(reservedSlugs.map((slug) => slug.toLowerCase())).toEqual([...reservedSlugs])
    expect(new Set(reservedSlugs).size).toBe(reservedSlugs.length)
  })
})

describe('the slug of a studio from onboarding', () => {
  test.each([
    ['North Light', 'north-light-abc123'],
    ['  --North & Light!!  ', 'north-light-abc123'],
    ['Café Ünï', 'cafe-uni-abc123'],
    ['日本', 'studio-abc123'],
    ['!!!', 'studio-abc123'],
    ['', 'studio-abc123'],
    ['Auth', 'auth-abc123'],
    ['x', 'x-abc123'],
  ])('%j becomes %j', (name, slug) => {
    expect(slugFor(name, 'abc123')).toBe(slug)
  })

  test('is shortened to fit with its suffix, and never ends in two hyphens', () => {
    expect(slugFor('a'.repeat(200), 'abc123')).toBe(`${'a'.repeat(53)}-abc123`)
    expect(slugFor(`${'a'.repeat(52)} b`, 'abc123')).toBe(`${'a'.repeat(52)}-abc123`)
  })

  test('is always valid to type, and never reserved', () => {
    for (const name of ['Auth', 'S', '..', 'a'.repeat(300), 'é'.repeat(60), 'ﬁ', 'İstanbul', '🎬', '-', '\u0000']) {
      const slug = slugFor(name, 'zzzzzz')
      expect(slug, name).toMatch(slugPattern)
      expect(Slug.parse(slug)).toBe(slug)
    }
  })

  test('needs a suffix of six characters', () => {
    for (const suffix of ['', 'abc', 'abcdefg']) expect(() => slugFor('North', suffix)).toThrow(RangeError)
  })
})

test('a slug is suggested from the name, and none if the name has no usable characters', () => {
  expect(suggestSlug('Röyksopp & Sons Studio')).toBe('royksopp-sons-studio')
  expect(suggestSlug('x'.repeat(80))).toBe('x'.repeat(60))
  for (const name of ['', '日本', 'A!', 'Admin']) expect(suggestSlug(name)).toBe('')
})
