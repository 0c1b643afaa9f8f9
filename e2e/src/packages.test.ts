import { changeServices } from '@studiohub/testing/card-studios.ts'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, openBookingForm, signInAt, test, toast, variantIf } from './fixtures.ts'

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }
const day = Temporal.Now.plainDateISO('UTC').add({ days: 10 }).toString()

for (const [name, size] of Object.entries(sizes)) {
  test(
    `a studio sells a package, a client draws hours and gets them back, on the ${name}`,
    variantIf(name === 'desktop'),
    async ({ aBrowser, server }) => {
      test.slow()
      const { studio, admin, client } = await aStudioByApi(server)
      await changeServices({ studio, admin }, { price_minor: 10_000 })
      const desk = await aBrowser()
      await signInAt(desk, admin.email, '/studio/settings?tab=prices')
      await desk.getByRole('button', { name: 'Add a package' }).click()
      const dialog = desk.getByRole('dialog', { name: 'New package' })
      await dialog.getByLabel('Name').fill('Ten hours')
      await dialog.getByRole('button', { name: 'Create package' }).click()
      await expect(dialog.getByText('Please enter the hours')).toBeVisible()
      await dialog.getByLabel('Hours', { exact: true }).fill('10')
      await dialog.getByLabel(/^Price/).fill('400')
      await dialog.getByLabel('Valid days').fill('365')
      await expectNoAxeViolations(desk)
      await dialog.getByRole('button', { name: 'Create package' }).click()
      await expect(toast(desk, 'Package created')).toBeVisible()
      await expect(desk.getByRole('list', { name: 'Packages' })).toContainText('10 h · $400 · valid 365 days')

      await desk.goto('/studio/clients')
      await desk
        .getByRole('row', { name: client.email })
        .getByRole('button', { name: /^History of/ })
        .click()
      await desk.getByRole('button', { name: 'Sell a package' }).click()
      await desk.getByRole('dialog', { name: 'Sell a package' }).getByLabel('Package').selectOption({ index: 1 })
      await desk.getByRole('button', { name: 'Sell package' }).click()
      await expect(toast(desk, 'Package sold')).toBeVisible()
      const file = desk.getByRole('region', { name: 'Packages' })
      await expect(file).toContainText('10 h of 10 h left')

      const page = await aBrowser(size)
      const form = await openBookingForm(page, { email: client.email, slug: studio.slug, day })
      const price = form.getByLabel('Price', { exact: true })
      await expect(price).toContainText('Ten hours · 2 h-$100')
      await expect(price).toContainText('TotalFree')
      await expectNoAxeViolations(page)
      await form.getByRole('button', { name: 'Create Booking' }).click()
      await expect(toast(page, 'Booking created successfully')).toBeVisible()
      await page.goto(`/${studio.slug}/invoices`)
      const clientPackages = page.getByRole('region', { name: 'Packages' })
      await expect(clientPackages).toContainText('8 h of 10 h left')
      await expectNoAxeViolations(page)

      const [booking] = (await admin.get(`/studios/${studio.id}/bookings`)).body.items
      await client.post(`/bookings/${booking.id}/cancel`, {})
      await page.reload()
      await expect(clientPackages).toContainText('10 h of 10 h left')
      await desk.reload()
      await desk
        .getByRole('row', { name: client.email })
        .getByRole('button', { name: /^History of/ })
        .click()
      await file.getByRole('button', { name: 'End package' }).click()
      await desk.getByRole('dialog', { name: 'End Ten hours?' }).getByRole('button', { name: 'End package' }).click()
      await expect(toast(desk, 'Package ended')).toBeVisible()
      await expect(file).toContainText('Ended')
    },
  )
}
