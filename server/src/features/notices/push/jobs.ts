import { currentQuietHours, isPushed } from '@studiohub/contract/features/notices/push/rules.ts'
import type { PushSettings } from '@studiohub/contract/features/notices/push/schema.ts'
import type { PushMessage } from '@studiohub/contract/features/notices/push/words.ts'
import { Notice } from '@studiohub/contract/features/notices/schema.ts'
import { noticeTexts } from '@studiohub/contract/features/notices/words.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { unseal } from '#platform/auth/secrets.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue, type JobContext, PermanentJobError } from '#platform/jobs/jobs.ts'
import { sendPush } from '#platform/push/send-push.ts'
import { readVapid } from '#platform/push/vapid.ts'
import { countUnread, getNoticeForDevices, listUnreadSince } from '../queries.ts'
import * as queries from './queries.ts'

const DEVICES_AT_ONCE = 6
const TITLE_MAX = 120
const DETAIL_MAX = 300
const retry = { limit: 8, delaySeconds: 15, longestSeconds: 1800 }

/** The number of notifications that a message is about. It is more than one only after quiet hours. */
const Count = z.int().min(1).default(1)

/**
 * Sends a notification to each device of its person, with one job per device, unless they muted it. In quiet hours it waits.
 * Later, it counts the notifications since `held_since` (ISO 8601).
 */
export const pushNotice = defineJob('notices.push', {
  payload: z.object({ notice_id: Id, held_since: z.iso.datetime().optional() }),
  run: ({ notice_id, held_since }, { now }): Promise<void> =>
    asSystem(async (tx) => {
      const notice = await getNoticeForDevices(tx, notice_id)
      if (!notice) return
      const { user_id, kind } = notice
      const settings = await queries.getSettings(tx, user_id)
      if (!isPushed(kind, settings)) return
      const quietHours = currentQuietHours(settings.quiet, now)
      if (quietHours) {
        const since = held_since ?? startOfWait(notice, quietHours)
        await delayNotice(tx, { notice_id, held_since: since }, quietHours.end, now)
        return
      }
      const count = held_since ? await countDelayed(tx, notice, { settings, held_since }) : 1
      if (count === 0) return
      for (const { id, host } of await queries.listTargets(tx, notice_id))
        await enqueue(tx, pushToDevice, { notice_id, device_id: id, count }, { group: host })
    }),
})

// A notification from just before the quiet hours can also wait, because its job runs a little later.
const startOfWait = ({ created_at }: { created_at: string }, { start }: { start: Date }): string =>
  new Date(Math.min(Date.parse(created_at), start.getTime())).toISOString()

// Computes the start from the machine's clock, because the queue uses that clock too.
const delayNotice = (
  tx: Tx,
  payload: { notice_id: string; held_since: string },
  until: Date,
  now: Date,
): Promise<unknown> =>
  enqueue(tx, pushNotice, payload, { startAfter: new Date(Date.now() + until.getTime() - now.getTime()) })

type DelayedNotification = { id: string; user_id: string }

/**
 * After quiet hours, only the newest notification is sent, for all of them.
 * @returns the number of unread notifications for the newest one, and zero for the others. Muted ones do not count
 */
async function countDelayed(
  tx: Tx,
  { id, user_id }: DelayedNotification,
  { settings, held_since }: { settings: PushSettings; held_since: string },
): Promise<number> {
  const unread = await listUnreadSince(tx, user_id, held_since)
  const pushed = unread.filter(({ kind }) => isPushed(kind, settings))
  return pushed[0]?.id === id ? pushed.length : 0
}

/** Sends a notification to one device. Deletes a device that its push service no longer knows. */
const pushToDevice = defineJob('notices.push-to-device', {
  payload: z.object({ notice_id: Id, device_id: Id, count: Count }),
  concurrency: DEVICES_AT_ONCE,
  retry,
  async run({ notice_id, device_id, count }, context) {
    const message = await asSystem((tx) => readMessage(tx, { notice_id, device_id, count }))
    if (!message) return
    const result = await sendToDevice(message, context)
    if (result === 'sent') return
    if (result === 'gone') return asSystem((tx) => queries.deleteLostDevice(tx, device_id))
    if ('refused' in result) throw new PermanentJobError(result.refused)
    throw new Error(result.failed)
  },
})

export const pushJobs = [pushNotice, pushToDevice]

const Subscription = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() })

async function sendToDevice({ secret, public_key, message }: DeviceMessage, { signal }: JobContext) {
  const vapid = await readVapid()
  // The push service only accepts the key with which the device subscribed, so a device with a former key is lost.
  if (vapid.keys.public_key !== public_key) return 'gone'
  const subscription = Subscription.parse(JSON.parse(unseal('push-secret', secret).toString()))
  return sendPush(subscription, { text: JSON.stringify(message), topic: message.id.replaceAll('-', ''), vapid, signal })
}

type DeviceMessage = { secret: string; public_key: string; message: PushMessage }

/**
 * Reads the text that a device shows, when the message is sent. Null if the notification was read or answered since, or if
 * the person may no longer see it.
 */
async function readMessage(
  tx: Tx,
  { notice_id, device_id, count }: { notice_id: string; device_id: string; count: number },
): Promise<DeviceMessage | null> {
  const noticeRow = await getNoticeForDevices(tx, notice_id)
  const device = (await queries.listTargets(tx, notice_id)).find(({ id }) => id === device_id)
  if (!(noticeRow && device)) return null
  const { user_id, ...row } = noticeRow
  const notice = Notice.parse(row)
  const texts = noticeTexts(notice)
  const title = count > 1 ? `${count} new notifications` : texts.title
  const detail = count > 1 ? texts.title : texts.detail
  const message = {
    id: notice.id,
    title: title.slice(0, TITLE_MAX),
    detail: detail.slice(0, DETAIL_MAX),
    link: notice.link,
    unread: await countUnread(tx, { user_id, studio_id: device.bound_studio_id }),
    user_id,
  }
  return { secret: device.secret, public_key: device.public_key, message }
}
