import { type BrowserContext, type CDPSession, chromium, type Page, type Worker } from '@playwright/test'
import type { PushMessage } from '@studiohub/contract/features/notices/push/words.ts'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { findFullChromium, quiet } from '@studiohub/testing/browser.ts'
import { aPushService, type TestBrowser } from '@studiohub/testing/push-service.ts'
import { dateByDay, zoneByDay } from './daytime.ts'
import { aStudioByApi, enter, expect, test, toast } from './fixtures.ts'

// A headless browser has no push service. Ours takes its place: it checks the sender and decrypts the message, which the
// browser then gets through DevTools. The profile, the service worker and the notification are real.

/** Lets the browser subscribe at our push service. It remembers that until the page is closed. */
function subscribeAt(page: Page, { subscription }: TestBrowser) {
  return page.addInitScript(({ endpoint, p256dh, auth }) => {
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer
    const KEY = 'test.subscribed'
    const made = (public_key: string) => ({
      endpoint,
      options: { applicationServerKey: bytes(public_key) },
      getKey: (name: string) => bytes(name === 'auth' ? auth : p256dh),
      unsubscribe: async () => sessionStorage.removeItem(KEY),
    })
    Object.assign(PushManager.prototype, {
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        sessionStorage.setItem(KEY, applicationServerKey)
        return made(applicationServerKey)
      },
      getSubscription: async () => {
        const key = sessionStorage.getItem(KEY)
        return key === null ? null : made(key)
      },
    })
  }, subscription)
}

/** The id of the service worker's registration in DevTools. */
async function registrationOf(devtools: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (registration) resolve(registration.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  return found
}

const workerOf = async (context: BrowserContext): Promise<Worker> => {
  const [worker] = context.serviceWorkers()
  return worker ?? context.waitForEvent('serviceworker')
}

const shownBy = (page: Page) =>
  page.evaluate(async () => {
    const found = await (await navigator.serviceWorker.ready).getNotifications()
    return found.map(({ title, body, tag, data }) => ({ title, body, tag, data }))
  })

/** Clicks the only notification, as the operating system would. @returns the page that the worker wants to open, or null */
async function click(worker: Worker): Promise<string | null> {
  return worker.evaluate(async () => {
    // The types of browsers are those of pages.
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration
      clients: { openWindow: (path: string) => Promise<unknown> }
      NotificationEvent: new (name: string, options: { notification: Notification }) => Event
    }
    const [notification] = await scope.registration.getNotifications()
    if (!notification) throw new Error('there is no notification')
    const event = new scope.NotificationEvent('notificationclick', { notification })
    // Only a click of a person may open a window, and only their event may be extended.
    let path: string | null = null
    scope.clients.openWindow = async (wanted) => {
      path = wanted
    }
    let work: Promise<unknown> = Promise.resolve()
    Object.assign(event, {
      waitUntil: (promise: Promise<unknown>) => {
        work = promise
      },
    })
    dispatchEvent(event)
    // A page may only take the focus after a click of a person.
    await work.catch((error) => {
      if (error.name !== 'InvalidAccessError') throw error
    })
    return path
  })
}

test('an admin switches on notifications, gets one for a new request, and opens it', async ({ server }) => {
  const browser = await chromium.launch({ executablePath: findFullChromium(), args: quiet })
  const service = await aPushService()
  const { studio, admin, client } = await aStudioByApi(server, { timezone: zoneByDay() })
  const context = await browser.newContext({ baseURL: server.url, locale: 'en', timezoneId: 'UTC' })
  const page = await context.newPage()
  const faults: Error[] = []
  page.on('pageerror', (error) => faults.push(error))
  const device = service.subscribe()
  await context.grantPermissions(['notifications'])
  await subscribeAt(page, device)
  await enter(page, admin.email, '/profile')
  service.sender.public_key = (await admin.get('/me/push')).body.public_key
  await page.getByRole('switch', { name: 'Notify me on this device' }).click()
  await expect(toast(page, 'Notifications are on for this device')).toBeVisible()
  expect((await admin.get('/me/push')).body.devices).toHaveLength(1)

  const devtools = await context.newCDPSession(page)
  const registrationId = await registrationOf(devtools)
  const deliver = (message: PushMessage) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: server.url,
      registrationId,
      data: JSON.stringify(message),
    })
  const booking_date = dateByDay(2)
  await aBooking(client, studio.id, booking_date, { booking_date })
  await expect.poll(() => device.messages.length).toBe(1)
  expect(service.calls.map(({ problem }) => problem)).toEqual([null])
  const [message] = device.messages
  if (!message) throw new Error('no message')
  const [bell] = (await admin.get('/notices')).body.items
  expect(message).toMatchObject({ id: bell.id, title: 'New booking request from Cleo Client', link: bell.link })

  // The open page follows the notification. One that is busy for half a second does not answer in time: it follows later, or gets
  // another chance.
  const opened = new URL(bell.link, server.url).href
  const expected = { title: message.title, body: message.detail, tag: bell.id, data: { id: bell.id, link: bell.link } }
  const worker = await workerOf(context)
  await expect(async () => {
    if (page.url() === opened) return
    // The first use counts when the page has its code.
    await page.mouse.move(20, 20)
    await page.mouse.move(40, 40)
    await deliver(message)
    await expect.poll(() => shownBy(page), { timeout: 5000 }).toEqual([expected])
    expect(await click(worker)).toBeNull()
  }).toPass()
  await expect(page).toHaveURL(opened)
  await expect(page.getByRole('dialog')).toContainText('Recording')
  await expect.poll(() => shownBy(page)).toEqual([])
  await expect.poll(async () => (await admin.get('/notices')).body.unread).toBe(0)

  // Without a page of the app, the worker opens one.
  await deliver({ ...message, unread: 2 })
  await expect.poll(() => shownBy(page)).toEqual([expected])
  await page.goto('/robots.txt')
  const path = await click(worker)
  expect(path).toBe(`${bell.link}#notice=${bell.id}`)
  await page.goto(path ?? '')
  await expect(page.getByRole('dialog')).toContainText('Recording')
  await expect(page).toHaveURL(new URL(bell.link, server.url).href)

  // A message for another person is not shown on this device.
  await deliver({ ...message, id: crypto.randomUUID(), title: 'For another person', user_id: client.id })
  await deliver(message)
  await expect.poll(() => shownBy(page)).toEqual([expected])
  expect(faults).toEqual([])
  await browser.close()
  service.stop()
})
