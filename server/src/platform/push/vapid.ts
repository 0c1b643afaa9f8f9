import { z } from 'zod'
import { seal, unseal } from '../auth/secrets.ts'
import type { Config } from '../config/config.ts'
import { asAuth } from '../db/actor.ts'

/** The key pair that proves to push services who sends (RFC 8292), base64url. The private key is never shown. */
export type VapidKeys = { public_key: string; private_key: string }

/** The keys, and the address of the operator for push services that have a question. */
export type Vapid = { keys: VapidKeys; subject: string }

type Settings = Pick<Config, 'vapid' | 'mailFrom'>

let current: Settings | null = null

/** Sets the operator's own keys, if there are any, once, at start. */
export function usePush({ vapid, mailFrom }: Settings): void {
  current = { vapid, mailFrom }
}

/**
 * The keys for push messages: the operator's own, or those of the database, which are made when they are first needed.
 * @throws if SECRET_KEY does not open them
 */
export async function readVapid(): Promise<Vapid> {
  if (!current) throw new Error('usePush has not been called')
  const { vapid, mailFrom } = current
  const address = /<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom
  return { keys: vapid.keys ?? (await storedKeys()), subject: vapid.subject ?? `mailto:${address}` }
}

const PrivateKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

async function storedKeys(): Promise<VapidKeys> {
  const found = await readKeys()
  if (found) return found
  const { default: webPush } = await import('web-push')
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  // Two processes may do this at once: the first row stays.
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

/** Deletes the stored keys: the next use makes new ones, and every device subscribes again. @returns whether there were any */
export async function deletePushKeys(): Promise<boolean> {
  const deleted = await asAuth((tx) => tx.deleteFrom('auth.push_keys').returning('public_key').execute())
  return deleted.length > 0
}
