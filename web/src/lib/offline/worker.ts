import type { PushMessage } from '@studiohub/contract/features/notices/push/words.ts'
import { randomKey } from '../server/random-key.ts'
import { isCurrent, KEEP_PATH, listChanges, renderDayPage } from './day-page.ts'
import { forgetDay } from './forget.ts'
import { datedChange, type KeptDay, keepChange, listWaiting, readDay, readNotified } from './kept.ts'

// The service worker, `/sw.js`. It fetches nothing ahead and keeps no part of the app, so a person never stays on an old version.
// It answers only if a page cannot be reached: then it shows the person's own day. And it shows notifications.

type Extendable = Event & { waitUntil(work: Promise<unknown>): void }
type NavigationEvent = Extendable & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
type PushEvent = Extendable & { data: { json(): PushMessage } | null }
type ClickEvent = Extendable & { notification: Notification }
type Page = { url: string; focus(): Promise<unknown>; postMessage(message: unknown, transfer: MessagePort[]): void }

// The types of browsers are those of pages.
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

// Without this every page would wait for the worker to start.
self.addEventListener('activate', (event) =>
  event.waitUntil(self.registration.navigationPreload?.enable() ?? Promise.resolve()),
)

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode !== 'navigate') return
  if (request.method === 'GET') event.respondWith(answerPage(event))
  else if (new URL(request.url).pathname === KEEP_PATH) event.respondWith(answerForm(request))
})

async function answerPage({ request, preloadResponse }: NavigationEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    const { pathname, search } = new URL(request.url)
    return showDay(pathname + search)
  }
}

async function readCurrentDay(): Promise<KeptDay | null> {
  const day = await readDay()
  if (!day || isCurrent(day, new Date())) return day
  await forgetDay()
  return null
}

async function showDay(path: string): Promise<Response> {
  const nonce = randomKey()
  const html = renderDayPage({ day: await readCurrentDay(), waiting: await listWaiting(), path, nonce })
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  return new Response(html, { status: 503, headers })
}

/** Keeps a change of the day's page. It must be one that the kept day offers, and come from that page. */
async function answerForm(request: Request): Promise<Response> {
  const form = await request.formData()
  const field = (name: string) => String(form.get(name) ?? '')
  const day = await readCurrentDay()
  const change = day && listChanges(day).find(({ id }) => id === field('change'))
  const isKnown = (await listWaiting()).some(({ text }) => text === change?.text)
  if (day && change && !isKnown && field('token') === day.token) {
    const at = new Date().toISOString()
    await keepChange({ ...datedChange(change, at), key: randomKey(), user_id: day.user_id, at })
  }
  const { origin } = new URL(request.url)
  const back = new URL(field('path'), origin)
  return Response.redirect(back.origin === origin ? back : origin, 303)
}

self.addEventListener('push', (event) => event.waitUntil(showMessage(event.data?.json() ?? null)))

async function showMessage(message: PushMessage | null) {
  if (!message) return
  // Another person signed in on this device: nothing of the first is shown, and their messages end.
  if ((await readNotified())?.user_id !== message.user_id) {
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

/** Opens the page of a notification: in an open page of the app if it answers, otherwise in a new one. */
async function openPage({ id, link }: Pick<PushMessage, 'id' | 'link'>) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of pages) {
    if (await willOpen(page, { id, link })) return page.focus()
  }
  return self.clients.openWindow(`${link}#notice=${id}`)
}

const ANSWER_WITHIN_MS = 500

/** Whether a page opens the link itself, without losing what the person wrote there. Pages without the app do not answer. */
function willOpen(page: Page, message: Pick<PushMessage, 'id' | 'link'>): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), ANSWER_WITHIN_MS)
    page.postMessage({ studiohub: message }, [port2])
  })
}
