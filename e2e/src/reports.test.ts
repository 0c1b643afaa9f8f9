import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { expectNothingFoundByAxe } from './axe.ts'
import { aStudioByApi, enter, expect, test } from './fixtures.ts'

const phone = { width: 390, height: 844 }
const today = todayIn('UTC', new Date())

test('an admin reads what was earned in a period, and downloads it', async ({ aBrowser, server }) => {
  const { studio, admin, client } = await aStudioByApi(server)
  const lines = [{ description: 'Mixing', quantity: 1, unit_price_minor: 12_000 }]
  const draft = await admin.post(`/studios/${studio.id}/invoices`, { client_id: client.id, lines })
  await admin.post(`/invoices/${draft.body.id}/issue`)
  for (const size of [undefined, phone]) {
    const page = await aBrowser(size)
    await enter(page, admin.email, '/studio/reports')
    const byClient = page.getByRole('table', { name: 'Revenue by client' })
    await expect(byClient.getByRole('row', { name: 'Cleo Client $120' })).toBeVisible()
    const outstanding = page.getByRole('table', { name: 'Outstanding by age' })
    await expect(outstanding.getByRole('row', { name: 'Not due yet 1 $120' })).toBeVisible()
    await expectNothingFoundByAxe(page)
    const csv = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download Revenue by client as CSV' }).click()
    expect((await csv).suggestedFilename()).toMatch(/^revenue-by-client-.*\.csv$/)
    const zip = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export for the accountant' }).click()
    expect((await zip).suggestedFilename()).toMatch(/^accounting-.*\.zip$/)
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
