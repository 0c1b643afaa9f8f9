import type { Locator, Page } from '@playwright/test'
import { aStudioByApi, dayToChoose, expect, PASSWORD, test, timeToChoose, toast } from './fixtures.ts'

// Drawers and dialogs come and go as they do for most people, with motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Goes on with Tab until the control has the focus, as somebody without a pointer does. */
async function tabTo(page: Page, control: Locator) {
  await expect(control).toBeVisible()
  for (let presses = 0; presses < 120; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never came to ${control}`)
}

async function type(page: Page, control: Locator, text: string) {
  await tabTo(page, control)
  await page.keyboard.type(text)
}

/** Goes on within a group of choices. */
async function arrowTo(page: Page, choice: Locator) {
  for (let presses = 0; presses < 30 && !(await choice.isChecked()); presses += 1)
    await page.keyboard.press('ArrowRight')
  await expect(choice).toBeChecked()
}

async function press(page: Page, control: Locator) {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

async function signInByKeys(page: Page, email: string) {
  await page.goto('/auth/login')
  await type(page, page.getByLabel('Email'), email)
  await type(page, page.getByLabel('Password', { exact: true }), PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.includes('/auth/'))
}

test('a session is booked, confirmed and cancelled with the keyboard alone', async ({ aBrowser, server }) => {
  const { studio, admin, client } = await aStudioByApi(server)
  const page = await aBrowser()
  await signInByKeys(page, client.email)
  await press(page, page.getByRole('link', { name: 'Bookings', exact: true }))
  await press(page, page.getByRole('button', { name: 'New Booking' }).first())
  const dialog = page.getByRole('dialog', { name: 'Create New Booking' })
  await type(page, dialog.getByLabel('Service type'), 'Mixing')
  const day = dayToChoose(page, Temporal.Now.plainDateISO('UTC').add({ days: 9 }).toString())
  await tabTo(page, page.getByRole('group', { name: 'Day', exact: true }).getByRole('radio', { checked: true }))
  await arrowTo(page, day)
  await tabTo(page, timeToChoose(page, '08:00'))
  await arrowTo(page, timeToChoose(page, '10:00'))
  await type(page, dialog.getByLabel('Notes'), 'By keys')
  await press(page, dialog.getByRole('button', { name: 'Create Booking' }))
  await expect(toast(page, 'Booking created successfully')).toBeVisible()
  await expect(dialog).toBeHidden()

  const owner = await aBrowser()
  await signInByKeys(owner, admin.email)
  await press(owner, owner.getByRole('link', { name: 'Bookings', exact: true }))
  await tabTo(owner, owner.getByRole('tab', { name: 'Calendar' }))
  await owner.keyboard.press('ArrowRight')
  const row = owner.getByRole('row').filter({ hasText: 'Mixing Session' })
  await press(owner, row.getByRole('button', { name: /Confirm/ }))
  await expect(row).toContainText('Confirmed')
  await press(owner, row.getByRole('button', { name: /Cancel/ }))
  await expect(owner.getByRole('dialog')).toContainText('This action cannot be undone.')
  await owner.keyboard.press('Escape')
  await expect(owner.getByRole('dialog')).toBeHidden()
  await expect(row.getByRole('button', { name: /Cancel/ })).toBeFocused()
  await owner.keyboard.press('Enter')
  await press(owner, owner.getByRole('dialog').getByRole('button', { name: 'Cancel Booking' }))
  await expect(toast(owner, 'Booking cancelled successfully')).toBeVisible()
  await expect(row).toContainText('Cancelled')
  await expect(owner.getByText(studio.name).first()).toBeVisible()
})
