import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { CardProvider } from '@studiohub/testing/card-provider.ts'
import { aStudioWithCards, paymentActions } from '@studiohub/testing/card-studios.ts'
import { anEmptyDatabase, selectRows } from '@studiohub/testing/dumps.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import type { StudioOfTest } from '@studiohub/testing/people.ts'
import { type Postgres, startPostgres } from '@studiohub/testing/postgres.ts'
import { type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { expectNoAxeViolations } from './axe.ts'
import { choose, chooseDay, expect, signInAt, test, timeToChoose, toast, variant, variantIf } from './fixtures.ts'
import { chooseForInvoice, expectInvoiceState } from './invoice-page.ts'

test.describe.configure({ mode: 'default' })

// A server whose database the tests can change, because in one of them minutes must pass.
let postgres: Postgres
let database: string
let server: ServerProcess
let provider: CardProvider
const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-e2e-card-journeys-'))
const today = todayIn('UTC', new Date())
const day = plusDays(today, 10)
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }

test.beforeAll(async () => {
  postgres = await startPostgres()
  database = await anEmptyDatabase(postgres.url, `card_journeys_${randomBytes(4).toString('hex')}`)
  provider = await CardProvider.start()
  server = await startProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: database,
    SECRET_KEY: randomBytes(32).toString('hex'),
    DEMO: 'off',
    RATE_LIMIT: 'off',
    ...provider.env,
  })
  provider.deliversTo = `${server.url}/api/v1/webhooks/stripe-connect`
})
test.afterAll(async () => {
  await server.stop()
  await provider.stop()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const outbox = { outbox: join(dataDir, 'outbox') }
const { book } = paymentActions(() => {
  throw new Error('these journeys deliver by themselves')
})

/** The client books 10:00 on that day and goes to the provider's page. @returns the id of the booking */
async function bookAndPay(page: Page, { studio, client }: StudioOfTest): Promise<string> {
  await signInAt(page, client.email, `${server.url}/${studio.slug}/bookings`, client.password)
  await page.getByRole('button', { name: /Recording Session/ }).click()
  await chooseDay(page, day)
  await choose(timeToChoose(page, '10:00'))
  await page.getByRole('dialog', { name: 'Create New Booking' }).getByRole('button', { name: 'Create Booking' }).click()
  await page.getByRole('button', { name: 'Pay $50 by card' }).click()
  await page.getByRole('button', { name: 'Pay 50 usd' }).click()
  await page.waitForURL(/booked=/)
  return new URL(page.url()).searchParams.get('booked') ?? ''
}

const detailsAt = async (page: Page, path: string) => {
  await page.goto(`${server.url}${path}`)
  return page.getByRole('dialog', { name: 'Recording Session' })
}

for (const [name, size] of Object.entries(sizes)) {
  test(
    `a deposit, overtime, the rest by card, the receipt, and half as credit, on the ${name}`,
    variantIf(name === 'desktop'),
    async ({ aBrowser }) => {
      test.slow()
      const fixture = await aStudioWithCards(server, provider)
      const { studio, admin, client } = fixture
      const page = await aBrowser(size)
      const booking = await bookAndPay(page, fixture)
      await expect(page.getByText(/^\$50 is reserved on your card/)).toBeVisible()

      const desk = await aBrowser(size)
      await signInAt(desk, admin.email, `${server.url}/studio/bookings?booking=${booking}`, admin.password)
      const details = desk.getByRole('dialog', { name: 'Recording Session' })
      await expect(details.getByText(/^\$50 is reserved on the client's card\. Confirm to charge it/)).toBeVisible()
      await details.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByText('You have paid $50 by card.')).toBeVisible()
      // Makes the session start now or earlier, at any time of day.
      const began = { booking_date: today, start_time: '00:00', end_time: '02:00' }
      expect((await admin.patch(`/bookings/${booking}`, began)).status).toBe(200)
      expect((await admin.post(`/bookings/${booking}/complete`)).status).toBe(200)

      await desk.goto(`${server.url}/studio/invoices`)
      await desk.getByRole('button', { name: 'New Invoice' }).click()
      const form = desk.getByRole('dialog', { name: 'New Invoice' })
      await form.getByLabel('Client').fill('Cleo')
      await form.getByRole('option', { name: 'Cleo Client' }).click()
      await form.getByRole('button', { name: 'Add overtime' }).click()
      await expect(form.getByLabel('Hours of line 1')).toHaveValue('0.5')
      await expect(form.getByLabel('Price of line 1')).toHaveValue('50.00')
      await expectNoAxeViolations(desk)
      await form.getByRole('button', { name: 'Create draft' }).click()
      const paper = desk.getByRole('article')
      await expect(paper.getByText('Overtime, 30 min')).toBeVisible()
      await desk.getByRole('button', { name: 'Issue invoice' }).click()
      await expectInvoiceState(desk, 'Partly paid')

      await page.goto(`${server.url}/${studio.slug}/invoices`)
      await page.getByRole('link', { name: /-0001/ }).click()
      await expect(page.getByText('Overtime, 30 min')).toBeVisible()
      await expectNoAxeViolations(page)
      await page.getByRole('button', { name: 'Pay $75 by card' }).click()
      await page.getByRole('button', { name: 'Pay 75 usd' }).click()
      await expect(page.getByText('$75 was paid by card.')).toBeVisible()
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'PDF' }).click()
      expect((await downloading).suggestedFilename()).toMatch(/-0001\.pdf$/)
      const receipt = await nextMail(outbox, client.email, 'Receipt from')
      expect(receipt.text).toContain('To pay: Nothing')

      // Half of the session goes back as credit, and the deposit of the next booking uses it.
      await chooseForInvoice(desk, 'Refund')
      const refund = desk.getByRole('dialog', { name: 'Refund' })
      await expect(refund.getByLabel('Refund by')).toHaveValue('card')
      await refund.getByLabel(/^Amount/).fill('50')
      await refund.getByLabel('Refund by').selectOption('credit')
      await refund.getByLabel('Reason').fill('The heating failed')
      await expectNoAxeViolations(desk)
      await refund.getByRole('button', { name: 'Refund' }).click()
      await expect(refund).toBeHidden()
      await page.goto(`${server.url}/${studio.slug}/bookings`)
      await page.getByRole('button', { name: /Recording Session/ }).click()
      await chooseDay(page, day)
      await choose(timeToChoose(page, '14:00'))
      const dialog = page.getByRole('dialog', { name: 'Create New Booking' })
      await expect(dialog.getByText('$50 of your credit pays the deposit, so you pay nothing now.')).toBeVisible()
      await expectNoAxeViolations(page)
      await dialog.getByRole('button', { name: 'Create Booking' }).click()
      await expect(dialog).toBeHidden()
      const { items } = (await client.get(`/studios/${studio.id}/bookings`)).body
      const next = items.find(({ booking_date }: { booking_date: string }) => booking_date === day)
      expect(next).toMatchObject({ status: 'pending', pay_by: null })
      const booked = await detailsAt(page, `/${studio.slug}/bookings?booking=${next.id}`)
      await expect(booked.getByText(/^\$50 of your credit pays the deposit/)).toBeVisible()
      await expectNoAxeViolations(page)

      // The other part is refunded to the card.
      await chooseForInvoice(desk, 'Refund')
      await refund.getByLabel(/^Amount/).fill('75')
      await refund.getByLabel('Reason').fill('The heating failed')
      await refund.getByRole('button', { name: 'Refund' }).click()
      await expect(refund).toBeHidden()
      await expect.poll(() => provider.sent.filter(({ type }) => type === 'charge.refunded').length).toBeGreaterThan(0)
    },
  )

  test(
    `an authorized request is declined, and a cancellation keeps its fee, on the ${name}`,
    variantIf(name === 'desktop'),
    async ({ aBrowser }) => {
      test.slow()
      const fixture = await aStudioWithCards(server, provider)
      const { studio, admin } = fixture
      const page = await aBrowser(size)
      const declined = await bookAndPay(page, fixture)
      await expect(page.getByText(/^\$50 is reserved on your card/)).toBeVisible()
      const desk = await aBrowser(size)
      await signInAt(desk, admin.email, `${server.url}/studio/bookings?booking=${declined}`, admin.password)
      await desk.getByRole('dialog', { name: 'Recording Session' }).getByRole('button', { name: 'Decline' }).click()
      await desk.getByRole('button', { name: 'Decline Booking' }).click()
      await expect(page.getByText('You pay nothing: $50 is refunded to your card.')).toBeVisible()

      const cancellation_policy = { steps: [{ hours: 720, percent: 0 }], late_percent: 20, no_show_percent: 100 }
      await admin.patch(`/studios/${studio.id}`, { cancellation_policy })
      const { id } = await book(fixture, { start_time: '14:00', end_time: '16:00' })
      const { url } = (await fixture.client.post(`/bookings/${id}/payment`)).body
      provider.pay(url)
      await fixture.client.post(`/bookings/${id}/payment/check`)
      // An event of the provider can change the booking at the same time.
      const confirm = async () => {
        const { version } = (await admin.get(`/bookings/${id}`)).body
        return (await admin.post(`/bookings/${id}/confirm`, { version })).status
      }
      await expect.poll(confirm).toBe(200)

      const details = await detailsAt(page, `/${studio.slug}/bookings?booking=${id}`)
      await expect(details.getByText('Paid by card')).toBeVisible()
      await details.getByRole('button', { name: 'Cancel session' }).click()
      const question = page.getByRole('dialog', { name: 'Cancel Booking' })
      await expect(question.getByText('You will get $30 of $50 back.')).toBeVisible()
      await expectNoAxeViolations(page)
      await question.getByRole('button', { name: 'Cancel Booking' }).click()
      await expect(toast(page, 'Booking cancelled successfully')).toBeVisible()
      const after = await detailsAt(page, `/${studio.slug}/bookings?tab=past&booking=${id}`)
      await expect(after.getByText('$30 of $50 is refunded to your card.')).toBeVisible()
    },
  )

  test(
    `a payment that arrives after its time was released is refunded, on the ${name}`,
    variant,
    async ({ aBrowser }) => {
      test.slow()
      const fixture = await aStudioWithCards(server, provider)
      const { studio, admin, client } = fixture
      const page = await aBrowser(size)
      await signInAt(page, client.email, `${server.url}/${studio.slug}/bookings`, client.password)
      await page.getByRole('button', { name: /Recording Session/ }).click()
      await chooseDay(page, day)
      await choose(timeToChoose(page, '10:00'))
      await page
        .getByRole('dialog', { name: 'Create New Booking' })
        .getByRole('button', { name: 'Create Booking' })
        .click()
      await page.getByRole('button', { name: 'Pay $50 by card' }).click()
      const pay = page.getByRole('button', { name: 'Pay 50 usd' })
      await expect(pay).toBeVisible()
      // The 15 minutes pass, and the provider does not end its page in time. Another client books the hour.
      const [booking] = await selectRows(
        database,
        `update bookings set status = 'cancelled', cancelled_at = now(), pay_by = now() - interval '1 second', version = version + 1
        where studio_id = '${studio.id}' and pay_by is not null returning id`,
      )
      const otherSession = { booking_date: day, start_time: '10:00', end_time: '12:00', service_type: 'recording' }
      const otherBooking = {
        ...otherSession,
        booking_type: 'client_booking',
        client_id: fixture.other.id,
        status: 'confirmed',
      }
      expect((await admin.post(`/studios/${studio.id}/bookings`, otherBooking)).status).toBe(201)
      await pay.click()
      await page.waitForURL(/booked=/)
      await expect(page.getByText('You pay nothing: $50 is refunded to your card.')).toBeVisible()
      await expectNoAxeViolations(page)
      const mail = await nextMail(outbox, client.email, 'is being refunded')
      expect(mail.text).toContain('$50')
      expect((await client.get(`/bookings/${booking?.id}`)).body.status).toBe('cancelled')
    },
  )

  test(`a client leaves a card, which an admin charges with a fee, on the ${name}`, variant, async ({ aBrowser }) => {
    test.slow()
    const fixture = await aStudioWithCards(server, provider, { deposit: null, auto_confirm: true })
    const { studio, admin, client } = fixture
    const cancellation_policy = { steps: [], late_percent: 50, no_show_percent: 100 }
    await admin.patch(`/studios/${studio.id}`, { cancellation_policy })
    const page = await aBrowser(size)
    await signInAt(page, client.email, `${server.url}/${studio.slug}/invoices`, client.password)
    await expect(page.getByText(/may charge this card with the fees/)).toBeVisible()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Agree and save a card' }).click()
    await page.getByRole('button', { name: 'Save card' }).click()
    await expect(page.getByText('Visa ending in 4242, valid until 03/31')).toBeVisible()
    await expect(page).not.toHaveURL(/card=back/)
    await expectNoAxeViolations(page)

    const { id } = await book(fixture)
    await client.post(`/bookings/${id}/cancel`, {})
    const desk = await aBrowser(size)
    await signInAt(desk, admin.email, `${server.url}/studio/bookings?booking=${id}`, admin.password)
    const details = desk.getByRole('dialog', { name: 'Recording Session' })
    await details.getByRole('button', { name: 'Charge $50' }).click()
    const question = desk.getByRole('dialog', { name: 'Charge the fee?' })
    await expect(question.getByText(/charged to the Visa ending in 4242/)).toBeVisible()
    await expectNoAxeViolations(desk)
    await question.getByRole('button', { name: 'Charge $50' }).click()
    await expect(toast(desk, 'Fee charged to the card')).toBeVisible()
    await expect(details.getByRole('button', { name: 'Charge $50' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: /-0001/ })).toBeVisible()

    await page.getByRole('button', { name: 'Remove card' }).click()
    await page.getByRole('dialog', { name: 'Remove this card?' }).getByRole('button', { name: 'Remove card' }).click()
    await expect(toast(page, 'Card removed')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Agree and save a card' })).toBeVisible()
  })
}
