import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CardProvider } from '@studiohub/testing/card-provider.ts'
import { changeServices, connectAccount } from '@studiohub/testing/card-studios.ts'
import { anInvoice } from '@studiohub/testing/invoices.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { fillFromTemplate } from '@studiohub/testing/template.ts'
import { expectNoAxeViolations } from './axe.ts'
import { choose, chooseDay, expect, signInAt, test, timeToChoose, variantIf } from './fixtures.ts'

test.describe.configure({ mode: 'default' })

// A separate server whose operator has set up card payments with a test provider.
let server: ServerProcess
let provider: CardProvider
const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-e2e-cards-'))
const day = Temporal.Now.plainDateISO('UTC').add({ days: 10 }).toString()
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }

test.beforeAll(async () => {
  await fillFromTemplate(dataDir)
  provider = await CardProvider.start()
  server = await startProcess({ DATA_DIR: dataDir, DEMO: 'off', RATE_LIMIT: 'off', ...provider.env })
  provider.deliversTo = `${server.url}/api/v1/webhooks/stripe-connect`
})
test.afterAll(async () => {
  await server.stop()
  await provider.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

for (const [name, size] of Object.entries(sizes)) {
  test(
    `a studio connects Stripe, a client pays a deposit and the studio confirms, on the ${name}`,
    variantIf(name === 'desktop'),
    async ({ aBrowser }) => {
      test.slow()
      const fixture = await aStudio(server)
      const { studio, admin, client } = fixture
      await changeServices(fixture, { price_minor: 10_000, deposit: { kind: 'percent', percent: 50 } })

      const desk = await aBrowser(size)
      await signInAt(desk, admin.email, `${server.url}/studio/settings?tab=payments`, admin.password)
      await desk.getByRole('button', { name: 'Connect Stripe' }).click()
      await desk.getByRole('button', { name: 'Submit' }).click()
      await expect(desk.getByText('Ready', { exact: true })).toBeVisible()
      await expectNoAxeViolations(desk)

      const page = await aBrowser(size)
      await signInAt(page, client.email, `${server.url}/${studio.slug}/bookings`, client.password)
      await page.getByRole('button', { name: /Recording Session/ }).click()
      const form = page.getByRole('dialog', { name: 'Create New Booking' })
      await chooseDay(page, day)
      await choose(timeToChoose(page, '10:00'))
      await expect(form.getByLabel('Price', { exact: true })).toContainText('To pay when booking$50')
      await form.getByRole('button', { name: 'Create Booking' }).click()
      await expect(page.getByRole('heading', { name: 'One step left: pay' })).toBeVisible()
      await expect(page.getByRole('timer')).toContainText(/^1[45]:\d\d$/)
      await expectNoAxeViolations(page)
      await page.getByRole('button', { name: 'Pay $50 by card' }).click()
      await page.getByRole('button', { name: 'Pay 50 usd' }).click()
      await expect(
        page.getByText(`$50 is reserved on your card. It is charged when ${studio.name} confirms.`),
      ).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Your request was sent' })).toBeVisible()

      const booking = new URL(page.url()).searchParams.get('booked')
      await desk.goto(`${server.url}/studio/bookings?booking=${booking}`)
      const details = desk.getByRole('dialog', { name: 'Recording Session' })
      await details.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByText('You have paid $50 by card.')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Your session is booked' })).toBeVisible()
    },
  )
}

for (const [name, size] of Object.entries(sizes)) {
  test(
    `a client pays one invoice by its link and one signed in, on the ${name}`,
    variantIf(name === 'desktop'),
    async ({ aBrowser }) => {
      const fixture = await aStudio(server)
      const { studio, admin, client } = fixture
      await connectAccount(fixture, provider)
      const [linked, ownInvoice] = [
        await anInvoice(fixture, { client_id: client.id }),
        await anInvoice(fixture, { client_id: client.id }),
      ]
      const { url } = (await admin.post(`/invoices/${linked.id}/pay-link`)).body

      const page = await aBrowser(size)
      await page.goto(`${server.url}${/\/pay#.+$/.exec(url)?.[0]}`)
      await expect(page.getByRole('button', { name: 'Pay $100 by card' })).toBeVisible()
      await expectNoAxeViolations(page)
      await page.getByRole('button', { name: 'Pay $100 by card' }).click()
      await page.getByRole('button', { name: 'Pay 100 usd' }).click()
      await expect(page.getByText('$100 was paid by card.')).toBeVisible()
      await expect(page.getByText('Paid. Thank you!')).toBeVisible()
      await expect(page).toHaveURL(/\/pay#/)
      await expect(page.getByRole('button', { name: /by card/ })).toHaveCount(0)
      await expectNoAxeViolations(page)

      await signInAt(page, client.email, `${server.url}/${studio.slug}/invoices/${ownInvoice.id}`, client.password)
      await page.getByRole('button', { name: 'Pay $100 by card' }).click()
      // The client leaves the page without paying. Nothing is charged, and the same page can be used again.
      await expect(page.getByRole('button', { name: 'Pay 100 usd' })).toBeVisible()
      await page.goBack()
      await page.getByRole('button', { name: 'Pay $100 by card' }).click()
      await page.getByRole('button', { name: 'Pay 100 usd' }).click()
      await expect(page.getByText('$100 was paid by card.')).toBeVisible()
      await expect(page.getByRole('article').getByText('Paid', { exact: true }).first()).toBeVisible()
      await expectNoAxeViolations(page)
    },
  )
}
