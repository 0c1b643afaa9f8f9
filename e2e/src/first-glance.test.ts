import type { Locator } from '@playwright/test'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { zoneByDay } from './daytime.ts'
import { anEmail, aStudioByApi, expect, signInAt, signUp, test, toast, variant } from './fixtures.ts'

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const inDays = (days: number, zone = 'UTC') => Temporal.Now.plainDateISO(zone).add({ days }).toString()

const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.POSITIVE_INFINITY

test('the calendar begins near the top of the screen, and its days show complete names of clients', async ({
  aBrowser,
  server,
}) => {
  const { studio, admin, client } = await aStudioByApi(server)
  await aBooking(admin, studio.id, inDays(0), { booking_date: inDays(1), client_id: client.id })
  const person = await admin.post(`/studios/${studio.id}/resources`, { kind: 'person', name: 'Eva Engineer' })
  const dayOff = { resource_id: person.body.id, first_date: inDays(1), last_date: inDays(1) }
  await admin.post(`/studios/${studio.id}/days-off`, dayOff)
  const page = await aBrowser(desktop)
  await signInAt(page, admin.email, `/studio/bookings?month=${inDays(1).slice(0, 7)}`)
  const chip = page.getByRole('grid').getByRole('listitem').filter({ hasText: 'Cleo Client' }).first()
  await expect(chip).toBeVisible()
  // The first week, below the names of the weekdays.
  expect(await topOf(page.locator('[data-day]').first())).toBeLessThan(240)
  await expect(page.getByRole('button', { name: 'Days off 1 shown' })).toHaveAttribute('title', /^Eva Engineer off/)
  await expect(page.getByRole('list', { name: 'Unavailable' })).toContainText('Eva Engineer')
  // Screen readers read the service, but it is visible only if the whole word fits.
  await expect(chip).toContainText('Recording Session')
  const cut = await chip
    .getByText('Cleo Client', { exact: true })
    .evaluate((name) => name.scrollWidth > name.clientWidth + 1)
  expect(cut).toBe(false)
  await page.getByRole('button', { name: 'Days off' }).click()
  await expect(page.getByRole('dialog', { name: 'Days off' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByRole('radio', { name: 'Day' })
    .or(page.getByRole('button', { name: 'Day', exact: true }))
    .click()
  // The hour nearest to the current time has no label.
  await expect(page.getByText(/^(08|12):00$/).first()).toBeVisible()
})

test('on a phone the first session of the calendar is visible at once, with its room', async ({ aBrowser, server }) => {
  const { studio, admin } = await aStudioByApi(server)
  await aBooking(admin, studio.id, inDays(0), { booking_date: inDays(1) })
  const page = await aBrowser(phone)
  // Without a chosen view it is the week.
  await signInAt(page, admin.email, `/studio/bookings?date=${inDays(1)}`)
  await expect(page.getByRole('grid').getByRole('button')).toHaveCount(7)
  const session = page.getByRole('button', { name: /Recording Session/ })
  for (const query of ['', 'view=week&', 'view=day&']) {
    await page.goto(`/studio/bookings?${query}date=${inDays(1)}`)
    await expect(session).toContainText('Studio A')
    expect(await topOf(session)).toBeLessThan(320)
  }
  await page.goto('/studio/bookings?tab=list')
  const row = page.getByRole('row').filter({ hasText: 'Recording Session' })
  await expect(row).toContainText('Studio A')
  expect(await topOf(row)).toBeLessThan(320)
  await expect(page.getByText('View and manage all studio bookings')).toBeVisible()
})

test(
  'on a phone today is at the top of the home, with the room of each session',
  variant,
  async ({ aBrowser, server }) => {
    const timezone = zoneByDay()
    const { admin, client, studio } = await aStudio(server, { timezone })
    const today = inDays(0, timezone)
    const hour = Temporal.Now.zonedDateTimeISO(timezone).hour
    const at = (by: number) => `${String(hour + by).padStart(2, '0')}:00`
    const ended = { booking_date: today, start_time: at(-3), end_time: at(-1), status: 'confirmed' }
    await aBooking(admin, studio.id, today, ended)
    await aBooking(client, studio.id, today, { booking_date: today, start_time: at(1), end_time: at(2) })
    const page = await aBrowser(phone)
    await signInAt(page, admin.email, '/studio')
    // A link to the request is above it.
    await expect(page.getByRole('link', { name: '1 request to confirm' })).toBeVisible()
    const sessions = page.getByRole('list', { name: 'Today' }).getByRole('listitem')
    await expect(sessions).toHaveCount(1)
    await expect(sessions).toContainText('Studio A')
    expect(await topOf(sessions)).toBeLessThan(320)
    await page.goto('/studio/bookings')
    const session = page.getByRole('button', { name: /Recording Session/ })
    await expect(page.getByRole('button', { name: '1 session is over' })).toBeVisible()
    await expect(session).toContainText('Studio A')
    expect(await topOf(session)).toBeLessThan(320)
  },
)

test(
  'a card opens with its title and its conversation, next to its properties',
  variant,
  async ({ aBrowser, server }) => {
    const { client, studio } = await aStudioByApi(server)
    const { body } = await client.post('/projects', { title: 'Night Drive', project_type: 'music' })
    await client.post('/cards', { project_id: body.id, title: 'Write verse' })
    const page = await aBrowser(desktop)
    await signInAt(page, client.email, `/${studio.slug}/board`)
    await page.getByRole('button', { name: 'Write verse', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Write verse' })
    const [comment, status] = [sheet.getByLabel('Comment', { exact: true }), sheet.getByLabel('Status')]
    await expect(sheet.getByLabel('Title')).toBeInViewport()
    await expect(comment).toBeInViewport()
    await expect(status).toBeInViewport()
    const [left, right] = [await comment.boundingBox(), await status.boundingBox()]
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0)
  },
)

test('below today a studio sees its next sessions, and opens one', variant, async ({ aBrowser, server }) => {
  const timezone = zoneByDay()
  const { admin, client, studio } = await aStudio(server, { timezone })
  const tomorrow = inDays(1, timezone)
  await aBooking(admin, studio.id, inDays(0, timezone), { booking_date: tomorrow, client_id: client.id })
  const page = await aBrowser(desktop)
  await signInAt(page, admin.email, '/studio')
  await expect(page.getByText('Nothing is booked for today.')).toBeVisible()
  const next = page.getByRole('region', { name: 'Coming up' })
  await next.getByRole('button', { name: /Cleo Client/ }).click()
  await expect(page.getByRole('dialog', { name: 'Recording Session' })).toBeVisible()
})

test('a client begins with the next session, and saves it in a calendar', variant, async ({ aBrowser, server }) => {
  const { client, studio } = await aStudioByApi(server)
  await aBooking(client, studio.id, inDays(0), { booking_date: inDays(3) })
  const page = await aBrowser(phone)
  await signInAt(page, client.email, `/${studio.slug}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Add to calendar' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^session-.*\.ics$/)
  await page.getByRole('link', { name: 'Ask Stu' }).click()
  await expect(page.getByRole('region', { name: 'Chat with Stu' })).toBeInViewport()
})

test(
  'a person who asks to join a crew reads that the studio will answer, not that an email was sent',
  variant,
  async ({ aBrowser, server }) => {
    const { studio } = await aStudioByApi(server)
    const page = await aBrowser()
    await page.goto(`/auth/signup?studio=${studio.slug}&as=crew`)
    await signUp(page, { full_name: 'Sam Crew', email: anEmail('sam') })
    await expect(toast(page, `Your request was sent to ${studio.name}.`)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible()
    await expect(page.getByText('Check your email')).toHaveCount(0)
  },
)
