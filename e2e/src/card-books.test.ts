import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CardProvider } from '@studiohub/testing/card-provider.ts'
import { aStudioWithCards } from '@studiohub/testing/card-studios.ts'
import { type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { fillFromTemplate } from '@studiohub/testing/template.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, signInAt, test, variantIf } from './fixtures.ts'

test.describe.configure({ mode: 'default' })

// A separate server whose operator has set up card payments with a test provider.
let server: ServerProcess
let provider: CardProvider
const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-e2e-card-books-'))
const operator = { email: 'operator@example.com', password: 'a password of operators' }
const operatorEnv = { SUPER_ADMIN_EMAIL: operator.email, SUPER_ADMIN_PASSWORD: operator.password }
const day = Temporal.Now.plainDateISO('UTC').add({ days: 10 }).toString()
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }

test.beforeAll(async () => {
  await fillFromTemplate(dataDir)
  provider = await CardProvider.start()
  server = await startProcess({ DATA_DIR: dataDir, DEMO: 'off', RATE_LIMIT: 'off', ...provider.env, ...operatorEnv })
  provider.deliversTo = `${server.url}/api/v1/webhooks/stripe-connect`
})
test.afterAll(async () => {
  await server.stop()
  await provider.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

for (const [name, size] of Object.entries(sizes)) {
  test(
    `an admin reads of a dispute, follows it and compares the books, on the ${name}`,
    variantIf(name === 'desktop'),
    async ({ aBrowser }) => {
      const fixture = await aStudioWithCards(server, provider, { auto_confirm: true })
      const { studio, client } = fixture
      const session = {
        service_type: 'recording',
        booking_type: 'client_booking',
        start_time: '10:00',
        end_time: '12:00',
      }
      const { id } = (await client.post(`/studios/${studio.id}/bookings`, { ...session, booking_date: day })).body
      const checkout = (await client.post(`/bookings/${id}/payment`)).body
      expect(checkout).toMatchObject({ url: expect.any(String) })
      const intent = provider.pay(checkout.url)
      await client.post(`/bookings/${id}/payment/check`)
      const page = await aBrowser(size)
      await signInAt(page, fixture.admin.email, `${server.url}/studio/payments`, fixture.admin.password)
      await expect(page.getByText('No disputes.')).toBeVisible()
      await expect(page.getByText('The first comparison is tonight.')).toBeVisible()

      const dispute = provider.balance.dispute(intent)
      const payout = provider.balance.payOut(fixture.account, 1_000)
      await expect(page.getByRole('table', { name: 'Disputes' })).toContainText('Needs your response')
      const alert = page.getByRole('region', { name: 'Dispute to answer' })
      const evidence = alert.getByRole('link', { name: 'Send evidence' })
      await expect(evidence).toHaveAttribute('href', /dashboard\.stripe\.com/)
      // On phones only the alert has the link, on desktops the row of the table too.
      await expect(page.getByRole('link', { name: 'Send evidence' })).toHaveCount(name === 'phone' ? 1 : 2)
      if (name === 'phone') expect((await evidence.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      else {
        const inTable = page.getByRole('table', { name: 'Disputes' }).getByRole('link', { name: 'Send evidence' })
        await expect(inTable).toHaveAttribute('href', /dashboard\.stripe\.com/)
      }
      await expect(page.getByRole('table', { name: 'Payouts' })).toContainText('On its way')
      await page.getByRole('button', { name: 'Compare now' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Everything agrees with Stripe.' })).toBeVisible()
      await expectNoAxeViolations(page)

      provider.balance.add(fixture.account, { type: 'charge', amount: 900, currency: 'usd' })
      await page.getByRole('button', { name: 'Compare now' }).click()
      await expect(page.getByRole('heading', { name: 'Sales outside StudioHub' })).toBeVisible()
      await expect(page.getByText('$9 after fees, one movement')).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: 'Everything agrees with Stripe.' })).toBeVisible()
      await expectNoAxeViolations(page)

      await page.goto(`${server.url}/studio/bookings?booking=${id}`)
      await expect(page.getByText('The client disputes $50 at their bank.')).toBeVisible()
      provider.balance.decide(dispute, 'lost')
      provider.balance.endPayout(payout, 'paid')
      await expect(
        page.getByText('The dispute about $50 was lost: the money was returned to the client.'),
      ).toBeVisible()
      await page.goto(`${server.url}/studio/payments`)
      await expect(page.getByRole('table', { name: 'Disputes' })).toContainText('Lost')
      await expect(page.getByRole('table', { name: 'Payouts' })).toContainText('Paid')
    },
  )
}

test('an operator sees which studios take cards, and processes a failed webhook again', async ({ aBrowser }) => {
  const fixture = await aStudioWithCards(server, provider)
  const page = await aBrowser()
  await signInAt(page, operator.email, `${server.url}/super-admin?tab=payments`, operator.password)
  await expect(page.getByText('All Stripe payments are recorded.')).toBeVisible()
  const row = page.getByRole('table', { name: 'Studios with cards' }).getByRole('row')
  await expect(row.filter({ hasText: fixture.studio.name })).toContainText('Ready')
  await expectNoAxeViolations(page)

  provider.down = true
  provider.balance.payOut(fixture.account, 1_000)
  const failed = page.getByRole('table', { name: 'Failed webhooks' })
  await expect(async () => {
    await page.reload()
    await expect(failed).toContainText('payout.created', { timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  await expectNoAxeViolations(page)
  provider.down = false
  await failed.getByRole('button', { name: /Retry/ }).click()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('All Stripe payments are recorded.')).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
})
