import type { Page } from '@playwright/test'
import { aBooking, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { aCrewMember, aStudio, type Person } from '@studiohub/testing/people.ts'
import { aPushService, type TestBrowser } from '@studiohub/testing/push-service.ts'
import { dateByDay, zoneByDay } from './daytime.ts'
import { enter, expect, test, toast } from './fixtures.ts'

const phone = { width: 390, height: 844 }

/** Uses the page, and waits until this device keeps the person's day. */
async function prepared(page: Page) {
  await expect
    .poll(async () => {
      // The first use counts when the page has its code.
      await page.mouse.move(20, 20)
      await page.mouse.move(40, 40)
      return page.evaluate(async () => Boolean(await (await caches.open('studiohub.own')).match('/offline/day')))
    })
    .toBe(true)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

const keptCaches = (page: Page) => page.evaluate(() => caches.keys())

/** Lets this browser subscribe at the push service of the test. Chromium without a window has none. */
const subscribeAt = (page: Page, { subscription }: TestBrowser) =>
  page.addInitScript((given) => {
    const toBytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
        .buffer
    const bytesOf = (key: BufferSource | string | null | undefined) =>
      typeof key === 'string' ? toBytes(key) : key instanceof ArrayBuffer ? key : null
    const make = (key: string) => ({
      endpoint: given.endpoint,
      options: { applicationServerKey: bytesOf(key), userVisibleOnly: true },
      getKey: (name: 'p256dh' | 'auth') => toBytes(given[name]),
      unsubscribe: async () => {
        sessionStorage.removeItem('test.push')
        return true
      },
    })
    const read = () => sessionStorage.getItem('test.push')
    // Chromium without a window always says that it was not allowed.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Object.assign(Notification, { requestPermission: async () => 'granted' })
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (read() ? make(read() ?? '') : null),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        sessionStorage.setItem('test.push', applicationServerKey)
        return make(applicationServerKey)
      },
    })
  }, subscription)

/** How to hand messages to the service worker, as the browser does. */
async function openDelivery(page: Page, origin: string) {
  const devtools = await page.context().newCDPSession(page)
  const found = Promise.withResolvers<string>()
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ isDeleted }) => !isDeleted)
    if (own) found.resolve(own.registrationId)
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await found.promise
  return (message: unknown) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) })
}

/** Chromium without a window shows no notifications: the worker records what it would show. */
const recordNotifications = `
  globalThis.shown = []
  globalThis.isEnded = false
  registration.showNotification = async (title, { body, data }) => void shown.push({ title, body, data })
  registration.pushManager.getSubscription = async () => { isEnded = true; return null }`

/** What the browser tells the service worker when a person clicks the notification. */
const clickNotification = `
  dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'),
    { notification: { data: shown[0].data, close() {} } }))`

test('a notification reaches a device, opens its page, and ends with signing out', async ({ aBrowser, server }) => {
  const { admin, client, other, studio } = await aStudio(server, { timezone: zoneByDay() })
  const service = await aPushService()
  service.sender.public_key = (await admin.get('/me/push')).body.public_key
  const browser = service.subscribe()
  const page = await aBrowser(phone)
  await page.context().grantPermissions(['notifications'])
  await subscribeAt(page, browser)
  await enter(page, admin.email, '/profile')
  await page.getByRole('switch', { name: 'Notify me on this device' }).click()
  await expect(toast(page, 'Notifications are on for this device')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Sessions' })).toBeChecked()

  const booking_date = dateByDay(2)
  await aBooking(client, studio.id, booking_date, { booking_date })
  await expect.poll(() => browser.messages).toHaveLength(1)
  expect(service.calls.map(({ problem }) => problem)).toEqual([null])
  const [message] = browser.messages
  const deliver = await openDelivery(page, server.url)
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('there is no service worker')
  await worker.evaluate(recordNotifications)
  await deliver(message)
  const title = 'New booking request from Cleo Client'
  const body = expect.stringContaining('10:00')
  await expect.poll(() => worker.evaluate('shown')).toMatchObject([{ title, body }])

  // A click opens the booking in the open page, and marks the notification as read.
  await prepared(page)
  await expect(async () => {
    await worker.evaluate(clickNotification)
    await expect(page.getByRole('dialog', { name: 'Recording Session' })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect.poll(async () => (await admin.get('/notices')).body.unread).toBe(0)

  // What was meant for another person is not shown on this device.
  await deliver({ ...message, user_id: other.id, title: 'For another person' })
  await expect.poll(() => worker.evaluate('isEnded')).toBe(true)
  expect(await worker.evaluate('shown')).toHaveLength(1)

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect((await admin.get('/me/push')).body.devices).toEqual([])
  expect(await keptCaches(page)).not.toContain('studiohub.own')
  service.stop()
})

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

const checkinsOf = async (person: Person, studio_id: string) =>
  (await person.get(`/studios/${studio_id}/checkins`)).body.items

test('a crew member reads their day offline, and what they did is sent once they are back', async ({
  aBrowser,
  server,
}) => {
  const { admin, client, crew, studio, task } = await aCrewDay(server)
  const page = await aBrowser(phone)
  const context = page.context()
  await enter(page, crew.email, '/staff')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await prepared(page)

  await context.setOffline(true)
  await page.goto('/staff/checkins')
  await expect(page.getByRole('status')).toContainText('You are offline. This is your day as of')
  await expect(page.getByRole('heading', { name: `Today at ${studio.name}` })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Recording' })).toContainText('Bring the piano')
  await page.getByRole('button', { name: 'Check in Cleo Client' }).click()
  await expect(page.getByText('Waits to be sent.')).toBeVisible()
  await page.getByRole('button', { name: 'Complete Tune the piano' }).click()
  await expect(page.getByRole('button')).toHaveCount(0)
  // In the meantime the task is cancelled.
  const cancelled = await admin.patch(`/tasks/${task.id}`, { status: 'cancelled', version: task.version })
  expect(cancelled.status).toBe(200)
  expect(await checkinsOf(admin, studio.id)).toEqual([])

  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(toast(page, 'Sent: Check in Cleo Client')).toBeVisible()
  await expect(toast(page, 'Not done: Complete Tune the piano')).toBeVisible()
  expect(await checkinsOf(admin, studio.id)).toMatchObject([{ client_id: client.id, checked_in_by: crew.id }])
  await page.reload()
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  expect(await checkinsOf(admin, studio.id)).toHaveLength(1)
})

test('in the open app a check-in waits for the connection, and other changes are refused', async ({
  aBrowser,
  server,
}) => {
  const { admin, crew, studio, task } = await aCrewDay(server)
  const page = await aBrowser(phone)
  const context = page.context()
  await enter(page, crew.email, '/staff/tasks')
  await prepared(page)
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
})

test('a client reads their next session offline, and the next person on the device sees nothing of it', async ({
  aBrowser,
  server,
}) => {
  const { admin, client, other, studio } = await aStudio(server, { timezone: zoneByDay() })
  await admin.patch(`/studios/${studio.id}`, { location: 'Dock 1, Hamburg' })
  const booking_date = dateByDay(2)
  await aBooking(client, studio.id, booking_date, { booking_date })
  const page = await aBrowser(phone)
  const context = page.context()
  await enter(page, client.email, `/${studio.slug}`)
  await prepared(page)
  await context.setOffline(true)
  await page.reload()
  const session = page.getByRole('listitem').filter({ hasText: 'Recording' })
  await expect(session).toContainText('not confirmed yet')
  await expect(session.getByRole('link', { name: 'Dock 1, Hamburg' })).toHaveAttribute('href', /maps/)
  await context.setOffline(false)

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await context.setOffline(true)
  await page.goto(`/${studio.slug}`)
  await expect(page.getByRole('status')).toContainText('This page needs a connection.')
  await expect(page.getByRole('listitem')).toHaveCount(0)
  await context.setOffline(false)
  await enter(page, other.email, `/${studio.slug}`)
  await prepared(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('No sessions.')).toBeVisible()
})

test('a first visit fetches nothing ahead, and the worker is never an old one', async ({ aBrowser, server }) => {
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
  await enter(page, client.email, `/${studio.slug}`)
  await prepared(page)
  // Nothing of the app is kept: only the own day.
  expect(await keptCaches(page)).toEqual(['studiohub.own'])
})
