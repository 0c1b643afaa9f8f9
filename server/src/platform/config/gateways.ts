import { z } from 'zod'
import { ConfigError, ServiceAddress } from './values.ts'

const WebhookSecret = z
  .string()
  .regex(/^(whsec_)?[A-Za-z0-9+/]{32,}={0,2}$/, 'must be at least 24 bytes in base64 (try: openssl rand -base64 32)')

/** The variables for the services that send text messages and report emails. All calls are signed. */
export const GatewayVariables = z.object({
  // Gets the text messages that we send.
  SMS_WEBHOOK_URL: ServiceAddress.optional(),
  SMS_WEBHOOK_SECRET: WebhookSecret.optional(),
  // Signs reports of bounced emails.
  MAIL_WEBHOOK_SECRET: WebhookSecret.optional(),
  // Replies to message emails are sent to reply+...@ this domain.
  INBOUND_MAIL_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^(?=.{4,190}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain such as reply.studios.example')
    .optional(),
  INBOUND_MAIL_SECRET: WebhookSecret.optional(),
})

type Variables = z.output<typeof GatewayVariables>

/** The service that sends text messages, and the key that signs our calls to it. */
export function readSmsWebhook({ SMS_WEBHOOK_URL: url, SMS_WEBHOOK_SECRET: secret }: Variables) {
  if (!(url || secret)) return null
  if (!(url && secret)) throw new ConfigError('SMS_WEBHOOK_URL: must be given together with SMS_WEBHOOK_SECRET')
  return { url, secret: secretBytes(secret) }
}

/** The domain of reply addresses, and the key with which the mail service signs its calls. */
export function readInboundMail({ INBOUND_MAIL_DOMAIN: domain, INBOUND_MAIL_SECRET: secret }: Variables) {
  if (!(domain || secret)) return null
  if (!(domain && secret)) throw new ConfigError('INBOUND_MAIL_DOMAIN: must be given together with INBOUND_MAIL_SECRET')
  return { domain, secret: secretBytes(secret) }
}

/** The secret with which the mail service signs reports of bounced emails; null if none are accepted. */
export const readMailWebhookSecret = ({ MAIL_WEBHOOK_SECRET: secret }: Variables) =>
  secret === undefined ? null : secretBytes(secret)

const secretBytes = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
