import { changeServices } from '@studiohub/testing/card-studios.ts'
import { expectNothingFoundByAxe } from './axe.ts'
import { aStudioByApi, choose, chooseDay, enter, expect, test, timeToChoose, toast } from './fixtures.ts'

const phone = { width: 390, height: 844 }
const day = Temporal.Now.plainDateISO('UTC').add({ days: 10 }).toString()

test('a studio makes a discount code, and a client books with it', async ({ aBrowser, server }) => {
  const { studio, admin, client } = await aStudioByApi(server)
  await changeServices({ studio, admin }, { price_minor: 10_000 })
  const desk = await aBrowser()
  await enter(desk, admin.email, '/studio/settings?tab=prices')
  await desk.getByRole('button', { name: 'Add a code' }).click()
  const dialog = desk.getByRole('dialog', { name: 'New code' })
  await dialog.getByLabel('Code', { exact: true }).fill('summer 26')
  await dialog.getByLabel('Percent off').fill('200')
  await dialog.getByRole('button', { name: 'Create code' }).click()
  await expect(dialog.getByText('At most 100 percent')).toBeVisible()
  await dialog.getByLabel('Percent off').fill('20')
  await dialog.getByLabel('Uses in all').fill('1')
  await expectNothingFoundByAxe(desk)
  await dialog.getByRole('button', { name: 'Create code' }).click()
  await expect(toast(desk, 'Code created')).toBeVisible()
  const list = desk.getByRole('list', { name: 'Discount codes' })
  await expect(list).toContainText('SUMMER26')
  await expect(list).toContainText('Used 0 of 1 times')

  const page = await aBrowser(phone)
  await enter(page, client.email, `/${studio.slug}/bookings`)
  await page.getByRole('button', { name: /Recording Session/ }).click()
  const form = page.getByRole('dialog', { name: 'Create New Booking' })
  await chooseDay(page, day)
  await choose(timeToChoose(page, '10:00'))
  await form.getByRole('button', { name: 'Use a discount code' }).click()
  await form.getByLabel('Discount code').fill('winter')
  await form.getByRole('button', { name: 'Use code' }).click()
  await expect(form.getByText('This code is not valid. Check it and try again.')).toBeVisible()
  await form.getByLabel('Discount code').fill('summer26')
  await page.keyboard.press('Enter')
  const price = form.getByLabel('Price', { exact: true })
  await expect(price).toContainText('Code SUMMER26, 20% off-$20')
  await expect(price).toContainText('Total$80')
  await expectNothingFoundByAxe(page)
  await form.getByRole('button', { name: 'Create Booking' }).click()
  await expect(toast(page, 'Booking created successfully')).toBeVisible()
  const [booking] = (await admin.get(`/studios/${studio.id}/bookings`)).body.items
  expect(booking).toMatchObject({ price_minor: 8_000 })

  await desk.reload()
  await expect(list).toContainText('Used 1 of 1 times')
  await list.getByRole('switch', { name: 'SUMMER26 can be used' }).click()
  await expect(toast(desk, 'Code saved')).toBeVisible()
})
