import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { aCrewMember, aPerson, aStudio, type Person } from '@studiohub/testing/people.ts'
import { expect, signIn, test } from './fixtures.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

/** What holds for every screen: one heading, nothing that axe finds, nothing wider than the screen. */
async function expectGoodScreen(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
  // Whatever is still loading says so in words that end in dots; the live stream itself never ends.
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: '...' }), path).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
    path,
  ).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${path} is wider than the screen`).toBeLessThanOrEqual(0)
}

async function expectGoodScreens(page: Page, person: Person | null, paths: readonly string[]) {
  // A colour on its way to another is neither.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (person) {
    await page.goto('/auth/login')
    await signIn(page, person.email)
    await page.waitForURL(
      (url) => !url.pathname.startsWith('/auth/login') && !url.pathname.startsWith('/auth/callback'),
    )
  }
  for (const path of paths) await expectGoodScreen(page, path)
}

for (const size of sizes) {
  const at = `at ${size.width} px`

  test(`visitors find good screens ${at}`, async ({ aBrowser, server }) => {
    const { studio } = await aStudio(server)
    const authPages = ['login', 'signup', 'forgot-password', 'reset-password'].map((name) => `/auth/${name}`)
    const paths = ['/', '/partner', '/network', '/case-studies', '/docs', '/training', '/nowhere-at-all', ...authPages]
    const branded = authPages.flatMap((path) => [`/${studio.slug}${path}`, `/s/${studio.slug}${path}`])
    await expectGoodScreens(await aBrowser(size), null, [...paths, ...branded, `/auth/signup?studio=${studio.slug}`])
  })

  test(`a studio admin finds good screens ${at}`, async ({ aBrowser, server }) => {
    const { admin } = await aStudio(server)
    const pages = ['', '/bookings', '/bookings?tab=list', '/staff', '/clients', '/projects', '/board', '/settings']
    await expectGoodScreens(await aBrowser(size), admin, [
      ...pages.map((path) => `/studio${path}`),
      '/profile',
      '/staff',
    ])
  })

  test(`a client finds good screens ${at}`, async ({ aBrowser, server }) => {
    const { client, studio } = await aStudio(server)
    const pages = ['', '/bookings', '/projects', '/board', '/auth/login']
    await expectGoodScreens(await aBrowser(size), client, [
      ...pages.map((path) => `/${studio.slug}${path}`),
      '/profile',
    ])
  })

  test(`crew find good screens ${at}`, async ({ aBrowser, server }) => {
    const crew = await aCrewMember(server, await aStudio(server))
    const paths = [
      '/staff',
      '/staff/tasks',
      '/staff/schedule',
      '/staff/checkins',
      '/staff/board',
      '/profile',
      '/studio',
    ]
    await expectGoodScreens(await aBrowser(size), crew, paths)
  })

  test(`somebody without a role finds good screens ${at}`, async ({ aBrowser, server }) => {
    await expectGoodScreens(await aBrowser(size), await aPerson(server), ['/auth/onboarding', '/profile'])
  })
}
