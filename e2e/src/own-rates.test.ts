import { changeServices } from '@studiohub/testing/card-studios.ts'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, openBookingForm, signInAt, test, toast, variant } from './fixtures.ts'

const phone = { width: 390, height: 844 }
const day = Temporal.Now.plainDateISO('UTC').add({ days: 10 }).toString()

test('a studio gives a client an own rate, and the client books by it', variant, async ({ aBrowser, server }) => {
  const { studio, admin, client } = await aStudioByApi(server)
  await changeServices({ studio, admin }, { price_minor: 10_000 })
  const desk = await aBrowser()
  await signInAt(desk, admin.email, '/studio/clients')
  await desk
    .getByRole('row', { name: client.email })
    .getByRole('button', { name: /^History of/ })
    .click()
  await desk.getByRole('button', { name: 'Set a rate' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Own rates' })
  const first = dialog.getByRole('group', { name: 'rate 1' })
  await first.getByLabel('Percent', { exact: true }).fill('150')
  await dialog.getByRole('button', { name: 'Save rates' }).click()
  await expect(first.getByText('Please enter a whole percentage from 1 to 100')).toBeVisible()
  await first.getByLabel('Percent', { exact: true }).fill('15')
  await expectNoAxeViolations(desk)
  await dialog.getByRole('button', { name: 'Save rates' }).click()
  await expect(toast(desk, 'Rates saved')).toBeVisible()
  await expect(desk.getByRole('region', { name: 'Own rates' })).toContainText('Every other service: 15% off')

  const page = await aBrowser(phone)
  const form = await openBookingForm(page, { email: client.email, slug: studio.slug, day })
  const price = form.getByLabel('Price', { exact: true })
  await expect(price).toContainText('Your rate, 15% off-$15')
  await expect(price).toContainText('Total$85')
  await expectNoAxeViolations(page)
  await form.getByRole('button', { name: 'Create Booking' }).click()
  await expect(toast(page, 'Booking created successfully')).toBeVisible()
})
