import type { Config } from '../config.ts'
import type { Mail } from './message.ts'
import { outboxFolder } from './outbox-folder.ts'
import { smtp } from './smtp.ts'

type MailConfig = Pick<Config, 'smtpUrl' | 'dataDir' | 'mailFrom' | 'publicUrl'>

let current: (Mail & { publicUrl: string }) | null = null

/** Chooses the way out: the mail server of `SMTP_URL`, else files in the data folder. */
export function openMail(config: MailConfig): Mail {
  const { smtpUrl } = config
  return smtpUrl === null ? outboxFolder(config) : smtp({ ...config, smtpUrl })
}

/** Names the way out that every mail of this process takes, once, at start. */
export function useMail(config: MailConfig): void {
  current = { ...openMail(config), publicUrl: config.publicUrl }
}

/** The way out in use, and the address that links in mails begin with. */
export function theMail(): Mail & { publicUrl: string } {
  if (!current) throw new Error('useMail has not been called')
  return current
}
