import type { Config } from '../config/config.ts'
import type { Sms } from './message.ts'
import { outboxFolder } from './outbox-folder.ts'
import { webhook } from './webhook.ts'

let current: Sms | null = null

/** Names the way out that every text message of this process takes, once, at start: a webhook, else files. */
export function useSms({ smsWebhook, dataDir }: Pick<Config, 'smsWebhook' | 'dataDir'>): void {
  current = smsWebhook === null ? outboxFolder({ dataDir }) : webhook(smsWebhook)
}

/** The way out in use. */
export function theSms(): Sms {
  if (!current) throw new Error('useSms has not been called')
  return current
}
