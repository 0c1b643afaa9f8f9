import { aBooking } from '@studiohub/testing/bookings.ts'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, signInAt, test, toast, variant } from './fixtures.ts'

const day = Temporal.Now.plainDateISO('UTC').add({ days: 9 })
const date = day.toString()
const SAVED = 'Settings updated successfully'
const desktop = { width: 1440, height: 900 }

test(
  "people see dates and times in their country's format, or with the clock that they chose",
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin } = await aStudioByApi(server)
    const { id } = await aBooking(admin, studio.id, date, {
      booking_date: date,
      start_time: '14:00',
      end_time: '16:00',
    })
    const url = `/studio/bookings?view=day&date=${date}&booking=${id}`
    const american = await aBrowser(desktop, 'en-US')
    await signInAt(american, admin.email, url)
    const drawer = american.getByRole('dialog')
    await expect(drawer).toContainText('2:00 – 4:00 PM')
    await expect(drawer).toContainText(day.toLocaleString('en-US', { month: 'long', day: 'numeric', year: 'numeric' }))
    await drawer.getByRole('button', { name: 'Close' }).first().click()
    await expect(american.getByText('9 AM', { exact: true })).toBeVisible()

    const austrian = await aBrowser(desktop, 'de-AT')
    await signInAt(austrian, admin.email, url)
    await expect(austrian.getByRole('dialog')).toContainText('14:00 – 16:00')
    await expect(austrian.getByRole('dialog')).toContainText(
      day.toLocaleString('en-GB', { month: 'long', day: 'numeric', year: 'numeric' }),
    )

    await american.goto('/profile?tab=appearance')
    await american.getByRole('group', { name: 'Times' }).getByRole('button', { name: '14:00' }).click()
    await expectNoAxeViolations(american)
    await american.goto(url)
    await expect(american.getByRole('dialog')).toContainText('14:00 – 16:00')
  },
)

test(
  'an admin sets Monday as the first day of the week for all calendars of the studio',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin, client } = await aStudioByApi(server)
    await aBooking(client, studio.id, date, { booking_date: date })
    const page = await aBrowser()
    await signInAt(page, admin.email, '/studio/settings?tab=basic')
    await page.getByLabel('Weeks start on').selectOption('Monday')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(toast(page, SAVED)).toBeVisible()
    await page.goto(`/studio/bookings?view=month&month=${date.slice(0, 7)}`)
    const weekdayHeaders = page.getByRole('columnheader')
    await expect(weekdayHeaders).toHaveText(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
    const cell = page.locator(`[data-day="${date}"]`)
    await cell.focus()
    await page.keyboard.press('Home')
    const monday = day.subtract({ days: day.dayOfWeek - 1 }).toString()
    await expect(page.locator(`[data-day="${monday}"]`)).toBeFocused()
  },
)
