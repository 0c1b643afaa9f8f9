import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { syncPush } from '#features/notices/push/api.ts'
import { readDay, writeDay } from '#lib/offline/kept.ts'
import { sendWaiting } from '#lib/offline/send-waiting.ts'
import { registerWorker } from '#lib/offline/subscription.ts'
import { client } from '#lib/server/api.ts'
import { onReconnect } from '#lib/server/connection.ts'
import { randomKey } from '#lib/server/random-key.ts'
import { composeDay } from '../model/own-day.ts'

const KEEP_EVERY_MS = 10 * 60_000
const NEXT_SESSIONS = 10
const ROWS = 100

type Attending = { me: Me; openLink: (link: string) => void }

let current: Attending | null = null
let hasListeners = false

/**
 * Lets this device work without a connection and show notifications: registers the service worker, keeps the person's own day,
 * and sends what was kept. Opens the links of notifications in this page.
 */
export async function attendDevice(attending: Attending): Promise<void> {
  const isNew = current?.me.user.id !== attending.me.user.id
  current = attending
  // An operator who sees a studio as its owner keeps nothing of it.
  if (attending.me.viewing || !(await registerWorker())) return
  listen()
  // Without a connection it could not be loaded when a change is refused.
  await import('#ui/toaster.tsx')
  if (isNew) await syncPush(attending.me.user.id)
  await catchUp()
}

function listen() {
  if (hasListeners) return
  hasListeners = true
  onReconnect(() => void catchUp().catch(() => {}))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void catchUp().catch(() => {})
  })
  navigator.serviceWorker.addEventListener('message', ({ data, ports }) => {
    const link: unknown = data?.studiohub?.link
    const id: unknown = data?.studiohub?.id
    if (!current || typeof link !== 'string' || typeof id !== 'string') return
    ports[0]?.postMessage('opened')
    void client.notices.read({ id }).catch(() => {})
    current.openLink(link)
  })
  readOpenedNotice()
}

/** A notification opened this page: it is read now. */
function readOpenedNotice() {
  const { hash, pathname, search } = window.location
  const [, id] = /^#notice=([0-9a-f-]{36})$/.exec(hash) ?? []
  if (!id) return
  window.history.replaceState(window.history.state, '', pathname + search)
  void client.notices.read({ id }).catch(() => {})
}

async function catchUp() {
  if (!current) return
  await sendWaiting(current.me.user.id)
  await keepOwnDay(current.me)
}

async function keepOwnDay(me: Me) {
  const { studio, role, user } = me
  if (!studio || (role !== 'client' && role !== 'staff' && role !== 'studio_admin')) return
  const now = new Date()
  const kept = await readDay()
  if (kept?.user_id === user.id && now.getTime() - Date.parse(kept.saved_at) < KEEP_EVERY_MS) return
  const isClient = role === 'client'
  const studio_id = studio.id
  const today = todayIn(studio.timezone, now)
  const range = isClient ? { since: today, limit: NEXT_SESSIONS } : { from: today, to: today }
  const nothing = { items: [] }
  const [bookings, services, checkins, tasks] = await Promise.all([
    client.bookings.list({ studio_id, ...range }),
    client.resources.listServices({ studio_id, limit: ROWS }),
    isClient ? nothing : client.checkins.list({ studio_id, limit: ROWS }),
    isClient ? nothing : client.tasks.list({ scope: 'mine', state: 'open', limit: ROWS }),
  ])
  const parts = { bookings: bookings.items, services: services.items, checkins: checkins.items, tasks: tasks.items }
  await writeDay(composeDay({ user_id: user.id, studio, isClient, ...parts }, { now, token: randomKey() }))
}
