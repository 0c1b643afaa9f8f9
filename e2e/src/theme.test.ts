import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNothingFoundByAxe } from './axe.ts'
import { aStudioByApi, enter, expect, test } from './fixtures.ts'

async function aScreenIn(browser: Browser, colorScheme: 'light' | 'dark', url: string): Promise<Page> {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(url)
  return page
}

/** How light the page's background is, from 0 (black) to 255, as it is painted. */
const lightness = (page: Page) =>
  page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    if (!canvas) return -1
    canvas.fillStyle = getComputedStyle(document.documentElement).backgroundColor
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    return Math.round((red + green + blue) / 3)
  })

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the product is ${colorScheme} if the system prefers it`, async ({ browser, server }) => {
    const { admin, studio } = await aStudioByApi(server)
    const page = await aScreenIn(browser, colorScheme, `${server.url}/auth/login`)
    const isAsAsked = async () => expect((await lightness(page)) > 127 ? 'light' : 'dark').toBe(colorScheme)
    await expect(page.getByLabel('Email')).toBeVisible()
    await isAsAsked()
    await expectNothingFoundByAxe(page)
    await enter(page, admin.email, `${server.url}/studio`)
    for (const path of ['/studio', '/studio/bookings', '/studio/bookings?tab=list', '/studio/settings', '/profile']) {
      await page.goto(server.url + path)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      // Nothing is being loaded any longer. An empty status is a live region that waits for something to say.
      await expect(page.getByRole('main').getByRole('status').filter({ hasText: '...' })).toHaveCount(0)
      await isAsAsked()
      await expectNothingFoundByAxe(page)
    }
    await page.getByRole('link', { name: 'Bookings', exact: true }).click()
    await page.getByRole('button', { name: 'New Booking' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNothingFoundByAxe(page)

    const branded = await aScreenIn(browser, colorScheme, `${server.url}/s/${studio.slug}/auth/login`)
    await expect(branded.getByLabel('Email')).toBeVisible()
    expect(await lightness(branded), 'a studio is as it chose').toBeLessThan(40)
    await page.context().close()
    await branded.context().close()
  })
}

test('a theme chosen in the profile applies to this device and every tab, and overrides the system', async ({
  aBrowser,
  server,
}) => {
  const { admin } = await aStudioByApi(server)
  const page = await aBrowser()
  await page.emulateMedia({ colorScheme: 'dark' })
  await enter(page, admin.email, '/studio')
  const other = await page.context().newPage()
  await other.emulateMedia({ colorScheme: 'dark' })
  await other.goto('/studio')
  expect(await lightness(page)).toBeLessThan(40)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Light', exact: true }).click()
  expect(await lightness(page)).toBeGreaterThan(230)
  await expect.poll(() => lightness(other)).toBeGreaterThan(230)
  await page.goto('/studio/bookings')
  expect(await lightness(page)).toBeGreaterThan(230)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  expect(await lightness(page)).toBeLessThan(40)
  await page.getByRole('button', { name: 'System', exact: true }).click()
  expect(await lightness(page)).toBeGreaterThan(230)
})

test('with reduced motion a theme changes everywhere at once', async ({ browser, server }) => {
  const page = await aScreenIn(browser, 'light', `${server.url}/auth/login`)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const painted = await page.evaluate(() => {
    document.documentElement.style.setProperty('--c-text', 'rgb(1, 2, 3)')
    return getComputedStyle(document.body).color
  })
  expect(painted).toBe('rgb(1, 2, 3)')
  await page.context().close()
})

test('the light theme is there before any script has run', async ({ browser, server }) => {
  const context = await browser.newContext({ colorScheme: 'light', javaScriptEnabled: false })
  const page = await context.newPage()
  const { studio } = await aStudioByApi(server)
  const painted = async (path: string) => {
    await page.goto(server.url + path)
    const shot = await page.screenshot({ clip: { x: 4, y: 4, width: 1, height: 1 } })
    return (await sharp(shot).raw().toBuffer())[0] ?? -1
  }
  expect(await painted('/auth/login')).toBeGreaterThan(240)
  expect(await painted(`/s/${studio.slug}/auth/login`)).toBeLessThan(40)
  await context.close()
})
