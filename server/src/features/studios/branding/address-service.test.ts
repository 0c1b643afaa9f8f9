import { expect, test } from 'vitest'
import { setHome } from '#platform/hosts/hosts.ts'
import { canonicalUrl, locatePage, parseSlug, parseStudioAddress } from './address-service.ts'

setHome({ publicUrl: 'https://studios.example' })

const buildStudioUrl = (url: string, host = 'studios.example:3000') => parseStudioAddress(url, host, 'studios.example')
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
  expect(buildStudioUrl(url)).toEqual(bySlug(slug))
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
  expect(buildStudioUrl(url)).toBeNull()
})

test.each(['/auth/signup?studio=auth', '/Auth/login', '/DOCS', '/Studio/settings'])(
  'a reserved address is no studio in any case: %s',
  (url) => {
    expect(buildStudioUrl(url)).toBeNull()
  },
)

test('the product uses its own host name and local ones, without regard to port and case', () => {
  for (const host of ['studios.example', 'STUDIOS.example:80', 'localhost:3000', '127.0.0.1', '[::1]:3000']) {
    expect(buildStudioUrl('/northlight', host)).toEqual(bySlug('northlight'))
  }
})

test('under any other host name, every page belongs to the studio with that domain', () => {
  for (const url of ['/', '/northlight', '/auth/login', '/s/northlight']) {
    expect(buildStudioUrl(url, 'Book.Northlight.example:443')).toEqual({ slug: null, host: 'book.northlight.example' })
  }
})

test('a path that looks like another host is a path', () => {
  expect(buildStudioUrl('//evil.example/northlight')).toEqual(bySlug('northlight'))
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
  const address = buildStudioUrl(url)
  expect(address && canonicalUrl({ url }, address, 'northlight', 'https://studios.example')).toBe(
    `https://studios.example${path}`,
  )
})

test("the canonical address of a page on a studio's own domain has that domain", () => {
  const address = { slug: null, host: 'book.northlight.example' }
  const canonicalOnDomain = (url: string) => canonicalUrl({ url }, address, 'northlight', 'https://studios.example')
  expect(canonicalOnDomain('/')).toBe('https://book.northlight.example/')
  expect(canonicalOnDomain('/Terms/')).toBe('https://book.northlight.example/terms')
  expect(canonicalOnDomain('/s/old-name/terms')).toBe('https://book.northlight.example/terms')
  expect(canonicalOnDomain('/auth/login?next=%2F')).toBe('https://book.northlight.example/auth/login')
  expect(canonicalOnDomain('/S/Old-Name/Bookings/?view=list')).toBe(
    'https://book.northlight.example/northlight/bookings',
  )
})

const productUrl = 'https://studios.example'
test.each<[string, ReturnType<typeof locatePage>]>([
  ['/northlight', 'here'],
  ['/s/northlight/auth/login', 'here'],
  ['/auth/login?next=%2F', 'here'],
  ['/profile?tab=security', { redirect_to: `${productUrl}/profile?tab=security` }],
  ['/invitations', { redirect_to: `${productUrl}/invitations` }],
  ['/auth/onboarding', { redirect_to: `${productUrl}/auth/onboarding` }],
  ['/auth/forgot-password', { redirect_to: `${productUrl}/northlight/auth/forgot-password` }],
  ['/s/northlight/auth/reset-password', { redirect_to: `${productUrl}/northlight/auth/reset-password` }],
  ['/northlight/auth/signup', 'here'],
  ['/client/projects', 'here'],
  ['/', 'here'],
  ['/terms', 'here'],
  ['/s/northlight/terms', 'here'],
  ['/?utm=1', 'here'],
  ['/book', { redirect_to: '/northlight/book' }],
  ['/Book/recording?day=2026-12-01', { redirect_to: '/northlight/Book/recording?day=2026-12-01' }],
  ['/studio/bookings?view=list', { redirect_to: `${productUrl}/studio/bookings?view=list` }],
  ['/Staff', { redirect_to: `${productUrl}/Staff` }],
  ['/super-admin', { redirect_to: `${productUrl}/super-admin` }],
  ['/partner/dashboard', { redirect_to: `${productUrl}/partner/dashboard` }],
  ['/rival/book', { redirect_to: `${productUrl}/rival/book` }],
  ['/docs/branding', 'not_found'],
  ['/partner', 'not_found'],
  ['/training', 'not_found'],
  ['/nowhere', 'not_found'],
  ['/internal/x', 'not_found'],
])("on a studio's own domain, the place of %s is %j", (url, place) => {
  const domainStudio = { id: '1', slug: 'northlight' }
  const studios: Record<string, { id: string }> = { northlight: domainStudio, rival: { id: '2' } }
  expect(locatePage(url, domainStudio, studios[parseSlug(url) ?? ''], productUrl)).toEqual(place)
})
