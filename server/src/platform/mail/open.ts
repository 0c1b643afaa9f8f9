import type { Config } from '../config/config.ts'
import { MailVariables, mailsOf } from '../config/mails.ts'
import type { Mail } from './message.ts'
import { outboxFolder } from './outbox-folder.ts'
import { smtp } from './smtp.ts'

type MailConfig = Pick<Config, 'smtpUrl' | 'dataDir' | 'mailFrom' | 'publicUrl'> & Partial<Pick<Config, 'bookingMails'>>

type CurrentMail = Mail & { publicUrl: string; bookingMails: Config['bookingMails'] }

let current: CurrentMail | null = null

/** Chooses how emails are sent: by the mail server of `SMTP_URL`, else as files in the data folder. */
export function openMail(config: MailConfig): Mail {
  const { smtpUrl } = config
  return smtpUrl === null ? outboxFolder(config) : smtp({ ...config, smtpUrl })
}

/** Sets how this process sends emails; called once at start. */
export function useMail(config: MailConfig): void {
  const { publicUrl, bookingMails = mailsOf(MailVariables.parse({})).bookingMails } = config
  current = { ...openMail(config), publicUrl, bookingMails }
}

/** The current transport, the base address of links in emails, and the timing of booking emails. */
export function theMail(): CurrentMail {
  if (!current) throw new Error('useMail has not been called')
  return current
}
