import { aBooking, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { findFirefox } from '@studiohub/testing/browser.ts'
import puppeteer from 'puppeteer-core'
import { dateByDay, zoneByDay } from './daytime.ts'
import { aStudioByApi, expect, PASSWORD, signInAt, test, toast } from './fixtures.ts'

// Playwright needs a special build of Firefox. Puppeteer controls the normal one over WebDriver BiDi.
test('in Firefox a client signs in, books, and sees the confirmation without a reload', async ({ server }) => {
  const { studio, admin, client } = await aStudioByApi(server)
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: findFirefox(), headless: true })
  try {
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    await page.setViewport({ width: 1280, height: 900 })
    await page.goto(`${server.url}/${studio.slug}/auth/login`)
    await page.locator('input[type="email"]').fill(client.email)
    await page.locator('input[type="password"]').fill(PASSWORD)
    await page.locator('form button[type="submit"]').click()
    await page.locator(`nav a[href="/${studio.slug}/bookings"]`).click()
    await page.locator('main ::-p-text(New Booking)').click()
    await page.locator('[role="dialog"] select').fill('recording')
    // A time, such as 10:00; the days next to it have no colon.
    await page.locator('[role="dialog"] input[type="radio"][aria-label*=":"]').click()
    await page.locator('[role="dialog"] ::-p-text(Create Booking)').click()
    await page.locator('::-p-text(Booking created successfully)').wait()
    const { body } = await admin.get(`/studios/${studio.id}/bookings`)
    expect(body.items).toMatchObject([{ client_id: client.id, status: 'pending' }])
    await confirmAsSeen(admin, body.items[0].id)
    await page.locator('::-p-text(Your session is booked)').wait()
    expect(faults).toEqual([])
  } finally {
    await browser.close()
  }
})

test('in a browser without Temporal the calendar works with the polyfill', async ({ aBrowser, server }) => {
  const { studio, admin } = await aStudioByApi(server, { timezone: zoneByDay() })
  const today = dateByDay()
  await aBooking(admin, studio.id, today, { booking_date: today })
  const page = await aBrowser()
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Temporal'))
  await signInAt(page, admin.email, `/studio/bookings?view=week&date=${today}`)
  const session = page.getByRole('button', { name: /Recording Session.*10:00 – 12:00/ })
  await expect(session).toBeVisible()
  const isNative = () => page.evaluate(() => String(Temporal.Now.instant).includes('[native code]'))
  expect(await isNative()).toBe(false)
  await session.click()
  await expect(page.getByRole('dialog', { name: 'Recording Session' })).toContainText('10:00 – 12:00')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New Booking' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create New Booking' })
  await form.getByLabel('Service type').selectOption({ label: 'Recording Session' })
  await form.getByLabel('Booking date').fill(dateByDay(3))
  await form.getByLabel('Start time').fill('14:00')
  await form.getByLabel('End time').fill('15:00')
  await form.getByRole('button', { name: 'Create Booking' }).click()
  await expect(toast(page, 'Booking created successfully')).toBeVisible()
})
