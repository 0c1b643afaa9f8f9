import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, openBookingForm, signInAt, test, toast } from './fixtures.ts'

const phone = { width: 390, height: 844 }
const day = Temporal.Now.plainDateISO('UTC').add({ days: 10 }).toString()

test('a studio adds tax to its prices, and a client sees the total', async ({ aBrowser, server }) => {
  const { studio, admin, client } = await aStudioByApi(server)
  const services = `/studios/${studio.id}/services`
  const { items } = (await admin.get(services)).body
  await admin.put(services, {
    items: items.map(({ position, ...service }: Record<string, unknown>) => ({ ...service, price_minor: 10_000 })),
  })
  const desk = await aBrowser()
  await signInAt(desk, admin.email, '/studio/settings?tab=payments')
  await desk.getByRole('button', { name: 'Add a rate' }).click()
  const first = desk.getByRole('group', { name: 'rate 1' })
  await first.getByLabel('Name').fill('VAT')
  await first.getByLabel('Percent').fill('a lot')
  await desk.getByRole('button', { name: 'Save taxes' }).click()
  await expect(first.getByText('Enter a percentage, such as 19 or 7.5')).toBeVisible()
  await first.getByLabel('Percent').fill('19')
  await desk.getByRole('switch', { name: 'Prices include tax' }).click()
  await expectNoAxeViolations(desk)
  await desk.getByRole('button', { name: 'Save taxes' }).click()
  await expect(toast(desk, 'Settings updated successfully')).toBeVisible()

  const page = await aBrowser(phone)
  const form = await openBookingForm(page, { email: client.email, slug: studio.slug, day })
  const price = form.getByLabel('Price', { exact: true })
  await expect(price).toContainText('Plus VAT 19 %$19')
  await expect(price).toContainText('To pay$119')
  await expectNoAxeViolations(page)
  await form.getByRole('button', { name: 'Create Booking' }).click()
  await expect(toast(page, 'Booking created successfully')).toBeVisible()
  const [booking] = (await admin.get(`/studios/${studio.id}/bookings`)).body.items
  expect(booking).toMatchObject({ price_minor: 10_000, tax: { rate_bp: 1_900, included: false } })

  await admin.put(services, {
    items: items.map(({ position, ...service }: { position: number; pricing: object }) => ({
      ...service,
      price_minor: 10_000,
      pricing: { ...service.pricing, unit: 'hour' },
    })),
  })
  await desk.goto('/studio/bookings?tab=list')
  await desk
    .getByRole('button', { name: /Recording Session/ })
    .first()
    .click()
  const drawer = desk.getByRole('dialog', { name: 'Recording Session' })
  await expect(drawer).toContainText('To pay$119')
  await drawer.getByRole('button', { name: /^More actions/ }).click()
  await desk.getByRole('menuitem', { name: 'Reschedule or edit' }).click()
  const change = desk.getByRole('dialog', { name: 'Change Booking' })
  await change.getByLabel('End time').fill('13:00')
  await expect(change.getByLabel('Price', { exact: true })).toContainText('Plus VAT 19 %')

  // A client with a tax number of another country pays the tax to their own tax office.
  const reverse = { tax_number: 'ATU12345678', reverse_charge: true }
  await admin.patch(`/studios/${studio.id}/clients/${client.id}`, reverse)
  await page.goto(`/${studio.slug}/bookings?book=recording`)
  await expect(page.getByLabel('Price', { exact: true })).toContainText('Reverse charge, without tax')
})
