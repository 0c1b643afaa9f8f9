import { Counter } from 'prom-client'
import type { Config } from '../config/config.ts'
import { MailVariables, mailsOf } from '../config/mails.ts'
import { registry } from '../process/measures.ts'
import { addressIn, type Mail } from './message.ts'
import { outboxFolder } from './outbox-folder.ts'
import { smtp } from './smtp.ts'
import { failureKindOf } from './smtp-failure.ts'

type MailConfig = Pick<Config, 'smtpUrl' | 'dataDir' | 'mailFrom' | 'publicUrl'> &
  Partial<Pick<Config, 'bookingMails' | 'messageMails' | 'mailWebhookSecret' | 'inboundMail' | 'mailSpf'>>

type CurrentMail = Mail & {
  publicUrl: string
  bookingMails: Config['bookingMails']
  messageMails: Config['messageMails']
  /** The secret that verifies reports of bounced emails; null if none are accepted. */
  webhookSecret: Uint8Array | null
  inbound: Config['inboundMail']
  /** The domain of the platform's own sender, and what studios add to their SPF record. */
  fromDomain: string
  spf: string | null
}

let current: CurrentMail | null = null

/** Chooses how emails are sent: by the mail server of `SMTP_URL`, else as files in the data folder. */
export function openMail(config: MailConfig): Mail {
  const { smtpUrl } = config
  return smtpUrl === null ? outboxFolder(config) : smtp({ ...config, smtpUrl })
}

/** Sets how this process sends emails; called once at start. */
export function useMail(config: MailConfig): void {
  const usual = mailsOf(MailVariables.parse({}))
  const { publicUrl, bookingMails = usual.bookingMails, messageMails = usual.messageMails } = config
  current = {
    ...counted(openMail(config)),
    publicUrl,
    bookingMails,
    messageMails,
    webhookSecret: config.mailWebhookSecret ?? null,
    inbound: config.inboundMail ?? null,
    fromDomain: addressIn(config.mailFrom).split('@').at(-1)?.toLowerCase() ?? '',
    spf: config.mailSpf ?? null,
  }
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
