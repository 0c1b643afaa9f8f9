import { expect, test } from 'vitest'
import { useHome } from '#platform/hosts/hosts.ts'
import { addressOf, canonicalUrl, placeOnDomain, slugIn } from './service.ts'

useHome({ publicUrl: 'https://studios.example' })

const at = (url: string, host = 'studios.example:3000') => addressOf(url, host, 'studios.example')
const bySlug = (slug: string) => ({ slug, host: null })

test.each([
  ['/northlight', 'northlight'],
  ['/northlight/', 'northlight'],
  ['/northlight/bookings?view=list', 'northlight'],
  ['/NorthLight', 'northlight'],
  ['/s/northlight', 'northlight'],
  ['/s/northlight/auth/login', 'northlight'],
  ['/S/NorthLight', 'northlight'],
  ['/auth/signup?studio=northlight', 'northlight'],
  ['/auth/login?next=%2F&studio=NorthLight', 'northlight'],
  ['/northlight?studio=other', 'northlight'],
])('the page %s belongs to a studio', (url, slug) => {
  expect(at(url)).toEqual(bySlug(slug))
})

test.each([
  '/',
  '/?studio=northlight',
  '/auth/login',
  '/auth/signup?studio=',
  '/studio/bookings',
  '/super-admin',
  '/s',
  '/s/',
  '/partner',
])("the page %s is the product's own", (url) => {
  expect(at(url)).toBeNull()
})

test.each(['/auth/signup?studio=auth', '/Auth/login', '/DOCS', '/Studio/settings'])(
  'a reserved address is no studio in any case: %s',
  (url) => {
    expect(at(url)).toBeNull()
  },
)

test('the product answers under its own name and on this machine, without a port or case of the host', () => {
  for (const host of ['studios.example', 'STUDIOS.example:80', 'localhost:3000', '127.0.0.1', '[::1]:3000']) {
    expect(at('/northlight', host)).toEqual(bySlug('northlight'))
  }
})

test('under any other name every page belongs to the studio of that name', () => {
  for (const url of ['/', '/northlight', '/auth/login', '/s/northlight']) {
    expect(at(url, 'Book.Northlight.example:443')).toEqual({ slug: null, host: 'book.northlight.example' })
  }
})

test('a path that looks like another address is a path', () => {
  expect(at('//evil.example/northlight')).toEqual(bySlug('northlight'))
})

test.each([
  ['/northlight', '/northlight'],
  ['/NorthLight/', '/northlight'],
  ['/s/northlight', '/s/northlight'],
  ['/S/Former-Name/?utm=1', '/s/northlight'],
  ['/S/northlight/auth/login?next=%2F', '/northlight/auth/login'],
  ['/former-name/bookings?view=list', '/northlight/bookings'],
  ['/auth/signup?invitation=x&studio=former-name', '/auth/signup?studio=northlight'],
  ['/s/northlight/book/', '/northlight/book'],
  ['/northlight/book/recording?day=2026-12-01&time=10:00', '/northlight/book'],
  ['/northlight/projects/book', '/northlight/projects/book'],
  ['/S/NORTHLIGHT/BOOK/', '/northlight/book'],
  ['/Northlight/Bookings', '/northlight/bookings'],
])('the canonical address of %s is %s', (url, path) => {
  const address = at(url)
  expect(address && canonicalUrl({ url }, address, 'northlight', 'https://studios.example')).toBe(
    `https://studios.example${path}`,
  )
})

test("on a studio's own domain the canonical address has that domain", () => {
  const address = { slug: null, host: 'book.northlight.example' }
  const on = (url: string) => canonicalUrl({ url }, address, 'northlight', 'https://studios.example')
  expect(on('/')).toBe('https://book.northlight.example/')
  expect(on('/Terms/')).toBe('https://book.northlight.example/terms')
  expect(on('/s/old-name/terms')).toBe('https://book.northlight.example/terms')
  expect(on('/auth/login?next=%2F')).toBe('https://book.northlight.example/auth/login')
  expect(on('/S/Old-Name/Bookings/?view=list')).toBe('https://book.northlight.example/northlight/bookings')
})

const home = 'https://studios.example'
test.each<[string, ReturnType<typeof placeOnDomain>]>([
  ['/northlight', 'here'],
  ['/s/northlight/auth/login', 'here'],
  ['/auth/login?next=%2F', 'here'],
  ['/profile?tab=security', { elsewhere: `${home}/profile?tab=security` }],
  ['/invitations', { elsewhere: `${home}/invitations` }],
  ['/auth/onboarding', { elsewhere: `${home}/auth/onboarding` }],
  ['/auth/forgot-password', { elsewhere: `${home}/northlight/auth/forgot-password` }],
  ['/s/northlight/auth/reset-password', { elsewhere: `${home}/northlight/auth/reset-password` }],
  ['/northlight/auth/signup', 'here'],
  ['/client/projects', 'here'],
  ['/', 'here'],
  ['/terms', 'here'],
  ['/s/northlight/terms', 'here'],
  ['/?utm=1', 'here'],
  ['/book', { elsewhere: '/northlight/book' }],
  ['/Book/recording?day=2026-12-01', { elsewhere: '/northlight/Book/recording?day=2026-12-01' }],
  ['/studio/bookings?view=list', { elsewhere: `${home}/studio/bookings?view=list` }],
  ['/Staff', { elsewhere: `${home}/Staff` }],
  ['/super-admin', { elsewhere: `${home}/super-admin` }],
  ['/partner/dashboard', { elsewhere: `${home}/partner/dashboard` }],
  ['/rival/book', { elsewhere: `${home}/rival/book` }],
  ['/docs/branding', 'not_found'],
  ['/partner', 'not_found'],
  ['/training', 'not_found'],
  ['/nowhere', 'not_found'],
  ['/internal/x', 'not_found'],
])("on a studio's own domain %s is %j", (url, place) => {
  const own = { id: '1', slug: 'northlight' }
  const others: Record<string, { id: string }> = { northlight: own, rival: { id: '2' } }
  expect(placeOnDomain(url, own, others[slugIn(url) ?? ''], home)).toEqual(place)
})
