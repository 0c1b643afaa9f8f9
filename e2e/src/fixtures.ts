import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { aStudio, type StudioOfTest, TEST_PASSWORD } from '@studiohub/testing/people.ts'
import { SESSION_KEY } from '../../web/src/lib/session/stored-session.ts'

/** Errors that no page may have unnoticed: a failing script, a violation of its own policy, an error in the console. */
function watch(page: Page, faults: string[]) {
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    // An error that the screen shows is no fault; the browser logs every answer from 400 on as an error.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      faults.push(`${page.url()}: ${message.text()}`)
    }
  })
}

/** The folder in which the tested server stores its emails. */
export const outbox = join(process.env.E2E_DATA_DIR ?? '', 'outbox')

type Fixtures = {
  /** The server under test, as `@studiohub/testing` wants it. */
  server: { url: string; outbox: string }
  /** A separate browser: it shares only the server with the others. @param locale the reader's language and country */
  aBrowser: (viewport?: { width: number; height: number }, locale?: string) => Promise<Page>
}

/** Playwright's test, with browsers for several people; an error in any of their consoles fails it. */
export const test = base.extend<Fixtures>({
  server: async ({ baseURL }, use) => use({ url: baseURL ?? '', outbox }),
  aBrowser: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    const faults: string[] = []
    await use(async (viewport = { width: 1440, height: 900 }, locale) => {
      const context = await browser.newContext({ viewport, ...(locale && { locale }) })
      contexts.push(context)
      const page = await context.newPage()
      watch(page, faults)
      return page
    })
    for (const context of contexts) await context.close()
    expect(faults, 'errors in a console').toEqual([])
  },
})

export { expect }

/** The text of a toast, the app's or that of a public page; it stays long enough to be read. */
export const toast = (page: Page, text: string | RegExp) =>
  page.locator('[data-sonner-toast], [data-toast]').filter({ hasText: text })

/** Waits until a frame has been painted: before that the browser discards keys and clicks. */
export const painted = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((drawn) => requestAnimationFrame(drawn))
  })

/** The answer to a `broken` call. */
export const fault = { code: 'INTERNAL', message: 'Something went wrong on our side.' }
export const writes = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Lets calls fail as if the server had an error. @returns a function that ends this */
export async function broken(
  page: Page,
  methods: string | readonly string[],
  path: string | RegExp,
): Promise<() => Promise<void>> {
  await page.route(path, (route) =>
    [methods].flat().includes(route.request().method())
      ? route.fulfill({ status: 500, json: fault })
      : route.fallback(),
  )
  return () => page.unroute(path)
}

/** Delays answers like a slow connection. @returns a function that releases them */
export async function held(page: Page, method: string, path: string | RegExp): Promise<() => void> {
  const answers = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() === method) await answers.promise
    await route.fallback()
  })
  return () => answers.resolve()
}

/** Lets calls reach the server at once, but keeps their answers back. @returns a function that releases the answers */
export async function answersHeld(page: Page, path: string | RegExp): Promise<() => void> {
  const answers = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    const response = await route.fetch()
    await answers.promise
    await route.fulfill({ response })
  })
  return () => answers.resolve()
}

/** Serves a list with one row per page, like a long list. @returns a function that ends this */
export async function aRowAPage(page: Page, list: RegExp): Promise<() => Promise<void>> {
  await page.route(list, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '1')
    return route.continue({ url: url.href })
  })
  return () => page.unroute(list)
}

export const PASSWORD = TEST_PASSWORD

/** A studio of the test's own, with its admin and two clients, made over the API. */
export const aStudioByApi = (server: { url: string }, given: { timezone?: string } = {}): Promise<StudioOfTest> =>
  aStudio(server, given)

/** A new address. */
export const anEmail = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`

/** The link of a mail that signs in or confirms. */
export const linkIn = (text: string) => /https?:\/\/\S+#token_hash=\S+/.exec(text)?.[0] ?? ''

/** Fills and sends the sign-up form of the page that is open. */
export async function signUp(page: Page, person: { full_name: string; email: string }) {
  await page.getByLabel('Full name').fill(person.full_name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
}

/** Fills and sends the sign-in form of the page that is open. */
export async function signIn(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/**
 * Opens a page as a signed-in user, with a session from the API in the product's storage. For journeys that do not test
 * the sign-in form.
 * @param at a path, or a whole address if the server is another one
 */
export async function enter(page: Page, email: string, at: string, password = PASSWORD) {
  await page.goto(at.startsWith('/') ? '/robots.txt' : new URL('/robots.txt', at).href)
  const token = new URL('/auth/v1/token?grant_type=password', page.url()).href
  const answer = await page.request.post(token, { data: { email, password } })
  expect(answer.status(), 'signing in').toBe(200)
  const session = await answer.text()
  await page.evaluate(([key, kept]) => localStorage.setItem(key, kept), [SESSION_KEY, session] as const)
  await page.goto(at)
}

const inWords = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })

/** The day's button where a client chooses when. @param day `yyyy-MM-dd` */
export const dayToChoose = (page: Page, day: string) =>
  page.getByRole('radio', { name: `${inWords.format(new Date(`${day}T00:00:00Z`))},` })

/** Makes a choice that is part of the address: it counts when the address has changed, not at the click. */
export async function choose(radio: Locator) {
  await radio.click()
  await expect(radio).toBeChecked()
}

/** Goes to a day in the choice of times of a client or visitor, and chooses it. */
export async function chooseDay(page: Page, day: string) {
  const days = page.getByRole('group', { name: 'Day', exact: true })
  await expect(days).toBeVisible()
  while ((await dayToChoose(page, day).count()) === 0) {
    await page.getByRole('button', { name: 'Later days' }).click()
    await expect(days).toBeVisible()
  }
  await choose(dayToChoose(page, day))
}

/** The button of a start, `HH:mm`. */
export const timeToChoose = (page: Page, time: string) => page.getByRole('radio', { name: time, exact: true })

/**
 * Signs a client in and opens the form for a recording session at 10:00 of a day.
 * @returns the form
 */
export async function openBookingForm(page: Page, { email, slug, day }: { email: string; slug: string; day: string }) {
  await enter(page, email, `/${slug}/bookings`)
  await page.getByRole('button', { name: /Recording Session/ }).click()
  const form = page.getByRole('dialog', { name: 'Create New Booking' })
  await chooseDay(page, day)
  await choose(timeToChoose(page, '10:00'))
  return form
}
