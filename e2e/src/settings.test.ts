import type { Locator, Page } from '@playwright/test'
import { aBooking } from '@studiohub/testing/bookings.ts'
import type { TestUser } from '@studiohub/testing/people.ts'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, signInAt, test, toast, variant } from './fixtures.ts'

const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()
const SAVED = 'Settings updated successfully'

async function open(page: Page, person: TestUser, tab: string) {
  await signInAt(page, person.email, `/studio/settings?tab=${tab}`)
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
}

async function middleY(element: Locator): Promise<number> {
  const { y, height } = (await element.boundingBox()) ?? { y: 0, height: 0 }
  return y + height / 2
}

const namesIn = (page: Page, list: string) =>
  page
    .getByRole('list', { name: list, exact: true })
    .getByRole('listitem')
    .locator('button span.font-medium')
    .allTextContents()

test('rooms are added, colored, ordered by keyboard and deleted', async ({ aBrowser, server }) => {
  const { admin } = await aStudioByApi(server)
  const page = await aBrowser()
  await open(page, admin, 'rooms')
  await expect(page.getByRole('meter', { name: 'Active rooms in your plan' })).toHaveAttribute('value', '1')
  await page.getByRole('button', { name: 'Add room' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add room' })
  await dialog.getByRole('button', { name: 'Add room' }).click()
  await expect(dialog.getByText('Please enter a name')).toBeVisible()
  await dialog.getByLabel('Name').fill('Live room')
  await dialog.getByRole('radio', { name: 'Violet' }).check({ force: true })
  await dialog.getByLabel('Set-up minutes').fill('15')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Add room' }).click()
  await expect(toast(page, SAVED)).toBeVisible()
  await expect(page.getByText('15 min set-up')).toBeVisible()
  await expect(page.getByRole('meter', { name: 'Active rooms in your plan' })).toHaveAttribute('value', '2')
  await page.getByRole('button', { name: 'More actions for Live room' }).click()
  await page.getByRole('menuitem', { name: 'Move Live room up' }).click()
  await expect.poll(() => namesIn(page, 'Rooms')).toEqual(['Live room', 'Studio A'])
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'More actions for Live room' }).click()
  await page.getByRole('menuitem', { name: 'Delete Live room' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => namesIn(page, 'Rooms')).toEqual(['Studio A'])
})

test(
  'a room with future sessions is not deleted and lists them; later it is archived and restored',
  variant,
  async ({ aBrowser, server }) => {
    const { admin, client, studio } = await aStudioByApi(server)
    const { id, booking_date } = await aBooking(client, studio.id, inDays(0))
    const page = await aBrowser()
    await open(page, admin, 'rooms')
    await page.getByRole('button', { name: 'More actions for Studio A' }).click()
    await page.getByRole('menuitem', { name: 'Delete Studio A' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByRole('alert')).toContainText(
      'This resource has upcoming bookings. Move or cancel them first.',
    )
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(booking_date))
    await expect(dialog.getByRole('alert')).toContainText(`${day}, 10:00`)
    await admin.post(`/bookings/${id}/cancel`, {})
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog).toBeHidden()
    await page.goto('/studio/bookings')
    await page.getByRole('button', { name: 'New Booking' }).first().click()
    await expect(dialog.getByText('There is no room to book yet.')).toBeVisible()
    await dialog.getByRole('link', { name: 'Add a room' }).click()
    await page.getByText('Archived', { exact: true }).click()
    await page.getByRole('list', { name: 'Archived' }).getByRole('button', { name: 'Bring back' }).click()
    await expect(page.getByText('Nothing is archived.')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Rooms' }).getByRole('listitem')).toContainText(['Studio AInactive'])
    await expectNoAxeViolations(page)
  },
)

test('an engineer is chosen from the crew', variant, async ({ aBrowser, server }) => {
  const { admin } = await aStudioByApi(server)
  const page = await aBrowser()
  await open(page, admin, 'rooms')
  await page.getByRole('button', { name: 'Add person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add person' })
  await dialog.getByLabel('Crew member').selectOption({ label: 'Ada Owner' })
  await expect(dialog.getByLabel('Name')).toHaveValue('Ada Owner')
  await dialog.getByRole('button', { name: 'Add person' }).click()
  await expect.poll(() => namesIn(page, 'People')).toEqual(['Ada Owner'])
})

test('a service has lengths and a price, and errors are shown at the fields', async ({ aBrowser, server }) => {
  const { admin } = await aStudioByApi(server)
  const page = await aBrowser()
  await open(page, admin, 'services')
  await page.getByRole('button', { name: 'Edit Recording Session' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Shortest').fill('180')
  await dialog.getByLabel('Price', { exact: true }).fill('much')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByText('The shortest length is longer than the default')).toBeVisible()
  await expect(dialog.getByText('Enter an amount, such as 120')).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Shortest').fill('60')
  await dialog.getByLabel('Price', { exact: true }).fill('120.50')
  await dialog.getByRole('switch', { name: 'Confirm immediately' }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  const row = page.getByRole('list', { name: 'Services', exact: true }).getByRole('listitem').first()
  await expect(row).toContainText('2 h (from 1 h)$120.50')
  await page.getByRole('button', { name: 'More actions for Recording Session' }).click()
  await page.getByRole('menuitem', { name: 'Move Recording Session down' }).click()
  await expect
    .poll(async () => (await namesIn(page, 'Services')).slice(0, 2))
    .toEqual(['Mixing Session', 'Recording Session'])
})

test(
  'on a phone a service is a row of two lines: a tap edits it, and a menu moves it',
  variant,
  async ({ aBrowser, server }) => {
    const { admin } = await aStudioByApi(server)
    const page = await aBrowser({ width: 390, height: 844 })
    await open(page, admin, 'services')
    const row = page.getByRole('list', { name: 'Services', exact: true }).getByRole('listitem').first()
    await expect(row).toContainText('Recording Session')
    expect((await row.boundingBox())?.height).toBeLessThan(66)
    await row.click({ position: { x: 40, y: 48 } })
    await expect(page.getByRole('dialog', { name: 'Edit Recording Session' })).toBeVisible()
    await page.keyboard.press('Escape')
    await row.getByRole('button', { name: 'More actions for Recording Session' }).click()
    const menu = page.getByRole('dialog', { name: 'Recording Session', exact: true })
    await expectNoAxeViolations(page)
    await menu.getByRole('button', { name: 'Move down' }).click()
    await page.keyboard.press('Escape')
    await expect
      .poll(async () => (await namesIn(page, 'Services')).slice(0, 2))
      .toEqual(['Mixing Session', 'Recording Session'])
  },
)

test('unsaved hours survive a reload, and changes saved elsewhere appear next to them', async ({
  aBrowser,
  server,
}) => {
  const { admin, studio } = await aStudioByApi(server)
  const page = await aBrowser()
  page.on('dialog', (dialog) => dialog.accept())
  await open(page, admin, 'hours')
  await expect(page.getByRole('button', { name: 'Remove hours 1 of Sunday' })).toHaveCount(0)
  await page.getByRole('switch', { name: 'Open on Sunday' }).click()
  await page.getByLabel('Monday closes, 1').fill('02:00')
  await expect(page.getByText('closes the next day')).toBeVisible()
  await page.getByRole('button', { name: 'Add a day' }).click()
  await page.getByLabel('Day', { exact: true }).fill(inDays(40))
  await page.getByLabel('Note').fill('Maintenance')
  await expect(page.getByText('You have unsaved changes')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Note')).toHaveValue('Maintenance')
  const other = Temporal.PlainDate.from(inDays(40)).toLocaleString('en-US', { dateStyle: 'medium' })
  await expect(page.getByRole('button', { name: `Remove ${other}` })).toBeVisible()
  await expect(page.getByLabel('Monday closes, 1')).toHaveValue('02:00')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, SAVED)).toBeVisible()
  await expect(page.getByText('You have unsaved changes')).toBeHidden()
  const { body } = await admin.get(`/studios/${studio.id}/opening-hours`)
  expect(body.weekly.filter(({ weekday }: { weekday: number }) => weekday < 2)).toEqual([
    { weekday: 1, opens: '08:00', closes: '02:00', closes_next_day: true },
  ])
  expect(body.exceptions).toEqual([{ date: inDays(40), note: 'Maintenance', spans: [] }])
  await page.getByRole('tab', { name: 'Booking rules' }).click()
  await page.getByLabel('How far ahead').selectOption({ label: '90 days' })
  await admin.put(`/studios/${studio.id}/opening-hours`, { ...body, min_notice_minutes: 60 })
  // No field was changed on both sides, so there is no question.
  await expect(page.getByLabel('Minimum notice')).toHaveValue('60')
  await expect(page.getByLabel('How far ahead')).toHaveValue('90')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('You have unsaved changes')).toBeHidden()
  const saved = await admin.get(`/studios/${studio.id}/opening-hours`)
  expect(saved.body).toMatchObject({ weekly: body.weekly, min_notice_minutes: 60, booking_horizon_days: 90 })

  // At 1280 px every section is visible, below the previous one.
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const tab of await page.getByRole('tab').all()) await expect(tab).toBeInViewport({ ratio: 1 })

  // Saving one tab of the settings does not conflict with a draft in another tab. The draft also survives a reload.
  await page.getByRole('tab', { name: 'Contact Information' }).click()
  await page.getByLabel('Location').fill('Pier 4')
  await page.getByRole('tab', { name: 'Basic Information' }).click()
  await page.getByLabel('Studio name').fill('Pier Studio')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden()
  await page.reload()
  await page.getByRole('tab', { name: 'Contact Information' }).click()
  await expect(page.getByLabel('Location')).toHaveValue('Pier 4')
  await expect(page.getByText('You have unsaved changes')).toBeVisible()

  // So does a form with a button of its own.
  const domain = page.getByRole('textbox', { name: 'Domain', exact: true })
  await page.getByRole('tab', { name: 'Domain' }).click()
  await domain.fill('book.pier.example')
  await page.getByRole('tab', { name: 'Contact Information' }).click()
  await page.getByRole('tab', { name: 'Domain' }).click()
  await expect(domain).toHaveValue('book.pier.example')
  await page.getByRole('tab', { name: 'Contact Information' }).click()

  // A field that was saved elsewhere appears, and the typed text is kept.
  await admin.patch(`/studios/${studio.id}`, { contact_phone: '+1 555 0100' })
  await expect(page.getByLabel('Phone')).toHaveValue('+1 555 0100')
  await expect(page.getByLabel('Location')).toHaveValue('Pier 4')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('You have unsaved changes')).toBeHidden()
  const now = await admin.get(`/studios/${studio.id}`)
  expect(now.body).toMatchObject({ name: 'Pier Studio', location: 'Pier 4', contact_phone: '+1 555 0100' })
})

test(
  'hours changed on both sides are never overwritten without a question, even after a reload',
  variant,
  async ({ aBrowser, server }) => {
    const { admin, studio } = await aStudioByApi(server)
    const path = `/studios/${studio.id}/opening-hours`
    const page = await aBrowser()
    page.on('dialog', (dialog) => dialog.accept())
    const saveFromElsewhere = async (closes: Record<number, string>) => {
      const { body } = await admin.get(path)
      const weekly = body.weekly.map((span: { weekday: number; closes: string }) => ({
        ...span,
        closes: closes[span.weekday] ?? span.closes,
      }))
      expect((await admin.put(path, { ...body, weekly })).status).toBe(200)
    }
    const closingTimes = async () => {
      const { body } = await admin.get(path)
      return body.weekly.slice(1, 4).map(({ closes }: { closes: string }) => closes)
    }
    await open(page, admin, 'hours')
    await page.getByLabel('Monday closes, 1').fill('18:00')
    await page.getByLabel('Tuesday closes, 1').fill('19:00')
    await expect(page.getByText('You have unsaved changes')).toBeVisible()
    await page.goto('/robots.txt')
    await saveFromElsewhere({ 1: '17:00', 3: '16:00' })
    await page.goto('/studio/settings?tab=hours')

    // Only fields changed on both sides need a decision.
    const twice = page.getByRole('list', { name: 'Conflicting changes' }).getByRole('listitem')
    await expect(twice).toHaveText(['Monday: yours 08:00 to 18:00, saved 08:00 to 17:00'])
    const reason = 'These settings were also changed in another tab or by another admin.'
    await expect(page.getByText(reason, { exact: true })).toBeVisible()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await expect(page.getByLabel('Wednesday closes, 1')).toHaveValue('16:00')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('You have unsaved changes')).toBeHidden()
    expect(await closingTimes()).toEqual(['18:00', '19:00', '16:00'])

    // The saved value can be chosen too. The other unsaved change stays.
    await page.getByLabel('Monday closes, 1').fill('21:00')
    await page.getByLabel('Tuesday closes, 1').fill('21:30')
    await saveFromElsewhere({ 1: '15:00' })
    await expect(twice).toHaveText(['Monday: yours 08:00 to 21:00, saved 08:00 to 15:00'])
    await page.getByRole('button', { name: 'Use saved' }).click()
    await expect(page.getByLabel('Monday closes, 1')).toHaveValue('15:00')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('You have unsaved changes')).toBeHidden()
    expect(await closingTimes()).toEqual(['15:00', '21:30', '16:00'])
  },
)

test(
  'a second tab of the same person says that the settings were changed in another tab',
  variant,
  async ({ aBrowser, server }) => {
    const { admin, studio } = await aStudioByApi(server)
    const first = await aBrowser()
    await open(first, admin, 'contact')
    const second = await first.context().newPage()
    await second.goto('/studio/settings?tab=contact')
    await second.getByLabel('Location').fill('Pier 5')
    await second.getByLabel('Phone').fill('+1 555 0199')
    await first.getByLabel('Location').fill('Pier 4')
    await first.getByRole('button', { name: 'Save changes' }).click()
    await expect(first.getByRole('button', { name: 'Save changes' })).toBeHidden()

    await second.bringToFront()
    await expect(second.getByText('also changed in another tab or by another admin')).toBeVisible()
    await expect(second.getByRole('listitem').filter({ hasText: 'Location: yours Pier 5, saved Pier 4' })).toBeVisible()
    await second.getByRole('button', { name: 'Keep mine' }).click()
    // Choosing a value does not save it yet.
    await expect(second.getByText('You have unsaved changes')).toBeVisible()
    expect((await admin.get(`/studios/${studio.id}`)).body).toMatchObject({ location: 'Pier 4' })
    await second.getByRole('button', { name: 'Save changes' }).click()
    await expect(second.getByText('You have unsaved changes')).toBeHidden()
    const { body } = await admin.get(`/studios/${studio.id}`)
    expect(body).toMatchObject({ location: 'Pier 5', contact_phone: '+1 555 0199' })
  },
)

test(
  'on a phone a day with other hours is one row, and its fields open below it',
  variant,
  async ({ aBrowser, server }) => {
    const { admin, studio } = await aStudioByApi(server)
    const page = await aBrowser({ width: 390, height: 844 })
    await open(page, admin, 'hours')
    const days = page.getByRole('list', { name: 'Days with other hours' })
    await page.getByRole('button', { name: 'Add a day' }).click()
    await days.getByLabel('Day', { exact: true }).fill(inDays(40))
    await days.getByLabel('Note').fill('Open house')
    await days.getByRole('button', { name: /^Add hours/ }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(toast(page, SAVED)).toBeVisible()
    await page.reload()
    const day = days.getByRole('button', { expanded: false })
    await expect(day).toHaveText(/, \d{4}09:00 – 18:00Open house$/)
    await expect(days.getByLabel('Note')).toBeHidden()
    await expectNoAxeViolations(page)
    await day.click()
    await expect(days.getByLabel('Note')).toHaveValue('Open house')
    await expect(days.getByLabel('Day', { exact: true })).not.toHaveValue('')
    await expectNoAxeViolations(page)
    const { body } = await admin.get(`/studios/${studio.id}/opening-hours`)
    expect(body.exceptions).toMatchObject([{ date: inDays(40), note: 'Open house', spans: [{ opens: '09:00' }] }])
  },
)

test('a room gets opening hours of its own', async ({ aBrowser, server }) => {
  const { admin } = await aStudioByApi(server)
  const page = await aBrowser({ width: 390, height: 844 })
  await open(page, admin, 'hours')
  const section = page.getByRole('combobox', { name: 'Settings' })
  await expect(section).toHaveValue('hours')
  // On any phone the button that removes one of several ranges is next to it.
  await page.setViewportSize({ width: 320, height: 844 })
  // A day is one row; its fields open below it.
  await page.getByRole('button', { name: /^Monday/ }).click()
  await page.getByRole('button', { name: /^Add hours\s+to Monday/ }).click()
  const closes = await middleY(page.getByLabel('Monday closes, 1'))
  expect(await middleY(page.getByRole('button', { name: 'Remove hours 1 of Monday' }))).toBeCloseTo(closes, 0)
  await page.getByRole('button', { name: 'Remove hours 2 of Monday' }).click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByLabel('Hours of', { exact: true }).selectOption({ label: 'Studio A' })
  await page.getByRole('button', { name: 'Set its own hours' }).click()
  const sunday = page.getByRole('switch', { name: 'Open on Sunday' })
  await sunday.click()
  await expect(sunday).not.toBeChecked()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, SAVED)).toBeVisible()
  await section.selectOption({ label: 'Rooms & equipment' })
  await expect(page).toHaveURL(/tab=rooms$/)
  await expect(page.getByRole('link', { name: 'Own hours' })).toBeVisible()
  await expectNoAxeViolations(page)
})

test(
  'the sections of the settings are a list at the side, and one select on a narrow screen',
  variant,
  async ({ aBrowser, server }) => {
    const { admin } = await aStudioByApi(server)
    const page = await aBrowser({ width: 1440, height: 900 })
    await open(page, admin, 'rooms')
    const list = page.getByRole('tablist', { name: 'Settings' })
    await expect(list).toHaveAttribute('aria-orientation', 'vertical')
    const edges = await list.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().left))
    expect(edges.length).toBeGreaterThan(10)
    expect(new Set(edges).size).toBe(1)

    await list.getByRole('tab', { name: 'Rooms & equipment' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(list.getByRole('tab', { name: 'Services', selected: true })).toBeFocused()
    await expect(
      page.getByRole('tabpanel', { name: 'Services' }).getByRole('button', { name: 'Add service' }),
    ).toBeVisible()
    await page.keyboard.press('End')
    await expect(list.getByRole('tab', { name: 'Export', selected: true })).toBeFocused()
    await page.goBack()
    await expect(list.getByRole('tab', { name: 'Services', selected: true })).toBeVisible()
    await expectNoAxeViolations(page)

    // The chosen section is kept when the window becomes narrow.
    await page.setViewportSize({ width: 390, height: 844 })
    const section = page.getByRole('combobox', { name: 'Settings' })
    await expect(section).toHaveValue('services')
    await section.selectOption({ label: 'Contact Information' })
    await expect(page).toHaveURL(/tab=contact$/)
    await expect(page.getByRole('region', { name: 'Contact Information' }).getByLabel('Location')).toBeVisible()
    await expectNoAxeViolations(page)
  },
)
