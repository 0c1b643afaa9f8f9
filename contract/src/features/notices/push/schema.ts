import { z } from 'zod'
import { Id } from '#shared/text.ts'
import { TimeOfDay, TimeZone } from '#shared/time.ts'
import { pushTopics } from './words.ts'

const ENDPOINT_MAX = 2000
const unusableKey = 'This browser sent a key that cannot be used'
/** An uncompressed point of the curve P-256: 65 bytes, of which the first is 4. */
const PublicKey = z.string().regex(/^B[A-Za-z0-9_-]{86}$/, unusableKey)

/** Hours without push messages, in a time zone. They may pass midnight. */
export const QuietHours = z
  .strictObject({ from: TimeOfDay, until: TimeOfDay, timezone: TimeZone })
  .refine(({ from, until }) => from !== until, { error: 'Choose two different times', path: ['until'] })
export type QuietHours = z.output<typeof QuietHours>

export const PushSettings = z.strictObject({
  /** Topics that are not sent to devices. The bell still shows them. */
  muted: z.array(z.enum(pushTopics)).max(pushTopics.length),
  quiet: QuietHours.nullable(),
})
export type PushSettings = z.output<typeof PushSettings>

/** A browser that shows the caller's notifications. */
export const PushDevice = z.object({
  id: Id,
  /** In plain words: 'Safari on iPhone'. */
  device: z.string(),
  created_at: z.string(),
  /** Whether it belongs to the caller's session. */
  is_current: z.boolean(),
})
export type PushDevice = z.infer<typeof PushDevice>

export const Push = z.object({
  /** The key with which browsers subscribe (VAPID, base64url). */
  public_key: z.string(),
  settings: PushSettings,
  devices: z.array(PushDevice),
})
export type Push = z.infer<typeof Push>

/** The subscription of a browser, as its `PushSubscription` names the values. */
export const NewPushDevice = z.strictObject({
  endpoint: z
    .url({ protocol: /^https?$/, error: 'This browser sent an address that cannot be used' })
    .max(ENDPOINT_MAX, 'This address is too long'),
  p256dh: PublicKey,
  /** 16 bytes. */
  auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/, unusableKey),
  /** The key with which the browser subscribed. */
  public_key: PublicKey,
})
export type NewPushDevice = z.output<typeof NewPushDevice>
