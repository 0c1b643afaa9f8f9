import type { Page } from '@playwright/test'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, signInAt, test, toast, variantIf } from './fixtures.ts'

const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()

async function open(page: Page, email: string, path: string) {
  await signInAt(page, email, path)
}

test('a client creates a calendar address with their sessions, renews it and revokes it', async ({
  aBrowser,
  server,
}) => {
  const { client, studio } = await aStudioByApi(server)
  await aBooking(client, studio.id, inDays(1))
  const page = await aBrowser()
  await open(page, client.email, '/profile?tab=calendar')
  await page.getByRole('button', { name: 'Create address' }).click()
  await expect(toast(page, 'Calendar address created')).toBeVisible()
  const field = page.getByLabel('Address of your calendar', { exact: true })
  const first = await field.inputValue()
  expect((await page.request.get(first)).status()).toBe(200)
  expect(await (await page.request.get(first)).text()).toContain(`SUMMARY:Recording Session at ${studio.name}`)
  const webcal = first.replace(/^https?:/, 'webcal:')
  await expect(page.getByRole('link', { name: 'Add to Apple Calendar' })).toHaveAttribute('href', webcal)
  for (const name of ['Add to Google Calendar', 'Add to Outlook'])
    await expect(page.getByRole('link', { name })).toHaveAttribute('target', '_blank')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Renew address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Renew address' }).click()
  await expect(field).not.toHaveValue(first)
  expect((await page.request.get(first)).status()).toBe(404)
  const second = await field.inputValue()
  await page.reload()
  await expect(page.getByText('The address was shown once.')).toBeVisible()
  await page.getByRole('button', { name: 'Revoke address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke address' })
  await expect(dialog.getByText('This action cannot be undone.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Revoke address' }).click()
  await expect(toast(page, 'Calendar address revoked')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create address' })).toBeVisible()
  expect((await page.request.get(second)).status()).toBe(404)
})

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(
    `an admin shares the studio calendar and sees the sent emails, ${viewport.width} pixels wide`,
    variantIf(viewport.width === 1440),
    async ({ aBrowser, server }) => {
      const { admin, client, studio } = await aStudioByApi(server)
      await aBooking(client, studio.id, inDays(2))
      const page = await aBrowser(viewport)
      await open(page, admin.email, '/studio/settings?tab=calendar')
      // On a phone the part of the settings is a section too.
      const sections = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Studio calendar' }) })
      const wall = sections.last()
      await wall.getByRole('button', { name: 'Create address' }).click()
      const field = wall.getByLabel('Address of studio calendar', { exact: true })
      await expect(field).toHaveValue(/\/calendars\/[\w-]{32}\.ics$/)
      await expectNoAxeViolations(page)
      await page.goto('/studio/settings?tab=messages')
      const messages = page.getByRole('table', { name: 'Sent messages' })
      await expect(messages.getByText('Requested')).toHaveCount(2)
      await expect(messages.getByText('Studio created')).toHaveCount(1)
      await expect(messages.getByText('Sent', { exact: true })).toHaveCount(3)
      await expectNoAxeViolations(page)
    },
  )
}
