import type { Locator, Page } from '@playwright/test'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { aStudio, type TestUser } from '@studiohub/testing/people.ts'
import { expectNoAxeViolations } from './axe.ts'
import { dateFieldText, zoneByDay } from './daytime.ts'
import { aStudioByApi, delayRequests, delayResponses, expect, signInAt, test, toast, variant } from './fixtures.ts'

// A day next week or later, so that nothing of it has passed and its week is not the current one.
const date = Temporal.Now.plainDateISO('UTC').add({ days: 9 }).toString()

async function open(page: Page, person: TestUser, query: string) {
  await signInAt(page, person.email, `/studio/bookings?${query}`)
  await expect(page.getByRole('heading', { name: 'Bookings', level: 1 })).toBeVisible()
}

const block = (page: Page, name: RegExp) => page.locator('[data-block]').and(page.getByRole('button', { name }))

async function pull(page: Page, from: Locator, by: { x: number; y: number }) {
  const box = await from.boundingBox()
  if (!box) throw new Error('nothing to pull')
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await page.mouse.move(at.x + by.x / 2, at.y + by.y / 2, { steps: 3 })
  await page.mouse.move(at.x + by.x, at.y + by.y, { steps: 3 })
  await page.mouse.up()
}

test('a session is dragged to another time, and returns if that time is taken', async ({ aBrowser, server }) => {
  const { studio, admin } = await aStudioByApi(server)
  await aBooking(admin, studio.id, date, { booking_date: date })
  await aBooking(admin, studio.id, date, { booking_date: date, start_time: '15:00', end_time: '16:00' })
  const page = await aBrowser()
  await open(page, admin, `view=day&date=${date}`)
  const session = block(page, /Recording Session.*10:00 – 12:00/)
  await expect(session).toBeVisible()
  await expectNoAxeViolations(page)
  await pull(page, session, { x: 0, y: 30 })
  await expect(block(page, /10:45 – 12:45/)).toBeVisible()
  await pull(page, block(page, /10:45 – 12:45/), { x: 0, y: 4 * 40 })
  const errorAlert = page.getByRole('alert')
  await expect(errorAlert).toContainText('Recording Session was not moved. Studio A is taken 15:00-16:00')
  // The message is visible at any scroll position, and the grid does not move under the pointer.
  await expect(errorAlert).toBeInViewport({ ratio: 1 })
  await page.mouse.wheel(0, 2000)
  await expect(errorAlert).toBeInViewport({ ratio: 1 })
  await expect(block(page, /10:45 – 12:45/)).toBeVisible()
  // The block is visible before the server has answered, so wait: a reload would cancel the request.
  const patchResponse = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('alert').getByRole('button').first().click()
  await expect(block(page, /13:00 – 15:00/)).toBeVisible()
  await patchResponse
  await page.reload()
  await expect(block(page, /13:00 – 15:00/)).toBeVisible()
  await pull(page, block(page, /13:00 – 15:00/).locator('[data-edge=start]'), { x: 0, y: -20 })
  await expect(block(page, /12:30 – 15:00/)).toBeVisible()
})

test('a session is picked up, moved, resized and dropped with the keyboard alone', async ({ aBrowser, server }) => {
  const { studio, admin } = await aStudioByApi(server)
  await aBooking(admin, studio.id, date, { booking_date: date })
  const page = await aBrowser()
  await open(page, admin, `view=day&date=${date}`)
  await expect(block(page, /10:00 – 12:00/)).toBeVisible()
  await page.getByRole('button', { name: 'Filters' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /08:00, nothing booked/ })).toBeFocused()
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowDown')
  await expect(block(page, /10:00 – 12:00/)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[aria-live=assertive]')).toContainText('10:15 – 12:15')
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-carried]')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(block(page, /10:30 – 12:30/)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Enter')
  await expect(block(page, /10:30 – 12:45/)).toBeFocused()
  await page.keyboard.press('Space')
  const drawer = page.getByRole('dialog', { name: 'Recording Session' })
  await expect(drawer).toContainText('10:30 – 12:45')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(block(page, /10:30 – 12:45/)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Create New Booking' })
  await expect(form.getByLabel('Booking date')).toHaveValue(dateFieldText(date))
  await expect(form.getByLabel('Start time')).toHaveValue('13:15')
  await expect(form.getByLabel('End time')).toHaveValue('14:15')
})

test('keys move only the focused booking, no matter how it got the focus', variant, async ({ aBrowser, server }) => {
  const { studio, admin } = await aStudioByApi(server)
  await aBooking(admin, studio.id, date, { booking_date: date })
  await aBooking(admin, studio.id, date, { booking_date: date, start_time: '14:00', end_time: '16:00' })
  const page = await aBrowser()
  await open(page, admin, `view=day&date=${date}`)
  const [first, second] = [block(page, /10:00 – 12:00/), block(page, /14:00 – 16:00/)]
  await first.click()
  const drawer = page.getByRole('dialog', { name: 'Recording Session' })
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(first).toBeFocused()
  await second.focus()
  await expect(second).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(block(page, /14:15 – 16:15/)).toBeFocused()
  await expect(first).toBeVisible()
  // If the focus moves elsewhere while a session is picked up, the session is not moved.
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await first.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-carried]')).toHaveCount(0)
  // After the first session the keys reach an empty slot, and Enter books there. The dialog hides what is behind it.
  const form = page.getByRole('dialog', { name: 'Create New Booking' })
  await expect(form.getByLabel('Start time')).toHaveValue('12:00')
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(block(page, /14:15 – 16:15/)).toBeVisible()
  await expect(first).toBeVisible()
})

test('a week with three rooms shows seven days, and keys move a session to another day and room', async ({
  aBrowser,
  server,
}) => {
  const { studio, admin, client } = await aStudioByApi(server)
  for (const name of ['Cellar', 'Attic']) await admin.post(`/studios/${studio.id}/resources`, { kind: 'room', name })
  const sunday = Temporal.PlainDate.from(date).subtract({ days: Temporal.PlainDate.from(date).dayOfWeek % 7 })
  await aBooking(admin, studio.id, date, { booking_date: sunday.toString(), client_id: client.id })
  const takenSession = { booking_date: sunday.add({ days: 1 }).toString(), service_type: 'mixing' }
  await aBooking(admin, studio.id, date, takenSession)
  const page = await aBrowser({ width: 1440, height: 900 })
  await open(page, admin, `view=week&date=${date}`)
  for (const name of [/^Sun /, /^Sat /]) await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('rowheader')).toContainText(['Studio A', 'Cellar', 'Attic'])
  const firstRow = await page.getByRole('rowheader').first().boundingBox()
  expect(firstRow?.y).toBeLessThan(240)
  const session = block(page, /Recording Session.*10:00 – 12:00/)
  await expect(session).toHaveText('10:00 – 12:00Cleo ClientRecording Session')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Filters' }).focus()
  await page.keyboard.press('Tab')
  for (let day = 0; day < 7; day += 1) await page.keyboard.press('Tab')
  await expect(session).toBeFocused()
  await page.keyboard.press('Enter')
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
  await expect(page.locator('[aria-live=assertive]')).toContainText(/Tuesday.*Cellar/)
  await page.keyboard.press('Enter')
  await expect(session).toHaveAccessibleName(/Tuesday.*Cellar/)
  await expect(session).toBeFocused()
  // Escape moves the session back, and a taken time is rejected.
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await expect(session).toHaveAccessibleName(/Tuesday.*Cellar/)
  await page.keyboard.press('Enter')
  for (const key of ['ArrowLeft', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByRole('alert').getByRole('button', { name: /, 12:00, Studio A$/ })).toBeVisible()
  await expect(session).toHaveAccessibleName(/Tuesday.*Cellar/)
})

test(
  'in a week with rooms a session is dragged to another day, and a click on free space starts a booking',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin } = await aStudioByApi(server)
    await admin.post(`/studios/${studio.id}/resources`, { kind: 'room', name: 'Cellar' })
    const sunday = Temporal.PlainDate.from(date).subtract({ days: Temporal.PlainDate.from(date).dayOfWeek % 7 })
    await aBooking(admin, studio.id, date, { booking_date: sunday.toString() })
    const page = await aBrowser({ width: 1440, height: 900 })
    await open(page, admin, `view=week&date=${date}`)
    const cell = page.getByRole('button', { name: /^Thursday.*Cellar, nothing booked/ })
    const [from, to] = [await block(page, /Recording/).boundingBox(), await cell.boundingBox()]
    if (!from || !to) throw new Error('nothing to drag')
    const patchResponse = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await pull(page, block(page, /Recording/), { x: to.x - from.x, y: to.y - from.y + 40 })
    await expect(block(page, /Recording/)).toHaveAccessibleName(/Thursday.*10:00 – 12:00.*Cellar/)
    expect((await patchResponse).status()).toBe(200)
    await page.getByRole('button', { name: /^Friday.*Cellar, nothing booked/ }).click()
    const form = page.getByRole('dialog', { name: 'Create New Booking' })
    await expect(form.getByLabel('Booking date')).toHaveValue(dateFieldText(sunday.add({ days: 5 }).toString()))
    await expect(form.getByLabel('Room')).toHaveText(/Cellar/)
  },
)

test(
  'dragging over free time starts a booking, and filters are part of the address',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin, client } = await aStudioByApi(server)
    await aBooking(admin, studio.id, date, { booking_date: date, client_id: client.id })
    await aBooking(admin, studio.id, date, { booking_date: date, start_time: '15:00', end_time: '16:00' })
    const page = await aBrowser()
    await open(page, admin, `view=day&date=${date}`)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('combobox', { name: 'Client' }).selectOption(client.id)
    await page.getByRole('button', { name: 'Show bookings' }).click()
    await expect(page.locator('[data-block]')).toHaveCount(1)
    await page.reload()
    await expect(page).toHaveURL(new RegExp(`view=day&date=${date}&client=${client.id}`))
    await expect(page.locator('[data-block]')).toHaveCount(1)
    await page.getByRole('button', { name: 'Filters 1 active' }).click()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('button', { name: 'Show bookings' }).click()
    await expect(page.locator('[data-block]')).toHaveCount(2)
    await pull(page, page.getByRole('button', { name: /08:00, nothing booked/ }), { x: 0, y: 40 })
    const dialog = page.getByRole('dialog', { name: 'Create New Booking' })
    await expect(dialog.getByLabel('Booking date')).toHaveValue(dateFieldText(date))
    await expect(dialog.getByLabel('Start time')).toHaveValue('08:15')
    await expect(dialog.getByLabel('End time')).toHaveValue('09:15')
    await dialog.getByLabel('Service type').selectOption({ label: 'Mixing Session' })
    await dialog.getByLabel('Start time').fill('05:00')
    await expect(dialog.getByRole('status')).toContainText(
      "Outside opening hours. You can book this time, clients can't.",
    )
    await dialog.getByLabel('Start time').fill('08:15')
    await expect(dialog.getByRole('status')).toBeHidden()
    await dialog.getByRole('button', { name: 'More options' }).click()
    await dialog.getByLabel('Repeat').selectOption({ label: 'Every 2 weeks' })
    await dialog.getByLabel('Sessions').fill('3')
    await dialog.getByRole('button', { name: 'Create Booking' }).click()
    await expect(toast(page, '3 sessions booked')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(block(page, /Mixing Session.*08:15 – 09:15/)).toBeVisible()
    await page.goto(`/studio/bookings?tab=list&service=mixing`)
    await expect(page.getByRole('table', { name: 'All Bookings' }).getByText('08:15 – 09:15')).toHaveCount(3)
  },
)

test(
  'on a phone the filters are behind a button with their number, and part of the address',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin, client } = await aStudioByApi(server)
    await aBooking(client, studio.id, date, { booking_date: date })
    await aBooking(admin, studio.id, date, { booking_date: date, start_time: '15:00', end_time: '16:00' })
    const page = await aBrowser({ width: 390, height: 844 })
    await open(page, admin, `view=day&date=${date}`)
    const sessions = page.getByRole('button', { name: /Recording Session/ })
    await expect(sessions).toHaveCount(2)
    await expect(page.getByRole('combobox', { name: 'Client' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Filters' }).focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByRole('combobox', { name: 'Client' }).selectOption(client.id)
    await sheet.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Pending' })
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    const button = page.getByRole('button', { name: 'Filters 2 active' })
    await expect(button).toBeFocused()
    await expect(sessions).toHaveCount(1)
    await page.reload()
    await expect(page).toHaveURL(new RegExp(`client=${client.id}`))
    await expect(button).toBeVisible()
    await expectNoAxeViolations(page)
    await button.click()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('button', { name: 'Show bookings' }).click()
    await expect(sessions).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible()
  },
)

test(
  'admins see how many bookings are left: a line of text while there are many, a meter while there are few',
  variant,
  async ({ aBrowser, server }) => {
    const { admin } = await aStudioByApi(server)
    const page = await aBrowser({ width: 390, height: 844 })
    let used: number | null = null
    // A test cannot fill a month with bookings, so it changes the server's response.
    await page.route('**/api/v1/studios/*/subscription', async (route) => {
      const response = await route.fetch()
      const plan = await response.json()
      await route.fulfill({
        response: response,
        json: used === null ? plan : { ...plan, bookings: { ...plan.bookings, used, limit: 50 } },
      })
    })
    await open(page, admin, 'view=month')
    await expect(page.getByText(/^Plan usage: 0 bookings in \w+ \(no limit\), \d+ of 10 active rooms$/)).toBeVisible()
    // The plan counts this month, so other months do not show it.
    await page.getByRole('button', { name: 'Next month' }).click()
    await expect(page.getByText(/^Plan usage/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Today', exact: true }).click()
    const region = page.getByRole('region', { name: 'Plan' })
    await expect(region).toHaveCount(0)
    used = 49
    await page.reload()
    await expect(region).toContainText('Your plan has 1 booking left in')
    await expect(region.getByRole('meter')).toHaveCount(2)
    await expectNoAxeViolations(page)
    await region.getByRole('link', { name: 'See plans' }).click()
    await expect(page).toHaveURL(/\/studio\/settings\?tab=plan/)
  },
)

test('the drawer moves a booking through its states, and another browser sees each', async ({ aBrowser, server }) => {
  const { studio, admin, client } = await aStudioByApi(server)
  await aBooking(client, studio.id, date, { booking_date: date, notes: 'Upright piano' })
  const page = await aBrowser()
  const other = await aBrowser()
  await open(page, admin, `view=week&date=${date}`)
  await open(other, admin, `view=day&date=${date}`)
  await block(page, /Pending/).click()
  const drawer = page.getByRole('dialog', { name: 'Recording Session' })
  await expect(drawer).toContainText('Upright piano')
  // Two quick clicks, the second before the response to the first. Neither click is rejected as a change
  // of an older version.
  const release = await delayRequests(page, 'GET', /\/api\/v1\/.*bookings/)
  const letAnswer = await delayResponses(page, /\/confirm$/)
  await drawer.getByRole('button', { name: /Confirm/ }).click()
  await expect(block(other, /Confirmed/)).toBeVisible()
  await drawer.getByRole('button', { name: 'Extend by 30 minutes' }).click()
  letAnswer()
  await expect(block(other, /10:00 – 12:30/)).toBeVisible()
  await expect(drawer).toContainText('10:00 – 12:30')
  release()
  await drawer.getByRole('button', { name: 'Reschedule or edit' }).click()
  const change = page.getByRole('dialog', { name: 'Change Booking' })
  await expectNoAxeViolations(page)
  await change.getByLabel('Start time').fill('13:00')
  await change.getByLabel('End time').fill('14:00')
  await change.getByRole('textbox', { name: /^Price/ }).fill('120.50')
  await change.getByLabel('Reason').fill('As agreed')
  await change.getByRole('button', { name: 'Save Changes' }).click()
  await expect(change).toBeHidden()
  await expect(drawer).toContainText('120.50')
  await expect(block(other, /13:00 – 14:00/)).toBeVisible()
  await drawer.getByRole('button', { name: /^Cancel/ }).click()
  await page.getByLabel('Reason').fill('The roof leaks.')
  await page.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(toast(page, 'Booking cancelled successfully')).toBeVisible()
  await expect(drawer).toContainText('The roof leaks.')
  const history = drawer.getByRole('region', { name: 'History' })
  await expect(history.getByRole('listitem').first()).toContainText('Cancelled by you')
  await expect(history).toContainText('Moved by you')
  await expect(history).toContainText('12:00 → 12:30')
  await expect(history.getByRole('listitem').last()).toContainText('Created by Cleo Client')
  await expect(other.locator('[data-block]')).toHaveCount(0)
})

test('a swipe scrolls, and a long press picks up a session; a phone shows an agenda', async ({
  browser,
  aBrowser,
  server,
}) => {
  const { studio, admin } = await aStudioByApi(server)
  await aBooking(admin, studio.id, date, { booking_date: date })
  const context = await browser.newContext({ viewport: { width: 1024, height: 900 }, hasTouch: true })
  const page = await context.newPage()
  await open(page, admin, `view=day&date=${date}`)
  const box = await block(page, /10:00 – 12:00/).boundingBox()
  if (!box) throw new Error('no session')
  const devtools = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + 40, y: box.y + 30 + y }],
    })
  await touch('touchStart', 0)
  await expect(page.locator('[data-dragging]')).toBeVisible()
  for (const y of [10, 20, 30, 40]) await touch('touchMove', y)
  // The block is visible before the server has answered, so wait: closing the page would cancel the request.
  const patched = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await touch('touchEnd', 0)
  await expect(block(page, /11:00 – 13:00/)).toBeVisible()
  await patched
  await context.close()

  const phone = await aBrowser({ width: 390, height: 844 })
  await open(phone, admin, `view=week&date=${date}`)
  await expect(phone.locator('[data-block]')).toHaveCount(0)
  await expect(phone.getByRole('button', { name: /Recording Session.*11:00 – 13:00/ })).toBeVisible()
  await expectNoAxeViolations(phone)
})

test(
  "a line shows the studio's current time and moves on, and only on the current day",
  variant,
  async ({ aBrowser, server }) => {
    const timezone = zoneByDay()
    const { studio, admin } = await aStudio(server, { timezone })
    const now = Temporal.Now.zonedDateTimeISO(timezone)
    const [today, hour] = [
      now.toPlainDate().toString(),
      now.toPlainTime().round({ smallestUnit: 'hour', roundingMode: 'floor' }),
    ]
    const [from, to] = [hour, hour.add({ hours: 1 })].map((time) => time.toString({ smallestUnit: 'minute' }))
    await aBooking(admin, studio.id, today, { booking_date: today, start_time: from, end_time: to })
    const night = { start_time: '22:00', end_time: '02:00', ends_next_day: true }
    await aBooking(admin, studio.id, today, { booking_date: today, ...night })
    const page = await aBrowser()
    await page.clock.install()
    await open(page, admin, 'view=day')
    const line = page.locator('[data-now]')
    const session = block(page, new RegExp(`${from} – ${to}`))
    // The distance from the position of the session's hour, in pixels.
    const isOff = async () => {
      const minute = await page.evaluate((zone) => {
        const parts = new Intl.DateTimeFormat('en', {
          timeZone: zone,
          hour12: false,
          hour: 'numeric',
          minute: 'numeric',
        })
        const [at, past] = parts.formatToParts(Date.now()).filter(({ type }) => type !== 'literal')
        return Number(at?.value) * 60 + Number(past?.value)
      }, timezone)
      const [is, hourOf] = [await line.boundingBox(), await session.boundingBox()]
      if (!is || !hourOf) return Number.POSITIVE_INFINITY
      return Math.abs(is.y - hourOf.y - ((minute - hour.hour * 60) / 60) * hourOf.height)
    }
    await expect.poll(isOff).toBeLessThan(4)
    await page.clock.fastForward('00:30:00')
    await expect.poll(isOff).toBeLessThan(4)
    await page.getByRole('button', { name: 'Next day' }).click()
    // A session of the night before makes the axis longer, but the view still starts at the day.
    await expect(block(page, /until 02:00/)).not.toBeInViewport()
    await expect(block(page, /until 02:00/)).toHaveCount(1)
    await expect(page.getByText('09:00', { exact: true })).toBeInViewport()
    await expect(session).toHaveCount(0)
    await expect(line).toHaveCount(0)
    await page.goto('/studio/bookings?view=week')
    await expect.poll(isOff).toBeLessThan(4)
    const [is, day] = [await line.boundingBox(), await page.getByRole('button', { name: /, today$/ }).boundingBox()]
    expect(Math.abs((is?.x ?? 0) - (day?.x ?? 9))).toBeLessThan(4)
    expect(Math.abs((is?.width ?? 0) - (day?.width ?? 9))).toBeLessThan(4)
    await page.getByRole('button', { name: 'Next week' }).click()
    await expect(session).toHaveCount(0)
    await expect(line).toHaveCount(0)
  },
)
