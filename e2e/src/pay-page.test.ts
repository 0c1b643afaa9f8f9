import { nextMail } from '@studiohub/testing/mailbox.ts'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, outbox, signInAt, test, toast, variant } from './fixtures.ts'
import { chooseForInvoice } from './invoice-page.ts'

const phone = { width: 390, height: 844 }

test('a studio sends an invoice, its client opens it without signing in, pays, and gets a receipt', async ({
  aBrowser,
  server,
}) => {
  const { studio, admin, client } = await aStudioByApi(server)
  await admin.patch(`/studios/${studio.id}`, { currency: 'EUR', country: 'DE' })
  const bank = { iban: 'DE89370400440532013000', bank_holder: 'Red Room GmbH' }
  await admin.patch(`/studios/${studio.id}/invoice-settings`, bank)
  const lines = [{ description: 'Mixing', quantity: 1, unit_price_minor: 12_000 }]
  const draft = await admin.post(`/studios/${studio.id}/invoices`, { client_id: client.id, lines, currency: 'EUR' })
  const { number } = (await admin.post(`/invoices/${draft.body.id}/issue`)).body

  const desk = await aBrowser()
  await signInAt(desk, admin.email, `/studio/invoices/${draft.body.id}`)
  await desk.getByRole('button', { name: 'Send by email' }).click()
  await expect(toast(desk, 'Invoice is being sent')).toBeVisible()
  const emails = desk.getByRole('region', { name: 'Emails' })
  await expect(emails.getByText(/^Invoice,/)).toBeVisible()
  await expectNoAxeViolations(desk)

  const mail = await nextMail({ outbox }, client.email, `Invoice ${number}`)
  const link = /https?:\/\/\S+(\/pay#\S+)/.exec(mail.text)?.[1] ?? ''
  const page = await aBrowser(phone)
  await page.goto(link)
  const summary = page.getByRole('region', { name: 'To pay' })
  await expect(summary.getByText('€120')).toBeVisible()
  await expect(summary.getByText('DE89 3704 0044 0532 0130 00')).toBeVisible()
  await expect(summary.getByText(number)).toHaveCount(2)
  await expect(summary.getByRole('img', { name: 'QR code for the transfer' })).toBeVisible()
  await expect(page.getByRole('article', { name: `Invoice ${number}` })).toContainText('Mixing')
  await expectNoAxeViolations(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  expect((await downloading).suggestedFilename()).toBe(`${number}.pdf`)

  await desk.getByRole('button', { name: 'Record payment' }).click()
  const payment = desk.getByRole('dialog', { name: 'Record payment' })
  await payment.getByRole('button', { name: 'Record payment' }).click()
  await expect(toast(desk, 'Payment recorded')).toBeVisible()
  const receipt = await nextMail({ outbox }, client.email, 'Receipt from')
  expect(receipt.text).toContain('To pay: Nothing')
  await page.reload()
  await expect(page.getByText('Paid. Thank you!')).toBeVisible()
  await expect(page.getByText('Pay by bank transfer')).toHaveCount(0)

  await chooseForInvoice(desk, 'Revoke link')
  await desk.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).click()
  await expect(toast(desk, 'Link revoked')).toBeVisible()
  await page.reload()
  await expect(page.getByText('This link does not work')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth/login')
  await expectNoAxeViolations(page)
})

test('a studio chooses which reminders and receipts its clients get', variant, async ({ aBrowser, server }) => {
  const { studio, admin } = await aStudioByApi(server)
  const desk = await aBrowser()
  await signInAt(desk, admin.email, '/studio/invoices')
  await desk.getByRole('button', { name: 'Settings', exact: true }).click()
  const settings = desk.getByRole('dialog', { name: 'Invoice settings' })
  await settings.getByRole('switch', { name: 'After 3 days' }).click()
  await settings.getByRole('switch', { name: 'Send receipts' }).click()
  await expectNoAxeViolations(desk)
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(toast(desk, 'Invoice settings saved')).toBeVisible()
  const { body } = await admin.get(`/studios/${studio.id}/invoice-settings`)
  expect(body).toMatchObject({ reminder_days: [7, 14], sends_receipts: false })
})
