import { z } from 'zod'
import { insertSystemAuditEntry } from '../audit/audit.ts'
import { seal, unseal } from '../auth/secrets.ts'
import type { Config } from '../config/config.ts'
import { asAuth } from '../db/actor.ts'
import { createSetting } from '../process/setting.ts'

/** The key pair that identifies us to push services (RFC 8292), base64url. The private key is never shown. */
export type VapidKeys = { public_key: string; private_key: string }

/** The keys, and the address at which push services can contact the operator. */
export type Vapid = { keys: VapidKeys; subject: string }

type Settings = Pick<Config, 'vapid' | 'mailFrom'>

const settings = createSetting<Settings>('setPushSettings')

/** Sets the operator's own keys, if there are any; called once at start. */
export function setPushSettings({ vapid, mailFrom }: Settings): void {
  settings.set({ vapid, mailFrom })
}

/**
 * The keys for push messages: the operator's own, or those in the database, which are created when they are first needed.
 * @throws if SECRET_KEY does not open them
 */
export async function readVapid(): Promise<Vapid> {
  const { vapid, mailFrom } = settings.get()
  const address = /<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom
  return { keys: vapid.keys ?? (await readOrCreateKeys()), subject: vapid.subject ?? `mailto:${address}` }
}

const PrivateKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

async function readOrCreateKeys(): Promise<VapidKeys> {
  const savedKeys = await readKeys()
  if (savedKeys) return savedKeys
  const { default: webPush } = await import('web-push')
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  // If two processes do this at once, the first row stays.
  await asAuth((tx) =>
    tx
      .insertInto('auth.push_keys')
      .values({ public_key: publicKey, private_key: seal('push-key', privateKey) })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  const stored = await readKeys()
  if (!stored) throw new Error('the keys for push messages were not stored')
  return stored
}

async function readKeys(): Promise<VapidKeys | null> {
  const row = await asAuth((tx) =>
    tx.selectFrom('auth.push_keys').select(['public_key', 'private_key']).executeTakeFirst(),
  )
  if (!row) return null
  return { public_key: row.public_key, private_key: PrivateKey.parse(unseal('push-key', row.private_key).toString()) }
}

/**
 * Replaces the stored keys and deletes all devices, because their push services accept only the former key. Browsers subscribe
 * again at the next visit. Processes use the new keys from their next message on.
 * @returns how many devices were deleted; null if the operator set keys of their own
 */
export async function rotatePushKeys(): Promise<{ devices: number } | null> {
  if (settings.get().vapid.keys) return null
  const { default: webPush } = await import('web-push')
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  return asAuth(async (tx) => {
    await tx.deleteFrom('auth.push_keys').execute()
    await tx
      .insertInto('auth.push_keys')
      .values({ public_key: publicKey, private_key: seal('push-key', privateKey) })
      .execute()
    const devices = (await tx.deleteFrom('push_devices').returning('id').execute()).length
    await insertSystemAuditEntry(tx, {
      studio_id: null,
      action: 'keys.rotatePush',
      object_type: 'installation',
      object_id: null,
      after: { devices },
    })
    return { devices }
  })
}
