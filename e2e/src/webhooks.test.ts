import { aBooking } from '@studiohub/testing/bookings.ts'
import { aWebhookReceiver, verifyCall } from '@studiohub/testing/webhook-receiver.ts'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, signInAt, test, toast, variant } from './fixtures.ts'

const day = Temporal.Now.plainDateISO('UTC').add({ days: 10 }).toString()

test(
  'an admin adds a webhook, and its server gets the events of bookings, signed',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin, client } = await aStudioByApi(server)
    const receiver = await aWebhookReceiver()
    const page = await aBrowser()
    await signInAt(page, admin.email, '/studio/settings?tab=api')
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    const dialog = page.getByRole('dialog', { name: 'New webhook' })
    await dialog.getByLabel('Name').fill('Our CRM')
    await dialog.getByLabel('Address').fill('ftp://receiver.example')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await expect(dialog.getByText('Enter an address that begins with https://')).toBeVisible()
    await expect(dialog.getByText('Choose at least one event')).toBeVisible()
    await dialog.getByLabel('Address').fill(receiver.url)
    const bookings = dialog.getByRole('group', { name: 'Bookings' })
    await bookings.getByLabel('Created').check()
    await bookings.getByLabel('Confirmed').check()
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    const secretDialog = page.getByRole('dialog', { name: 'Secret of Our CRM' })
    const secret = await secretDialog.getByLabel('Secret').inputValue()
    await expectNoAxeViolations(page)
    await secretDialog.getByRole('button', { name: 'Done' }).click()
    const list = page.getByRole('list', { name: 'Webhooks' })
    await expect(list).toContainText('No accepted events yet')

    const booking = await aBooking(client, studio.id, day)
    await expect.poll(() => receiver.of('booking.created')).toHaveLength(1)
    const [created] = receiver.of('booking.created')
    if (!created) throw new Error('nothing arrived')
    expect(verifyCall(secret, created).data).toMatchObject({ id: booking.id, status: 'pending' })
    await expect(list).toContainText('Last accepted')

    await list.getByRole('button', { name: 'Events of Our CRM' }).click()
    const sheet = page.getByRole('dialog', { name: 'Our CRM' })
    await sheet.getByRole('button', { name: /Bookings: created/ }).click()
    await expect(sheet.getByText(/"status": "pending"/)).toBeVisible()
    await expect(sheet.getByText('thank you')).toBeVisible()
    await expectNoAxeViolations(page)
    await sheet.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => receiver.of('booking.created')).toHaveLength(2)
    expect(receiver.of('booking.created')[1]?.body).toBe(created.body)

    await sheet.getByRole('button', { name: 'New secret' }).click()
    await page.getByRole('button', { name: 'Create a new secret' }).click()
    const rotated = page.getByRole('dialog', { name: 'Secret of Our CRM' })
    await expect(rotated).toContainText('The previous secret also works for 24 hours')
    const newSecret = await rotated.getByLabel('Secret').inputValue()
    await rotated.getByRole('button', { name: 'Done' }).click()
    receiver.fixedResponse.status = 500
    await sheet.getByRole('button', { name: 'Send a test' }).click()
    await expect(toast(page, 'Test sent')).toBeVisible()
    await expect(sheet.getByText(/Status 500/)).toBeVisible()
    const [tested] = receiver.of('webhook.test')
    if (!tested) throw new Error('no test arrived')
    for (const key of [secret, newSecret]) expect(verifyCall(key, tested).type).toBe('webhook.test')

    await admin.post(`/bookings/${booking.id}/confirm`, { version: booking.version })
    await expect(sheet.getByRole('button', { name: /Bookings: confirmed/ })).toContainText('Will be retried')
    receiver.fixedResponse.status = 200
    await expect(sheet.getByRole('button', { name: /Bookings: confirmed/ })).toContainText('Delivered')
    expect(receiver.of('booking.confirmed')).toHaveLength(2)

    await sheet.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete webhook' }).click()
    await expect(page.getByText('No webhooks yet')).toBeVisible()
    receiver.stop()
  },
)
