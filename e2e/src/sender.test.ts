import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, signInAt, test, toast, variant } from './fixtures.ts'

test('an admin enters a sending address, copies the records and checks them', variant, async ({ aBrowser, server }) => {
  const { admin } = await aStudioByApi(server)
  const page = await aBrowser({ width: 390, height: 844 })
  await signInAt(page, admin.email, '/studio/settings?tab=domain')
  const address = page.getByLabel('Sending address')
  await address.fill('desk@gmail.com')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText('Please use an address at a domain of your own.')).toBeVisible()
  await address.fill('desk@harbour-rooms.example')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(toast(page, 'Settings updated successfully')).toBeVisible()
  await expect(page.getByText('Not verified yet')).toBeVisible()
  await expect(page.getByLabel('Name of the DKIM (required) record')).toHaveValue(
    /^studiohub-[0-9a-f]{8}\._domainkey\.harbour-rooms\.example$/,
  )
  await expect(page.getByLabel('Value of the DKIM (required) record')).toHaveValue(/^v=DKIM1; k=rsa; p=MII/)
  await expect(page.getByLabel('Value of the DMARC (recommended) record')).toHaveValue('v=DMARC1; p=none')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText(/^Checked /)).toBeVisible()
  await page.getByRole('button', { name: 'Create another key' }).click()
  await expect(toast(page, 'New key created')).toBeVisible()
  await page.getByRole('button', { name: 'Remove address' }).click()
  await expect(page.getByRole('button', { name: 'Check now' })).toHaveCount(0)
})
