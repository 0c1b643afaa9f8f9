import { deleteNotifiedPerson, storeNotifiedPerson } from './device-store.ts'

/** The address and keys of this browser at its push service, base64url. */
export type Subscription = { endpoint: string; p256dh: string; auth: string; public_key: string }

/** `unsupported` includes iPhones outside of the installed app. */
export type PushSupport = 'supported' | 'blocked' | 'unsupported'

/** Whether this browser can show notifications. */
export function readPushSupport(): PushSupport {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isSupported) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'supported'
}

const toBase64Url = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Registers the service worker, or looks for a newer one. @returns null if the browser supports none or it cannot be loaded */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null
  return navigator.serviceWorker.register('/sw.js').catch(() => null)
}

/** The subscription of this browser; null if there is none. */
export async function readSubscription(): Promise<Subscription | null> {
  if (!('serviceWorker' in navigator && 'PushManager' in window)) return null
  const registration = await navigator.serviceWorker.getRegistration('/')
  const subscription = await registration?.pushManager.getSubscription()
  return subscription ? toSubscription(subscription) : null
}

/**
 * Subscribes this browser, if the person has allowed notifications.
 * @returns null if they have not, or if the service worker could not be loaded @throws if the push service cannot be reached
 */
export async function subscribeToPush(public_key: string, user_id: string): Promise<Subscription | null> {
  if (Notification.permission !== 'granted' || !(await registerWorker())) return null
  const { pushManager } = await navigator.serviceWorker.ready
  const oldSubscription = await pushManager.getSubscription()
  // A subscription works with one key only, so another key needs a new subscription.
  if (oldSubscription && toBase64Url(oldSubscription.options.applicationServerKey) !== public_key)
    await oldSubscription.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key })
  await storeNotifiedPerson({ user_id, endpoint: subscription.endpoint })
  return toSubscription(subscription)
}

/** Ends the notifications of this browser. */
export async function unsubscribeFromPush(): Promise<void> {
  await deleteNotifiedPerson()
  if (!('serviceWorker' in navigator && 'PushManager' in window)) return
  const registration = await navigator.serviceWorker.getRegistration('/')
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

const toSubscription = (subscription: PushSubscription): Subscription => ({
  endpoint: subscription.endpoint,
  p256dh: toBase64Url(subscription.getKey('p256dh')),
  auth: toBase64Url(subscription.getKey('auth')),
  public_key: toBase64Url(subscription.options.applicationServerKey),
})
