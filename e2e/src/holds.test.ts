import { aBooking } from '@studiohub/testing/bookings.ts'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, signInAt, test, toast, variant } from './fixtures.ts'

const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()

test('a studio holds a time for a client, and confirms it later', async ({ aBrowser, server }) => {
  const { studio, admin, client } = await aStudioByApi(server)
  const page = await aBrowser()
  await signInAt(page, admin.email, '/studio/bookings?tab=list')
  await page.getByRole('button', { name: 'New Booking' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Booking' })
  await dialog.getByLabel('Booking date').fill(inDays(5))
  await dialog.getByLabel('Start time').fill('10:00')
  await dialog.getByLabel('End time').fill('12:00')
  await dialog.getByLabel('Client').fill('Cleo')
  await page.getByRole('option', { name: 'Cleo Client' }).click()
  await dialog.getByLabel('Service type').selectOption({ label: 'Mixing Session' })
  await dialog.getByRole('button', { name: 'More options' }).click()
  await dialog.getByRole('switch', { name: 'Hold' }).click()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Create Booking' }).click()
  await expect(toast(page, 'Booking created successfully')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Mixing Session' })
  await expect(row).toContainText('On hold')
  await expect(row.getByRole('button', { name: /^Decline/ })).toBeHidden()

  const phone = await aBrowser({ width: 390, height: 844 })
  await signInAt(phone, client.email, `/${studio.slug}/bookings`)
  await phone
    .getByRole('button', { name: /Mixing Session/ })
    .first()
    .click()
  await expect(phone.getByRole('dialog')).toContainText(
    'The studio is holding this time for you. It is not confirmed yet.',
  )
  await expectNoAxeViolations(phone)

  await row.getByRole('button', { name: /^Confirm/ }).click()
  await expect(row).toContainText('Confirmed')
  await expect(phone.getByRole('dialog')).toContainText('Confirmed')
})

test(
  'the client and the studio see when a request expires, and a studio limits the length of a series',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin, client } = await aStudioByApi(server)
    await aBooking(client, studio.id, inDays(0))
    const page = await aBrowser()
    await signInAt(page, admin.email, '/studio/bookings?tab=list&show=pending')
    await expect(page.getByRole('row').filter({ hasText: 'Recording Session' })).toContainText(
      /Answer by \w+ \d+, \d{4}/,
    )
    await signInAt(page, admin.email, '/studio/settings?tab=rules')
    const rule = page.getByLabel('Sessions per series')
    await expect(rule).toHaveValue('12')
    await rule.selectOption({ label: '4 sessions' })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(toast(page, 'Settings updated successfully')).toBeVisible()
    const hours = await admin.get(`/studios/${studio.id}/opening-hours`)
    expect(hours.body.series_sessions_max).toBe(4)

    const phone = await aBrowser({ width: 390, height: 844 })
    await signInAt(phone, client.email, `/${studio.slug}/bookings`)
    // The session, not the service of the same name, which is listed before the sessions have loaded.
    await phone.getByRole('button', { name: /Recording Session.*Pending/ }).click()
    await expect(phone.getByRole('dialog')).toContainText(/reserved for you until \w+ \d+, \d{4}/)
  },
)
