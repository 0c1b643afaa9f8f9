import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { syncPush } from '#features/notices/push/api.ts'
import { readDay, storeDay } from '#lib/offline/device-store.ts'
import { sendWaitingChanges } from '#lib/offline/send-waiting.ts'
import { registerWorker } from '#lib/offline/subscription.ts'
import { client } from '#lib/server/api.ts'
import { isDisconnected, onReconnect } from '#lib/server/connection.ts'
import { randomKey } from '#lib/server/random-key.ts'
import { composeDay } from '../model/own-day.ts'

const STORE_EVERY_MS = 10 * 60_000
const SEND_EVERY_MS = 60_000
const NEXT_SESSIONS = 10
const ROWS_MAX = 100

type DeviceUser = { me: Me; openLink: (link: string) => void }

let currentUser: DeviceUser | null = null
let hasListeners = false

/**
 * Lets this device work without a connection and show notifications. Registers the service worker, stores the person's own
 * day and sends stored changes. Also opens the links of notifications in this page.
 */
export async function setUpDevice(deviceUser: DeviceUser): Promise<void> {
  const isNew = currentUser?.me.user.id !== deviceUser.me.user.id
  currentUser = deviceUser
  // An operator who views a studio as its owner must not store its data on their device.
  if (deviceUser.me.viewing || !(await registerWorker())) return
  addListeners()
  // The toaster shows rejected changes. It is loaded now, because it cannot be loaded without a connection.
  await import('#ui/toaster.tsx')
  // In parallel, because `syncPush` may have to wait for other tabs.
  await Promise.all([isNew && syncPush(deviceUser.me.user.id), syncDevice()])
}

function addListeners() {
  if (hasListeners) return
  hasListeners = true
  onReconnect(() => void syncDevice().catch(() => {}))
  // After one lost request there is no reconnect event, because the server responds to the next check. The timer sends the change.
  setInterval(() => {
    if (currentUser && !isDisconnected()) void sendWaitingChanges(currentUser.me.user.id).catch(() => {})
  }, SEND_EVERY_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void syncDevice().catch(() => {})
  })
  navigator.serviceWorker.addEventListener('message', ({ data, ports }) => {
    const link: unknown = data?.studiohub?.link
    const id: unknown = data?.studiohub?.id
    if (!currentUser || typeof link !== 'string' || typeof id !== 'string') return
    ports[0]?.postMessage('opened')
    void client.notices.read({ id }).catch(() => {})
    currentUser.openLink(link)
  })
  markOpenedNotificationRead()
}

/** Marks a notification as read if it opened this page. */
function markOpenedNotificationRead() {
  const { hash, pathname, search } = window.location
  const [, id] = /^#notice=([0-9a-f-]{36})$/.exec(hash) ?? []
  if (!id) return
  window.history.replaceState(window.history.state, '', pathname + search)
  void client.notices.read({ id }).catch(() => {})
}

async function syncDevice() {
  if (!currentUser) return
  await sendWaitingChanges(currentUser.me.user.id)
  await storeOwnDay(currentUser.me)
}

async function storeOwnDay(me: Me) {
  const { studio, role, user } = me
  if (!studio || (role !== 'client' && role !== 'staff' && role !== 'studio_admin')) return
  const now = new Date()
  const storedDay = await readDay()
  if (storedDay?.user_id === user.id && now.getTime() - Date.parse(storedDay.saved_at) < STORE_EVERY_MS) return
  const isClient = role === 'client'
  const studio_id = studio.id
  const today = todayIn(studio.timezone, now)
  const range = isClient ? { since: today, limit: NEXT_SESSIONS } : { from: today, to: today }
  const emptyList = { items: [] }
  const [bookings, services, checkins, tasks] = await Promise.all([
    client.bookings.list({ studio_id, ...range }),
    client.resources.listServices({ studio_id, limit: ROWS_MAX }),
    isClient ? emptyList : client.checkins.list({ studio_id, limit: ROWS_MAX }),
    isClient ? emptyList : client.tasks.list({ scope: 'mine', state: 'open', limit: ROWS_MAX }),
  ])
  const parts = { bookings: bookings.items, services: services.items, checkins: checkins.items, tasks: tasks.items }
  await storeDay(composeDay({ user_id: user.id, studio, isClient, ...parts }, { now, token: randomKey() }))
}
