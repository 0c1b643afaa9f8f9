import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, signInAt, test, toast, variant } from './fixtures.ts'

test(
  'a studio sets when clients are reminded, and what they bring to a service',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin } = await aStudioByApi(server)
    const page = await aBrowser()
    await signInAt(page, admin.email, '/studio/settings?tab=reminders')
    const reminders = page.getByRole('group', { name: 'Remind clients' })
    await expect(reminders.getByRole('checkbox', { name: '1 day before' })).toBeChecked()
    await reminders.getByRole('checkbox', { name: '2 days before' }).check()
    await reminders.getByRole('checkbox', { name: '3 hours before' }).check()
    await page.getByLabel('Thank clients').selectOption({ label: '1 day after the session' })
    await page.getByLabel('Review page').fill('reviews')
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Please enter an address that begins with https://')).toBeVisible()
    await page.getByLabel('Review page').fill('https://reviews.example/us')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(toast(page, 'Settings updated successfully')).toBeVisible()
    const { body } = await admin.get(`/studios/${studio.id}/opening-hours`)
    expect(body.reminder_hours.toSorted()).toEqual([24, 3, 48])
    expect(body).toMatchObject({ follow_up_hours: 24, review_url: 'https://reviews.example/us' })

    await page.goto('/studio/settings?tab=services')
    await page.getByRole('button', { name: /Edit Recording Session/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Recording Session' })
    await dialog.getByLabel('What to bring').fill('Your guitar')
    await dialog.getByRole('switch', { name: 'Own reminders' }).click()
    const serviceReminders = dialog.getByRole('group', { name: 'Remind clients' })
    await serviceReminders.getByRole('checkbox', { name: '7 days before' }).check()
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog).toBeHidden()
    const services = await admin.get(`/studios/${studio.id}/services?limit=100`)
    const recording = services.body.items.find(({ key }: { key: string }) => key === 'recording')
    expect([recording.bring, recording.reminder_hours.toSorted()]).toEqual(['Your guitar', [168, 24]])
  },
)
