import { changeServices } from '@studiohub/testing/card-studios.ts'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, openBookingForm, signInAt, test, toast, variant } from './fixtures.ts'

const phone = { width: 390, height: 844 }
/** Between 9 and 10 days from now. */
const day = Temporal.Now.plainDateISO('UTC').add({ days: 10 }).toString()

test('a studio sets cancellation steps, a client sees the fee, and an admin waives it', async ({
  aBrowser,
  server,
}) => {
  const { studio, admin, client } = await aStudioByApi(server)
  await changeServices({ studio, admin }, { price_minor: 12_000 })
  const desk = await aBrowser()
  await signInAt(desk, admin.email, '/studio/settings?tab=payments')
  await desk.getByRole('button', { name: 'Add a step' }).click()
  const first = desk.getByRole('group', { name: 'step 1' })
  await first.getByLabel('Hours before').fill('480')
  await desk.getByRole('button', { name: 'Add a step' }).click()
  const second = desk.getByRole('group', { name: 'step 2' })
  await second.getByLabel('Hours before').fill('48')
  await second.getByLabel('Clients pay').fill('50')
  await desk.getByLabel('After that, clients pay').fill('20')
  await desk.getByLabel("Clients who don't come pay").fill('100')
  await desk.getByRole('button', { name: 'Save policy' }).click()
  await expect(desk.getByText('Cancelling later must not cost less')).toBeVisible()
  await desk.getByLabel('After that, clients pay').fill('100')
  await expect(desk.getByText(/^Free cancellation until .*, \$50 until .*, then \$100\.$/)).toBeVisible()
  await expectNoAxeViolations(desk)
  await desk.getByRole('button', { name: 'Save policy' }).click()
  await expect(toast(desk, 'Settings updated successfully')).toBeVisible()

  const page = await aBrowser(phone)
  const form = await openBookingForm(page, { email: client.email, slug: studio.slug, day })
  await expect(form.getByText(/Cancelling costs \$60 until .*, then \$120/)).toBeVisible()
  await form.getByRole('button', { name: 'Create Booking' }).click()
  await expect(toast(page, 'Booking created successfully')).toBeVisible()
  const [booking] = (await admin.get(`/studios/${studio.id}/bookings`)).body.items
  await admin.post(`/bookings/${booking.id}/confirm`, { version: booking.version })
  await admin.post(`/bookings/${booking.id}/payments`, { amount_minor: 12_000, method: 'bank' })

  await expect(page.getByRole('heading', { name: 'Your session is booked' })).toBeVisible()
  await page.getByRole('link', { name: 'Your bookings' }).click()
  await page
    .getByRole('button', { name: /Recording Session.*10:00|10:00.*Recording Session/ })
    .first()
    .click()
  const details = page.getByRole('dialog', { name: 'Recording Session' })
  await expect(details.getByText(/Cancelling costs \$60 until/)).toBeVisible()
  await details.getByRole('button', { name: 'Move' }).click()
  const move = page.getByRole('dialog', { name: 'Move Booking' })
  await expect(move.getByText(/^Cancelling this session costs 50% of the price now/)).toBeVisible()
  await move.getByRole('button', { name: 'Keep this time' }).click()
  await details.getByRole('button', { name: 'Cancel session' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel Booking' })
  await expect(question.getByText('You will get $60 of $120 back.')).toBeVisible()
  await expectNoAxeViolations(page)
  await question.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(toast(page, 'Booking cancelled successfully')).toBeVisible()

  await desk.goto('/studio/bookings?tab=list')
  await desk
    .getByRole('button', { name: /Recording Session/ })
    .first()
    .click()
  const drawer = desk.getByRole('dialog', { name: 'Recording Session' })
  await expect(drawer.getByText('$60 for the cancellation (50% of the price)')).toBeVisible()
  await drawer.getByRole('button', { name: 'Waive fee' }).click()
  const waive = desk.getByRole('dialog', { name: 'Waive Fee' })
  await waive.getByRole('button', { name: 'Waive Fee' }).click()
  await expect(waive.getByText('Please enter a reason the fee is waived')).toBeVisible()
  await waive.getByLabel('Reason').fill('Ill')
  await expectNoAxeViolations(desk)
  await waive.getByRole('button', { name: 'Waive Fee' }).click()
  await expect(drawer.getByText('Waived: Ill')).toBeVisible()

  await page.goto(`/${studio.slug}/bookings?tab=past`)
  await page
    .getByRole('button', { name: /Recording Session.*10:00|10:00.*Recording Session/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'Recording Session' }).getByText('Waived: Ill')).toBeVisible()
})

test('the desk records who cancels', variant, async ({ aBrowser, server }) => {
  const { studio, admin, client } = await aStudioByApi(server)
  const always = { steps: [], late_percent: 50, no_show_percent: 50 }
  await admin.patch(`/studios/${studio.id}`, { cancellation_policy: always })
  const response = await admin.post(`/studios/${studio.id}/bookings`, {
    booking_date: day,
    start_time: '10:00',
    end_time: '12:00',
    service_type: 'recording',
    booking_type: 'client_booking',
    client_id: client.id,
    price_minor: 8_000,
    price_reason: 'Agreed',
  })
  const desk = await aBrowser()
  await signInAt(desk, admin.email, `/studio/bookings?view=day&date=${day}`)
  await desk
    .getByRole('button', { name: /Recording Session/ })
    .first()
    .click()
  const drawer = desk.getByRole('dialog', { name: 'Recording Session' })
  await drawer.getByRole('button', { name: /^Cancel/ }).click()
  const question = desk.getByRole('dialog', { name: 'Cancel Booking' })
  await question.getByLabel('Who cancels').selectOption('The client, for $40')
  await expectNoAxeViolations(desk)
  await question.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(toast(desk, /Booking cancelled successfully/)).toBeVisible()
  const { body } = await admin.get(`/bookings/${response.body.id}`)
  expect(body).toMatchObject({ status: 'cancelled', fee: { amount_minor: 4_000 } })
})
