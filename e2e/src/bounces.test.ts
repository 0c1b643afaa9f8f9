import { aBooking } from '@studiohub/testing/bookings.ts'
import { signedHeaders } from '@studiohub/testing/text-gateway.ts'
import { expectNoAxeViolations } from './axe.ts'
import { dateByDay } from './daytime.ts'
import { aStudioByApi, expect, signInAt, test, toast, variant } from './fixtures.ts'

test('the desk sees that emails to a client bounce, and tries again', variant, async ({ aBrowser, server }) => {
  const { admin, client, studio } = await aStudioByApi(server)
  await aBooking(admin, studio.id, dateByDay(), { client_id: client.id })
  const page = await aBrowser()
  await signInAt(page, admin.email, '/studio/clients')
  await page
    .getByRole('row', { name: /Cleo Client/ })
    .getByRole('button', { name: 'History' })
    .click()
  await expect(page.getByRole('region', { name: 'Contacts and notes' })).toBeVisible()
  const body = JSON.stringify({ type: 'bounce', email: client.email })
  const response = await fetch(`${server.url}/api/v1/webhooks/mail`, {
    method: 'POST',
    headers: signedHeaders(body),
    body,
  })
  expect(response.status).toBe(200)
  const bounceText = page.getByText(/^Emails to this address bounce since/)
  await expect(bounceText).toBeVisible()
  await expectNoAxeViolations(page)

  const other = await aBrowser({ width: 390, height: 844 })
  await signInAt(other, admin.email, `/studio/bookings?tab=list`)
  await other.getByRole('button', { name: 'Recording Session' }).first().click()
  const booking = other.getByRole('dialog', { name: 'Recording Session' })
  await expect(booking.getByRole('link', { name: client.email })).toHaveAttribute('href', `mailto:${client.email}`)
  await expect(booking.getByText('Emails to this address bounce')).toBeVisible()
  await expectNoAxeViolations(other)

  await page.getByRole('button', { name: 'Retry', exact: true }).click()
  await expect(toast(page, 'Emails are sent to this address again')).toBeVisible()
  await expect(bounceText).toBeHidden()
  await expect(booking.getByText('Emails to this address bounce')).toBeHidden()
})
