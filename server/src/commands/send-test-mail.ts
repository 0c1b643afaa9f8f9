import { randomUUID } from 'node:crypto'
import { address, senderOf } from '../features/emails/jobs.ts'
import { renderEmail } from '../features/emails/render-email.tsx'
import { testMail } from '../features/emails/templates/test-mail.ts'
import type { Config } from '../platform/config/config.ts'
import { theMail, useMail } from '../platform/mail/open.ts'

/**
 * Sends a test email with the server's configuration.
 * @returns what happened, for the operator
 * @throws with a sentence if the mail server rejects it
 */
export async function sendTestMail(config: Config, to: string): Promise<string> {
  useMail(config)
  const id = randomUUID()
  const data = { server: new URL(config.publicUrl).host, dashboardUrl: address('/') }
  const { subject, html, text } = await renderEmail(testMail(data, senderOf(null)))
  await theMail().send({ id, to: { name: '', address: to }, subject, html, text })
  if (config.smtpUrl === null) return `SMTP_URL is not set, so the mail is a file: ${config.dataDir}/outbox/${id}.eml`
  return `The mail server took the mail to ${to}. Read its headers: spf, dkim and dmarc should be "pass".`
}
