import { randomUUID } from 'node:crypto'
import { buildProductUrl, getPlatformSender } from '../features/emails/jobs.ts'
import { renderEmail } from '../features/emails/render-email.tsx'
import { testEmail } from '../features/emails/templates/test-mail.ts'
import type { Config } from '../platform/config/config.ts'
import { getMail, setMail } from '../platform/mail/open.ts'

/**
 * Sends a test email with the server's configuration.
 * @returns a report for the operator
 * @throws Error with a sentence for the operator if the mail server rejects the email
 */
export async function sendTestEmail(config: Config, to: string): Promise<string> {
  setMail(config)
  const id = randomUUID()
  const data = { server: new URL(config.publicUrl).host, dashboardUrl: buildProductUrl('/') }
  const { subject, html, text } = await renderEmail(testEmail(data, getPlatformSender()))
  await getMail().send({ id, to: { name: '', address: to }, subject, html, text })
  if (config.smtpUrl === null) return `SMTP_URL is not set, so the mail is a file: ${config.dataDir}/outbox/${id}.eml`
  return `The mail server accepted the email to ${to}. Read its headers: spf, dkim and dmarc should be "pass".`
}
