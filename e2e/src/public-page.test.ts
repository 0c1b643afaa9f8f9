import type { Browser, Locator, Page } from '@playwright/test'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aPhoto } from '@studiohub/testing/pictures.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './axe.ts'
import { anEmail, aStudioByApi, expect, linkIn, signInAt, test, timeToChoose, variant } from './fixtures.ts'
import { measureLayoutShift } from './shift.ts'

const phone = { width: 390, height: 844 }
const wide = { width: 1440, height: 900 }
const longName = 'The Very Long Named Recording and Broadcasting House of Northumberland'

test(
  "on a phone a visitor taps a time on the studio's page and continues with it",
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin } = await aStudioByApi(server)
    await admin.patch(`/studios/${studio.id}`, { location: 'Kanalstraat 12', contact_phone: '+31 10 555' })
    const page = await aBrowser(phone)
    await page.goto(`/s/${studio.slug}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(studio.name)
    await expect(page.getByRole('link', { name: 'Kanalstraat 12' }).first()).toHaveAttribute('href', /maps/)
    await expect(page.getByText(/^(Open now|Closed)/).first()).toBeVisible()
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
    const card = page.getByRole('form', { name: 'Book a session' })
    // On the day after tomorrow, all times are free and can still be cancelled.
    const day = card.getByRole('group', { name: 'Day' }).getByRole('button').nth(2)
    await day.click()
    await expect(day).toHaveAttribute('aria-pressed', 'true')
    await expect(card).toContainText(/Cancel free of charge until 24 h before/)
    await timeToChoose(page, '10:00').check()
    await expect(card).toContainText('10:00 – 12:00')
    await expect(card.locator('[data-room]')).toHaveText('Studio A')
    await expect(card).toContainText(/Free cancellation until \w{3}, .*, \d\d:\d\d/)
    // The heading names the days that are shown, and the arrows do not skip any.
    const days = card.getByRole('group', { name: 'Day' }).getByRole('button')
    const visibleDays = days.filter({ visible: true })
    const heading = card.locator('[data-month]')
    const lastShown = ((await visibleDays.last().getAttribute('aria-label')) ?? '').split(', ')[1] ?? 'no day'
    await expect(heading).toContainText(`– ${lastShown}`)
    await card.getByRole('button', { name: 'Later days' }).click()
    await expect(heading).not.toContainText(`– ${lastShown}`)
    const firstOfNext = ((await visibleDays.first().getAttribute('aria-label')) ?? '').split(', ')[1] ?? 'no day'
    const dayAfter = (name: string) => new Date(Date.parse(`${name} 2028 UTC`) + 86_400_000).getUTCDate()
    expect(Number(firstOfNext.split(' ')[1])).toBe(dayAfter(lastShown))
    await card.getByRole('button', { name: 'Earlier days' }).click()
    await expect(heading).toContainText(`– ${lastShown}`)
    await card.getByRole('button', { name: 'Show the whole month' }).click()
    await expect(days.nth(30)).toBeVisible()
    await expect(heading).not.toContainText(`– ${lastShown}`)
    await day.click()
    await timeToChoose(page, '10:00').check()
    await expectNoAxeViolations(page)
    await card.getByRole('link', { name: 'Sign in and book' }).click()
    await expect(page).toHaveURL(new RegExp(`/${studio.slug}/book/recording\\?.*time=10%3A00`))
    await expect(page.getByRole('region', { name: 'Your choice' })).toContainText('10:00 – 12:00')
  },
)

/** Taps and types on a page, and counts both. */
function countInputs(page: Page) {
  const count = { taps: 0, fields: 0 }
  return {
    count,
    async tap(element: Locator) {
      count.taps += 1
      await element.tap()
    },
    async type(element: Locator, text: string) {
      count.fields += 1
      await element.fill(text)
    },
    go: (url: string) => page.goto(url),
  }
}

const onPhone = async (browser: Browser, colorScheme: 'light' | 'dark' = 'light') => {
  const context = await browser.newContext({ viewport: phone, hasTouch: true, colorScheme })
  return { context, page: await context.newPage() }
}
const times = (page: Page) => page.getByRole('group', { name: 'Time' }).locator('label')

test('a visitor books with three taps and two fields, and sees the booking', async ({ browser, server }) => {
  const { studio, admin } = await aStudioByApi(server)
  await admin.patch(`/studios/${studio.id}`, { location: 'Kanalstraat 12', contact_phone: '+31 10 555' })
  const email = anEmail('vera')
  const { context, page } = await onPhone(browser)
  const hand = countInputs(page)
  await hand.go(`${server.url}/s/${studio.slug}`)
  await hand.tap(times(page).last())
  await hand.type(page.getByLabel('Name'), 'Vera Visitor')
  await hand.type(page.getByLabel('Email'), email)
  await hand.tap(page.getByRole('button', { name: 'Book', exact: true }))
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByRole('status')).toContainText(email)
  await expect(page.getByRole('region', { name: 'Check your email' })).toContainText('Studio A')
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  const { text } = await nextMail(server, email, 'Confirm your session')
  await hand.go(linkIn(text))
  await expect(page.getByRole('heading', { name: 'Confirm your session' })).toBeVisible()
  await expectNoAxeViolations(page)
  await hand.tap(page.getByRole('button', { name: 'Confirm the session' }))
  await expect(page.getByRole('heading', { name: 'Your request was sent', level: 1 })).toBeVisible()
  expect(hand.count).toEqual({ taps: 3, fields: 2 })

  const main = page.getByRole('main')
  await expect(main).toContainText('Kanalstraat 12')
  await expect(main).toContainText(/Free cancellation until|too late to cancel/)
  await expect(main).toContainText('Price on request')
  await expect(main).toContainText(`${studio.name} answers by`)
  await expect(main.getByRole('link', { name: 'Get directions' })).toHaveAttribute('href', /maps/)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('button', { name: 'Add to calendar' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^session-.*\.ics$/)
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await hand.go(linkIn(text))
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await context.close()
})

test('a signed-in client books on the page, with two taps', variant, async ({ browser, server }) => {
  const { studio, client } = await aStudioByApi(server)
  const { context, page } = await onPhone(browser)
  await signInAt(page, client.email, `/${studio.slug}/bookings`)
  await expect(page.getByRole('heading', { name: 'Bookings', level: 1 })).toBeVisible()
  const hand = countInputs(page)
  await hand.go(`${server.url}/s/${studio.slug}`)
  await expect(page.getByLabel('Email')).toBeHidden()
  await hand.tap(times(page).last())
  await hand.tap(page.getByRole('button', { name: 'Book', exact: true }))
  await expect(page.getByRole('heading', { name: 'Your request was sent', level: 1 })).toBeVisible()
  expect(hand.count).toEqual({ taps: 2, fields: 0 })
  await context.close()
})

test('the form works by keyboard and without scripts, and keeps typed text next to its errors', async ({
  browser,
  server,
}) => {
  const { studio, admin } = await aStudioByApi(server)
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: phone })
  const page = await context.newPage()
  await page.goto(`${server.url}/s/${studio.slug}`)
  await page.getByRole('group', { name: 'Day' }).getByRole('link').nth(2).click()
  await expect(page).toHaveURL(/day=.*#book$/)
  await page.getByRole('radio').first().focus()
  await page.keyboard.press('ArrowRight')
  const time = await page.getByRole('radio', { checked: true }).inputValue()
  await page.getByLabel('Name').focus()
  await page.keyboard.type('www.evil.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('vera@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Please leave out web addresses')
  await expect(page.getByLabel('Name')).toHaveValue('www.evil.example')
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Email')).toHaveValue('vera@example.com')
  await expect(page.getByRole('radio', { checked: true })).toHaveValue(time)
  await page.getByLabel('Name').fill('Vera')
  await page.getByLabel('Email').fill(anEmail('vera'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await admin.patch(`/studios/${studio.id}`, { visitors_can_book: false })
  await page.goto(`${server.url}/s/${studio.slug}`)
  await expect(page.getByLabel('Email')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible()
  await context.close()
})

test(
  'a service or free time is chosen in its card, and a client confirms on the booking page',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, client } = await aStudioByApi(server)
    const page = await aBrowser(wide)
    await signInAt(page, client.email, `/${studio.slug}/bookings`)
    await expect(page.getByRole('heading', { name: 'Bookings', level: 1 })).toBeVisible()
    await page.goto(`/s/${studio.slug}`)
    await expect(page.getByRole('link', { name: 'My page' })).toBeVisible()
    const card = page.getByRole('form', { name: 'Book a session' })
    await page
      .getByRole('region', { name: 'What you can book' })
      .getByRole('link', { name: /Consultation/ })
      .click()
    await expect(card.getByLabel('Service')).toHaveValue('consultation')
    await expect(card.getByLabel('Length')).toHaveValue('60')
    await page.getByRole('region', { name: 'Next free times' }).getByRole('link').nth(1).click()
    await expect(card.getByLabel('Service')).toHaveValue('recording')
    await expect(card.locator('[data-choice]')).toContainText('–')
    await card.getByRole('button', { name: 'Book', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Your request was sent', level: 1 })).toBeVisible()
  },
)

test('without scripts the page is complete, and a closed studio shows its name only', async ({ browser, server }) => {
  const { studio, admin } = await aStudioByApi(server)
  await admin.patch(`/studios/${studio.id}`, { name: longName, location: 'Kanalstraat 12' })
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: phone })
  const page = await context.newPage()
  await page.goto(`${server.url}/s/${studio.slug}`)
  await expect(page).toHaveTitle(longName)
  await expect(page.getByRole('region', { name: 'Next free times' }).getByRole('link').first()).toHaveAttribute(
    'href',
    /^\?service=recording&minutes=120&day=.*#book$/,
  )
  await expectNoSidewaysScroll(page)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`/s/${studio.slug}$`))
  await admin.patch(`/studios/${studio.id}`, { is_active: false })
  await page.goto(`${server.url}/s/${studio.slug}`)
  await expect(page.getByText('This studio is not accepting new bookings at the moment.')).toBeVisible()
  await expect(page.getByText('Kanalstraat 12')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Bookings are closed'])
  expect((await page.goto(`${server.url}/s/no-such-studio-anywhere`))?.status()).toBe(404)
  await context.close()
})

test(
  'all pictures of a room are shown, to scroll through by keyboard and without moving the page',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin } = await aStudioByApi(server)
    await admin.patch(`/studios/${studio.id}`, { shows_people: true })
    const resources = `/studios/${studio.id}/resources`
    const ada = (await admin.post(resources, { kind: 'person', name: 'Ada Writer' })).body
    await admin.post(resources, { kind: 'person', name: 'Bo Mixer' })
    const room = (await admin.get(resources)).body.items.find(({ kind }: { kind: string }) => kind === 'room')
    const bytes = await aPhoto({ width: 640, height: 480 })
    const add = (fields: Record<string, string>) =>
      admin.upload('POST', `/studios/${studio.id}/pictures`, bytes, { fields })
    for (const alt of ['A piano', 'A window', '']) await add({ resource_id: room.id, alt })
    await add({ resource_id: ada.id })
    for (const viewport of [phone, wide]) {
      const page = await aBrowser(viewport)
      const shiftSum = await measureLayoutShift(page)
      await page.goto(`/s/${studio.slug}`)
      const strip = page.getByRole('region', { name: 'Pictures of Studio A' })
      await strip.scrollIntoViewIfNeeded()
      const pictures = strip.getByRole('img')
      await expect(pictures).toHaveCount(3)
      await expect(pictures.nth(2)).toHaveAttribute('alt', 'Studio A, picture 3')
      await expect(pictures.nth(2)).not.toBeInViewport()
      await strip.focus()
      // Each press moves to the next picture; presses during the movement have no effect.
      await expect(async () => {
        await page.keyboard.press('ArrowRight')
        await expect(pictures.nth(2)).toBeInViewport({ ratio: 0.9, timeout: 1_000 })
      }).toPass()
      const people = page.getByRole('region', { name: 'People' }).getByRole('listitem')
      await expect(people.filter({ hasText: 'Ada Writer' }).locator('img')).toHaveCount(1)
      await expect(people.filter({ hasText: 'Bo Mixer' }).locator('img')).toHaveCount(0)
      await expectNoAxeViolations(page)
      await expectNoSidewaysScroll(page)
      expect(await shiftSum()).toBe(0)
    }
  },
)

test(
  'the booking form has its place before the browser has read the rest of the page',
  variant,
  async ({ aBrowser, server }) => {
    const { studio } = await aStudioByApi(server)
    const page = await aBrowser(wide)
    await page.goto(`/s/${studio.slug}`)
    const form = page.getByRole('form', { name: 'Book a session' })
    const place = await form.boundingBox()
    await page.locator('main > :last-child').evaluate((rest) => rest.remove())
    await expect(page.getByRole('region', { name: 'Rooms' })).toHaveCount(0)
    expect(await form.boundingBox()).toEqual(place)
  },
)

test('the first link of the public pages skips to their content', variant, async ({ aBrowser, server }) => {
  const { studio } = await aStudioByApi(server)
  const page = await aBrowser(wide)
  for (const path of [`/s/${studio.slug}`, `/s/${studio.slug}/book`, `/s/${studio.slug}/book/recording`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Times appear once the app has replaced the prerendered page, which would lose the focus.
    if (path.endsWith('recording')) await expect(page.getByRole('radio', { name: /:00$/ }).first()).toBeVisible()
    await page.keyboard.press('Tab')
    const link = page.getByRole('link', { name: 'Skip to content' })
    await expect(link).toBeFocused()
    await expect(link).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  }
})

test(
  'a new studio sees its page next to the setup list, until it closes the list',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin } = await aStudioByApi(server)
    const page = await aBrowser(wide)
    await signInAt(page, admin.email, '/studio')
    const panel = page.getByRole('region', { name: 'This is your page' })
    await expect(panel).toContainText('0 of 5 done')
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1, includeHidden: true })).toHaveText(
      studio.name,
    )
    await expectNoAxeViolations(page)
    await panel.getByRole('link', { name: 'Add pictures of your rooms' }).click()
    await expect(page).toHaveURL(/tab=rooms/)
    await page.goBack()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await panel.getByRole('button', { name: 'Copy the booking page link' }).click()
    await expect(panel).toContainText('1 of 5 done')
    await panel.getByRole('button', { name: 'Hide the checklist' }).click()
    await expect(panel).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { name: studio.name, level: 1 })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Today' })).toBeVisible()
    await expect(panel).toHaveCount(0)
  },
)
