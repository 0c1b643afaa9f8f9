import { Counter } from 'prom-client'
import type { Config } from '../config/config.ts'
import { MailVariables, mailsOf } from '../config/mails.ts'
import { registry } from '../process/measures.ts'
import type { Mail } from './message.ts'
import { outboxFolder } from './outbox-folder.ts'
import { smtp } from './smtp.ts'
import { failureKindOf } from './smtp-failure.ts'

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
  current = { ...counted(openMail(config)), publicUrl, bookingMails }
}

const mails = new Counter({
  name: 'studiohub_mails_total',
  help: 'Attempts to send a mail, by outcome and reason.',
  labelNames: ['outcome', 'reason'],
  registers: [registry],
})

const counted = (mail: Mail): Mail => ({
  async send(message, signal) {
    try {
      await mail.send(message, signal)
    } catch (error) {
      mails.inc({ outcome: 'failed', reason: failureKindOf(error) })
      throw error
    }
    mails.inc({ outcome: 'sent', reason: '' })
  },
})

/** The current transport, the base address of links in emails, and the timing of booking emails. */
export function theMail(): CurrentMail {
  if (!current) throw new Error('useMail has not been called')
  return current
}
