import type { Locator, Page } from '@playwright/test'
import { aBooking } from '@studiohub/testing/bookings.ts'
import type { Person } from '@studiohub/testing/people.ts'
import { expectNothingFoundByAxe } from './axe.ts'
import { aStudioByApi, enter, expect, test, toast } from './fixtures.ts'

const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()
const SAVED = 'Settings updated successfully'

async function open(page: Page, person: Person, tab: string) {
  await enter(page, person.email, `/studio/settings?tab=${tab}`)
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
}

async function middleOf(what: Locator): Promise<number> {
  const { y, height } = (await what.boundingBox()) ?? { y: 0, height: 0 }
  return y + height / 2
}

const namesIn = (page: Page, list: string) =>
  page
    .getByRole('list', { name: list, exact: true })
    .getByRole('listitem')
    .locator('span.font-medium')
    .allTextContents()

test('rooms are added, coloured, ordered by keys and deleted', async ({ aBrowser, server }) => {
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
  await expectNothingFoundByAxe(page)
  await dialog.getByRole('button', { name: 'Add room' }).click()
  await expect(toast(page, SAVED)).toBeVisible()
  await expect(page.getByText('15 min set-up')).toBeVisible()
  await expect(page.getByRole('meter', { name: 'Active rooms in your plan' })).toHaveAttribute('value', '2')
  await page.getByRole('button', { name: 'Move Live room up' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => namesIn(page, 'Rooms')).toEqual(['Live room', 'Studio A'])
  await expectNothingFoundByAxe(page)
  await page.getByRole('button', { name: 'Delete Live room' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => namesIn(page, 'Rooms')).toEqual(['Studio A'])
})

test('a room with sessions ahead is not deleted and says which they are; later it is archived and comes back', async ({
  aBrowser,
  server,
}) => {
  const { admin, client, studio } = await aStudioByApi(server)
  const { id, booking_date } = await aBooking(client, studio.id, inDays(0))
  const page = await aBrowser()
  await open(page, admin, 'rooms')
  await page.getByRole('button', { name: 'Delete Studio A' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Sessions are booked there. Move or cancel them first.')
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
  await expectNothingFoundByAxe(page)
})

test('an engineer is chosen from the crew', async ({ aBrowser, server }) => {
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

test('a service has lengths and a price, and what is wrong is told in place', async ({ aBrowser, server }) => {
  const { admin } = await aStudioByApi(server)
  const page = await aBrowser()
  await open(page, admin, 'services')
  await page.getByRole('button', { name: 'Edit Recording Session' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Shortest').fill('180')
  await dialog.getByLabel('Price').fill('much')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByText('The shortest is longer than the usual length')).toBeVisible()
  await expect(dialog.getByText('Please enter an amount, such as 120')).toBeVisible()
  await expectNothingFoundByAxe(page)
  await dialog.getByLabel('Shortest').fill('60')
  await dialog.getByLabel('Price').fill('120.50')
  await dialog.getByRole('switch', { name: 'Confirm at once' }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('2 h, from 1 h · $120.50')).toBeVisible()
  await page.getByRole('button', { name: 'Move Recording Session down' }).click()
  await expect
    .poll(async () => (await namesIn(page, 'Services')).slice(0, 2))
    .toEqual(['Mixing Session', 'Recording Session'])
})

test('hours that are not saved outlive a reload, and of two admins the second is told', async ({
  aBrowser,
  server,
}) => {
  const { admin, studio } = await aStudioByApi(server)
  const page = await aBrowser()
  page.on('dialog', (dialog) => dialog.accept())
  await open(page, admin, 'hours')
  await page.getByRole('button', { name: 'Remove hours 1 of Sunday' }).click()
  await page.getByLabel('Monday closes, 1').fill('02:00')
  await expect(page.getByText('closes the next day')).toBeVisible()
  await page.getByRole('button', { name: 'Add a day' }).click()
  await page.getByLabel('Day', { exact: true }).fill(inDays(40))
  await page.getByLabel('Note').fill('Maintenance')
  await expect(page.getByText('You have unsaved changes')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Note')).toHaveValue('Maintenance')
  await expect(page.getByLabel('Monday closes, 1')).toHaveValue('02:00')
  await expectNothingFoundByAxe(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, SAVED)).toBeVisible()
  await expect(page.getByText('You have unsaved changes')).toBeHidden()
  const { body } = await admin.get(`/studios/${studio.id}/opening-hours`)
  expect(body.weekly.filter(({ weekday }: { weekday: number }) => weekday < 2)).toEqual([
    { weekday: 1, opens: '08:00', closes: '02:00', closes_next_day: true },
  ])
  expect(body.exceptions).toEqual([{ date: inDays(40), note: 'Maintenance', spans: [] }])
  await admin.put(`/studios/${studio.id}/opening-hours`, { ...body, min_notice_minutes: 60 })
  await page.getByLabel('Clients book at most').selectOption({ label: '90 days ahead' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Somebody else has changed these settings meanwhile.')).toBeVisible()
  // The other admin's change appears, the own one stays and is saved on top.
  await page.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByLabel('Clients book at least')).toHaveValue('60')
  await expect(page.getByLabel('Clients book at most')).toHaveValue('90')

  // At 1280 px no tab is cut off.
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const tab of await page.getByRole('tab').all()) await expect(tab).toBeInViewport({ ratio: 1 })

  // A save in one tab of the settings is no conflict for a draft in another (the draft also survives a reload).
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

  // A real conflict: the other admin's change appears, the own text stays and is saved on top.
  await admin.patch(`/studios/${studio.id}`, { contact_phone: '+1 555 0100' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByLabel('Phone')).toHaveValue('+1 555 0100')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden()
  const now = await admin.get(`/studios/${studio.id}`)
  expect(now.body).toMatchObject({ name: 'Pier Studio', location: 'Pier 4', contact_phone: '+1 555 0100' })
})

test('a room is given hours of its own', async ({ aBrowser, server }) => {
  const { admin } = await aStudioByApi(server)
  const page = await aBrowser({ width: 390, height: 844 })
  await open(page, admin, 'hours')
  // Far to the right of the first tab, and yet in sight.
  await expect(page.getByRole('tab', { name: 'Hours' })).toBeInViewport({ ratio: 0.9 })
  // However narrow the phone, what takes a stretch away stands beside it.
  await page.setViewportSize({ width: 320, height: 844 })
  const closes = await middleOf(page.getByLabel('Monday closes, 1'))
  expect(await middleOf(page.getByRole('button', { name: 'Remove hours 1 of Monday' }))).toBeCloseTo(closes, 0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByLabel('Hours of', { exact: true }).selectOption({ label: 'Studio A' })
  await page.getByRole('button', { name: 'Give it hours of its own' }).click()
  await page.getByRole('button', { name: 'Remove hours 1 of Sunday' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, SAVED)).toBeVisible()
  await page.getByRole('tab', { name: 'Rooms & equipment' }).click()
  await expect(page.getByRole('tab', { name: 'Rooms & equipment' })).toBeInViewport({ ratio: 0.9 })
  await expect(page.getByRole('link', { name: 'Own hours' })).toBeVisible()
  await expectNothingFoundByAxe(page)
})
