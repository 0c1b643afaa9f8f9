import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

export type TestEmailData = { server: string; dashboardUrl: string }

/** A test email. If it does not arrive, the list of emails shows the error. */
export const testEmail = ({ server, dashboardUrl }: TestEmailData, sender: EmailBranding): EmailContent => ({
  subject: `Test email from ${sender.name}`,
  preview: 'Your mail settings work',
  sender,
  heading: 'Your mail settings work',
  paragraphs: [
    'Read the headers of this email: spf=pass, dkim=pass and dmarc=pass mean that other mailboxes trust your emails.',
  ],
  facts: listFacts({ Server: server }),
  action: { label: `Open ${sender.name}`, url: dashboardUrl },
  because: 'an operator asked for a test email to this address',
})
