import type { Page } from '@playwright/test'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { aCrewMember, aStudio } from '@studiohub/testing/people.ts'
import { expectNoAxeViolations } from './axe.ts'
import { dateFieldText, zoneByDay } from './daytime.ts'
import { expect, signInAt, test, toast, variant } from './fixtures.ts'

/** A studio in the middle of its day: one client is more than an hour late, and another requests the evening. */
async function aStudioAtWork(server: Parameters<typeof aStudio>[0]) {
  const timezone = zoneByDay()
  const fixture = await aStudio(server, { timezone })
  const now = Temporal.Now.zonedDateTimeISO(timezone)
  const today = now.toPlainDate().toString()
  const hour = (by: number) => `${String(now.hour + by).padStart(2, '0')}:00`
  const { admin, client, other, studio } = fixture
  await admin.post(`/studios/${studio.id}/resources`, { kind: 'room', name: 'Cellar' })
  const late = { booking_date: today, start_time: hour(-1), end_time: hour(1), client_id: client.id }
  await aBooking(admin, studio.id, today, { ...late, status: 'confirmed' })
  await aBooking(other, studio.id, today, { booking_date: today, start_time: hour(2), end_time: hour(3) })
  return { ...fixture, today, hour }
}

const latest = (page: Page) => page.getByRole('button', { name: /Recording Session, Cleo Client/ })

test('the home page of a studio is today: who is late, open requests, and free time', async ({ aBrowser, server }) => {
  const { admin, hour, today } = await aStudioAtWork(server)
  const page = await aBrowser({ width: 1440, height: 900 })
  await signInAt(page, admin.email, '/studio')
  const lanes = page.getByRole('region', { name: 'Today' })
  await expect(lanes.getByRole('heading')).toHaveText(['Today', 'Studio A', 'Cellar'])
  await expect(latest(page)).toHaveAccessibleName(/Not here yet, 1 h/)
  await expect(lanes.locator('[data-now]')).toBeInViewport()
  await expectNoAxeViolations(page)

  await lanes.getByRole('button', { name: 'Check in Cleo Client' }).click()
  await expect(toast(page, 'Client checked in successfully')).toBeVisible()
  await expect(latest(page)).toHaveAccessibleName(/, Here$/)
  await expect(lanes.getByRole('button', { name: 'Check out Cleo Client' })).toBeVisible()

  const waiting = page.getByRole('region', { name: 'To confirm' })
  await expect(waiting.getByRole('listitem')).toHaveCount(1)
  await waiting.getByRole('button', { name: /^Confirm / }).click()
  await expect(toast(page, 'Booking confirmed')).toBeVisible()
  await expect(waiting).toContainText('All requests are answered.')

  await lanes.getByRole('button', { name: /^Cellar, .* free\. New booking$/ }).click()
  const form = page.getByRole('dialog', { name: 'Create New Booking' })
  await expect(form.getByLabel('Booking date')).toHaveValue(dateFieldText(today))
  expect((await form.getByLabel('Start time').inputValue()) >= hour(0)).toBe(true)
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Reports' }).click()
  await expect(page.getByRole('figure', { name: 'Utilization of your rooms' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('figure', { name: 'Bookings by month' })).toBeVisible()
})

test('a request of one or two hours is confirmed and declined in its place in the lanes', async ({
  aBrowser,
  server,
}) => {
  const { admin, other, studio, today, hour } = await aStudioAtWork(server)
  await aBooking(other, studio.id, today, { booking_date: today, start_time: hour(4), end_time: hour(6) })
  const page = await aBrowser({ width: 1440, height: 900 })
  await signInAt(page, admin.email, '/studio')
  const lanes = page.getByRole('region', { name: 'Today' })
  const confirm = lanes.getByRole('button', { name: /^Confirm / })
  const decline = lanes.getByRole('button', { name: /^Decline / })
  await expect(confirm).toHaveCount(2)
  await expect(lanes.getByRole('button', { name: 'Check in Cleo Client' })).toBeVisible()
  await expectNoAxeViolations(page)
  for (const button of [...(await confirm.all()), ...(await decline.all())]) {
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
  }
  await confirm.first().click()
  await expect(toast(page, 'Booking confirmed')).toBeVisible()
  await expect(confirm).toHaveCount(1)
  await decline.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decline Booking' }).click()
  await expect(toast(page, 'Booking declined')).toBeVisible()
  await expect(confirm).toHaveCount(0)
})

test(
  'a request of half an hour has no room for buttons: a click opens its details, which have both answers',
  variant,
  async ({ aBrowser, server }) => {
    const { admin, other, studio, today, hour } = await aStudioAtWork(server)
    const short = { start_time: hour(4), end_time: hour(4).replace(':00', ':30') }
    await aBooking(other, studio.id, today, { booking_date: today, ...short })
    const page = await aBrowser({ width: 1440, height: 900 })
    await signInAt(page, admin.email, '/studio')
    const lanes = page.getByRole('region', { name: 'Today' })
    // The other request takes an hour.
    await expect(lanes.getByRole('button', { name: /^Confirm / })).toHaveCount(1)
    await lanes.getByRole('button', { name: /^(?!.* free).*:30/ }).click()
    const details = page.getByRole('dialog')
    await expect(details.getByRole('button', { name: /^Decline/ })).toBeVisible()
    await details.getByRole('button', { name: /^Confirm/ }).click()
    await expect(toast(page, 'Booking confirmed')).toBeVisible()
  },
)

test('requests are answered by keyboard: J and K move, C confirms, D declines', async ({ aBrowser, server }) => {
  const { admin, other, studio, today, hour } = await aStudioAtWork(server)
  await aBooking(other, studio.id, today, { booking_date: today, start_time: hour(4), end_time: hour(6) })
  const page = await aBrowser({ width: 1440, height: 900 })
  await signInAt(page, admin.email, '/studio')
  const waiting = page.getByRole('region', { name: 'To confirm' })
  const requests = waiting.getByRole('listitem')
  const open = (index: number) => requests.nth(index).getByRole('button').first()
  await expect(requests).toHaveCount(2)
  // Without a focused request the keys answer nothing.
  await page.keyboard.press('c')
  await page.keyboard.press('d')
  await page.keyboard.press('j')
  await expect(open(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(open(1)).toBeFocused()
  await page.keyboard.press('j')
  await expect(open(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(open(0)).toBeFocused()
  await page.keyboard.press('c')
  await expect(toast(page, 'Booking confirmed')).toBeVisible()
  await expect(requests).toHaveCount(1)
  await expect(open(0)).toBeFocused()
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog', { name: 'Decline Booking' })
  // In a field the keys are letters.
  await dialog.getByRole('textbox').pressSequentially('jkcd')
  await expect(dialog.getByRole('textbox')).toHaveValue('jkcd')
  await dialog.getByRole('button', { name: 'Decline Booking' }).click()
  await expect(waiting).toContainText('All requests are answered.')

  await aBooking(other, studio.id, today, { booking_date: today, start_time: hour(4), end_time: hour(6) })
  await page.goto('/studio/bookings?tab=list&show=pending')
  const row = page.getByRole('row').filter({ hasText: 'Pending' })
  await expect(row).toHaveCount(1)
  await page.keyboard.press('j')
  await expect(row.getByRole('button', { name: 'Recording Session', exact: true })).toBeFocused()
  await page.keyboard.press('c')
  await expect(toast(page, 'Booking confirmed')).toBeVisible()
})

test(
  'beside today are overdue tasks and invoices and unread messages, if there are any',
  variant,
  async ({ aBrowser, server }) => {
    const { admin, client, studio } = await aStudio(server, { timezone: zoneByDay() })
    const page = await aBrowser({ width: 1440, height: 900 })
    await signInAt(page, admin.email, '/studio')
    const overdue = page.getByRole('region', { name: 'Overdue' })
    const messages = page.getByRole('region', { name: 'Messages' })
    await expect(page.getByRole('region', { name: 'To confirm' })).toContainText('All requests are answered.')
    await expect(overdue).toHaveCount(0)
    await expect(messages).toHaveCount(0)

    for (const day of ['2026-01-05', '2026-01-04', '2026-01-03', '2026-01-02'])
      await admin.post('/tasks', { title: `Task of ${day}`, due_date: day })
    await admin.post('/tasks', { title: 'Task without a date' })
    await client.post(`/studios/${studio.id}/clients/${client.id}/messages`, { body: 'Can I bring a second singer?' })
    await page.reload()
    await expect(overdue.getByRole('listitem')).toHaveText([/^Task of 2026-01-02/, /01-03/, /01-04/])
    await expect(overdue.getByRole('link', { name: 'All 4 tasks' })).toBeVisible()
    await expect(messages.getByRole('listitem')).toHaveText([/^Cleo Client.*Can I bring a second singer\?$/])
    await expectNoAxeViolations(page)
    const read = page.waitForResponse(/messages\/read$/)
    await messages.getByRole('link', { name: /Cleo Client/ }).click()
    await read
    await expect(page).toHaveURL(/\/studio\/messages\?client=/)
    await expect(page.getByText('Can I bring a second singer?').last()).toBeVisible()
    // A test cannot issue an invoice in the past, so it changes the server's response.
    const invoice = { id: studio.id, number: '2026-0007', client_name: 'Ada Buyer', due_on: '2026-01-01' }
    await page.route(/\/invoices\?.*state=overdue/, async (route) => {
      const response = await route.fetch()
      const items = [{ ...invoice, open_minor: 12_000, currency: 'EUR' }]
      await route.fulfill({ response, json: { items, next_cursor: null } })
    })
    await page.goto('/studio')
    await expect(overdue.getByRole('listitem')).toHaveText([
      /^Ada Buyer€120Invoice 2026-0007, due Thu/,
      /01-02/,
      /01-03/,
    ])
    await expect(overdue.getByRole('link', { name: 'Open the invoice' })).toBeVisible()
    await expect(messages).toHaveCount(0)
  },
)

test('free time is selected by dragging or by keyboard, and the form has its day, times and room', async ({
  aBrowser,
  server,
}) => {
  const { admin, today } = await aStudioAtWork(server)
  const page = await aBrowser({ width: 1440, height: 900 })
  await signInAt(page, admin.email, '/studio')
  const gap = page.getByRole('button', { name: /^Cellar, .* free\. New booking$/ })
  await expect(gap).toBeVisible()
  const [from = '', to = ''] =
    /(\d\d:\d\d) – (\d\d:\d\d)/.exec((await gap.getAttribute('aria-label')) ?? '')?.slice(1) ?? []
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const long = (minutes(to) || 1440) - minutes(from)
  const box = (await gap.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const at = (minute: number) => box.x + (minute / long) * box.width
  const form = page.getByRole('dialog', { name: 'Create New Booking' })
  const clock = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16)
  const expectForm = async (start: number, end: number) => {
    await expect(form.getByLabel('Booking date')).toHaveValue(dateFieldText(today))
    await expect(form.getByLabel('Start time')).toHaveValue(clock(minutes(from) + start))
    await expect(form.getByLabel('End time')).toHaveValue(clock(minutes(from) + end))
    await expect(form).toContainText('Cellar')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  }
  // Drags backwards, from the second free hour to the middle of the first.
  await page.mouse.move(at(120), box.y + 20)
  await page.mouse.down()
  await page.mouse.move(at(60), box.y + 22, { steps: 4 })
  await page.mouse.move(at(30), box.y + 22, { steps: 4 })
  await page.mouse.up()
  await expectForm(30, 120)

  await page.mouse.move(at(120), box.y + 20)
  await page.mouse.down()
  await page.mouse.move(at(30), box.y + 22, { steps: 4 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(form).toBeHidden()

  await gap.focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key)
  await expect(
    page.getByRole('button', {
      name: `Cellar, ${clock(minutes(from) + 15)} – ${clock(minutes(from) + 90)}. New booking`,
    }),
  ).toBeFocused()
  await page.keyboard.press('Enter')
  await expectForm(15, 90)
})

test(
  "the home page of crew is today, with their own sessions marked and without the desk's work",
  variant,
  async ({ aBrowser, server }) => {
    const fixture = await aStudioAtWork(server)
    const { admin, studio, today, other } = fixture
    const crew = await aCrewMember(server, fixture)
    const person = { kind: 'person', name: 'Sam', user_id: crew.id }
    const { body } = await admin.post(`/studios/${studio.id}/resources`, person)
    const { items } = (await admin.get(`/studios/${studio.id}/bookings?from=${today}&to=${today}`)).body
    const late = items.find(({ client_id }: { client_id: string }) => client_id !== other.id)
    await admin.patch(`/bookings/${late.id}`, { add_resource_ids: [body.id] })
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const page = await aBrowser(size)
      await signInAt(page, crew.email, '/staff')
      await expect(page.getByText('Yours', { exact: true })).toHaveCount(1)
      const own = page.getByRole('region', { name: 'Your next session' })
      await expect(own).toContainText(/· Today.*Cleo Client · Recording Session · Studio A.*late/)
      await expect(own.getByRole('button', { name: 'Check in Cleo Client' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Check in Cleo Client' })).toHaveCount(2)
      await expect(page.getByRole('button', { name: /New booking|^Confirm|^Decline/ })).toHaveCount(0)
      await expectNoAxeViolations(page)
      await page
        .getByRole('button', { name: /^(?!Check in ).*Cleo Client/ })
        .first()
        .click()
      await expect(page.getByRole('dialog', { name: 'Recording Session' })).toBeVisible()
    }
  },
)

test('on a phone today is a list, and a client is checked in with one tap', async ({ aBrowser, server }) => {
  const { admin, studio, today, other } = await aStudioAtWork(server)
  const page = await aBrowser({ width: 390, height: 844 })
  await signInAt(page, admin.email, '/studio')
  const list = page.getByRole('list', { name: 'Today' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  const late = list.getByRole('listitem').first()
  await expect(late).toContainText(/Cleo Client.*late.*Studio A/)
  // Next to the wide button the service has a line of its own. The check mark of a confirmed session would say that all is well.
  await expect(late.getByText('Recording Session')).toBeInViewport()
  await expect(late.locator('.lucide-clock')).toHaveCount(1)
  await list.getByRole('button', { name: 'Check in Cleo Client' }).click()
  await expect(list.getByRole('listitem').first()).toContainText('Here')
  await expectNoAxeViolations(page)

  // A session that is over makes place for the next one, and stays in reach.
  await list.getByRole('button', { name: 'Check out Cleo Client' }).click()
  const ended = page.getByRole('button', { name: '1 session is over', expanded: false })
  await expect(list.getByRole('listitem')).toHaveText([/Waiting for your answer/])
  await ended.click()
  await expect(list.getByRole('listitem').last()).toContainText(/Cleo Client.*Left at/)

  await page.getByRole('link', { name: '1 request to confirm' }).click()
  const waiting = page.getByRole('region', { name: 'To confirm' })
  await expect(waiting).toBeInViewport()
  await waiting.getByRole('button', { name: /^Confirm / }).click()
  await expect(waiting).toContainText('All requests are answered.')
  await expect(page.getByRole('link', { name: '1 request to confirm' })).toHaveCount(0)

  // If all sessions are over, the day says so and does not look empty.
  const { items } = (await admin.get(`/studios/${studio.id}/bookings?from=${today}&to=${today}`)).body
  const last = items.find(({ client_id }: { client_id: string }) => client_id === other.id)
  await admin.post(`/bookings/${last.id}/cancel`)
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: '1 session is over', expanded: true }).click()
  await expect(page.getByText('No more sessions today.')).toBeVisible()
  await expect(page.getByRole('button', { name: '1 session is over', expanded: false })).toBeVisible()
})

test('week, list and the agenda of a phone say that a client is late', variant, async ({ aBrowser, server }) => {
  const { admin } = await aStudioAtWork(server)
  const page = await aBrowser({ width: 1440, height: 900 })
  await signInAt(page, admin.email, '/studio/bookings?view=week')
  await expect(latest(page)).toHaveAccessibleName(/, 1 h.* late$/)
  await expectNoAxeViolations(page)
  await page.goto('/studio/bookings?tab=list')
  await expect(page.getByRole('row').filter({ hasText: 'Cleo Client' })).toContainText(/Confirmed.*late/)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/studio/bookings')
  const lateEntry = page.getByRole('button', { name: /Cleo Client.*Confirmed, 1 h.* late/ })
  await expect(lateEntry.locator('.lucide-clock')).toBeVisible()
  await expectNoAxeViolations(page)

  // The rarer actions of the details are in a menu.
  await page.getByRole('button', { name: /Cleo Client.*late/ }).click()
  const details = page.getByRole('dialog', { name: 'Recording Session' })
  await expect(details.getByRole('button', { name: 'Check in Cleo Client' })).toBeVisible()
  await details.getByRole('button', { name: /^More actions for Recording Session/ }).click()
  await page.getByRole('menuitem', { name: 'Reschedule or edit' }).click()
  await expect(page.getByRole('dialog', { name: 'Change Booking' })).toBeVisible()
})

test(
  'while the home of a studio loads, it has the shape of what comes: rooms, sessions and figures',
  variant,
  async ({ aBrowser, server }) => {
    const { admin } = await aStudioAtWork(server)
    const page = await aBrowser({ width: 1440, height: 900 })
    await signInAt(page, admin.email, '/studio')
    const lanes = page.getByRole('region', { name: 'Today' })
    await expect(lanes.getByRole('heading', { name: 'Cellar' })).toBeVisible()
    const cellar = page.getByText('Cellar', { exact: true })
    const crew = page.getByText('Crew Members', { exact: true })
    const places = async () => [await cellar.boundingBox(), await crew.boundingBox()].map((box) => box?.y)
    const loaded = await places()

    let load = () => {}
    const isLoaded = new Promise<void>((resolve) => {
      load = resolve
    })
    await page.route(/\/(bookings\?|stats)/, async (route) => {
      await isLoaded
      await route.continue()
    })
    await page.reload()
    await expect(cellar).toBeVisible()
    await expect(crew).toBeVisible()
    await expect(lanes).toHaveCount(0)
    await expect.poll(places).toEqual(loaded)
    load()
    await expect(lanes).toBeVisible()
    await expect.poll(places).toEqual(loaded)
  },
)
