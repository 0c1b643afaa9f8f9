import { aBooking, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { aDeskPerson, aPerson, aStudio } from '@studiohub/testing/people.ts'
import { expectNoAxeViolations } from './axe.ts'
import { dateByDay, zoneByDay } from './daytime.ts'
import { expect, signInAt, test, toast, variant } from './fixtures.ts'

test('a request is answered in its notification, which then disappears, also for other people', async ({
  aBrowser,
  server,
}) => {
  const { admin, client, studio, ...fixture } = await aStudio(server, { timezone: zoneByDay() })
  const desk = await aDeskPerson(server, { studio, admin })
  const booking_date = dateByDay(2)
  const request = (start_time: string, end_time: string) =>
    aBooking(client, studio.id, booking_date, { booking_date, start_time, end_time })
  const [first, second, third] = [
    await request('10:00', '11:00'),
    await request('12:00', '13:00'),
    await aBooking(fixture.other, studio.id, booking_date, { booking_date, start_time: '14:00', end_time: '15:00' }),
  ]
  const statusOf = async ({ id }: { id: string }) => (await admin.get(`/bookings/${id}`)).body.status
  const page = await aBrowser({ width: 390, height: 844 })
  await signInAt(page, desk.email, '/studio')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Notifications' })
  const confirm = sheet.getByRole('button', { name: /^Confirm: New booking request/ })
  await expect(confirm).toHaveCount(3)
  const time = sheet.getByRole('time').first()
  await expect(time).toHaveText(/^(just now|\d+ min ago), \w+ \d+, \d{4}, \d\d:\d\d$/)
  await expect(time).toHaveAttribute('title', /^\w+ \d+, \d{4}, \d\d:\d\d$/)
  await expectNoAxeViolations(page)

  // One notification is marked as read without opening it, and keeps its buttons.
  const dot = sheet.getByRole('button', { name: /^Mark as read: / })
  // The three requests, and that the reader has joined.
  await expect(dot).toHaveCount(4)
  await dot.first().click()
  await expect(dot).toHaveCount(3)
  await expect(confirm).toHaveCount(3)

  await sheet.getByRole('button', { name: /^Confirm: .*10:00/ }).click()
  await expect(toast(page, 'Booking confirmed')).toBeVisible()
  await expect(confirm).toHaveCount(2)
  expect(await statusOf(first)).toBe('confirmed')

  // After another person has answered, the notification disappears from the open list.
  await confirmAsSeen(admin, second.id)
  await expect(confirm).toHaveCount(1)

  await sheet.getByRole('button', { name: /^Decline: .*14:00/ }).click()
  await expect(toast(page, 'Booking declined')).toBeVisible()
  await expect(confirm).toHaveCount(0)
  expect(await statusOf(third)).toBe('cancelled')

  // An undo brings the request back; the notification opens the booking itself.
  await toast(page, 'Booking declined').getByRole('button', { name: 'Undo' }).click()
  await expect(confirm).toHaveCount(1)
  await sheet.getByRole('link', { name: /New booking request/ }).click()
  await expect(page.getByRole('dialog', { name: 'Recording Session' })).toContainText('14:00 – 15:00')
})

test(
  'a change of a session and a request to join are answered in their notifications',
  variant,
  async ({ aBrowser, server }) => {
    const { admin, client, studio } = await aStudio(server, { timezone: zoneByDay() })
    const booking_date = dateByDay(3)
    const { id } = await aBooking(client, studio.id, booking_date, { booking_date })
    await confirmAsSeen(admin, id)
    await client.patch(`/bookings/${id}`, { start_time: '15:00', end_time: '16:00' })
    await admin.patch(`/studios/${studio.id}`, { approve_new_clients: true })
    const asker = await aPerson(server, { full_name: 'Ari Asker' })
    await asker.post('/me/role-request', { role: 'client', studio_id: studio.id })
    const page = await aBrowser({ width: 1440, height: 900 })
    await signInAt(page, admin.email, '/studio')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Notifications' })
    await sheet.getByRole('button', { name: /^Approve: A change to a session was requested/ }).click()
    await expect(toast(page, 'Change approved')).toBeVisible()
    await expect(sheet.getByRole('button', { name: /^Approve: A change/ })).toHaveCount(0)
    expect((await admin.get(`/bookings/${id}`)).body.start_time).toBe('15:00')
    await sheet.getByRole('button', { name: /^Approve: Ari Asker asks to join/ }).click()
    await expect(toast(page, 'Role approved successfully')).toBeVisible()
    await expect(sheet.getByRole('button', { name: /Ari Asker/ })).toHaveCount(0)
  },
)
