import type { PushMessage } from '@studiohub/contract/features/notices/push/words.ts'
import { randomKey } from '../server/random-key.ts'
import { isRecentDay, listChanges, QUEUE_PATH, renderDayPage } from './day-page.ts'
import { deleteDay } from './delete-stored-data.ts'
import {
  addChangeTime,
  isChangeWaiting,
  listWaitingChanges,
  type OfflineDay,
  readDay,
  readNotifiedPerson,
  storeChange,
} from './device-store.ts'

// The service worker, `/sw.js`. It prefetches nothing and stores no part of the app, so that people never stay on an old version.
// If a page cannot be reached, it shows the person's own day instead. It also shows notifications.

type Extendable = Event & { waitUntil(work: Promise<unknown>): void }
type NavigationEvent = Extendable & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
type PushEvent = Extendable & { data: { json(): PushMessage } | null }
type ClickEvent = Extendable & { notification: Notification }
type Page = { url: string; focus(): Promise<unknown>; postMessage(message: unknown, transfer: MessagePort[]): void }

// TypeScript's types for browsers describe pages, not service workers.
declare const self: {
  registration: ServiceWorkerRegistration
  navigator: Navigator
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<Page[]>
    openWindow(path: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(name: 'install' | 'activate', run: (event: Extendable) => void): void
  addEventListener(name: 'fetch', run: (event: NavigationEvent) => void): void
  addEventListener(name: 'push', run: (event: PushEvent) => void): void
  addEventListener(name: 'notificationclick', run: (event: ClickEvent) => void): void
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

// Without preload, every page would wait for the worker to start.
self.addEventListener('activate', (event) =>
  event.waitUntil(self.registration.navigationPreload?.enable() ?? Promise.resolve()),
)

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode !== 'navigate') return
  if (request.method === 'GET') event.respondWith(respondToNavigation(event))
  else if (new URL(request.url).pathname === QUEUE_PATH) event.respondWith(respondToForm(request))
})

async function respondToNavigation({ request, preloadResponse }: NavigationEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    const { pathname, search } = new URL(request.url)
    return respondWithDay(pathname + search)
  }
}

async function readCurrentDay(): Promise<OfflineDay | null> {
  const day = await readDay()
  if (!day || isRecentDay(day, new Date())) return day
  await deleteDay()
  return null
}

async function respondWithDay(path: string): Promise<Response> {
  const nonce = randomKey()
  const html = renderDayPage({ day: await readCurrentDay(), waiting: await listWaitingChanges(), path, nonce })
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  return new Response(html, { status: 503, headers })
}

/** Stores a change from a form of the offline page. The stored day must offer the change, and the form must have its token. */
async function respondToForm(request: Request): Promise<Response> {
  const form = await request.formData()
  const field = (name: string) => String(form.get(name) ?? '')
  const day = await readCurrentDay()
  const change = day && listChanges(day).find(({ id }) => id === field('change'))
  if (day && change && field('token') === day.token && !(await isChangeWaiting(change, day.user_id))) {
    const at = new Date().toISOString()
    await storeChange({ ...addChangeTime(change, at), key: randomKey(), user_id: day.user_id, at })
  }
  const { origin } = new URL(request.url)
  const back = new URL(field('path'), origin)
  return Response.redirect(back.origin === origin ? back : origin, 303)
}

self.addEventListener('push', (event) => event.waitUntil(showPushNotification(event.data?.json() ?? null)))

async function showPushNotification(message: PushMessage | null) {
  if (!message) return
  // If another person has signed in on this device, show nothing of the previous person and end their notifications.
  if ((await readNotifiedPerson())?.user_id !== message.user_id) {
    await (await self.registration.pushManager.getSubscription())?.unsubscribe()
    return
  }
  const { id, title, detail, link, unread } = message
  await self.navigator.setAppBadge?.(unread).catch(() => {})
  await self.registration.showNotification(title, {
    body: detail,
    tag: id,
    icon: '/app-icon-192.png',
    data: { id, link },
  })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data))
})

/** Opens the page of a notification: in an open page of the app if it replies, otherwise in a new one. */
async function openPage({ id, link }: Pick<PushMessage, 'id' | 'link'>) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of pages) {
    if (await willOpen(page, { id, link })) return page.focus()
  }
  return self.clients.openWindow(`${link}#notice=${id}`)
}

const REPLY_TIMEOUT_MS = 500

/** Whether a page opens the link itself, without losing unsaved input. Pages without the app do not reply. */
function willOpen(page: Page, message: Pick<PushMessage, 'id' | 'link'>): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), REPLY_TIMEOUT_MS)
    page.postMessage({ studiohub: message }, [port2])
  })
}
