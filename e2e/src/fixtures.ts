import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { aStudio, type StudioOfTest, TEST_PASSWORD } from '@studiohub/testing/people.ts'
import { SESSION_KEY } from '../../web/src/lib/session/stored-session.ts'

/** Records errors that no page may have: a failing script, a violation of the page's policy, an error in the console. */
function recordErrors(page: Page, errors: string[]) {
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    // The browser also logs every response from 400 on as an error. These are not recorded, because screens show them.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      errors.push(`${page.url()}: ${message.text()}`)
    }
  })
}

/** The folder in which the tested server stores its emails. */
export const outbox = join(process.env.E2E_DATA_DIR ?? '', 'outbox')

type Fixtures = {
  /** The server under test, in the form that `@studiohub/testing` needs. */
  server: { url: string; outbox: string }
  /** A separate browser: it shares only the server with the others. @param locale the reader's language and country */
  aBrowser: (viewport?: { width: number; height: number }, locale?: string) => Promise<Page>
}

/** Playwright's test, with browsers for several people; an error in any of their consoles fails it. */
export const test = base.extend<Fixtures>({
  server: async ({ baseURL }, use) => use({ url: baseURL ?? '', outbox }),
  aBrowser: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    const errors: string[] = []
    await use(async (viewport = { width: 1440, height: 900 }, locale) => {
      const context = await browser.newContext({ viewport, ...(locale && { locale }) })
      contexts.push(context)
      const page = await context.newPage()
      recordErrors(page, errors)
      return page
    })
    for (const context of contexts) await context.close()
    expect(errors, 'errors in a console').toEqual([])
  },
})

export { expect }

/**
 * The tag of a variant: a test of a way through the product that another browser test covers at another size, for another
 * role or without a rare fault, or whose steps server tests cover. `npm test` leaves variants out, `npm test -- --variants` runs
 * them too (decision 0220).
 */
export const variant = { tag: '@variant' }

/** The tag of a variant, for some values of a loop only. */
export const variantIf = (isVariant: boolean) => (isVariant ? variant : {})

/** A toast with this text, in the app or on a public page. */
export const toast = (page: Page, text: string | RegExp) =>
  page.locator('[data-sonner-toast], [data-toast]').filter({ hasText: text })

/** Waits until a frame is painted. Before that, the browser discards keys and clicks. */
export const waitForPaint = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((drawn) => requestAnimationFrame(drawn))
  })

/** The response to calls that `failRequests` lets fail. */
export const internalError = { code: 'INTERNAL', message: 'Something went wrong on our side.' }
export const writeMethods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Lets calls fail as if the server had an error. @returns a function that ends this */
export async function failRequests(
  page: Page,
  methods: string | readonly string[],
  path: string | RegExp,
): Promise<() => Promise<void>> {
  await page.route(path, (route) =>
    [methods].flat().includes(route.request().method())
      ? route.fulfill({ status: 500, json: internalError })
      : route.fallback(),
  )
  return () => page.unroute(path)
}

/** Delays calls like a slow connection. @returns a function that releases them */
export async function delayRequests(page: Page, method: string, path: string | RegExp): Promise<() => void> {
  const release = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() === method) await release.promise
    await route.fallback()
  })
  return () => release.resolve()
}

/** Lets calls reach the server at once, but delays the responses. @returns a function that releases the responses */
export async function delayResponses(page: Page, path: string | RegExp): Promise<() => void> {
  const release = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    const response = await route.fetch()
    await release.promise
    await route.fulfill({ response })
  })
  return () => release.resolve()
}

/** Serves a list with one row per page, like a long list. @returns a function that ends this */
export async function serveOneRowPerPage(page: Page, list: RegExp): Promise<() => Promise<void>> {
  await page.route(list, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '1')
    return route.continue({ url: url.href })
  })
  return () => page.unroute(list)
}

export const PASSWORD = TEST_PASSWORD

/** A new studio with its admin and two clients, created over the API. */
export const aStudioByApi = (server: { url: string }, options: { timezone?: string } = {}): Promise<StudioOfTest> =>
  aStudio(server, options)

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
export async function signInAt(page: Page, email: string, at: string, password = PASSWORD) {
  await page.goto(at.startsWith('/') ? '/robots.txt' : new URL('/robots.txt', at).href)
  const token = new URL('/auth/v1/token?grant_type=password', page.url()).href
  const response = await page.request.post(token, { data: { email, password } })
  expect(response.status(), 'signing in').toBe(200)
  const session = await response.text()
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [SESSION_KEY, session] as const)
  await page.goto(at)
}

// The reader's language decides the order of month and day.
const dayFormats = ['en-US', 'en-GB'].map(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }),
)

/** The button of a day in a client's choice of times. @param day `yyyy-MM-dd` */
export function dayToChoose(page: Page, day: string) {
  const names = dayFormats.map((format) => format.format(new Date(`${day}T00:00:00Z`)))
  return page.getByRole('radio', { name: new RegExp(`^(${names.join('|')}),`) })
}

/** Chooses an option that is part of the address, and waits until it is selected, which is later than the click. */
export async function choose(radio: Locator) {
  await radio.click()
  await expect(radio).toBeChecked()
}

/** Goes to a day in the choice of times of a client or visitor, and chooses it. It must be within half a year. */
export async function chooseDay(page: Page, day: string) {
  const days = page.getByRole('group', { name: 'Day', exact: true })
  await expect(days).toBeVisible()
  for (let pages = 0; pages < 14 && (await dayToChoose(page, day).count()) === 0; pages += 1) {
    await page.getByRole('button', { name: 'Later days' }).click()
    await expect(days).toBeVisible()
  }
  await choose(dayToChoose(page, day))
}

/** The button of a start time. @param time `HH:mm` */
export const timeToChoose = (page: Page, time: string) => page.getByRole('radio', { name: time, exact: true })

/**
 * Signs a client in and opens the form for a recording session at 10:00 of a day.
 * @returns the form
 */
export async function openBookingForm(page: Page, { email, slug, day }: { email: string; slug: string; day: string }) {
  await signInAt(page, email, `/${slug}/bookings`)
  await page.getByRole('button', { name: /Recording Session/ }).click()
  const form = page.getByRole('dialog', { name: 'Create New Booking' })
  await chooseDay(page, day)
  await choose(timeToChoose(page, '10:00'))
  return form
}
