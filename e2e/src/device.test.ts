import type { Page } from '@playwright/test'
import { aBooking, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { aCrewMember, aStudio, type TestUser } from '@studiohub/testing/people.ts'
import { dateByDay, zoneByDay } from './daytime.ts'
import { expect, signInAt, test, toast, variant } from './fixtures.ts'

const phone = { width: 390, height: 844 }

/** Uses the page, and waits until this device has stored the person's day for offline use. */
async function prepareDevice(page: Page) {
  await expect
    .poll(async () => {
      // The page reacts to the first use only after its code is loaded.
      await page.mouse.move(20, 20)
      await page.mouse.move(40, 40)
      return page.evaluate(async () => Boolean(await (await caches.open('studiohub.own')).match('/offline/day')))
    })
    .toBe(true)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

const cacheNames = (page: Page) => page.evaluate(() => caches.keys())

/** A crew member with a session of today that a client comes to, and a task. */
async function aCrewDay(server: { url: string; outbox: string }) {
  const timezone = zoneByDay()
  const fixture = await aStudio(server, { timezone })
  const { admin, client, studio } = fixture
  await admin.patch(`/studios/${studio.id}`, { location: 'Dock 1' })
  const crew = await aCrewMember(server, fixture)
  const booking_date = dateByDay(0)
  const times = { start_time: '22:00', end_time: '23:00' }
  const { id } = await aBooking(client, studio.id, booking_date, { booking_date, ...times, notes: 'Bring the piano' })
  await confirmAsSeen(admin, id)
  const { body } = await admin.post('/tasks', { title: 'Tune the piano', assigned_to: crew.id })
  const task = (await crew.post(`/tasks/${body.id}/start`)).body
  await admin.post('/tasks', { title: 'Order strings', assigned_to: crew.id })
  return { ...fixture, crew, booking_id: id, task }
}

const checkinsOf = async (person: TestUser, studio_id: string) =>
  (await person.get(`/studios/${studio_id}/checkins`)).body.items

test('a crew member reads their day offline, and their changes are sent when they are online again', async ({
  aBrowser,
  server,
}) => {
  const { admin, client, crew, studio, task } = await aCrewDay(server)
  const page = await aBrowser(phone)
  const context = page.context()
  await signInAt(page, crew.email, '/staff')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await prepareDevice(page)

  await context.setOffline(true)
  await page.goto('/staff/checkins')
  await expect(page.getByRole('status')).toContainText('You are offline. This is your day as of')
  await expect(page.getByRole('heading', { name: `Today at ${studio.name}` })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Recording' })).toContainText('Bring the piano')
  await page.getByRole('button', { name: 'Check in Cleo Client' }).click()
  await expect(page.getByText('Waiting to be sent.')).toBeVisible()
  await page.getByRole('button', { name: 'Complete Tune the piano' }).click()
  await expect(page.getByRole('button')).toHaveCount(0)
  // In the meantime the task is cancelled.
  const cancelled = await admin.patch(`/tasks/${task.id}`, { status: 'cancelled', version: task.version })
  expect(cancelled.status).toBe(200)
  expect(await checkinsOf(admin, studio.id)).toEqual([])

  await context.setOffline(false)
  await page.getByRole('link', { name: 'Retry' }).click()
  await expect(toast(page, 'Sent: Check in Cleo Client')).toBeVisible()
  await expect(toast(page, 'Not done: Complete Tune the piano')).toBeVisible()
  expect(await checkinsOf(admin, studio.id)).toMatchObject([{ client_id: client.id, checked_in_by: crew.id }])
  await page.reload()
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  expect(await checkinsOf(admin, studio.id)).toHaveLength(1)
})

test(
  'in the open app a check-in waits for the connection, and other changes are rejected',
  variant,
  async ({ aBrowser, server }) => {
    const { admin, crew, studio, task } = await aCrewDay(server)
    const page = await aBrowser(phone)
    const context = page.context()
    await signInAt(page, crew.email, '/staff/tasks')
    await prepareDevice(page)
    const start = page.getByRole('button', { name: 'Start Order strings' })
    await expect(start).toBeVisible()
    await context.setOffline(true)
    await start.click()
    await expect(toast(page, 'You are offline. Try again when you have a connection.')).toBeVisible()
    await page.getByRole('button', { name: 'Complete Tune the piano' }).click()
    await expect(toast(page, 'You are offline. This is sent when you are back online.')).toBeVisible()
    await context.setOffline(false)
    await expect(toast(page, 'Sent: Complete Tune the piano')).toBeVisible()
    expect((await admin.get(`/tasks?scope=all&state=done`)).body.items).toMatchObject([{ id: task.id }])
    expect(await checkinsOf(admin, studio.id)).toEqual([])
  },
)

test('a client reads their next session offline, and the next person on the device does not see it', async ({
  aBrowser,
  server,
}) => {
  const { admin, client, other, studio } = await aStudio(server, { timezone: zoneByDay() })
  await admin.patch(`/studios/${studio.id}`, { location: 'Dock 1, Hamburg' })
  const booking_date = dateByDay(2)
  await aBooking(client, studio.id, booking_date, { booking_date })
  const page = await aBrowser(phone)
  const context = page.context()
  await signInAt(page, client.email, `/${studio.slug}`)
  await prepareDevice(page)
  await context.setOffline(true)
  await page.reload()
  const session = page.getByRole('listitem').filter({ hasText: 'Recording' })
  await expect(session).toContainText('not confirmed yet')
  await expect(session.getByRole('link', { name: 'Dock 1, Hamburg' })).toHaveAttribute('href', /maps/)
  await context.setOffline(false)

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await context.setOffline(true)
  await page.goto(`/${studio.slug}`)
  await expect(page.getByRole('status')).toContainText('This page needs a connection.')
  await expect(page.getByRole('listitem')).toHaveCount(0)
  await context.setOffline(false)
  await signInAt(page, other.email, `/${studio.slug}`)
  await prepareDevice(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('No sessions.')).toBeVisible()
})

test(
  'a first visit prefetches nothing, and the service worker is never outdated',
  variant,
  async ({ aBrowser, server }) => {
    const page = await aBrowser(phone)
    const workers: string[] = []
    page.context().on('serviceworker', (worker) => workers.push(worker.url()))
    const { studio, client } = await aStudio(server)
    for (const path of ['/', `/s/${studio.slug}`, `/s/${studio.slug}/auth/login`]) {
      await page.goto(path)
      await page.mouse.move(20, 20)
      await page.waitForLoadState('networkidle')
    }
    expect(workers).toEqual([])
    const script = await page.request.get('/sw.js')
    expect(script.headers()['cache-control']).toBe('no-cache')
    await signInAt(page, client.email, `/${studio.slug}`)
    await prepareDevice(page)
    // The app itself is not stored, only the person's day.
    expect(await cacheNames(page)).toEqual(['studiohub.own'])
  },
)
