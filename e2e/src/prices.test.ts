import type { Page } from '@playwright/test'
import { aPerson } from '@studiohub/testing/people.ts'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, choose, chooseDay, expect, signInAt, test, timeToChoose, toast, variant } from './fixtures.ts'

const phone = { width: 390, height: 844 }
/** The first Friday that is at least a week away. */
const friday = (() => {
  const day = Temporal.Now.plainDateISO('UTC').add({ days: 7 })
  return day.add({ days: (12 - day.dayOfWeek) % 7 }).toString()
})()
const line = (page: Page, name: string) => page.getByRole('dialog').getByLabel('Price', { exact: true }).getByText(name)

test('a studio sets its prices, a client books by them, and a change shows what it costs', async ({
  aBrowser,
  server,
}) => {
  const { studio, admin, client } = await aStudioByApi(server)
  const desk = await aBrowser()
  await signInAt(desk, admin.email, '/studio/settings?tab=services')
  await desk.getByRole('button', { name: 'Edit Recording Session' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Price', exact: true }).fill('60')
  await dialog.getByLabel('Charged').first().selectOption('hour')
  await dialog.getByLabel('Shortest').fill('60')
  await dialog.getByLabel('Longest').fill('600')
  await dialog.getByLabel('People at most').fill('6')
  await dialog.getByRole('button', { name: 'Add a time' }).click()
  await dialog.getByRole('button', { name: 'Add a length' }).click()
  await dialog.getByRole('group', { name: 'length 1' }).getByLabel('Price').fill('300')
  await dialog.getByRole('button', { name: 'Add an add-on' }).click()
  const addOn = dialog.getByRole('group', { name: 'add-on 1' })
  await expect(addOn.getByLabel('Name')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(addOn.getByText('Please enter a name')).toBeVisible()
  await addOn.getByLabel('Name').fill('Engineer')
  await addOn.getByLabel('Price').fill('20')
  await addOn.getByLabel('Charged').selectOption('hour')
  await expectNoAxeViolations(desk)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(desk.getByText('from $60 per hour')).toBeVisible()

  const page = await aBrowser(phone)
  await signInAt(page, client.email, `/${studio.slug}/bookings`)
  await page.getByRole('button', { name: /Recording Session.*from \$60 per hour/ }).click()
  const form = page.getByRole('dialog', { name: 'Create New Booking' })
  await form.getByLabel('Length').selectOption('180')
  await form.getByLabel('Engineer').selectOption('1')
  await form.getByLabel('People').fill('4')
  await chooseDay(page, friday)
  await choose(timeToChoose(page, '10:00'))
  await expect(line(page, 'Engineer · 3 h at $20')).toBeVisible()
  await expect(form.getByLabel('Price', { exact: true })).toContainText('$240')
  await expectNoAxeViolations(page)
  await form.getByRole('button', { name: 'Create Booking' }).click()
  await expect(toast(page, 'Booking created successfully')).toBeVisible()

  const [booking] = (await admin.get(`/studios/${studio.id}/bookings`)).body.items
  expect(booking).toMatchObject({ price_minor: 24_000, people: 4 })
  await desk.goto(`/studio/bookings?view=day&date=${booking.booking_date}`)
  await desk
    .getByRole('button', { name: /Recording Session/ })
    .first()
    .click()
  const drawer = desk.getByRole('dialog', { name: 'Recording Session' })
  await expect(drawer).toContainText('Engineer · 3 h at $20')
  await drawer.getByRole('button', { name: /^More actions/ }).click()
  await desk.getByRole('menuitem', { name: 'Reschedule or edit' }).click()
  const change = desk.getByRole('dialog', { name: 'Change Booking' })
  await change.getByLabel('Booking date').fill(friday)
  await change.getByLabel('Start time').fill('17:00')
  await change.getByLabel('End time').fill('20:00')
  // Two of the three hours are in the evening: 60 + 2 x 75 + 3 x 20.
  await expect(change.getByLabel('Price', { exact: true })).toContainText('$30 more than now ($240)')
  await expectNoAxeViolations(desk)
  await change.getByRole('button', { name: 'Save Changes' }).click()
  await expect(drawer).toContainText('$270')
})

test(
  'a studio sets its own price with a reason, and sees what a series costs',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin } = await aStudioByApi(server)
    const { items } = (await admin.get(`/studios/${studio.id}/services`)).body
    await admin.put(`/studios/${studio.id}/services`, {
      items: items.map(({ position, ...service }: Record<string, unknown>) =>
        service.key === 'recording' ? { ...service, price_minor: 5_000 } : service,
      ),
    })
    const page = await aBrowser()
    await signInAt(page, admin.email, '/studio/bookings')
    await page.getByRole('button', { name: 'New Booking' }).first().click()
    const form = page.getByRole('dialog', { name: 'Create New Booking' })
    await form.getByLabel('Booking date').fill(friday)
    await form.getByLabel('Start time').fill('10:00')
    await form.getByLabel('End time').fill('12:00')
    await form.getByLabel('Service type').selectOption('recording')
    await expect(form.getByLabel('Price', { exact: true })).toContainText('$50')
    await form.getByRole('button', { name: 'More options' }).click()
    await form.getByLabel('Repeat').selectOption('1')
    await expect(form).toContainText('All 4 sessions$200')
    await form.getByLabel('Repeat').selectOption('0')
    await form.getByRole('switch', { name: 'Set another price' }).click()
    await form.getByLabel('Price (USD)').fill('35')
    await form.getByRole('button', { name: 'Create Booking' }).click()
    await expect(form.getByText('Please enter why the price differs')).toBeVisible()
    await form.getByLabel('Reason').fill('Regular')
    await form.getByRole('button', { name: 'Create Booking' }).click()
    await expect(toast(page, 'Booking created successfully')).toBeVisible()
    const { body } = await admin.get(`/studios/${studio.id}/bookings`)
    expect(body.items).toMatchObject([{ price_minor: 3_500, price_lines: [{ kind: 'override', label: 'Regular' }] }])
  },
)

test('a founder sets prices while opening a studio, and can go back', variant, async ({ aBrowser, server }) => {
  const founder = await aPerson(server)
  const page = await aBrowser(phone)
  await signInAt(page, founder.email, '/auth/onboarding')
  await page.getByRole('radio', { name: /Studio Admin/ }).check()
  await page.getByLabel('Studio name').fill('Daylight')
  await page.getByLabel('Studio type').selectOption('photo')
  await page.getByRole('radio', { name: /Free Trial/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Set your prices' })).toBeVisible()
  await expectNoAxeViolations(page)
  const shoot = page.getByRole('group', { name: 'Photo Shoot' })
  await page.getByLabel('Currency').selectOption('EUR')
  await shoot.getByLabel('Price').fill('a lot')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(shoot.getByText('Enter an amount, such as 120')).toBeVisible()
  await shoot.getByLabel('Price').fill('90.50')
  await page.getByRole('group', { name: 'Studio Rental' }).getByLabel('Price').fill('400')
  await page.getByRole('group', { name: 'Studio Rental' }).getByLabel('Charged').selectOption('day')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Studio name')).toHaveValue('Daylight')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(shoot.getByLabel('Price')).toHaveValue('90.50')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/studio$/)
  await page.goto('/studio/settings?tab=services')
  await expect(page.getByText('€90.50 per hour')).toBeVisible()
  await expect(page.getByText('€400 per day')).toBeVisible()
  await expect(page.getByText('Price on request')).toHaveCount(2)
})
