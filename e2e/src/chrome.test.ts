import { aStudioByApi, expect, signInAt, test, variant } from './fixtures.ts'

// Drawers and dialogs are animated, as for most people.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test(
  'the sidebar folds with Ctrl+B, remembers it for a week, and is a drawer on a phone',
  variant,
  async ({ aBrowser, server }) => {
    const { admin } = await aStudioByApi(server)
    const page = await aBrowser()
    await signInAt(page, admin.email, '/studio')
    const nav = page.getByRole('navigation').filter({ has: page.getByRole('link', { name: 'Bookings' }) })
    const width = async () => (await page.getByRole('complementary').boundingBox())?.width ?? 0
    await expect.poll(width).toBe(256)
    await page.keyboard.press('Control+b')
    await expect.poll(width).toBe(48)
    await expect(nav.getByRole('link', { name: 'Bookings' })).toBeVisible()
    await page.reload()
    await expect.poll(width).toBe(48)
    const remembered = (await page.context().cookies()).find(({ name }) => name.includes('sidebar'))
    expect(Math.round(((remembered?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(7)

    const phone = await aBrowser({ width: 390, height: 844 })
    await signInAt(phone, admin.email, '/studio')
    await expect(phone.getByRole('link', { name: 'Settings', exact: true })).toBeHidden()
    await phone.getByRole('button', { name: 'Toggle sidebar' }).click()
    await phone.getByRole('dialog').getByRole('link', { name: 'Settings', exact: true }).click()
    await expect(phone).toHaveURL(/\/studio\/settings/)
    await expect(phone.getByRole('dialog')).toBeHidden()
  },
)

test('on a phone the main pages are tabs at the bottom, More has the others, and nothing is hidden behind them', async ({
  aBrowser,
  server,
}) => {
  const { admin, client, studio } = await aStudioByApi(server)
  const phone = await aBrowser({ width: 390, height: 844 })
  await signInAt(phone, admin.email, '/studio')
  const tabs = phone.getByRole('navigation', { name: 'Main pages' })
  await tabs.getByRole('link', { name: 'Bookings' }).click()
  await expect(phone).toHaveURL(/\/studio\/bookings/)
  await expect(tabs.getByRole('link', { name: 'Bookings' })).toHaveAttribute('aria-current', 'page')
  const action = await phone.getByRole('button', { name: 'New Booking' }).first().boundingBox()
  const bar = await tabs.boundingBox()
  expect((action?.y ?? 0) + (action?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
  expect(Math.round((bar?.y ?? 0) + (bar?.height ?? 0))).toBe(844)
  await tabs.getByRole('button', { name: 'More' }).click()
  await phone.getByRole('dialog').getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(phone).toHaveURL(/\/studio\/settings/)
  await expect(tabs.getByRole('button', { name: 'More' })).toHaveAttribute('aria-current', 'true')
  await signInAt(phone, client.email, `/${studio.slug}`)
  await expect(tabs.getByRole('link')).toHaveText(['Home', 'Bookings', 'Projects', 'Messages'])
  await phone.setViewportSize({ width: 1440, height: 900 })
  await expect(tabs).toBeHidden()
})

test(
  'on a phone the tabs appear together with the button above them, and the button does not move',
  variant,
  async ({ aBrowser, server }) => {
    const { admin } = await aStudioByApi(server)
    const phone = await aBrowser({ width: 390, height: 844 })
    const late = Promise.withResolvers<void>()
    await phone.route('**/conversations/**', async (route) => {
      await late.promise
      await route.continue()
    })
    await signInAt(phone, admin.email, '/studio/board')
    const button = phone.getByRole('button', { name: 'Chat with Stu', exact: true })
    const tabs = phone.getByRole('navigation', { name: 'Main pages' })
    await expect(button).toBeVisible()
    expect(await tabs.isVisible()).toBe(true)
    const before = await button.boundingBox()
    const answered = phone.waitForResponse('**/conversations/**')
    late.resolve()
    await answered
    expect(await button.boundingBox()).toEqual(before)
  },
)

test("a studio's branding is shown before any script has run, and only on its own pages", async ({
  browser,
  server,
}) => {
  const { studio } = await aStudioByApi(server)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${server.url}/s/${studio.slug}/auth/login`)
  await expect(page).toHaveTitle(studio.name)
  const sheet = page.locator('link[data-brand][rel=stylesheet]')
  await expect(sheet).toHaveAttribute('href', studio.brand_css)
  const response = await page.request.get(`${server.url}${studio.brand_css}`)
  expect(await response.text()).toContain('--primary: 185 85% 55%')
  await page.goto(`${server.url}/auth/login`)
  await expect(sheet).toHaveCount(0)
  await context.close()
})

test('a signed-in visitor of the landing page is sent to their home page', variant, async ({ aBrowser, server }) => {
  const { admin, client, studio } = await aStudioByApi(server)
  for (const { person, home } of [
    { person: admin, home: '/studio' },
    { person: client, home: `/${studio.slug}` },
  ]) {
    const page = await aBrowser()
    await signInAt(page, person.email, '/')
    await expect(page).toHaveURL(new RegExp(`${home}$`))
    await page.goto('/client')
    if (person === client) await expect(page).toHaveURL(new RegExp(`${home}$`))
  }
})

test('Ctrl+K finds pages and actions by typing, and opens them without a mouse', async ({ aBrowser, server }) => {
  const { admin } = await aStudioByApi(server)
  const page = await aBrowser()
  await signInAt(page, admin.email, '/studio')
  await expect(page.getByRole('button', { name: 'Search or jump to' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  const field = palette.getByRole('combobox', { name: 'Search people, bookings, projects and actions' })
  await expect(field).toBeFocused()
  await field.fill('nothing of this name')
  await expect(palette.getByText('Nothing found. Try another word.')).toBeVisible()
  await field.fill('bookings')
  await expect(palette.getByRole('option')).toHaveText(['Bookings'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/studio\/bookings/)
  await expect(palette).toBeHidden()

  // The screen's own actions are first, and only while the screen is open.
  await expect(page.getByRole('heading', { name: 'Bookings', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await expect(palette.getByRole('option').first()).toHaveText('New Booking')
  // Otherwise the first arrow goes to the button, and the second one moves from the first command to the last.
  await expect(field).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create New Booking' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await field.fill('sign out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/auth\/login/)
})
