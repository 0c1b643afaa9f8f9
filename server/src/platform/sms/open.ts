import type { Config } from '../config/config.ts'
import type { Sms } from './message.ts'
import { outboxFolder } from './outbox-folder.ts'
import { webhook } from './webhook.ts'

let current: Sms | null = null

/** Sets how this process sends text messages, once, at start: by a webhook, else as files. */
export function useSms({ smsWebhook, dataDir }: Pick<Config, 'smsWebhook' | 'dataDir'>): void {
  current = smsWebhook === null ? outboxFolder({ dataDir }) : webhook(smsWebhook)
}

/** The current transport. */
export function theSms(): Sms {
  if (!current) throw new Error('useSms has not been called')
  return current
}
