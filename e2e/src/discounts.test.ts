import type { Page } from '@playwright/test'
import { changeServices } from '@studiohub/testing/card-studios.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './axe.ts'
import { anEmail, aStudioByApi, expect, linkIn, openBookingForm, signInAt, test, toast, variant } from './fixtures.ts'

const phone = { width: 390, height: 844 }
const day = Temporal.Now.plainDateISO('UTC').add({ days: 10 }).toString()

const timesOf = (page: Page) => page.getByRole('group', { name: 'Time' }).getByRole('radio')

test(
  'a studio creates a discount code, and a visitor and a client book with it',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin, client } = await aStudioByApi(server)
    await changeServices({ studio, admin }, { price_minor: 10_000 })
    const desk = await aBrowser()
    await signInAt(desk, admin.email, '/studio/settings?tab=prices')
    await desk.getByRole('button', { name: 'Add a code' }).click()
    const dialog = desk.getByRole('dialog', { name: 'New code' })
    await dialog.getByLabel('Code', { exact: true }).fill('summer 26')
    await dialog.getByLabel('Percent off').fill('200')
    await dialog.getByRole('button', { name: 'Create code' }).click()
    await expect(dialog.getByText('At most 100 percent')).toBeVisible()
    await dialog.getByLabel('Percent off').fill('20')
    await dialog.getByLabel('Total uses').fill('1')
    await expectNoAxeViolations(desk)
    await dialog.getByRole('button', { name: 'Create code' }).click()
    await expect(toast(desk, 'Code created')).toBeVisible()
    const list = desk.getByRole('list', { name: 'Discount codes' })
    await expect(list).toContainText('SUMMER26')
    await expect(list).toContainText('Used 0 of 1 times')

    const visitor = await aBrowser(phone)
    await visitor.goto(`/s/${studio.slug}`)
    await timesOf(visitor).first().check()
    const card = visitor.getByRole('form', { name: 'Book a session' })
    await expect(card).toContainText('$100')
    await card.getByText('Have a code?').click()
    await card.getByLabel('Discount code').fill('winter')
    await card.getByRole('button', { name: 'Use code' }).click()
    await expect(card.getByText('This code is not valid. Check it and try again.')).toBeVisible()
    await card.getByLabel('Discount code').fill('summer26')
    await visitor.keyboard.press('Enter')
    await expect(card.getByText('Prices include code SUMMER26.')).toBeVisible()
    await expect(card).toContainText('$80')
    await expectNoAxeViolations(visitor)
    await expectNoSidewaysScroll(visitor)
    const email = anEmail('vera')
    await card.getByLabel('Name').fill('Vera Visitor')
    await card.getByLabel('Email').fill(email)
    await card.getByRole('button', { name: 'Book', exact: true }).click()
    await expect(visitor.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await expect(visitor.getByText('$80')).toBeVisible()
    const { text } = await nextMail(server, email, 'Confirm your session')

    const page = await aBrowser(phone)
    const form = await openBookingForm(page, { email: client.email, slug: studio.slug, day })
    await form.getByRole('button', { name: 'Use a discount code' }).click()
    await form.getByLabel('Discount code').fill('winter')
    await form.getByRole('button', { name: 'Use code' }).click()
    await expect(form.getByText('This code is not valid. Check it and try again.')).toBeVisible()
    await form.getByLabel('Discount code').fill('summer26')
    await page.keyboard.press('Enter')
    const price = form.getByLabel('Price', { exact: true })
    await expect(price).toContainText('Code SUMMER26, 20% off-$20')
    await expect(price).toContainText('Total$80')
    await expectNoAxeViolations(page)
    await form.getByRole('button', { name: 'Create Booking' }).click()
    await expect(toast(page, 'Booking created successfully')).toBeVisible()
    const [booking] = (await admin.get(`/studios/${studio.id}/bookings`)).body.items
    expect(booking).toMatchObject({ price_minor: 8_000 })

    await desk.reload()
    await expect(list).toContainText('Used 1 of 1 times')
    await visitor.goto(linkIn(text))
    await expect(visitor.getByText('$80 with code SUMMER26')).toBeVisible()
    await visitor.getByRole('button', { name: 'Confirm the session' }).click()
    await expect(visitor.getByRole('alert')).toContainText('Code SUMMER26 is no longer valid. The price')
    await visitor.getByRole('button', { name: 'Book at the new price' }).click()
    await expect(visitor.getByRole('heading', { name: 'Your request was sent', level: 1 })).toBeVisible()
    await expect(visitor.getByRole('main')).toContainText('$100')

    await list.getByRole('switch', { name: 'SUMMER26 can be used' }).click()
    await expect(toast(desk, 'Code saved')).toBeVisible()
  },
)
