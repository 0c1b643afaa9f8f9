import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, signInAt, test, variant, variantIf } from './fixtures.ts'

async function aScreenIn(browser: Browser, colorScheme: 'light' | 'dark', url: string): Promise<Page> {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(url)
  return page
}

/** The brightness of the page's background, from 0 (black) to 255. */
const lightness = (page: Page) =>
  page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    if (!canvas) return -1
    canvas.fillStyle = getComputedStyle(document.documentElement).backgroundColor
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    return Math.round((red + green + blue) / 3)
  })

const darkColors = { background: '224 28% 9%', text: '210 30% 97%' }

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `the product is ${colorScheme} if the system prefers it`,
    variantIf(colorScheme === 'dark'),
    async ({ browser, server }) => {
      const { admin, studio } = await aStudioByApi(server)
      const page = await aScreenIn(browser, colorScheme, `${server.url}/auth/login`)
      const expectColorScheme = async () => expect((await lightness(page)) > 127 ? 'light' : 'dark').toBe(colorScheme)
      await expect(page.getByLabel('Email')).toBeVisible()
      await expectColorScheme()
      await expectNoAxeViolations(page)
      await signInAt(page, admin.email, `${server.url}/studio`)
      for (const path of ['/studio', '/studio/bookings', '/studio/bookings?tab=list', '/studio/settings', '/profile']) {
        await page.goto(server.url + path)
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
        // Waits until no loading text ('Loading...') is shown. Empty live regions also have the role `status`.
        await expect(page.getByRole('main').getByRole('status').filter({ hasText: '...' })).toHaveCount(0)
        await expectColorScheme()
        await expectNoAxeViolations(page)
      }
      await page.getByRole('link', { name: 'Bookings', exact: true }).click()
      await page.getByRole('button', { name: 'New Booking' }).first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoAxeViolations(page)

      await page.goto(`${server.url}/s/${studio.slug}`)
      await expectColorScheme()
      await expectNoAxeViolations(page)
      await admin.patch(`/studios/${studio.id}`, { brand_colors: darkColors })
      const branded = await aScreenIn(browser, colorScheme, `${server.url}/s/${studio.slug}/auth/login`)
      await expect(branded.getByLabel('Email')).toBeVisible()
      expect(await lightness(branded), 'a studio keeps its own colors').toBeLessThan(40)
      await page.context().close()
      await branded.context().close()
    },
  )
}

test('a theme chosen in the profile applies to this device and every tab, and overrides the system', async ({
  aBrowser,
  server,
}) => {
  const { admin } = await aStudioByApi(server)
  const page = await aBrowser()
  await page.emulateMedia({ colorScheme: 'dark' })
  await signInAt(page, admin.email, '/studio')
  const otherTab = await page.context().newPage()
  await otherTab.emulateMedia({ colorScheme: 'dark' })
  await otherTab.goto('/studio')
  expect(await lightness(page)).toBeLessThan(40)
  await page.goto('/profile?tab=appearance')
  await page.getByRole('button', { name: 'Light', exact: true }).click()
  expect(await lightness(page)).toBeGreaterThan(230)
  await expect.poll(() => lightness(otherTab)).toBeGreaterThan(230)
  await page.goto('/studio/bookings')
  expect(await lightness(page)).toBeGreaterThan(230)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/profile?tab=appearance')
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  expect(await lightness(page)).toBeLessThan(40)
  await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Automatic' }).click()
  expect(await lightness(page)).toBeGreaterThan(230)
})

test("a theme that a client chose also applies to the studio's pages, in the studio's hues", async ({
  aBrowser,
  server,
}) => {
  const { admin, client, studio } = await aStudioByApi(server)
  await admin.patch(`/studios/${studio.id}`, { brand_colors: { ...darkColors, primary: '320 80% 60%' } })
  const page = await aBrowser()
  await page.emulateMedia({ colorScheme: 'light' })
  await signInAt(page, client.email, '/profile?tab=appearance')
  await expect.poll(() => lightness(page), "the studio's own colors").toBeLessThan(40)
  await page.getByRole('button', { name: 'Light', exact: true }).click()
  await expect.poll(() => lightness(page)).toBeGreaterThan(230)
  for (const path of ['', '/bookings', '/messages']) {
    await page.goto(`/${studio.slug}${path}`)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => lightness(page)).toBeGreaterThan(230)
    await expectNoAxeViolations(page)
  }
  const primary = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary'))
  expect(primary).toMatch(/^320 80%/)
  await page.goto('/profile?tab=appearance')
  await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Automatic' }).click()
  await expect.poll(() => lightness(page)).toBeLessThan(40)
})

test('with reduced motion a theme changes everywhere at once', variant, async ({ browser, server }) => {
  const page = await aScreenIn(browser, 'light', `${server.url}/auth/login`)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const textColor = await page.evaluate(() => {
    document.documentElement.style.setProperty('--c-text', 'rgb(1, 2, 3)')
    return getComputedStyle(document.body).color
  })
  expect(textColor).toBe('rgb(1, 2, 3)')
  await page.context().close()
})

test('the light theme applies without JavaScript', variant, async ({ browser, server }) => {
  const context = await browser.newContext({ colorScheme: 'light', javaScriptEnabled: false })
  const page = await context.newPage()
  const { admin, studio } = await aStudioByApi(server)
  const firstPixel = async (path: string) => {
    await page.goto(server.url + path)
    const shot = await page.screenshot({ clip: { x: 1270, y: 4, width: 1, height: 1 } })
    return (await sharp(shot).raw().toBuffer())[0] ?? -1
  }
  expect(await firstPixel('/auth/login')).toBeGreaterThan(240)
  expect(await firstPixel(`/s/${studio.slug}/auth/login`)).toBeGreaterThan(240)
  await admin.patch(`/studios/${studio.id}`, { brand_colors: darkColors })
  expect(await firstPixel(`/s/${studio.slug}/auth/login`)).toBeLessThan(40)
  await context.close()
})
