import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '@studiohub/testing/browser.ts'
import { DEMO_PASSWORD } from './demo-month.ts'

export const wide = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

type Size = typeof wide

/** Takes screenshots of a running product, as a visitor or as a user of the demo. */
export async function openCamera(url: string) {
  const { executablePath, args, env } = await findChromium()
  const launch = { executablePath, args, ...(env && { env: { ...process.env, ...env } }) }
  const browser: Browser = await chromium.launch(launch)
  return {
    browser,
    /** Opens a page in its own browser context. @param email the signed-in user, or null for a visitor */
    async pageAs(email: string | null, size: Size, scale = 1): Promise<Page> {
      const context = await browser.newContext({
        baseURL: url,
        viewport: size,
        deviceScaleFactor: scale,
        colorScheme: 'dark',
        reducedMotion: 'reduce',
        locale: 'en-GB',
        timezoneId: 'Europe/Amsterdam',
      })
      const page = await context.newPage()
      if (email) await signIn(page, email)
      return page
    },
  }
}

async function signIn(page: Page, email: string) {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/auth/'))
}

/** Opens a page and waits until it is stable: data, fonts and visible images have loaded. */
export async function settle(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // Loading content has a status text or a gray placeholder.
  await page.waitForFunction(() => {
    const statusTexts = [...document.querySelectorAll('main [role="status"]')].map(({ textContent }) => textContent)
    return (
      !document.querySelector('main .animate-pulse') && !statusTexts.some((text) => /^(Loading|Completing)/.test(text))
    )
  })
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await document.fonts.ready
  })
  await page.waitForFunction(() =>
    [...document.images].every((image) => !image.checkVisibility() || (image.complete && image.naturalWidth > 0)),
  )
  // Images far below the fold are not rendered yet.
  await page.evaluate(() =>
    Promise.all([...document.images].filter((image) => image.checkVisibility()).map((image) => image.decode())),
  )
}
