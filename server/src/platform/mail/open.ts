import type { Config } from '../config/config.ts'
import { MailVariables, mailsOf } from '../config/mails.ts'
import type { Mail } from './message.ts'
import { outboxFolder } from './outbox-folder.ts'
import { smtp } from './smtp.ts'

type MailConfig = Pick<Config, 'smtpUrl' | 'dataDir' | 'mailFrom' | 'publicUrl'> & Partial<Pick<Config, 'bookingMails'>>

type Open = Mail & { publicUrl: string; bookingMails: Config['bookingMails'] }

let current: Open | null = null

/** Chooses the way out: the mail server of `SMTP_URL`, else files in the data folder. */
export function openMail(config: MailConfig): Mail {
  const { smtpUrl } = config
  return smtpUrl === null ? outboxFolder(config) : smtp({ ...config, smtpUrl })
}

/** Names the way out that every mail of this process takes, once, at start. */
export function useMail(config: MailConfig): void {
  const { publicUrl, bookingMails = mailsOf(MailVariables.parse({})).bookingMails } = config
  current = { ...openMail(config), publicUrl, bookingMails }
}

/** The way out in use, the address that links in mails begin with, and when mails about sessions leave. */
export function theMail(): Open {
  if (!current) throw new Error('useMail has not been called')
  return current
}
