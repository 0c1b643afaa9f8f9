import type { Page } from '@playwright/test'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { expectNothingFoundByAxe } from './axe.ts'
import { zoneByDay } from './daytime.ts'
import { enter, expect, test, toast } from './fixtures.ts'

/** A studio in the middle of its day: a client is more than an hour late, and another asks for the evening. */
async function aStudioAtWork(server: Parameters<typeof aStudio>[0]) {
  const timezone = zoneByDay()
  const place = await aStudio(server, { timezone })
  const now = Temporal.Now.zonedDateTimeISO(timezone)
  const today = now.toPlainDate().toString()
  const hour = (by: number) => `${String(now.hour + by).padStart(2, '0')}:00`
  const { admin, client, other, studio } = place
  await admin.post(`/studios/${studio.id}/resources`, { kind: 'room', name: 'Cellar' })
  const late = { booking_date: today, start_time: hour(-1), end_time: hour(1), client_id: client.id }
  await aBooking(admin, studio.id, today, { ...late, status: 'confirmed' })
  await aBooking(other, studio.id, today, { booking_date: today, start_time: hour(2), end_time: hour(3) })
  return { ...place, today, hour }
}

const latest = (page: Page) => page.getByRole('button', { name: /Recording Session, Cleo Client/ })

test('the home of a studio is today: who is late, who asks, and what is free', async ({ aBrowser, server }) => {
  const { admin, hour, today } = await aStudioAtWork(server)
  const page = await aBrowser({ width: 1440, height: 900 })
  await enter(page, admin.email, '/studio')
  const lanes = page.getByRole('region', { name: 'Today' })
  await expect(lanes.getByRole('heading')).toHaveText(['Studio A', 'Cellar'])
  await expect(latest(page)).toHaveAccessibleName(/Not here yet, 1 h/)
  await expect(lanes.locator('[data-now]')).toBeInViewport()
  await expectNothingFoundByAxe(page)

  await lanes.getByRole('button', { name: 'Check in Cleo Client' }).click()
  await expect(toast(page, 'Client checked in successfully')).toBeVisible()
  await expect(latest(page)).toHaveAccessibleName(/, Here$/)
  await expect(lanes.getByRole('button', { name: 'Check out Cleo Client' })).toBeVisible()

  const waiting = page.getByRole('region', { name: 'To confirm' })
  await expect(waiting.getByRole('listitem')).toHaveCount(1)
  await waiting.getByRole('button', { name: /^Confirm / }).click()
  await expect(toast(page, 'Booking confirmed')).toBeVisible()
  await expect(waiting).toContainText('All requests are answered.')

  await lanes.getByRole('button', { name: /^Cellar, .* free\. New booking$/ }).click()
  const form = page.getByRole('dialog', { name: 'Create New Booking' })
  await expect(form.getByLabel('Booking date')).toHaveValue(today)
  expect((await form.getByLabel('Start time').inputValue()) >= hour(0)).toBe(true)
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Reports' }).click()
  await expect(page.getByRole('figure', { name: 'Utilization of your rooms' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('figure', { name: 'Bookings by month' })).toBeVisible()
})

test('on a phone today is a list, and a client is checked in with one tap', async ({ aBrowser, server }) => {
  const { admin } = await aStudioAtWork(server)
  const page = await aBrowser({ width: 390, height: 844 })
  await enter(page, admin.email, '/studio')
  const list = page.getByRole('list', { name: 'Today' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('listitem').first()).toContainText(/Cleo Client.*Studio A.*Not here yet/)
  await list.getByRole('button', { name: 'Check in Cleo Client' }).click()
  await expect(list.getByRole('listitem').first()).toContainText('Here')
  await expectNothingFoundByAxe(page)
})
