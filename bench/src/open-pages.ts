/** Pages of signed-in people in Chromium, and the time at which they draw something. */
import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '@studiohub/testing/browser.ts'
import type { TestUser } from '@studiohub/testing/people.ts'
import { SESSION_KEY } from '../../web/src/lib/session/stored-session.ts'

declare global {
  interface Window {
    drawn: Promise<number>
  }
}

/** The element and text to wait for on a page. */
export type Expected = readonly [selector: string, text: string]

/** Starts to wait for this element. `window.drawn` then has the time at which the page draws it. */
export const awaitDrawn = (page: Page, expected: Expected) =>
  page.evaluate(([selector, text]) => {
    const isDrawn = () => [...document.querySelectorAll(selector)].some(({ textContent }) => textContent.includes(text))
    window.drawn = new Promise((done) => {
      const look = () => (isDrawn() ? done(Date.now()) : requestAnimationFrame(look))
      look()
    })
  }, expected)

type Login = Pick<TestUser, 'email' | 'password'>

/** A page of a browser in which this person is signed in. It shows nothing of the product yet. */
export async function signInAt(browser: Browser, url: string, { email, password }: Login): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url, locale: 'en', reducedMotion: 'reduce' })).newPage()
  // The compiler wraps functions in calls of `__name`, which the page does not have.
  await page.addInitScript('globalThis.__name = (made) => made')
  await page.goto('/robots.txt')
  const response = await page.request.post('/auth/v1/token?grant_type=password', { data: { email, password } })
  await page.evaluate(([key, session]) => localStorage.setItem(key, session), [
    SESSION_KEY,
    await response.text(),
  ] as const)
  return page
}

/** Opens a page as this person. @param path the path of the page */
export async function openPage(browser: Browser, url: string, person: Login, path: string): Promise<Page> {
  const page = await signInAt(browser, url, person)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

export async function launchChromium(): Promise<Browser> {
  const { executablePath, args, env } = await findChromium()
  return chromium.launch({ executablePath, args, ...(env && { env: { ...process.env, ...env } }) })
}
