import type { Page } from '@playwright/test'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { expectNoAxeViolations, phoneSize } from './axe.ts'
import { dateFieldText } from './daytime.ts'
import { aStudioByApi, expect, signInAt, test, variant } from './fixtures.ts'

const today = Temporal.Now.plainDateISO('UTC')
// A Wednesday of a later week, so that its whole week has not passed.
const wednesday = today.add({ days: 9 + ((3 - today.add({ days: 9 }).dayOfWeek + 7) % 7) })
const [monday, friday] = [wednesday.subtract({ days: 2 }), wednesday.add({ days: 2 })]

const inWords = (day: Temporal.PlainDate) => day.toLocaleString('en', { dateStyle: 'full' })
const heading = (day: Temporal.PlainDate) =>
  day.toLocaleString('en', { weekday: 'long', month: 'long', day: 'numeric' })

const dayButton = (page: Page, day: Temporal.PlainDate) => page.getByRole('button', { name: `${inWords(day)}, ` })
const agenda = (page: Page, day: Temporal.PlainDate) => page.getByRole('region', { name: heading(day), exact: true })

test('on a phone the month is a small grid, above the sessions of the chosen day', async ({ aBrowser, server }) => {
  const { studio, admin } = await aStudioByApi(server)
  await aBooking(admin, studio.id, today.toString(), { booking_date: wednesday.toString() })
  const page = await aBrowser(phoneSize)
  await signInAt(page, admin.email, '/studio/bookings?view=month')
  await expect(dayButton(page, today)).toHaveAttribute('aria-pressed', 'true')
  await expect(dayButton(page, today)).toHaveAttribute('aria-current', 'date')
  await expect(agenda(page, today)).toContainText('Nothing is booked on this day.')

  await page.goto(`/studio/bookings?month=${wednesday.toPlainYearMonth()}`)
  const chosen = dayButton(page, wednesday)
  await expect(chosen).toHaveAccessibleName(`${inWords(wednesday)}, 1 booking`)
  const size = await chosen.boundingBox()
  expect(size?.height).toBeGreaterThanOrEqual(44)
  expect(size?.width).toBeGreaterThanOrEqual(44)
  await chosen.click()
  await expect(chosen).toHaveAttribute('aria-pressed', 'true')
  await expect(agenda(page, wednesday).getByRole('button', { name: /10:00 – 12:00/ })).toContainText('Studio A')
  await expectNoAxeViolations(page)

  await chosen.press('ArrowLeft')
  await expect(dayButton(page, wednesday.subtract({ days: 1 }))).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(agenda(page, wednesday.subtract({ days: 1 }))).toContainText('Nothing is booked on this day.')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.reload()
  await expect(agenda(page, wednesday)).toContainText('Recording Session')

  await page.getByRole('button', { name: 'Week', exact: true }).click()
  await expect(chosen).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Day', exact: true }).click()
  await expect(chosen).toHaveCount(0)
  await expect(agenda(page, wednesday)).toContainText('Recording Session')
  await page.getByRole('button', { name: 'Month', exact: true }).click()
  await expect(chosen).toHaveAttribute('aria-pressed', 'true')
})

test(
  'on a phone the week is a line of seven days, above its sessions from the chosen day on',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin } = await aStudioByApi(server)
    await admin.patch(`/studios/${studio.id}`, { week_starts_on: 1 })
    const hours = await admin.get(`/studios/${studio.id}/opening-hours`)
    const weekly = hours.body.weekly.filter(({ weekday }: { weekday: number }) => weekday !== 5)
    const saved = await admin.put(`/studios/${studio.id}/opening-hours`, { ...hours.body, weekly })
    expect(saved.status).toBe(200)
    for (const day of [monday, wednesday]) {
      await aBooking(admin, studio.id, today.toString(), { booking_date: day.toString() })
    }
    const page = await aBrowser(phoneSize)
    await signInAt(page, admin.email, `/studio/bookings?view=week&date=${monday}`)
    const days = page.getByRole('grid').getByRole('button')
    await expect(days).toHaveCount(7)
    await expect(days.first()).toHaveAccessibleName(`${inWords(monday)}, 1 booking`)
    await expect(dayButton(page, friday)).toHaveAccessibleName(`${inWords(friday)}, no bookings, closed`)
    const session = agenda(page, monday).getByRole('button', { name: /Recording Session/ })
    await expect(session).toContainText('Studio A')
    expect((await session.boundingBox())?.y).toBeLessThan(320)
    const free = agenda(page, monday).getByRole('button', { name: /^Studio A, .* free\. New booking$/ })
    await expect(free).toHaveCount(2)
    await expect(agenda(page, wednesday)).toBeVisible()
    await expectNoAxeViolations(page)

    await dayButton(page, wednesday).click()
    await expect(agenda(page, monday)).toHaveCount(0)
    await expect(agenda(page, wednesday).getByRole('button', { name: /Recording Session/ })).toBeVisible()
    await agenda(page, wednesday)
      .getByRole('button', { name: / free\. New booking$/ })
      .first()
      .click()
    const form = page.getByRole('dialog', { name: 'Create New Booking' })
    await expect(form.getByLabel('Booking date')).toHaveValue(dateFieldText(wednesday.toString()))
    await form.getByRole('button', { name: 'Discard' }).click()
    await dayButton(page, friday).click()
    await expect(agenda(page, friday)).toContainText('Closed')
    await expect(agenda(page, wednesday)).toHaveCount(0)
    await page.getByRole('button', { name: 'Next week' }).click()
    await expect(dayButton(page, friday.add({ days: 7 }))).toHaveAttribute('aria-pressed', 'true')
    await expect(days.first()).toHaveAccessibleName(`${inWords(monday.add({ days: 7 }))}, no bookings`)
  },
)

test(
  'a new booking begins with the shown day, or with today if that day has passed, unless the form has a draft',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin } = await aStudioByApi(server)
    await aBooking(admin, studio.id, today.toString(), { booking_date: wednesday.toString() })
    const page = await aBrowser(phoneSize)
    await signInAt(page, admin.email, `/studio/bookings?view=week&date=${monday}`)
    await dayButton(page, wednesday).click()
    const newBooking = page.getByRole('button', { name: 'New Booking', exact: true })
    await newBooking.click()
    const form = page.getByRole('dialog', { name: 'Create New Booking' })
    await expect(form.getByLabel('Booking date')).toHaveValue(dateFieldText(wednesday.toString()))
    await expect(form.getByLabel('Start time')).toHaveValue('')
    // Blocking time is rare, so its switch is the last field.
    const [notes, block] = [form.getByLabel('Notes'), form.getByRole('switch', { name: 'Block Time' })]
    expect((await block.boundingBox())?.y).toBeGreaterThan((await notes.boundingBox())?.y ?? Number.POSITIVE_INFINITY)
    await form.getByRole('button', { name: 'Discard' }).click()

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/studio/bookings?view=day&date=${today.subtract({ days: 1 })}`)
    await newBooking.click()
    await expect(form.getByLabel('Booking date')).toHaveValue(dateFieldText(today.toString()))
    await form.getByLabel('Booking date').fill(friday.toString())
    await form.getByLabel('Service type').selectOption({ label: 'Mixing Session' })
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await page.goto(`/studio/bookings?view=day&date=${wednesday}`)
    await newBooking.click()
    await expect(form.getByLabel('Booking date')).toHaveValue(dateFieldText(friday.toString()))
  },
)
