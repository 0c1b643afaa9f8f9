/** Pages of signed-in people in Chromium, and when they have drawn something. */
import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '@studiohub/testing/browser.ts'
import type { Person } from '@studiohub/testing/people.ts'
import { SESSION_KEY } from '../../web/src/lib/session/stored-session.ts'

declare global {
  interface Window {
    drawn: Promise<number>
  }
}

/** The element and text to wait for on a page. */
export type Expected = readonly [selector: string, text: string]

/** The moment when the page painted it. */
export const awaitDrawn = (page: Page, expected: Expected) =>
  page.evaluate(([selector, text]) => {
    const isThere = () => [...document.querySelectorAll(selector)].some((found) => found.textContent.includes(text))
    window.drawn = new Promise((done) => {
      const look = () => (isThere() ? done(Date.now()) : requestAnimationFrame(look))
      look()
    })
  }, expected)

type Login = Pick<Person, 'email' | 'password'>

/** A page of a browser in which this person is signed in. It shows nothing of the product yet. */
export async function signInAt(browser: Browser, url: string, { email, password }: Login): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url, locale: 'en', reducedMotion: 'reduce' })).newPage()
  // The names of functions are kept by a call that the page does not have.
  await page.addInitScript('globalThis.__name = (made) => made')
  await page.goto('/robots.txt')
  const answer = await page.request.post('/auth/v1/token?grant_type=password', { data: { email, password } })
  await page.evaluate(([key, kept]) => localStorage.setItem(key, kept), [SESSION_KEY, await answer.text()] as const)
  return page
}

/** Opens a page as this person. @param at path of the page */
export async function openPage(browser: Browser, url: string, person: Login, at: string): Promise<Page> {
  const page = await signInAt(browser, url, person)
  await page.goto(at)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

export async function launchChromium(): Promise<Browser> {
  const { executablePath, args, env } = await findChromium()
  return chromium.launch({ executablePath, args, ...(env && { env: { ...process.env, ...env } }) })
}
