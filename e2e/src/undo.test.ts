import { aBooking } from '@studiohub/testing/bookings.ts'
import { aDeskPerson, aStudio } from '@studiohub/testing/people.ts'
import { expectNoAxeViolations } from './axe.ts'
import { dateByDay, zoneByDay } from './daytime.ts'
import { expect, signInAt, test, toast, variant, variantIf } from './fixtures.ts'

const undoIn = (page: Parameters<typeof toast>[0], title: string | RegExp) =>
  toast(page, title).getByRole('button', { name: 'Undo' })

async function aStudioWithRequests(server: Parameters<typeof aStudio>[0]) {
  const fixture = await aStudio(server, { timezone: zoneByDay() })
  const booking_date = dateByDay(2)
  const request = (start_time: string, end_time: string) =>
    aBooking(fixture.client, fixture.studio.id, booking_date, { booking_date, start_time, end_time })
  const first = await request('10:00', '12:00')
  const second = await request('14:00', '15:00')
  const statusOf = async ({ id }: { id: string }) => (await fixture.admin.get(`/bookings/${id}`)).body.status
  return { ...fixture, booking_date, first, second, statusOf }
}

test('a confirmation is undone by mouse and by keyboard, on the home page and in the list', async ({
  aBrowser,
  server,
}) => {
  const fixture = await aStudioWithRequests(server)
  const page = await aBrowser({ width: 1440, height: 900 })
  await signInAt(page, fixture.admin.email, '/studio')
  const toConfirm = page.getByRole('region', { name: 'To confirm' })
  const confirm = toConfirm.getByRole('button', { name: /^Confirm .*10:00/ })
  await confirm.click()
  await expect(undoIn(page, 'Booking confirmed')).toBeVisible()
  await expectNoAxeViolations(page)
  // A double click clicks the button twice, and the second click has no effect.
  await undoIn(page, 'Booking confirmed').dblclick()
  await expect(toast(page, 'Change undone')).toBeVisible()
  await expect(toast(page, 'This change was not undone')).toHaveCount(0)
  await expect(confirm).toBeVisible()
  expect(await fixture.statusOf(fixture.first)).toBe('pending')

  await page.goto('/studio/bookings?tab=list&show=pending')
  await page.getByRole('button', { name: /^Confirm .*10:00/ }).click()
  await expect(undoIn(page, 'Booking confirmed')).toBeVisible()
  expect(await fixture.statusOf(fixture.first)).toBe('confirmed')
  await page.keyboard.press('u')
  await expect(toast(page, 'Change undone')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Confirm .*10:00/ })).toBeVisible()
  expect(await fixture.statusOf(fixture.first)).toBe('pending')
})

test(
  'a confirmation is undone while the drawer stays open, and U is a letter in a text field',
  variant,
  async ({ aBrowser, server }) => {
    const fixture = await aStudioWithRequests(server)
    const desk = await aDeskPerson(server, fixture)
    const page = await aBrowser({ width: 1440, height: 900 })
    await signInAt(page, desk.email, `/studio/bookings?view=day&date=${fixture.booking_date}`)
    await page
      .getByRole('button', { name: /Recording Session.*10:00|10:00.*Recording Session/ })
      .first()
      .click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: /^Confirm / }).click()
    await expect(undoIn(page, 'Booking confirmed')).toBeVisible()
    await undoIn(page, 'Booking confirmed').click()
    await expect(toast(page, 'Change undone')).toBeVisible()
    await expect(drawer.getByRole('button', { name: /^Confirm / })).toBeVisible()

    await drawer.getByRole('button', { name: /^Confirm / }).click()
    await expect(undoIn(page, 'Booking confirmed')).toBeVisible()
    await drawer.getByRole('button', { name: /^Cancel session/ }).click()
    const reason = page.getByRole('dialog', { name: 'Cancel Booking' }).getByRole('textbox')
    await reason.fill('')
    await reason.press('u')
    await expect(reason).toHaveValue('u')
    expect(await fixture.statusOf(fixture.first)).toBe('confirmed')
  },
)

test('a move by keyboard is undone, and the undo of a drag is rejected with a message if the time was taken', async ({
  aBrowser,
  server,
}) => {
  const fixture = await aStudioWithRequests(server)
  const { booking_date, admin, other, studio } = fixture
  const page = await aBrowser({ width: 1440, height: 900 })
  await signInAt(page, admin.email, `/studio/bookings?view=day&date=${booking_date}`)
  const session = (time: string) =>
    page.getByRole('button', { name: new RegExp(`${time}.*Recording Session|Recording Session.*${time}`) })
  const move = async () => {
    await session('14:00 – 15:00').first().focus()
    await expect(session('14:00 – 15:00').first()).toBeFocused()
    await page.keyboard.press('Enter')
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Moved to ')).toBeVisible()
    await expect(undoIn(page, 'Moved to ')).toBeVisible()
  }
  const startOf = async () => (await admin.get(`/bookings/${fixture.second.id}`)).body.start_time
  await move()
  await expect.poll(startOf).not.toBe('14:00')
  await page.keyboard.press('u')
  await expect(toast(page, 'Change undone')).toBeVisible()
  await expect.poll(startOf).toBe('14:00')

  const block = session('14:00 – 15:00').first()
  const { x, y } = (await block.boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(x + 40, y + 15)
  await page.mouse.down()
  await page.mouse.move(x + 40, y + 80, { steps: 5 })
  await page.mouse.move(x + 40, y + 110, { steps: 5 })
  await page.mouse.up()
  await expect(undoIn(page, 'Moved to ')).toBeVisible()
  await aBooking(other, studio.id, booking_date, { booking_date, start_time: '14:00', end_time: '14:30' })
  await undoIn(page, 'Moved to ').click()
  await expect(toast(page, 'This change was not undone')).toContainText('The earlier time was taken in the meantime.')
  expect(await startOf()).not.toBe('14:00')
})

test('a client who cancels is not offered an undo', variant, async ({ aBrowser, server }) => {
  const fixture = await aStudioWithRequests(server)
  const page = await aBrowser({ width: 390, height: 844 })
  await signInAt(page, fixture.client.email, `/${fixture.studio.slug}/bookings`)
  await page.getByRole('button', { name: /10:00/ }).first().click()
  await page
    .getByRole('button', { name: /^Cancel/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Cancel Booking' }).getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(toast(page, 'Booking cancelled successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

for (const [size, viewport] of Object.entries({
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
})) {
  test(
    `check-ins show the room and can be undone, on the ${size}`,
    variantIf(size === 'desk'),
    async ({ aBrowser, server }) => {
      const fixture = await aStudio(server, { timezone: zoneByDay() })
      const { studio, admin, client } = fixture
      const allDay = { booking_date: dateByDay(), start_time: '00:00', end_time: '23:59', client_id: client.id }
      await aBooking(admin, studio.id, dateByDay(), { ...allDay, status: 'confirmed' })
      const page = await aBrowser(viewport)
      await signInAt(page, admin.email, '/studio/checkins')
      const row = page.getByRole('row').filter({ hasText: 'Cleo Client' })
      await expect(row).toContainText('Studio A')
      await expect(page.getByRole('rowheader', { name: 'Expected today' })).toBeVisible()
      const checkIn = page.getByRole('button', { name: 'Check in Cleo Client' })
      await checkIn.click()
      await expect(row).toContainText(/Just arrived|Here for/)
      await expect(row).toContainText('Studio A')
      await expect(row.getByRole('button')).toHaveCount(1)
      await expect(page.getByRole('rowheader', { name: 'Here now' })).toBeVisible()
      await expectNoAxeViolations(page)
      await undoIn(page, 'Client checked in successfully').dblclick()
      await expect(toast(page, 'Check-in undone')).toBeVisible()
      await expect(toast(page, 'This change was not undone')).toHaveCount(0)
      await expect(row).not.toContainText(/Just arrived|Here for/)

      await checkIn.click()
      await page.getByRole('button', { name: 'Check out Cleo Client' }).click()
      await undoIn(page, 'Client checked out successfully').click()
      await expect(toast(page, 'Check-out undone')).toBeVisible()
      await expect(row).toContainText(/Just arrived|Here for/)
    },
  )
}
