import type { Config } from '../config.ts'
import type { Mail } from './message.ts'
import { outboxFolder } from './outbox-folder.ts'
import { smtp } from './smtp.ts'

/** Chooses the way out, once, at start: the mail server of `SMTP_URL`, else files in the data folder. */
export function openMail(config: Pick<Config, 'smtpUrl' | 'dataDir' | 'mailFrom' | 'publicUrl'>): Mail {
  const { smtpUrl } = config
  return smtpUrl === null ? outboxFolder(config) : smtp({ ...config, smtpUrl })
}
