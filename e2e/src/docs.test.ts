import type { Page } from '@playwright/test'
import { expectAccessibleInEveryTheme, expectNoAxeViolations } from './axe.ts'
import { anEmail, expect, test, variant, waitForPaint } from './fixtures.ts'

const topics = {
  'Getting Started': ['quick-start', 'set-up-your-studio', 'invite-people', 'plans-and-trial'],
  'User Guides': ['studio-admins', 'crew', 'clients', 'partners'],
  'AI Features': ['agents', 'assistant', 'voice', 'what-runs-by-itself'],
  Advanced: ['api', 'calendar-feeds', 'domains', 'self-hosting'],
}
/** Pages that the articles of their topic link to. */
const guides = ['api-keys', 'webhooks', 'getting-paid', 'moving-in']
const slugs = [...Object.values(topics).flat(), ...guides]

const entries = (page: Page) => page.getByRole('tabpanel').getByRole('listitem')
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search the documentation' })

test('four topics have four articles each, and All Docs lists them all', async ({ aBrowser }) => {
  const page = await aBrowser()
  await page.goto('/docs')
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveText(['All Docs', ...Object.keys(topics)])
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
  await expect(entries(page)).toHaveCount(16)
  for (const [topic, articles] of Object.entries(topics)) {
    await page.getByRole('tab', { name: topic }).click()
    await expect(entries(page)).toHaveCount(4)
    for (const slug of articles) await expect(page.locator(`a[href="/docs/${slug}"]:visible`)).toHaveCount(1)
    await expect(page.getByRole('tabpanel', { name: topic })).toBeVisible()
  }
  await test.step('a reload and a link keep the tab, and arrow keys change it', async () => {
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Advanced' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'Advanced' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('tab', { name: 'AI Features' })).toBeFocused()
    await expect(page.getByRole('heading', { level: 2, name: 'AI Features' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'Advanced' })).toBeHidden()
  })
})

test('the search finds any word, works with the keyboard alone, and says if it finds nothing', async ({ aBrowser }) => {
  const page = await aBrowser()
  await page.goto('/docs#advanced')
  await waitForPaint(page)
  await page.keyboard.press('/')
  await expect(searchBox(page)).toBeFocused()
  await page.keyboard.type('Idempotency')
  await expect(entries(page)).toHaveCount(1)
  await expect(page.getByRole('tab', { name: 'All Docs' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel').getByRole('status')).toHaveText('1 found')
  await searchBox(page).fill('switch stud')
  expect(await entries(page).count()).toBeGreaterThan(1)
  await page.keyboard.press('ArrowDown')
  await expect(entries(page).first().getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(searchBox(page)).toBeFocused()

  await searchBox(page).fill('zither')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await expect(page.getByRole('tabpanel').getByRole('status')).toHaveText('0 found')
  await expectNoAxeViolations(page, 'nothing found')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(entries(page)).toHaveCount(16)

  await searchBox(page).fill('backup restore')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/docs\/self-hosting$/)
  await searchBox(page).fill('cut-off')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/docs\?q=cut-off$/)
  await expect(page.locator('a[href="/docs/clients"]')).toBeVisible()
  await expect(page.locator('a[href="/docs/domains"]')).toBeHidden()
})

test('every article is a page that works without scripts, with a title and no broken links', async ({
  browser,
  server,
  aBrowser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const titles = new Set<string>()
  const links = new Set<string>()
  for (const slug of slugs) {
    await page.goto(`${server.url}/docs/${slug}`)
    const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
    await expect(page).toHaveTitle(`${heading} - StudioHub`)
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(new RegExp(`/docs/${slug}$`))
    await expect(page.getByRole('article').getByRole('heading', { level: 2 }).first()).toBeVisible()
    titles.add(heading)
    const resultLinks = page.getByRole('main').getByRole('link')
    for (const link of await resultLinks.all()) links.add((await link.getAttribute('href')) ?? '')
  }
  expect(titles.size).toBe(slugs.length)
  for (const guide of guides) expect([...links]).toContain(`/docs/${guide}`)
  for (const href of [...links].filter((href) => !href.startsWith('#'))) {
    const response = await page.request.get(server.url + href)
    expect(response.status(), href).toBe(200)
    const [, anchor] = href.split('#')
    if (anchor) expect(await response.text(), href).toContain(`id="${anchor}"`)
  }
  await context.close()
  const lost = await aBrowser()
  await lost.goto('/docs/no-such-article')
  await expect(lost.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
})

test('a page of documentation loads neither React nor the router', variant, async ({ aBrowser }) => {
  const page = await aBrowser()
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  for (const path of ['/docs', '/docs/api']) await page.goto(path, { waitUntil: 'networkidle' })
  expect(new Set(scripts.map((url) => new URL(url).pathname.replace(/-[\w-]+\.js$/, '')))).toEqual(
    new Set(['/assets/site']),
  )
})

test('the documentation links to training, the API reference and support', variant, async ({ aBrowser, server }) => {
  const page = await aBrowser()
  await page.goto('/docs')
  await expect(page.getByRole('main').getByRole('link', { name: 'Visit Training' })).toHaveAttribute(
    'href',
    '/training',
  )
  await page.getByRole('link', { name: 'Contact Support' }).click()
  await expect(page).toHaveURL(/\/docs#support$/)
  const form = page.locator('#support form')
  await form.getByRole('button', { name: 'Send message' }).click()
  for (const sentence of ['Please enter your name', 'Invalid email address', 'Please write a message']) {
    await expect(form.getByText(sentence)).toBeVisible()
  }
  await expect(form.getByLabel('Your name')).toBeFocused()
  const email = anEmail('reader')
  await form.getByLabel('Your name').fill('Rea Reader')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('What can we help with?').fill('How do I change my opening hours?')
  const [request] = await Promise.all([
    page.waitForRequest('**/api/v1/contact-requests'),
    form.getByRole('button', { name: 'Send message' }).click(),
  ])
  expect(request.postDataJSON()).toMatchObject({ topic: 'support', email })
  await expect(page.getByRole('main').getByText('Thank you, we have received your message')).toBeVisible()
  await expect(page.locator('#support').getByRole('button', { name: 'Close' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Open the reference' }).click()
  await expect(page).toHaveURL(`${server.url}/api/docs`)
  await expect(page.getByRole('heading', { name: 'API reference' })).toBeVisible()
})

test('the API reference shows every operation of the OpenAPI document, with its fields', async ({ aBrowser }) => {
  const page = await aBrowser()
  await page.goto('/api/docs')
  const { paths } = await (await page.request.get('/api/v1/openapi.json')).json()
  const calls = Object.values<object>(paths).flatMap((methods) => Object.keys(methods))
  await expect(page.locator('details')).toHaveCount(calls.length)
  const create = page.locator('details').filter({ hasText: 'POST/api/v1/studios/{studio_id}/bookings' })
  await create.locator('summary').click()
  await expect(create.getByRole('cell', { name: 'booking_date', exact: true }).first()).toBeVisible()
  await expectNoAxeViolations(page, '/api/docs')
})

// The reference grows with every call of the API, and axe checks all of it four times.
for (const [what, pages] of [
  ['documentation', ['/docs', ...slugs.map((slug) => `/docs/${slug}`)]],
  ['API reference', ['/api/docs']],
] as const) {
  test(
    `axe finds nothing in the ${what}, dark and light, on a desktop and on a phone`,
    variant,
    async ({ aBrowser }) => {
      test.slow()
      const page = await aBrowser()
      for (const path of pages) {
        await page.goto(path)
        await expectAccessibleInEveryTheme(page, path)
      }
    },
  )
}
