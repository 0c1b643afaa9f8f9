import { Counter } from 'prom-client'
import type { Config } from '../config/config.ts'
import { MailVariables, readMailLimits } from '../config/mails.ts'
import { registry } from '../process/measures.ts'
import { createSetting } from '../process/setting.ts'
import { addressIn, type Mail } from './message.ts'
import { createOutboxFolder } from './outbox-folder.ts'
import { smtp } from './smtp.ts'
import { getFailureKind } from './smtp-failure.ts'

type MailConfig = Pick<Config, 'smtpUrl' | 'dataDir' | 'mailFrom' | 'publicUrl'> &
  Partial<Pick<Config, 'bookingEmails' | 'messageEmails' | 'mailWebhookSecret' | 'inboundMail' | 'mailSpf'>>

type CurrentMail = Mail & {
  publicUrl: string
  bookingEmails: Config['bookingEmails']
  messageEmails: Config['messageEmails']
  /** The secret that verifies reports of bounced emails; null if none are accepted. */
  webhookSecret: Uint8Array | null
  inbound: Config['inboundMail']
  /** The domain of the platform's own sender. */
  fromDomain: string
  /** What studios add to their SPF record; null if the operator has not set it. */
  spf: string | null
}

const currentMail = createSetting<CurrentMail>('setMail')

/** Returns the transport for emails: the mail server of `SMTP_URL`; without it, files in the data folder. */
export function openMail(config: MailConfig): Mail {
  const { smtpUrl } = config
  return smtpUrl === null ? createOutboxFolder(config) : smtp({ ...config, smtpUrl })
}

/** Sets how this process sends emails; called once at start. */
export function setMail(config: MailConfig): void {
  const defaults = readMailLimits(MailVariables.parse({}))
  const { publicUrl, bookingEmails = defaults.bookingEmails, messageEmails = defaults.messageEmails } = config
  currentMail.set({
    ...countMails(openMail(config)),
    publicUrl,
    bookingEmails,
    messageEmails,
    webhookSecret: config.mailWebhookSecret ?? null,
    inbound: config.inboundMail ?? null,
    fromDomain: addressIn(config.mailFrom).split('@').at(-1)?.toLowerCase() ?? '',
    spf: config.mailSpf ?? null,
  })
}

const mailCounter = new Counter({
  name: 'studiohub_mails_total',
  help: 'Attempts to send a mail, by outcome and reason.',
  labelNames: ['outcome', 'reason'],
  registers: [registry],
})

const countMails = (mail: Mail): Mail => ({
  async send(message, signal) {
    try {
      await mail.send(message, signal)
    } catch (error) {
      mailCounter.inc({ outcome: 'failed', reason: getFailureKind(error) })
      throw error
    }
    mailCounter.inc({ outcome: 'sent', reason: '' })
  },
})

/** The transport and the email settings of this process. @throws if `setMail` has not been called */
export const getMail = (): CurrentMail => currentMail.get()
