import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aDeskPerson } from '@studiohub/testing/people.ts'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, signInAt, test, toast, variant } from './fixtures.ts'
import { chooseForInvoice, expectInvoiceState } from './invoice-page.ts'

const phone = { width: 390, height: 844 }
const year = todayIn('UTC', new Date()).slice(0, 4)

test('a studio invoices a session, records half by bank and the rest in cash, and the client sees it paid', async ({
  aBrowser,
  server,
}) => {
  const { studio, admin, client } = await aStudioByApi(server)
  const session = await admin.post(`/studios/${studio.id}/bookings`, {
    // The session starts at the beginning of today, so it has begun at any time of day.
    booking_date: todayIn('UTC', new Date()),
    start_time: '00:00',
    end_time: '00:15',
    service_type: 'recording',
    booking_type: 'client_booking',
    client_id: client.id,
    status: 'confirmed',
    price_minor: 24_000,
    price_reason: 'Agreed',
  })
  expect(session.status).toBe(201)
  expect((await admin.post(`/bookings/${session.body.id}/complete`)).status).toBe(200)

  const desk = await aBrowser()
  await signInAt(desk, admin.email, '/studio/invoices')
  await expect(desk.getByText('No invoices yet')).toBeVisible()
  await desk.getByRole('button', { name: 'Settings', exact: true }).click()
  const settings = desk.getByRole('dialog', { name: 'Invoice settings' })
  await settings.getByLabel('IBAN').fill('DE00 3704 0044 0532 0130 00')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(settings.getByText('This is not a valid IBAN')).toBeVisible()
  await settings.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
  await expectNoAxeViolations(desk)
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(toast(desk, 'Invoice settings saved')).toBeVisible()

  await desk.getByRole('button', { name: 'New Invoice' }).click()
  const form = desk.getByRole('dialog', { name: 'New Invoice' })
  await form.getByRole('button', { name: 'Create draft' }).click()
  await expect(form.getByText('Please choose a client')).toBeVisible()
  await form.getByLabel('Client').fill('Cleo')
  await form.getByRole('option', { name: 'Cleo Client' }).click()
  await expect(form.getByRole('checkbox', { name: /Recording Session.*\$240/ })).toBeChecked()
  await form.getByRole('button', { name: 'Add a line' }).click()
  await form.getByLabel('Line 1', { exact: true }).fill('New strings')
  await form.getByLabel('Price of line 1').fill('10')
  await expectNoAxeViolations(desk)
  await form.getByRole('button', { name: 'Create draft' }).click()
  await expect(desk.getByRole('heading', { name: 'Draft invoice', level: 1 })).toBeVisible()
  await desk.getByRole('button', { name: 'Edit draft' }).click()
  const edit = desk.getByRole('dialog', { name: 'Edit draft' })
  await edit.getByRole('button', { name: 'Add overtime' }).click()
  await expect(edit.getByLabel('Hours of line 2')).toHaveValue('0.5')
  await expect(edit.getByLabel('Price of line 2')).toHaveValue('960.00')
  await edit.getByRole('button', { name: 'Close' }).last().click()
  await desk.getByRole('button', { name: 'Issue invoice' }).click()
  await expect(desk.getByRole('heading', { name: `Invoice ${year}-0001`, level: 1 })).toBeVisible()
  // It was not emailed yet.
  await expectInvoiceState(desk, 'Open')

  await chooseForInvoice(desk, 'Record payment')
  const payment = desk.getByRole('dialog', { name: 'Record payment' })
  await payment.getByLabel(/^Amount/).fill('999')
  await payment.getByRole('button', { name: 'Record payment' }).click()
  await expect(payment.getByText('At most $250')).toBeVisible()
  await payment.getByLabel(/^Amount/).fill('125')
  await payment.getByRole('button', { name: 'Record payment' }).click()
  await expectInvoiceState(desk, 'Partly paid')
  await expectNoAxeViolations(desk)

  const page = await aBrowser(phone)
  await signInAt(page, client.email, `/${studio.slug}/invoices`)
  await expect(page.getByText('Open: $125')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: `${year}-0001` }).click()
  const clientInvoice = page.getByRole('article', { name: `Invoice ${year}-0001` })
  await expect(clientInvoice.getByText('DE89 3704 0044 0532 0130 00')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Record payment' })).toHaveCount(0)
  await expectNoAxeViolations(page)

  await chooseForInvoice(desk, 'Record payment')
  await payment.getByLabel('Paid by').selectOption('cash')
  await payment.getByRole('button', { name: 'Record payment' }).click()
  await expectInvoiceState(desk, 'Paid')
  // The client's page updates without a reload.
  await expect(clientInvoice.getByText('Pay by bank transfer')).toBeHidden()
  await expect(clientInvoice.getByText('Open')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF' }).click()
  expect((await downloading).suggestedFilename()).toBe(`${year}-0001.pdf`)
})

test(
  'a refund lowers the invoice, and a discount is a line with a negative price',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin, client } = await aStudioByApi(server)
    const lines = [
      { description: 'Mixing', quantity: 1, unit_price_minor: 20_000 },
      { description: 'Discount', quantity: 1, unit_price_minor: -5_000 },
    ]
    const due_on = plusDays(todayIn('UTC', new Date()), 7)
    const draft = await admin.post(`/studios/${studio.id}/invoices`, { client_id: client.id, lines, due_on })
    const { id } = draft.body
    await admin.post(`/invoices/${id}/issue`)
    await admin.post(`/invoices/${id}/payments`, { amount_minor: 15_000, method: 'bank' })
    const page = await aBrowser(phone)
    await signInAt(page, admin.email, `/studio/invoices/${id}`)
    await chooseForInvoice(page, 'Refund')
    const dialog = page.getByRole('dialog', { name: 'Refund' })
    await dialog.getByLabel(/^Amount/).fill('50')
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await expect(dialog.getByText('Please enter a reason')).toBeVisible()
    await dialog.getByLabel('Reason').fill('Too loud')
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await expect(toast(page, 'Refund recorded')).toBeVisible()
    await page.getByRole('link', { name: `Credit note CN-${year}-0001` }).click()
    await expect(page.getByRole('heading', { name: `Credit note CN-${year}-0001`, level: 1 })).toBeVisible()
    await expect(page.getByText('Reason: Too loud')).toBeVisible()
  },
)

test('a draft is edited, and credit is given, used and paid out', async ({ aBrowser, server }) => {
  const { studio, admin, client } = await aStudioByApi(server)
  const lines = [{ description: 'Mixing', quantity: 1, unit_price_minor: 10_000 }]
  const draft = await admin.post(`/studios/${studio.id}/invoices`, { client_id: client.id, lines })
  const desk = await aBrowser(phone)
  await signInAt(desk, admin.email, `/studio/invoices/${draft.body.id}`)
  await desk.getByRole('button', { name: 'Edit draft' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Edit draft' })
  await expect(dialog.getByLabel('Line 1', { exact: true })).toHaveValue('Mixing')
  await dialog.getByLabel('Quantity of line 1').fill('2')
  await dialog.getByRole('button', { name: 'Add a line' }).click()
  await dialog.getByLabel('Line 2', { exact: true }).fill('Overtime')
  await dialog.getByRole('button', { name: 'Save draft' }).click()
  await expect(dialog.getByText('Please enter a price for each line')).toBeVisible()
  await dialog.getByLabel('Price of line 2').fill('45')
  await dialog.getByLabel('Tax of line 2').fill('20')
  await dialog.getByLabel('Company').fill('Marsh Ltd')
  await expectNoAxeViolations(desk)
  await dialog.getByRole('button', { name: 'Save draft' }).click()
  const paper = desk.getByRole('article')
  await expect(paper).toContainText('Marsh Ltd')
  await expect(paper).toContainText('Overtime')
  await expect(paper).toContainText('$254')

  await desk.goto(`/studio/clients?client=${client.id}`)
  const file = desk.getByRole('dialog', { name: 'Cleo Client' })
  await file.getByRole('button', { name: 'Give credit' }).click()
  const credit = desk.getByRole('dialog', { name: 'Give credit' })
  await credit.getByLabel(/^Amount/).fill('300')
  await credit.getByRole('button', { name: 'Give credit' }).click()
  await expect(credit.getByText('Please enter a reason')).toBeVisible()
  await credit.getByLabel('Reason').fill('A broken cable')
  await expectNoAxeViolations(desk)
  await credit.getByRole('button', { name: 'Give credit' }).click()
  await expect(file.getByText('$300')).toBeVisible()
  await admin.post(`/invoices/${draft.body.id}/issue`)
  await expect(file.getByText('$46')).toBeVisible()
  await file.getByRole('button', { name: 'Pay out credit' }).click()
  const payout = desk.getByRole('dialog', { name: 'Pay out credit' })
  await payout.getByLabel(/^Amount/).fill('50')
  await payout.getByLabel('Reason').fill('Asked for it')
  await payout.getByRole('button', { name: 'Pay out' }).click()
  await expect(payout.getByText('At most $46')).toBeVisible()
  await payout.getByLabel(/^Amount/).fill('46')
  await payout.getByRole('button', { name: 'Pay out' }).click()
  await expect(toast(desk, 'Credit paid out')).toBeVisible()
  await expect(file.getByRole('button', { name: 'Pay out credit' })).toHaveCount(0)
})

test('the desk takes cash for a session if the studio allows it', variant, async ({ aBrowser, server }) => {
  const { studio, admin, client } = await aStudioByApi(server)
  const desk = await aDeskPerson(server, { studio, admin })
  const day = plusDays(todayIn('UTC', new Date()), 3)
  const session = await admin.post(`/studios/${studio.id}/bookings`, {
    booking_date: day,
    start_time: '10:00',
    end_time: '12:00',
    service_type: 'recording',
    booking_type: 'client_booking',
    client_id: client.id,
    status: 'confirmed',
    price_minor: 9_000,
    price_reason: 'Agreed',
  })
  await admin.patch(`/studios/${studio.id}/invoice-settings`, { desk_takes_cash: true })
  const page = await aBrowser(phone)
  await signInAt(page, desk.email, `/studio/bookings?booking=${session.body.id}`)
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('$0 paid, $90 open')).toBeVisible()
  await drawer.getByRole('button', { name: 'Take payment' }).click()
  const payment = page.getByRole('dialog', { name: 'Take payment' })
  await expect(payment.getByLabel('Paid by').getByRole('option')).toHaveText(['Cash'])
  await payment.getByLabel(/^Amount/).fill('40')
  await expectNoAxeViolations(page)
  await payment.getByRole('button', { name: 'Record payment' }).click()
  await expect(drawer.getByText('$40 paid, $50 open')).toBeVisible()
})

test(
  'on a phone the settings of invoices are in a menu, so that the first invoice is near the top',
  variant,
  async ({ aBrowser, server }) => {
    const { admin } = await aStudioByApi(server)
    const page = await aBrowser(phone)
    await signInAt(page, admin.email, '/studio/invoices')
    await expect(page.getByRole('button', { name: 'Settings', exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'More actions for invoices' }).click()
    await expectNoAxeViolations(page)
    // There is no card payment yet.
    await expect(page.getByRole('menuitem')).toHaveText(['Settings'])
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await expect(page.getByRole('dialog', { name: 'Invoice settings' })).toBeVisible()
  },
)
