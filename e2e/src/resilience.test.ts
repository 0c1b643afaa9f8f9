import { type Page, test as plainTest } from '@playwright/test'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { aDeskPerson } from '@studiohub/testing/people.ts'
import { aStudioByApi, delayRequests, expect, PASSWORD, signInAt, test, toast, variant } from './fixtures.ts'

/** A browser of an admin in which errors are allowed, because the browser logs the failures that these tests cause. */
async function aTab(browser: { newPage: () => Promise<Page> }, email: string) {
  const page = await browser.newPage()
  await signInAt(page, email, '/studio')
  await expectDashboard(page)
  return page
}

async function expectDashboard(page: Page, timeout = 30_000) {
  await expect(page).toHaveURL(/\/studio$/, { timeout })
  // The frame, on a phone as well: a page that still waits has a heading too.
  await expect(page.getByRole('button', { name: 'Toggle sidebar' })).toBeVisible({ timeout })
}

const sidebar = (page: Page, name: string) => page.getByRole('complementary').getByRole('link', { name, exact: true })
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'You are offline' })

plainTest.describe('a browser without a network', () => {
  plainTest('says so, keeps the screen, and loads new data when the network returns', async ({ browser, baseURL }) => {
    const { admin, studio } = await aStudioByApi({ url: baseURL ?? '' })
    const page = await aTab(browser, admin.email)
    await sidebar(page, 'Bookings').click()
    await page.getByRole('tab', { name: 'List' }).click()
    // The calendar shows the same text, so wait for the list before the network is switched off.
    const list = page.getByRole('tabpanel', { name: 'List' })
    await expect(list.getByText('No Bookings Yet')).toBeVisible()

    await page.context().setOffline(true)
    await expect(notice(page)).toBeVisible()
    await expect(list.getByText('No Bookings Yet')).toBeVisible()
    await aBooking(admin, studio.id, Temporal.Now.plainDateISO('UTC').toString())

    await page.context().setOffline(false)
    await expect(notice(page)).toHaveCount(0)
    await expect(page.getByRole('row').filter({ hasText: 'Recording Session' })).toHaveCount(1)
  })

  plainTest('does not save while offline, and keeps the typed text', variant, async ({ browser, baseURL }) => {
    const { admin } = await aStudioByApi({ url: baseURL ?? '' })
    const page = await aTab(browser, admin.email)
    await page.goto(`${baseURL}/profile`)
    await page.getByLabel('Full name').fill('Ada Of The Train')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: /Save/ }).click()
    await expect(toast(page, 'You are offline.')).toBeVisible()
    await expect(page.getByLabel('Full name')).toHaveValue('Ada Of The Train')
    await page.context().setOffline(false)
    await expect(notice(page)).toHaveCount(0)
    await page.getByRole('button', { name: /Save/ }).click()
    await expect(toast(page, 'Profile updated successfully')).toBeVisible()
  })

  plainTest(
    'cannot open a page whose code is missing, and opens it when the network returns',
    variant,
    async ({ browser, baseURL }) => {
      const { admin } = await aStudioByApi({ url: baseURL ?? '' })
      const page = await aTab(browser, admin.email)
      await page.context().setOffline(true)
      await sidebar(page, 'Bookings').click()
      await expect(page.getByRole('alert')).toContainText('This page could not be loaded')
      await expect(sidebar(page, 'Dashboard')).toBeVisible()
      await page.context().setOffline(false)
      await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible()
    },
  )
})

plainTest.describe('a new version while a tab is open', () => {
  const screens = /assets\/bookings-screen-.*\.js/

  plainTest('is loaded by one automatic reload', async ({ browser, baseURL }) => {
    const { admin } = await aStudioByApi({ url: baseURL ?? '' })
    const page = await aTab(browser, admin.email)
    let isGone = true
    await page.route(screens, (route) => (isGone ? route.fulfill({ status: 404, body: '{}' }) : route.continue()))
    // Counts from the reload on, because the new page can request its code before it counts as loaded.
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isGone = false
    })
    await sidebar(page, 'Bookings').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible()
  })

  plainTest('is offered with a button if the automatic reload did not help', variant, async ({ browser, baseURL }) => {
    const { admin } = await aStudioByApi({ url: baseURL ?? '' })
    const page = await aTab(browser, admin.email)
    await page.route(screens, (route) => route.fulfill({ status: 404, body: '{}' }))
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await sidebar(page, 'Bookings').click()
    await expect(page.getByRole('alert')).toContainText('A new version is available')
    expect(loads).toBe(1)
    await expect(sidebar(page, 'Dashboard')).toBeVisible()

    await page.unroute(screens)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible()
  })
})

plainTest('a page that cannot be loaded shows the reason, Retry and a link home', async ({ browser, baseURL }) => {
  const { admin, studio } = await aStudioByApi({ url: baseURL ?? '' })
  const page = await aTab(browser, admin.email)
  const rejection = { code: 'INTERNAL', message: 'Something went wrong on our side.' }
  await page.route('**/api/v1/me', (route) => route.fulfill({ status: 500, json: rejection }))
  await page.goto(`${baseURL}/studio/settings`)
  await expect(page.getByRole('alert')).toContainText(rejection.message)
  await expect(page.getByRole('link', { name: 'Go to my home' })).toBeVisible()
  await page.unroute('**/api/v1/me')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page.getByText(studio.name).first()).toBeVisible()
})

test(
  'on a phone the toast of a failed load is one line that covers neither the page nor its error',
  variant,
  async ({ aBrowser, server }) => {
    const { admin } = await aStudioByApi(server)
    const page = await aBrowser({ width: 390, height: 844 })
    const message = 'Something went wrong on our side.'
    await page.route('**/api/v1/studios/*/calendar*', (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message } }),
    )
    await signInAt(page, admin.email, '/studio/bookings')
    const failed = page.getByRole('alert').filter({ hasText: message })
    await expect(failed).toBeVisible()
    const line = toast(page, 'Failed to load bookings')
    await expect(line).toContainText(message)
    const tabs = page.getByRole('navigation').filter({ hasText: 'More' })
    await expect(async () => {
      const [card, box, bar] = await Promise.all([failed.boundingBox(), line.boundingBox(), tabs.boundingBox()])
      expect(box?.height).toBeLessThan(48)
      expect(box?.y).toBeGreaterThan((card?.y ?? 0) + (card?.height ?? 0))
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
    }).toPass()
  },
)

plainTest('the sidebar stays if a page throws an error while it renders', variant, async ({ browser, baseURL }) => {
  const { admin } = await aStudioByApi({ url: baseURL ?? '' })
  const page = await aTab(browser, admin.email)
  await page.route('**/api/v1/studios/*/clients?*', (route) => route.fulfill({ json: { items: [null] } }))
  await sidebar(page, 'Clients').click()
  await expect(page.getByRole('alert')).toContainText('Something broke on this page')
  await sidebar(page, 'Dashboard').click()
  await expectDashboard(page)
})

test('the sign-in page works on a slow network, and a password is never in an address', async ({
  aBrowser,
  server,
}) => {
  const { admin } = await aStudioByApi(server)
  const page = await aBrowser({ width: 390, height: 844 })
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  await page.goto('/auth/login', { waitUntil: 'commit' })
  // The page is shown before its code is loaded, and accepts no input until then.
  await expect(page.getByLabel('Email')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeDisabled()
  await expect(page.getByLabel('Email')).toBeEnabled({ timeout: 120_000 })
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible()
  await expectDashboard(page, 120_000)
  expect(addresses.filter((address) => /password=|correct/.test(address))).toEqual([])
})

// A page of an area once had 80 files, loaded one layer after the other. With 400 ms each, its data came after 11 seconds.
const FILES_MAX = 25

test(
  'the first page of an area loads its code and the user at once, and works before its data is there',
  variant,
  async ({ aBrowser, server }) => {
    const { client, studio } = await aStudioByApi(server)
    const { id: project_id } = (await client.post('/projects', { title: 'Night Drive', project_type: 'music' })).body
    await client.post('/cards', { project_id, title: 'Record vocals' })
    const page = await aBrowser({ width: 390, height: 844 })
    await signInAt(page, client.email, '/robots.txt')
    const requestedPaths = new Set<string>()
    page.on('request', (request) => requestedPaths.add(new URL(request.url()).pathname))
    const letCode = await delayRequests(page, 'GET', '**/assets/board-screen-*.js')
    const letPerson = await delayRequests(page, 'GET', '**/api/v1/me')
    const letCards = await delayRequests(page, 'GET', '**/api/v1/cards')

    await page.goto(`/${studio.slug}/board`, { waitUntil: 'commit' })
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
    await expect
      .poll(() => requestedPaths.has('/api/v1/me'), 'the page requests the signed-in person while its code still loads')
      .toBe(true)
    const parts = await page.evaluate(
      () => Reflect.get(globalThis, '__reactRouterManifest').routes['slug-board'].imports,
    )
    const missing = () => parts.filter((file: string) => !requestedPaths.has(file))
    await expect.poll(missing, 'no part of the page waits for its first file').toEqual([])
    expect([...requestedPaths].filter((path) => path.endsWith('.js')).length).toBeLessThanOrEqual(FILES_MAX)

    letCode()
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
    letPerson()
    await expect(page.getByRole('heading', { name: 'Board', level: 1 })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Loading board...' })).toHaveCount(1)
    await expect.poll(() => requestedPaths.has('/api/v1/cards')).toBe(true)
    // The parts that have loaded can be used.
    await page.getByRole('button', { name: 'Toggle sidebar' }).click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Bookings', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')

    letCards()
    await page.getByRole('button', { name: 'Record vocals', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Record vocals' })).toBeVisible()
  },
)

test('a page that has just loaded reads its lists once, and shows what changed before its live stream opened', async ({
  aBrowser,
  server,
}) => {
  const fixture = await aStudioByApi(server)
  const { client, studio } = fixture
  const desk = await aDeskPerson(server, fixture)
  const page = await aBrowser()
  // A new page also gets the changes of the last seconds, here those of the new studio.
  await page.waitForTimeout(6_000)
  const reads: string[] = []
  page.on('request', (request) => reads.push(new URL(request.url()).pathname))
  const openStream = await delayRequests(page, 'GET', '**/api/v1/events*')
  await signInAt(page, desk.email, '/studio')
  const services = `/api/v1/studios/${studio.id}/services`
  await expect.poll(() => reads.includes('/api/v1/events')).toBe(true)
  const waitingRequests = page.getByRole('listitem').filter({ hasText: 'Waiting Requests' })
  await expect(waitingRequests).toContainText('0')

  await aBooking(client, studio.id, Temporal.Now.plainDateISO('UTC').add({ days: 2 }).toString())
  openStream()
  await expect(waitingRequests).toContainText('1')
  expect(reads.filter((path) => path === services)).toHaveLength(1)
})
