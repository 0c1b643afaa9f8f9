import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, signInAt, test } from './fixtures.ts'

const phone = { width: 390, height: 844 }
const today = todayIn('UTC', new Date())

test('an admin reads what was earned in a period, and downloads it', async ({ aBrowser, server }) => {
  const { studio, admin, client, other } = await aStudioByApi(server)
  const lines = [{ description: 'Mixing', quantity: 1, unit_price_minor: 12_000 }]
  for (const { id: client_id } of [client, other]) {
    const draft = await admin.post(`/studios/${studio.id}/invoices`, { client_id, lines })
    await admin.post(`/invoices/${draft.body.id}/issue`)
  }
  for (const size of [undefined, phone]) {
    const page = await aBrowser(size)
    await signInAt(page, admin.email, '/studio/reports')
    const byClient = page.getByRole('table', { name: 'Revenue by client' })
    await expect(byClient.getByRole('row', { name: 'Cleo Client $120.00' })).toBeVisible()
    await expect(byClient.getByRole('row', { name: 'Total $240.00' })).toBeVisible()
    const outstanding = page.getByRole('table', { name: 'Outstanding by age' })
    await expect(outstanding.getByRole('row', { name: 'Not due yet 2 $240.00' })).toBeVisible()
    await expectNoAxeViolations(page)
    const csv = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download Revenue by client as CSV' }).click()
    expect((await csv).suggestedFilename()).toMatch(/^revenue-by-client-.*\.csv$/)
    const zip = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export for the accountant' }).click()
    expect((await zip).suggestedFilename()).toMatch(/^accounting-.*\.zip$/)
    // A phone shows the fields only for a custom period.
    if (size) {
      await expect(page.getByLabel('From', { exact: true })).toBeHidden()
      await page.getByRole('combobox', { name: 'Period' }).selectOption('Custom period')
    }
    await page.getByLabel('From', { exact: true }).fill(plusDays(today, -60))
    await page.getByLabel('To', { exact: true }).fill(plusDays(today, -61))
    await page.getByRole('button', { name: 'Show period' }).click()
    await expect(page.getByText('The end must not be before the start')).toBeVisible()
    await page.getByLabel('To', { exact: true }).fill(plusDays(today, -30))
    await page.getByRole('button', { name: 'Show period' }).click()
    await expect(page.getByText('Nothing in this period.').first()).toBeVisible()
    expect(page.url()).toContain(`to=${plusDays(today, -30)}`)
  }
})
