import type { Page } from '@playwright/test'
import { changeServices } from '@studiohub/testing/card-studios.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import type { StudioOfTest } from '@studiohub/testing/people.ts'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, openBookingForm, outbox, signInAt, test, toast, variantIf } from './fixtures.ts'
import { chooseForInvoice, expectInvoiceState } from './invoice-page.ts'

// The server of these tests has no card payments, so studios accept transfers and cash.

const today = Temporal.Now.plainDateISO('UTC').toString()
const day = Temporal.Now.plainDateISO('UTC').add({ days: 10 }).toString()
const later = Temporal.Now.plainDateISO('UTC').add({ days: 12 }).toString()
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }

/** A studio with a bank account. Its services cost €100 and require a deposit of 50%. */
async function aStudioWithBank(server: { url: string }): Promise<StudioOfTest> {
  const fixture = await aStudioByApi(server)
  const { studio, admin } = fixture
  await admin.patch(`/studios/${studio.id}`, { currency: 'EUR' })
  await changeServices(fixture, {
    price_minor: 10_000,
    currency: 'EUR',
    deposit: { kind: 'percent', percent: 50 },
  })
  const bank = { iban: 'DE89370400440532013000', bank_holder: 'Red Room GmbH' }
  expect((await admin.patch(`/studios/${studio.id}/invoice-settings`, bank)).status).toBe(200)
  return fixture
}

/** Books a session at 10:00 on `date` as the client. @returns the id of the booking */
async function book(page: Page, { studio, client, admin }: StudioOfTest, date: string): Promise<string> {
  const form = await openBookingForm(page, { email: client.email, slug: studio.slug, day: date })
  await expect(form.getByLabel('Price', { exact: true })).toContainText('To pay when booking€50')
  await form.getByRole('button', { name: 'Create Booking' }).click()
  await expect(toast(page, 'Booking created successfully')).toBeVisible()
  const { items } = (await admin.get(`/studios/${studio.id}/bookings`)).body
  return items.find(({ booking_date }: { booking_date: string }) => booking_date === date).id
}

const openAtDesk = async (page: Page, id: string) => {
  await page.goto(`/studio/bookings?booking=${id}`)
  return page.getByRole('dialog', { name: 'Recording Session' })
}

async function takePayment(
  page: Page,
  details: ReturnType<Page['getByRole']>,
  payment: { amount: string; by: string },
) {
  await details.getByRole('button', { name: 'Take payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take payment' })
  await dialog.getByLabel(/^Amount/).fill(payment.amount)
  await dialog.getByLabel('Paid by').selectOption(payment.by)
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(toast(page, 'Payment recorded')).toBeVisible()
}

for (const [name, size] of Object.entries(sizes)) {
  test(
    `a deposit by bank, overtime, the rest in cash, the receipt, and half as credit, on the ${name}`,
    variantIf(name === 'desktop'),
    async ({ aBrowser, server }) => {
      test.slow()
      const fixture = await aStudioWithBank(server)
      const { studio, admin, client } = fixture
      const page = await aBrowser(size)
      const id = await book(page, fixture, day)
      await page.goto(`/${studio.slug}/bookings?booking=${id}`)
      const clientDetails = page.getByRole('dialog', { name: 'Recording Session' })
      await expect(clientDetails.getByText('Deposit of €50')).toBeVisible()
      await expect(clientDetails.getByText('DE89370400440532013000')).toBeVisible()
      await expectNoAxeViolations(page)

      const desk = await aBrowser(size)
      await signInAt(desk, admin.email, '/studio/bookings')
      const details = await openAtDesk(desk, id)
      await takePayment(desk, details, { amount: '50', by: 'bank' })
      await expect(details.getByText('€50 paid, €50 open')).toBeVisible()
      // The client's page updates without a reload.
      await expect(clientDetails.getByText('You have paid €50.')).toBeVisible()
      await expect(clientDetails.getByText('Deposit of €50')).toHaveCount(0)
      await details.getByRole('button', { name: 'Confirm' }).click()
      await expect(details.getByText('Confirmed', { exact: true })).toBeVisible()
      // Move the session to today at 00:00, so that it can be completed.
      const startedToday = { booking_date: today, start_time: '00:00', end_time: '02:00' }
      expect((await admin.patch(`/bookings/${id}`, startedToday)).status).toBe(200)
      await desk.reload()
      await details.getByRole('button', { name: 'Complete' }).click()
      await expect(details.getByText('Completed', { exact: true })).toBeVisible()

      await desk.goto('/studio/invoices')
      await desk.getByRole('button', { name: 'New Invoice' }).click()
      const form = desk.getByRole('dialog', { name: 'New Invoice' })
      await form.getByLabel('Client').fill('Cleo')
      await form.getByRole('option', { name: 'Cleo Client' }).click()
      await form.getByRole('button', { name: 'Add overtime' }).click()
      await expect(form.getByLabel('Hours of line 1')).toHaveValue('0.5')
      await form.getByRole('button', { name: 'Create draft' }).click()
      const invoice = desk.getByRole('article')
      await expect(invoice.getByText('Overtime, 30 min')).toBeVisible()
      await desk.getByRole('button', { name: 'Issue invoice' }).click()
      await expectInvoiceState(desk, 'Partly paid')
      await chooseForInvoice(desk, 'Record payment')
      const payment = desk.getByRole('dialog', { name: 'Record payment' })
      await payment.getByLabel('Paid by').selectOption('cash')
      await expect(payment.getByLabel(/^Amount/)).toHaveValue('75.00')
      await payment.getByRole('button', { name: 'Record payment' }).click()
      await expectInvoiceState(desk, 'Paid')
      const receipt = await nextMail({ outbox }, client.email, 'Receipt from')
      expect(receipt.text).toContain('To pay: Nothing')
      await page.goto(`/${studio.slug}/invoices`)
      await page.getByRole('link', { name: /-0001/ }).click()
      await expect(page.getByText('Overtime, 30 min')).toBeVisible()
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'PDF' }).click()
      expect((await downloading).suggestedFilename()).toMatch(/-0001\.pdf$/)

      // Half of the session goes back as credit, and the deposit of the next booking uses it.
      await chooseForInvoice(desk, 'Refund')
      const refund = desk.getByRole('dialog', { name: 'Refund' })
      await refund.getByLabel(/^Amount/).fill('50')
      await refund.getByLabel('Refund by').selectOption('credit')
      await refund.getByLabel('Reason').fill('The heating failed')
      await refund.getByRole('button', { name: 'Refund' }).click()
      await expect(refund).toBeHidden()
      const nextForm = await openBookingForm(page, { email: client.email, slug: studio.slug, day: later })
      await expect(nextForm.getByText('€50 of your credit pays the deposit, so you pay nothing now.')).toBeVisible()
      await nextForm.getByRole('button', { name: 'Create Booking' }).click()
      await expect(nextForm).toBeHidden()
      const { items } = (await client.get(`/studios/${studio.id}/bookings`)).body
      const second = items.find(({ booking_date }: { booking_date: string }) => booking_date === later)
      await page.goto(`/${studio.slug}/bookings?booking=${second.id}`)
      await expect(clientDetails.getByText(/^€50 of your credit pays the deposit/)).toBeVisible()
      await expectNoAxeViolations(page)
    },
  )

  test(
    `a paid request is declined, and a cancellation fee works without card payments, on the ${name}`,
    variantIf(name === 'desktop'),
    async ({ aBrowser, server }) => {
      test.slow()
      const fixture = await aStudioWithBank(server)
      const { studio, admin } = fixture
      const page = await aBrowser(size)
      const declined = await book(page, fixture, later)
      const desk = await aBrowser(size)
      await signInAt(desk, admin.email, '/studio/bookings')
      const details = await openAtDesk(desk, declined)
      await details.getByRole('button', { name: 'Decline' }).click()
      await desk.getByRole('button', { name: 'Decline Booking' }).click()
      await page.goto(`/${studio.slug}/bookings?tab=past&booking=${declined}`)
      const clientDetails = page.getByRole('dialog', { name: 'Recording Session' })
      await expect(clientDetails.getByText('Cancelled').first()).toBeVisible()
      await expect(clientDetails.getByText(/^Deposit of/)).toHaveCount(0)

      const cancellation_policy = { steps: [{ hours: 720, percent: 0 }], late_percent: 20, no_show_percent: 100 }
      await admin.patch(`/studios/${studio.id}`, { cancellation_policy })
      const id = await book(page, fixture, day)
      await openAtDesk(desk, id)
      await takePayment(desk, details, { amount: '50', by: 'cash' })
      await details.getByRole('button', { name: 'Confirm' }).click()
      await expect(details.getByText('Confirmed', { exact: true })).toBeVisible()

      await page.goto(`/${studio.slug}/bookings?booking=${id}`)
      await expect(clientDetails.getByText('You have paid €50.')).toBeVisible()
      await clientDetails.getByRole('button', { name: 'Cancel session' }).click()
      const question = page.getByRole('dialog', { name: 'Cancel Booking' })
      await expect(question.getByText('You will get €30 of €50 back.')).toBeVisible()
      await expectNoAxeViolations(page)
      await question.getByRole('button', { name: 'Cancel Booking' }).click()
      await expect(toast(page, 'Booking cancelled successfully')).toBeVisible()

      // The fee is invoiced. The amount that was paid above it becomes the client's credit.
      await desk.goto('/studio/invoices')
      await desk.getByRole('button', { name: 'New Invoice' }).click()
      const form = desk.getByRole('dialog', { name: 'New Invoice' })
      await form.getByLabel('Client').fill('Cleo')
      await form.getByRole('option', { name: 'Cleo Client' }).click()
      await expect(form.getByRole('checkbox', { name: /Recording Session.*€20/ })).toBeChecked()
      await form.getByRole('button', { name: 'Create draft' }).click()
      await desk.getByRole('button', { name: 'Issue invoice' }).click()
      await expectInvoiceState(desk, 'Paid')
      await page.goto(`/${studio.slug}/invoices`)
      await expect(page.getByText('€30').first()).toBeVisible()
      await expectNoAxeViolations(page)
    },
  )
}
