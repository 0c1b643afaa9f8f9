import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type CDPSession, chromium, type Page, type Worker } from '@playwright/test'
import type { PushMessage } from '@studiohub/contract/features/notices/push/words.ts'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { chromiumFlags, findFullChromium } from '@studiohub/testing/browser.ts'
import { runAdmin, startProcess } from '@studiohub/testing/processes.ts'
import { aPushService, type TestBrowser } from '@studiohub/testing/push-service.ts'
import { fillFromTemplate } from '@studiohub/testing/template.ts'
import { dateByDay, zoneByDay } from './daytime.ts'
import { aStudioByApi, delayRequests, expect, signInAt, test, toast, variant } from './fixtures.ts'

// The tests run one after the other, because the first one may install the full Chromium.
test.describe.configure({ mode: 'default' })

// A headless browser has no push service. Ours takes its place: it checks the sender and decrypts the message, which the
// browser then gets through DevTools. The profile, the service worker and the notification are real.

/**
 * Lets the browser subscribe at our push service, until the page is closed.
 * @param subscriptions the results of its subscriptions, one after the other
 */
function subscribeAt(page: Page, ...subscriptions: TestBrowser[]) {
  return page.addInitScript(
    (offered) => {
      const bytes = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer
      const KEY = 'test.subscribed'
      const COUNT = 'test.subscriptions'
      const count = () => Number(sessionStorage.getItem(COUNT) ?? 0)
      const newSubscription = (public_key: string) => {
        const { endpoint = '', p256dh = '', auth = '' } = offered[count() - 1] ?? {}
        return {
          endpoint,
          options: { applicationServerKey: bytes(public_key) },
          getKey: (name: string) => bytes(name === 'auth' ? auth : p256dh),
          unsubscribe: async () => sessionStorage.removeItem(KEY),
        }
      }
      Object.assign(PushManager.prototype, {
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          const current = sessionStorage.getItem(KEY)
          if (current === applicationServerKey) return newSubscription(current)
          if (current !== null) throw new DOMException('There is a subscription with another key.', 'InvalidStateError')
          sessionStorage.setItem(KEY, applicationServerKey)
          sessionStorage.setItem(COUNT, String(count() + 1))
          return newSubscription(applicationServerKey)
        },
        getSubscription: async () => {
          const key = sessionStorage.getItem(KEY)
          return key === null ? null : newSubscription(key)
        },
      })
    },
    subscriptions.map(({ subscription }) => subscription),
  )
}

/** The id of the service worker's registration in DevTools. */
async function registrationOf(devtools: CDPSession): Promise<string> {
  const registrationId = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (registration) resolve(registration.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  return registrationId
}

const workerOf = async (context: BrowserContext): Promise<Worker> => {
  const [worker] = context.serviceWorkers()
  return worker ?? context.waitForEvent('serviceworker')
}

const notificationsOf = (page: Page) =>
  page.evaluate(async () => {
    const notifications = await (await navigator.serviceWorker.ready).getNotifications()
    return notifications.map(({ title, body, tag, data }) => ({ title, body, tag, data }))
  })

/** Clicks the only notification, as the operating system would. @returns the page that the worker wants to open, or null */
async function click(worker: Worker): Promise<string | null> {
  return worker.evaluate(async () => {
    // TypeScript knows only the types of pages, not those of service workers.
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration
      clients: { openWindow: (path: string) => Promise<unknown> }
      NotificationEvent: new (name: string, options: { notification: Notification }) => Event
    }
    const [notification] = await scope.registration.getNotifications()
    if (!notification) throw new Error('there is no notification')
    const event = new scope.NotificationEvent('notificationclick', { notification })
    // Browsers let a worker open a window or extend an event only after a person's click, which the test cannot make.
    let path: string | null = null
    scope.clients.openWindow = async (url) => {
      path = url
    }
    let work: Promise<unknown> = Promise.resolve()
    Object.assign(event, {
      waitUntil: (promise: Promise<unknown>) => {
        work = promise
      },
    })
    dispatchEvent(event)
    // Browsers let a page take the focus only after a person's click.
    await work.catch((error) => {
      if (error.name !== 'InvalidAccessError') throw error
    })
    return path
  })
}

test('an admin switches on notifications, gets one for a new request, and opens it', variant, async ({ server }) => {
  const browser = await chromium.launch({ executablePath: findFullChromium(), args: chromiumFlags })
  const service = await aPushService()
  const { studio, admin, client } = await aStudioByApi(server, { timezone: zoneByDay() })
  const context = await browser.newContext({ baseURL: server.url, locale: 'en', timezoneId: 'UTC' })
  const page = await context.newPage()
  const faults: Error[] = []
  page.on('pageerror', (error) => faults.push(error))
  const device = service.subscribe()
  await context.grantPermissions(['notifications'])
  await subscribeAt(page, device)
  await signInAt(page, admin.email, '/profile?tab=notifications')
  service.sender.public_key = (await admin.get('/me/push')).body.public_key
  // The first click also prepares the device for offline use. That must not end the subscription before the server knows it.
  const release = await delayRequests(page, 'PUT', '**/me/push/device')
  await page.getByRole('switch', { name: 'Notify me on this device' }).click()
  await page.waitForRequest(/\/me\/push$/, { timeout: 3000 }).catch(() => {})
  release()
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
    // The page reacts to the first use only after its code is loaded.
    await page.mouse.move(20, 20)
    await page.mouse.move(40, 40)
    await deliver(message)
    await expect.poll(() => notificationsOf(page), { timeout: 5000 }).toEqual([expected])
    expect(await click(worker)).toBeNull()
  }).toPass()
  await expect(page).toHaveURL(opened)
  await expect(page.getByRole('dialog')).toContainText('Recording')
  await expect.poll(() => notificationsOf(page)).toEqual([])
  await expect.poll(async () => (await admin.get('/notices')).body.unread).toBe(0)

  // Without a page of the app, the worker opens one. The page is left first, because it closes notifications that were read.
  await page.goto('/robots.txt')
  await deliver({ ...message, unread: 2 })
  await expect.poll(() => notificationsOf(page)).toEqual([expected])
  const path = await click(worker)
  expect(path).toBe(`${bell.link}#notice=${bell.id}`)
  await page.goto(path ?? '')
  await expect(page.getByRole('dialog')).toContainText('Recording')
  await expect(page).toHaveURL(new URL(bell.link, server.url).href)

  // A message for another person is not shown on this device.
  await deliver({ ...message, id: crypto.randomUUID(), title: 'For another person', user_id: client.id })
  await deliver(message)
  await expect.poll(() => notificationsOf(page)).toEqual([expected])
  expect(faults).toEqual([])
  await browser.close()
  service.stop()
})

test('a browser that is notified subscribes again after the keys were replaced', variant, async () => {
  const browser = await chromium.launch({ executablePath: findFullChromium(), args: chromiumFlags })
  // A separate server: the keys belong to the whole installation.
  const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-e2e-push-'))
  await fillFromTemplate(dataDir)
  const env = { DATA_DIR: dataDir, DEMO: 'off', RATE_LIMIT: 'off', OUTBOUND_ALLOW: '127.0.0.1' }
  const server = await startProcess(env)
  const service = await aPushService()
  try {
    const { studio, admin, client } = await aStudioByApi(server, { timezone: zoneByDay() })
    const context = await browser.newContext({ baseURL: server.url, locale: 'en', timezoneId: 'UTC' })
    const page = await context.newPage()
    const [before, after] = [service.subscribe(), service.subscribe()]
    await context.grantPermissions(['notifications'])
    await subscribeAt(page, before, after)
    await signInAt(page, admin.email, '/profile?tab=notifications')
    const push = async () => (await admin.get('/me/push')).body
    const { public_key: former } = await push()
    await page.getByRole('switch', { name: 'Notify me on this device' }).click()
    await expect(toast(page, 'Notifications are on for this device')).toBeVisible()

    expect((await runAdmin(env, ['rotate-push-keys'])).exit_code).toBe(0)
    expect((await push()).devices).toEqual([])
    service.sender.public_key = (await push()).public_key
    expect(service.sender.public_key).not.toBe(former)
    await page.reload()
    // The first use of the page starts the new subscription.
    await expect(async () => {
      await page.mouse.move(20, 20)
      await page.mouse.move(40, 40)
      expect((await push()).devices).toHaveLength(1)
    }).toPass()
    const booking_date = dateByDay(2)
    await aBooking(client, studio.id, booking_date, { booking_date })
    await expect.poll(() => after.messages.map(({ title }) => title)).toEqual(['New booking request from Cleo Client'])
    expect(before.messages).toEqual([])
    expect(service.calls.map(({ problem }) => problem)).toEqual([null])
  } finally {
    await browser.close()
    await server.stop()
    service.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
