import type { Locator, Page } from '@playwright/test'
import { aBlock, aBooking, aSession, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { allowManyRequests, aStudio, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { SESSION_KEY } from '../../web/src/lib/session/stored-session.ts'
import { expectNoAxeViolations } from './axe.ts'
import { dateFieldText } from './daytime.ts'
import {
  aStudioByApi,
  delayRequests,
  expect,
  failRequests,
  signInAt,
  test,
  toast,
  variant,
  waitForPaint,
} from './fixtures.ts'

const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()
// Every day of next month is in the future.
const nextMonth = Temporal.Now.plainDateISO('UTC').add({ months: 1 }).toString().slice(0, 7)
const dayOfNextMonth = (day: number) => `${nextMonth}-${String(day).padStart(2, '0')}`
const inWords = (day: string) =>
  new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

const inShort = (day: string) =>
  new Intl.DateTimeFormat('en', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))

async function open(page: Page, person: TestUser, path: string) {
  await signInAt(page, person.email, path)
  await expect(page.getByRole('heading', { name: 'Bookings', level: 1 })).toBeVisible()
}

const day = (page: Page, date: string) => page.getByRole('gridcell', { name: `${inWords(date)},` })
/** The button of a day in the month. Its name begins with the date, on phones with its year. */
const dayButton = (page: Page, date: string) => page.getByRole('button', { name: `${inWords(date)},` })

type SessionFields = { date: string; from: string; to: string; service?: string }

async function fill(page: Page, { date, from, to, service = 'Mixing Session' }: SessionFields) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Booking date').fill(date)
  await dialog.getByLabel('Start time').fill(from)
  await dialog.getByLabel('End time').fill(to)
  await dialog.getByLabel('Service type').selectOption({ label: service })
}

/** Opens the form by its key. The key works only after the page is drawn; its heading appears earlier. */
async function startByKey(page: Page) {
  await expect(page.getByRole('button', { name: 'New Booking' }).first()).toBeVisible()
  await waitForPaint(page)
  await page.keyboard.press('n')
}

const pressAtOnce = (page: Page, key: string, times: number) =>
  Promise.all(Array.from({ length: times }, () => page.keyboard.press(key)))

test('the month is navigated with the keyboard alone', async ({ aBrowser, server }) => {
  const { studio, admin } = await aStudioByApi(server)
  await aBooking(admin, studio.id, inDays(0))
  const page = await aBrowser()
  await open(page, admin, `/studio/bookings?month=${nextMonth}`)
  await page.getByRole('button', { name: 'Filters' }).focus()
  await page.keyboard.press('Tab')
  await expect(dayButton(page, dayOfNextMonth(1))).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(dayButton(page, dayOfNextMonth(8))).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(dayButton(page, dayOfNextMonth(9))).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(dayButton(page, `${Temporal.PlainYearMonth.from(nextMonth).add({ months: 1 })}-09`)).toBeFocused()
  await page.keyboard.press('PageUp')
  await expect(page).toHaveURL(new RegExp(nextMonth))
  await expect(dayButton(page, dayOfNextMonth(9))).toBeFocused()
  // Fast typing: the second key is pressed before the grid of the first key is painted.
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageDown')
  await expect(dayButton(page, `${Temporal.PlainYearMonth.from(nextMonth).add({ months: 1 })}-09`)).toBeFocused()
  await page.keyboard.press('PageUp')
  await expect(dayButton(page, dayOfNextMonth(9))).toBeFocused()
  // Many keys at once, over days that are in the grids of two months. No key is lost.
  await pressAtOnce(page, 'ArrowLeft', 12)
  await expect(
    dayButton(page, Temporal.PlainDate.from(dayOfNextMonth(9)).subtract({ days: 12 }).toString()),
  ).toBeFocused()
  await pressAtOnce(page, 'ArrowRight', 12)
  await pressAtOnce(page, 'PageDown', 5)
  await pressAtOnce(page, 'PageUp', 5)
  await expect(dayButton(page, dayOfNextMonth(9))).toBeFocused()
  await expect(page).toHaveURL(new RegExp(nextMonth))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Nothing is booked on this day yet.')
  await page.keyboard.press('Escape')
  await expect(dayButton(page, dayOfNextMonth(9))).toBeFocused()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'Create New Booking' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Client' })).toBeFocused()
  await expectNoAxeViolations(page)
})

test('a day shows three bookings and a link to the others', variant, async ({ aBrowser, server }) => {
  const { studio, admin, client } = await aStudioByApi(server)
  await allowManyRequests({ admin, studio })
  const date = dayOfNextMonth(10)
  for (const hour of ['09', '11', '13', '15', '17']) {
    await aBooking(client, studio.id, date, { booking_date: date, start_time: `${hour}:00`, end_time: `${hour}:45` })
  }
  const page = await aBrowser()
  await open(page, admin, `/studio/bookings?month=${nextMonth}`)
  await expect(day(page, date).getByRole('listitem')).toHaveText([
    '09:00 Cleo Client, Recording Session, Pending',
    '11:00 Cleo Client, Recording Session, Pending',
    '13:00 Cleo Client, Recording Session, Pending',
  ])
  await day(page, date).getByRole('button', { name: '+2 more' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toHaveCount(5)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: /Confirm.*09:00/ }).click()
  await expect(toast(page, 'Booking confirmed')).toBeVisible()
  await expect(dialog.getByRole('listitem').first()).toContainText('Confirmed')
  await dialog.getByRole('button', { name: /Decline.*11:00/ }).click()
  await page.getByRole('dialog', { name: 'Decline Booking' }).getByLabel('Reason').fill('We are on tour.')
  await page.getByRole('button', { name: 'Decline Booking' }).click()
  await expect(toast(page, 'Booking declined')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(4)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('switch', { name: 'Show cancelled' }).click()
  await page.getByRole('button', { name: 'Show bookings' }).click()
  await expect(day(page, date)).toContainText('11:00 Cleo Client, Recording Session, Cancelled')
})

test('a request that changes while the studio answers it is neither confirmed nor declined', async ({
  aBrowser,
  server,
}) => {
  const { studio, admin, client } = await aStudioByApi(server)
  const date = dayOfNextMonth(10)
  const { id } = await aBooking(client, studio.id, date, { booking_date: date, start_time: '09:00', end_time: '10:00' })
  const page = await aBrowser()
  await open(page, admin, `/studio/bookings?month=${nextMonth}`)
  await dayButton(page, date).click()
  const dialog = page.getByRole('dialog')
  const staleMessage = 'This request has changed since you opened it. Check it again, then confirm.'
  for (const [path, hour] of [
    ['confirm', '11'],
    ['decline', '13'],
  ]) {
    await page.route(`**/bookings/${id}/${path}`, async (route) => {
      await client.patch(`/bookings/${id}`, { start_time: `${hour}:00`, end_time: `${hour}:30` })
      await route.continue()
    })
    await dialog.getByRole('button', { name: new RegExp(`^${path} `, 'i') }).click()
    if (path === 'decline') await page.getByRole('button', { name: 'Decline Booking' }).click()
    await expect(toast(page, `Failed to ${path} booking`)).toContainText(staleMessage)
  }
})

test('typed text survives Esc and a reload, and a rejected time comes with free ones', async ({ aBrowser, server }) => {
  const { studio, admin } = await aStudioByApi(server)
  const date = dayOfNextMonth(12)
  await aBooking(admin, studio.id, date, { booking_date: date })
  const page = await aBrowser()
  await open(page, admin, '/studio/bookings')
  await page.getByRole('button', { name: 'New Booking' }).first().click()
  const dialog = page.getByRole('dialog')
  // Leaving the empty date shows no error. An error would move the form under the pointer, and the click would miss.
  await expect(dialog.getByRole('combobox', { name: 'Client' })).toBeFocused()
  await dialog.getByLabel('Booking date').focus()
  await dialog.getByRole('combobox', { name: 'Client' }).click()
  await dialog.getByRole('option', { name: 'Cleo Client' }).click()
  await expect(dialog.getByText('Please select a date')).toHaveCount(0)
  await fill(page, { date, from: '11:00', to: '13:00' })
  await dialog.getByLabel('Notes').fill('Upright piano')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.reload()
  await page.getByRole('button', { name: 'New Booking' }).first().click()
  await expect(dialog.getByLabel('Notes')).toHaveValue('Upright piano')
  const freeTimes = dialog.getByRole('region', { name: 'Free times' })
  await expect(freeTimes.getByRole('radio', { name: '12:00' })).toBeVisible()
  await expect(freeTimes.getByRole('radio', { name: '10:00' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Create Booking' }).click()
  await expect(toast(page, 'Studio A is taken 10:00-12:00 by an internal session')).toContainText(
    'Failed to create booking',
  )
  const conflictAlert = dialog.getByRole('alert')
  await expect(conflictAlert).toBeInViewport()
  await conflictAlert.getByRole('button', { name: '12:00' }).click()
  await expect(dialog.getByLabel('Start time')).toHaveValue('12:00')
  await expect(dialog.getByLabel('End time')).toHaveValue('14:00')
  await dialog.getByRole('button', { name: 'Create Booking' }).click()
  await expect(toast(page, 'Booking created successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'New Booking' }).first().click()
  await expect(dialog.getByLabel('Notes')).toHaveValue('')
})

test(
  'the desk sees the free times that clients see, and can type any other time',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin } = await aStudioByApi(server)
    const date = dayOfNextMonth(12)
    await aBooking(admin, studio.id, date, { booking_date: date, start_time: '10:00', end_time: '12:00' })
    const page = await aBrowser()
    await open(page, admin, '/studio/bookings')
    await page.getByRole('button', { name: 'New Booking' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Client' }).fill('cleo')
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Service type').selectOption({ label: 'Consultation' })
    const offered = dialog.getByRole('region', { name: 'Free times' })
    await dialog.getByLabel('Booking date').fill(date)
    // The session is one hour long by default, so it fits before the session at 10:00 or after its end.
    await expect(offered.getByRole('radio', { name: '09:00' })).toBeVisible()
    await expect(offered.getByRole('radio', { name: '09:30' })).toHaveCount(0)
    await expect(offered.getByRole('radio', { name: '11:00' })).toHaveCount(0)
    // All times are visible, because only the dialog scrolls; and each part of the day begins in the line of its label.
    const scrolling = await offered
      .locator('*')
      .evaluateAll(
        (elements) => elements.filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY)).length,
      )
    expect(scrolling).toBe(0)
    const middleOf = async (element: Locator) => {
      const { y = 0, height = 0 } = (await element.boundingBox()) ?? {}
      return Math.round(y + height / 2)
    }
    expect(await middleOf(offered.getByText('Morning'))).toBe(await middleOf(offered.getByText('08:00')))
    await offered.getByRole('radio', { name: '12:00' }).check()
    await expect(dialog.getByLabel('Start time')).toHaveValue('12:00')
    await expect(dialog.getByLabel('End time')).toHaveValue('13:00')
    // A longer session does not fit before 10:00.
    await dialog.getByLabel('End time').fill('14:30')
    await expect(offered.getByRole('radio', { name: '08:00' })).toHaveCount(0)
    await offered.getByRole('button', { name: 'Next day' }).click()
    await offered.getByRole('radio', { name: '10:00' }).check()
    await expect(dialog.getByLabel('Booking date')).toHaveValue(dateFieldText(dayOfNextMonth(13)))
    await expect(dialog.getByLabel('End time')).toHaveValue('12:30')
    // Times that are not offered can be typed.
    await dialog.getByLabel('Start time').fill('07:00')
    await dialog.getByRole('button', { name: 'Create Booking' }).click()
    await expect(toast(page, 'Booking created successfully')).toBeVisible()
  },
)

test(
  'a session over midnight says that it ends on the next day, and is shown on both days',
  variant,
  async ({ aBrowser, server }) => {
    const { admin } = await aStudioByApi(server)
    const page = await aBrowser()
    await open(page, admin, `/studio/bookings?month=${nextMonth}`)
    await startByKey(page)
    const dialog = page.getByRole('dialog')
    await fill(page, { date: dayOfNextMonth(14), from: '21:00', to: '02:00' })
    await dialog.getByRole('button', { name: 'Create Booking' }).click()
    await expect(dialog).toContainText('The end must be after the start.')
    await dialog.getByRole('switch', { name: 'Ends next day' }).click()
    await dialog.getByLabel('Client').fill('otto')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Create Booking' }).click()
    await expect(day(page, dayOfNextMonth(14))).toContainText('21:00 Otto Other, Mixing Session')
    await expect(day(page, dayOfNextMonth(15))).toContainText('to 02:00 Otto Other, Mixing Session')
    await dayButton(page, dayOfNextMonth(15)).click()
    await expect(dialog).toContainText('Otto Other')
  },
)

test('a lock-out of three days is one booking, shown on each day', variant, async ({ aBrowser, server }) => {
  const { studio, admin } = await aStudioByApi(server)
  const page = await aBrowser()
  await open(page, admin, `/studio/bookings?month=${nextMonth}`)
  await startByKey(page)
  const dialog = page.getByRole('dialog')
  await fill(page, { date: dayOfNextMonth(14), from: '10:00', to: '18:00' })
  await dialog.getByRole('button', { name: 'Several days' }).click()
  await dialog.getByRole('button', { name: '3 days' }).click()
  await expect(dialog.getByLabel('End date')).toHaveValue(dateFieldText(dayOfNextMonth(16)))
  await dialog.getByLabel('Client').fill('otto')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Create Booking' }).click()
  await expect(day(page, dayOfNextMonth(14))).toContainText('10:00 Otto Other, Mixing Session')
  await expect(day(page, dayOfNextMonth(15))).toContainText('2/3 Otto Other, Mixing Session')
  await expect(day(page, dayOfNextMonth(16))).toContainText('3/3 Otto Other, Mixing Session')
  const range = `from=${dayOfNextMonth(15)}&to=${dayOfNextMonth(15)}`
  const { body } = await admin.get(`/studios/${studio.id}/bookings?${range}`)
  expect(body.items).toMatchObject([{ booking_date: dayOfNextMonth(14), days: 3 }])
  await page.setViewportSize({ width: 390, height: 844 })
  await dayButton(page, dayOfNextMonth(15)).click()
  await expect(page.getByRole('region', { name: inWords(dayOfNextMonth(15)) })).toContainText('all day, day 2 of 3')
  await page
    .getByRole('region', { name: inWords(dayOfNextMonth(15)) })
    .getByRole('button')
    .click()
  await expect(dialog).toContainText('10:00 – 18:00 (3 days)')
})

test(
  'if bookings cannot be loaded, the screen says so, and Retry loads them',
  variant,
  async ({ aBrowser, server }) => {
    const { admin } = await aStudioByApi(server)
    const page = await aBrowser()
    const internalError = { code: 'INTERNAL', message: 'Something went wrong on our side. Please try again.' }
    // The page also tries again by itself, so the server fails until the button is clicked.
    const loads = '**/api/v1/studios/*/calendar*'
    await page.route(loads, async (route) =>
      (await page.evaluate(() => document.body.hasAttribute('data-retried')))
        ? route.continue()
        : route.fulfill({ status: 500, json: internalError }),
    )
    await open(page, admin, '/studio/bookings')
    await expect(page.getByRole('heading', { name: 'Failed to load bookings' })).toBeVisible()
    await expect(toast(page, 'Failed to load bookings')).toHaveCount(1)
    await expectNoAxeViolations(page)
    await page.evaluate(() =>
      document.addEventListener(
        'click',
        ({ target }) =>
          target instanceof Element &&
          target.closest('button')?.textContent === 'Retry' &&
          document.body.setAttribute('data-retried', ''),
        { capture: true },
      ),
    )
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'No Bookings Yet' })).toBeVisible()
    await expect(page.getByRole('grid')).toBeVisible()
    await expectNoAxeViolations(page)
  },
)

test('time is blocked after each conflicting booking is kept, cancelled or moved, by keyboard on a phone too', async ({
  aBrowser,
  server,
}) => {
  const { studio, admin, client } = await aStudioByApi(server)
  const date = dayOfNextMonth(12)
  for (const hour of ['10', '12', '14']) {
    const input = { booking_date: date, start_time: `${hour}:00`, end_time: `${hour}:45`, client_id: client.id }
    await aBooking(admin, studio.id, date, input)
  }
  const page = await aBrowser({ width: 390, height: 844 })
  await open(page, admin, `/studio/bookings?month=${nextMonth}`)
  await page.getByRole('button', { name: 'New Booking' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('switch', { name: 'Block Time' }).click()
  await dialog.getByLabel('Booking date').fill(date)
  await dialog.getByLabel('Start time').fill('09:00')
  await dialog.getByLabel('End time').fill('18:00')
  await dialog.getByLabel('Reason').selectOption({ label: 'Maintenance' })
  await dialog.getByRole('button', { name: 'Block Time' }).click()
  await expect(dialog.getByRole('heading', { name: '3 bookings conflict' })).toBeFocused()
  const conflictAt = (time: string) => dialog.getByRole('group', { name: new RegExp(time) })
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Keep all' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(conflictAt('10:00').getByLabel('Keep')).toBeChecked()
  await dialog.getByRole('button', { name: 'Block Time' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose an option for every booking.')
  await expect(conflictAt('12:00').getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect(conflictAt('12:00').getByLabel('Keep')).toBeFocused()
  await conflictAt('12:00').getByLabel('Cancel it').check()
  await conflictAt('12:00').getByLabel('Reason').fill('The floor is being laid.')
  await conflictAt('14:00').getByLabel('Move').check()
  await conflictAt('14:00').getByLabel('New start').fill('16:00')
  await conflictAt('14:00').getByLabel('New end').fill('17:00')
  await dialog.getByRole('button', { name: 'Block Time' }).click()
  await expect(conflictAt('14:00').getByRole('alert')).toHaveText('It still conflicts at that time.')
  await conflictAt('14:00').hover()
  await expectNoAxeViolations(page)
  await conflictAt('14:00').getByLabel('New date').fill(dayOfNextMonth(13))
  await dialog.getByRole('button', { name: 'Block Time' }).click()
  await expect(toast(page, 'Time blocked successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await dayButton(page, date).click()
  await expect(page.getByRole('button', { name: /Blocked.*09:00 – 18:00/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /10:00 – 10:45.*Recording Session/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /12:00 – 12:45/ })).toHaveCount(0)
  await dayButton(page, dayOfNextMonth(13)).click()
  await page.getByRole('button', { name: /16:00 – 17:00.*Recording Session/ }).click()
  await expect(page.getByRole('dialog', { name: 'Recording Session' })).toContainText(inWords(dayOfNextMonth(13)))
})

test('the screen has texts for loading, empty and failed states', variant, async ({ aBrowser, server }) => {
  const { studio, admin } = await aStudioByApi(server)
  const page = await aBrowser()
  // Spec section 8: a failed client-list load is only logged.
  await failRequests(page, 'GET', /\/studios\/[^/]+\/clients/)
  const { promise: released, resolve: releaseRequests } = Promise.withResolvers<void>()
  await page.route('**/api/v1/studios/*/calendar*', async (route) => {
    await released
    await route.continue()
  })
  await open(page, admin, `/studio/bookings?month=${nextMonth}`)
  await expect(page.getByText('Manage your studio bookings and schedule')).toBeVisible()
  await expect(page.getByText('Loading bookings...')).toBeVisible()
  releaseRequests()
  await expect(page.getByRole('heading', { name: 'No Bookings Yet' })).toBeVisible()
  await expect(page.getByText('Create your first booking to get started.')).toBeVisible()
  await page.unroute('**/api/v1/studios/*/calendar*')
  await expect(page.getByRole('heading', { name: 'Calendar View' })).toBeVisible()
  const legend = ['Pending', 'Confirmed', 'Cancelled', 'Completed', 'Client Booking', 'Blocked Time']
  await expect(page.getByRole('list', { name: 'Legend' }).getByRole('listitem')).toHaveText(legend)
  await expect(page.getByRole('columnheader')).toHaveText(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('button', { name: 'Previous month' }).click()
  await expect(dayButton(page, dayOfNextMonth(15))).toBeVisible()
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page).toHaveURL(/\/studio\/bookings$/)

  await page.getByRole('button', { name: 'New Booking' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Booking' })
  // A style element of the dialog sets this. The page's policy allows the element because of its nonce.
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
  await dialog.getByRole('button', { name: 'Open calendar' }).click()
  const calendar = page.getByRole('dialog', { name: 'Calendar' })
  await expect(calendar.getByRole('button', { name: /^Today, / })).toBeEnabled()
  await calendar.getByRole('button', { name: 'Previous month' }).click()
  const past = Temporal.PlainDate.from(inDays(0)).with({ day: 15 }).subtract({ months: 1 })
  await expect(calendar.getByRole('button', { name: past.toLocaleString('en', { dateStyle: 'full' }) })).toBeDisabled()
  await page.keyboard.press('Escape')
  const options = (field: string) => page.getByRole('dialog').getByLabel(field).getByRole('option')
  const services = ['Recording Session', 'Mixing Session', 'Mastering Session', 'Rehearsal', 'Consultation']
  await expect(options('Service type')).toHaveText(['Select a service', ...services])
  await page.getByRole('switch', { name: 'Block Time' }).click()
  const reasons = ['Maintenance', 'Holiday', 'Studio Closed', 'Personal Time', 'Other']
  await expect(options('Reason')).toHaveText(['Select a reason', ...reasons])
  await page.getByRole('switch', { name: 'Block Time' }).click()
  await expect(dialog.getByLabel('Client')).toHaveCount(0)
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await dialog.getByLabel('Booking date').fill('')
  await dialog.getByRole('button', { name: 'Create Booking' }).click()
  const missing = ['Please select a date', 'Start time is required', 'End time is required', 'Service type is required']
  for (const sentence of missing) await expect(dialog.getByText(sentence)).toBeVisible()
  await fill(page, { date: dayOfNextMonth(12), from: '10:00', to: '12:00' })
  // The sign-in session is deleted, so nothing is sent.
  const storedSession = await page.evaluate((key) => {
    const session = localStorage.getItem(key) ?? ''
    localStorage.removeItem(key)
    return session
  }, SESSION_KEY)
  await dialog.getByRole('button', { name: 'Create Booking' }).click()
  await expect(toast(page, 'You must be logged in to create a booking')).toBeVisible()
  await page.evaluate(([key, session]) => localStorage.setItem(key, session), [SESSION_KEY, storedSession] as const)

  const notes = 'Upright piano, two vocal microphones and the long couch for the band'
  await aBooking(admin, studio.id, inDays(9), { booking_date: inDays(9), notes })
  await admin.post(`/studios/${studio.id}/bookings`, aBlock(inDays(3)))
  await page.goto('/studio/bookings?tab=list')
  const columns = ['Date', 'Time', 'Type', 'Service', 'Status', 'Notes', 'Price', 'Actions']
  await expect(page.getByRole('columnheader')).toHaveText(columns)
  await expect(page.getByRole('row').filter({ hasText: 'Recording Session' })).toContainText(
    'Upright piano, two vocal microphones…',
  )
  await expect(page.getByRole('row').filter({ hasText: 'Maintenance' })).toContainText(/Blocked Time.*Confirmed/)
  await page.route('**/api/v1/bookings/*/cancel', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Something went wrong on our side.' } }),
  )
  await page.getByRole('button', { name: /^More actions for Recording Session/ }).click()
  await page.getByRole('menuitem', { name: /^Cancel session/ }).click()
  await page.getByLabel('Reason').fill('The roof leaks.')
  await page.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(toast(page, 'Failed to cancel booking')).toContainText('Something went wrong on our side.')
  await expect(page.getByRole('dialog', { name: 'Cancel Booking' }).getByLabel('Reason')).toHaveValue('The roof leaks.')
})

test(
  'the list begins at today or at a chosen day and goes back on a click; on a phone its rows are two lines',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin, client } = await aStudioByApi(server)
    const block = (ahead: number, notes: string) =>
      admin.post(`/studios/${studio.id}/bookings`, aBlock(inDays(ahead), { booking_date: inDays(ahead), notes }))
    await block(1, 'soon')
    await block(40, 'later')
    const session = await aBooking(client, studio.id, inDays(0), { booking_date: inDays(5) })
    const page = await aBrowser({ width: 390, height: 844 })
    await open(page, admin, '/studio/bookings?tab=list')
    const rows = page.getByRole('table', { name: 'All Bookings' }).getByRole('row')
    const sessionRow = rows.filter({ hasText: session.client_name ?? 'Recording Session' })
    await expect(sessionRow).toBeVisible()
    expect((await sessionRow.boundingBox())?.height).toBeLessThan(66)
    // The row has one button to confirm the request. A tap on the row opens the details with all other actions.
    await expect(sessionRow.getByRole('button', { name: /^Confirm/ })).toBeVisible()
    await expect(sessionRow.getByRole('button', { name: /^Decline|^Cancel/ })).toHaveCount(0)
    await sessionRow.click({ position: { x: 4, y: 4 } })
    const details = page.getByRole('dialog', { name: 'Recording Session' })
    await expect(details.getByRole('button', { name: 'Decline' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
    await expectNoAxeViolations(page)

    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(rows.filter({ hasText: 'soon' })).toBeVisible()
    await page.getByLabel('Bookings from').fill(inDays(30))
    await expect(page).toHaveURL(new RegExp(`date=${inDays(30)}`))
    // The headings, the button that shows earlier bookings, and one booking.
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(2)).toContainText('later')
    await rows.nth(1).getByRole('button', { name: 'Show earlier bookings' }).click()
    await expect(rows).toHaveCount(4)
    await expect(rows.nth(1)).toContainText('soon')
    await expect(page.getByRole('button', { name: 'Show earlier bookings' })).toHaveCount(0)
  },
)

test('one, the following or all sessions of a series are changed and cancelled, and no others', async ({
  aBrowser,
  server,
}) => {
  const { studio, admin, client } = await aStudioByApi(server)
  const [first, second, third, fourth] = [8, 15, 22, 29].map(inDays)
  await aBooking(client, studio.id, inDays(0), { booking_date: third })
  // This booking takes the time to which the last session would move if all move by a day.
  const later = Temporal.PlainDate.from(fourth ?? '').add({ days: 1 })
  await aBooking(client, studio.id, inDays(0), {
    booking_date: later.toString(),
    start_time: '14:00',
    end_time: '16:00',
  })
  const page = await aBrowser()
  await open(page, admin, '/studio/bookings?tab=list&service=mixing')
  await page.getByRole('button', { name: 'New Booking' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create New Booking' })
  await fill(page, { date: first ?? '', from: '10:00', to: '12:00' })
  await form.getByRole('button', { name: 'More options' }).click()
  await form.getByLabel('Repeat').selectOption({ label: 'Every week' })
  await form.getByLabel('Ends').selectOption({ label: 'On a day' })
  await form.getByRole('button', { name: 'Create Booking' }).click()
  await expect(form.getByText('Please say until when, or how many times')).toBeVisible()
  await form.getByLabel('Last day').fill(fourth ?? '')
  await form.getByRole('button', { name: 'Create Booking' }).click()
  await expect(form.getByRole('alert')).toContainText(
    'One session of the series cannot be booked, so nothing was changed.',
  )
  await expect(form.getByRole('alert').getByRole('listitem')).toHaveText([`${inShort(third ?? '')}, 10:00: taken`])
  await form.getByRole('switch', { name: 'Skip conflicts' }).click()
  await expectNoAxeViolations(page)
  await form.getByRole('button', { name: 'Create Booking' }).click()
  await expect(toast(page, '3 sessions booked')).toContainText('1 session skipped.')
  await expect(form).toBeHidden()

  const rows = page.getByRole('table', { name: 'All Bookings' }).getByRole('row')
  const expectSessions = (...when: [day: string | undefined, times: string][]) =>
    expect(rows.filter({ hasText: 'Mixing Session' })).toHaveText(
      when.map(([day, times]) => new RegExp(`${inShort(day ?? '')}.*${times}`)),
    )
  const openChange = async (index: number) => {
    await page.getByRole('button', { name: 'Mixing Session', exact: true }).nth(index).click()
    await page.getByRole('button', { name: 'Reschedule or edit' }).click()
    const change = page.getByRole('dialog', { name: 'Change Booking' })
    await expect(change).toBeVisible()
    return change
  }
  const save = async (change: Locator, toastBox?: string) => {
    await change.getByRole('button', { name: 'Save Changes' }).click()
    // The newest toast comes first. A toast of the previous change may still be visible.
    if (toastBox) await expect(toast(page, toastBox).first()).toBeVisible()
    await expect(change).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await expectSessions([first, '10:00 – 12:00'], [second, '10:00 – 12:00'], [fourth, '10:00 – 12:00'])

  const single = await openChange(1)
  await single.getByLabel('Start time').fill('13:00')
  await single.getByLabel('End time').fill('14:00')
  await save(single)
  await expectSessions([first, '10:00 – 12:00'], [second, '13:00 – 14:00'], [fourth, '10:00 – 12:00'])

  const following = await openChange(1)
  await following.getByLabel('Start time').fill('14:00')
  await following.getByLabel('End time').fill('16:00')
  await following.getByLabel('Change', { exact: true }).selectOption({ label: 'This and the following sessions' })
  await save(following, '2 sessions changed')
  await expectSessions([first, '10:00 – 12:00'], [second, '14:00 – 16:00'], [fourth, '14:00 – 16:00'])

  const all = await openChange(0)
  await all.getByLabel('Change', { exact: true }).selectOption({ label: 'All future sessions' })
  await all.getByLabel('Booking date').fill(inDays(15))
  await all.getByRole('button', { name: 'Save Changes' }).click()
  await expect(all.getByText('The sessions of a series move by at most 6 days')).toBeVisible()
  await all.getByLabel('Booking date').fill(inDays(9))
  await all.getByRole('button', { name: 'Save Changes' }).click()
  await expect(all.getByRole('alert').getByRole('listitem')).toHaveText([`${inShort(fourth ?? '')}, 14:00: taken`])
  await all.getByRole('switch', { name: 'Skip conflicts' }).click()
  await expectNoAxeViolations(page)
  await save(all, '2 sessions changed')
  await expectSessions([inDays(9), '10:00 – 12:00'], [inDays(16), '14:00 – 16:00'], [fourth, '14:00 – 16:00'])

  await page
    .getByRole('button', { name: /^More actions for Mixing Session/ })
    .nth(1)
    .click()
  await page.getByRole('menuitem', { name: /^Cancel session/ }).click()
  const cancelDialog = page.getByRole('dialog', { name: 'Cancel Booking' })
  await cancelDialog.getByLabel('Cancel', { exact: true }).selectOption({ label: 'This and the following sessions' })
  await cancelDialog.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(toast(page, '2 sessions cancelled')).toBeVisible()
  await expectSessions([inDays(9), '10:00 – 12:00.*Confirmed'], [inDays(16), '.*Cancelled'], [fourth, '.*Cancelled'])
})

test(
  'assigning people to a whole series keeps the room and time of each session',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin } = await aStudioByApi(server)
    const createResource = async (kind: string, name: string): Promise<string> =>
      (await admin.post(`/studios/${studio.id}/resources`, { kind, name })).body.id
    const cellar = await createResource('room', 'Cellar')
    await createResource('person', 'Kim Engineer')
    const series = aSession(inDays(0), { booking_date: inDays(8), count: 3 })
    const { bookings } = (await admin.post(`/studios/${studio.id}/booking-series`, series)).body
    await admin.patch(`/bookings/${bookings[1].id}`, { room_id: cellar, end_time: '13:00' })
    const page = await aBrowser()
    await open(page, admin, '/studio/bookings?tab=list')
    const drawerOf = async (index: number) => {
      await page.getByRole('button', { name: 'Recording Session', exact: true }).nth(index).click()
      const drawer = page.getByRole('dialog', { name: 'Recording Session' })
      await expect(drawer).toContainText('Part of a series')
      return drawer
    }
    const close = async () => {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await (await drawerOf(0)).getByRole('button', { name: 'Reschedule or edit' }).click()
    const change = page.getByRole('dialog', { name: 'Change Booking' })
    await change.getByRole('checkbox', { name: 'Kim Engineer' }).check()
    await change.getByLabel('Change', { exact: true }).selectOption({ label: 'All future sessions' })
    await change.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page, '3 sessions changed').first()).toBeVisible()
    await expect(change).toBeHidden()
    await close()
    for (const [index, room, times] of [
      [0, 'Studio A', '10:00 – 12:00'],
      [1, 'Cellar', '10:00 – 13:00'],
      [2, 'Studio A', '10:00 – 12:00'],
    ] as const) {
      const drawer = await drawerOf(index)
      for (const fact of [room, times, 'Kim Engineer'])
        await expect(drawer.getByRole('definition').filter({ hasText: fact })).toHaveCount(1)
      await close()
    }
  },
)

test(
  'a studio that does not accept bookings says so in the form, with a link to the setting',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin } = await aStudioByApi(server)
    await admin.patch(`/studios/${studio.id}`, { is_active: false })
    const page = await aBrowser()
    await open(page, admin, '/studio/bookings')
    await page.getByRole('button', { name: 'New Booking' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Create New Booking' })
    await expect(dialog.getByText('Your studio is not accepting bookings at the moment.')).toBeVisible()
    await expectNoAxeViolations(page)
    await dialog.getByRole('link', { name: 'Accept bookings again' }).click()
    await expect(page.getByRole('switch', { name: 'Accepting bookings' })).toBeVisible()
  },
)

test(
  'a month without bookings left in the plan is rejected with a message, and the next month is not',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin } = await aStudio(server, { tier: 'trial' })
    const daily = { booking_date: dayOfNextMonth(1), weekdays: [0, 1, 2, 3, 4, 5, 6], count: 28, on_conflict: 'skip' }
    for (const hours of [{}, { start_time: '14:00', end_time: '15:00' }]) {
      await admin.post(`/studios/${studio.id}/booking-series`, aSession(inDays(0), { ...daily, ...hours }))
    }
    const page = await aBrowser()
    await open(page, admin, `/studio/bookings?month=${nextMonth}`)
    await page.getByRole('button', { name: 'New Booking' }).first().click()
    const dialog = page.getByRole('dialog')
    await fill(page, { date: dayOfNextMonth(2), from: '17:00', to: '18:00' })
    await dialog.getByRole('button', { name: 'Create Booking' }).click()
    await expect(dialog.getByRole('alert')).toHaveText("This studio's plan has no bookings left for that month.")
    await expect(dialog.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/studio/settings?tab=plan')
    await dialog.getByLabel('Booking date').fill(`${Temporal.PlainYearMonth.from(nextMonth).add({ months: 1 })}-02`)
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Create Booking' }).click()
    await expect(toast(page, 'Booking created successfully')).toBeVisible()
  },
)

test('a session that has begun is completed, or marked as a no-show', async ({ aBrowser, server }) => {
  const { studio, admin, client } = await aStudioByApi(server)
  // It has not ended, because every hour a job completes those that have.
  const input = { booking_date: inDays(0), start_time: '00:00', end_time: '23:45', client_id: client.id }
  const { id } = await aBooking(admin, studio.id, inDays(0), input)
  await confirmAsSeen(admin, id)
  const page = await aBrowser()
  await open(page, admin, '/studio/bookings?tab=list')
  await page.getByRole('button', { name: 'Recording Session', exact: true }).click()
  // While it runs and nobody is in, checking in is next.
  const row = page.getByRole('row', { includeHidden: true }).filter({ hasText: 'Recording Session' })
  await expect(row.getByRole('button', { name: /^Check in /, includeHidden: true })).toHaveCount(1)
  await expect(row.getByRole('button', { name: /^Complete/, includeHidden: true })).toHaveCount(0)
  const drawer = page.getByRole('dialog', { name: 'Recording Session' })
  await drawer.getByRole('button', { name: /^Complete/ }).click()
  await expect(toast(page, 'Booking completed')).toBeVisible()
  await expect(drawer.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  await drawer.getByRole('button', { name: 'No-show' }).click()
  await expect(toast(page, 'Marked as a no-show')).toBeVisible()
  await expect(drawer.getByText('The client did not show up.')).toBeVisible()
  // The toast is next to the drawer, because it would otherwise cover the drawer's next action.
  const [toastBox, drawerBox] = [await toast(page, 'Marked as a no-show').boundingBox(), await drawer.boundingBox()]
  expect((toastBox?.x ?? 0) + (toastBox?.width ?? 0)).toBeLessThanOrEqual(drawerBox?.x ?? 0)
  await expect(drawer.getByText('This session is outside opening hours.')).toBeVisible()
  await expect(page.getByRole('row', { includeHidden: true }).filter({ hasText: 'No-show' })).toHaveCount(1)
  await drawer.getByRole('button', { name: 'Undo no-show' }).click()
  await expect(toast(page, 'No longer a no-show')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'No-show' })).toBeVisible()
})

/** A session of Cleo that runs all day today, and one of the coming days. The first has begun, the second has not. */
async function sessionsOfCleo({ studio, admin, client }: Pick<StudioOfTest, 'studio' | 'admin' | 'client'>) {
  const allDay = { start_time: '00:00', end_time: '23:45', client_id: client.id }
  const begun = await aBooking(admin, studio.id, inDays(0), { ...allDay, booking_date: inDays(0) })
  const later = await aBooking(admin, studio.id, inDays(0), { ...allDay, booking_date: inDays(2) })
  for (const { id } of [begun, later]) await confirmAsSeen(admin, id)
  return { begun, later }
}

test(
  "a no-show is recorded from the menu of a booking's row, only after the session has begun",
  variant,
  async ({ aBrowser, server }) => {
    const fixture = await aStudioByApi(server)
    const { begun, later } = await sessionsOfCleo(fixture)
    const page = await aBrowser()
    await open(page, fixture.admin, '/studio/bookings?tab=list')
    const openMenu = (date: string) =>
      page.getByRole('button', { name: `More actions for Recording Session, ${inShort(date)}` })
    await openMenu(inDays(2)).click()
    await expect(page.getByRole('menuitem', { name: /^Cancel/ })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'No-show' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await openMenu(inDays(0)).click()
    await page.getByRole('menuitem', { name: 'No-show' }).click()
    await expect(toast(page, 'Marked as a no-show')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'No-show' })).toHaveCount(1)
    expect((await fixture.admin.get(`/bookings/${begun.id}`)).body).toMatchObject({
      status: 'completed',
      no_show_at: expect.any(String),
    })
    // The server has the same rules, and clients may not say it.
    expect((await fixture.client.post(`/bookings/${begun.id}/no-show`, { no_show: false })).status).toBe(403)
    expect((await fixture.admin.post(`/bookings/${later.id}/no-show`, {})).status).toBe(422)
    expect((await fixture.admin.get(`/bookings/${later.id}`)).body).toMatchObject({
      status: 'confirmed',
      no_show_at: null,
    })
  },
)

test(
  'a no-show is recorded in the dialog of a day, only after the session has begun',
  variant,
  async ({ aBrowser, server }) => {
    const fixture = await aStudioByApi(server)
    const { begun } = await sessionsOfCleo(fixture)
    const page = await aBrowser()
    const openDay = async (date: string) => {
      await page.goto(`/studio/bookings?view=month&month=${date.slice(0, 7)}`)
      await dayButton(page, date).click()
    }
    await open(page, fixture.admin, '/studio/bookings')
    await openDay(inDays(2))
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: /^Cancel/ })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'No-show' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await openDay(inDays(0))
    await dialog.getByRole('button', { name: 'No-show' }).click()
    await expect(toast(page, 'Marked as a no-show')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'No-show' })).toHaveCount(0)
    expect((await fixture.admin.get(`/bookings/${begun.id}`)).body).toMatchObject({
      status: 'completed',
      no_show_at: expect.any(String),
    })
  },
)

test('while the booking form loads, its frame is in its place, and Esc closes it', async ({ aBrowser, server }) => {
  const { admin } = await aStudioByApi(server)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const page = await aBrowser(size)
    const loadForm = await delayRequests(page, 'GET', '**/assets/booking-dialog-*.js')
    await signInAt(page, admin.email, '/studio/bookings')
    const opener = page.getByRole('button', { name: 'New Booking' }).first()
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Create New Booking' })
    await expect(dialog).toHaveAttribute('aria-busy')
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()

    await opener.click()
    const frameBox = await dialog.boundingBox()
    loadForm()
    await expect(dialog.getByLabel('Booking date')).toBeVisible()
    await expect(dialog).not.toHaveAttribute('aria-busy')
    expect(await dialog.boundingBox()).toEqual(frameBox)
  }
})
