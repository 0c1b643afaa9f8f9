import type { EmailContent, Sender } from '../render-email.tsx'

export type TestMailData = { server: string; dashboardUrl: string }

/** An email without content: it arrives, or the list of emails says why not. */
export const testMail = ({ server, dashboardUrl }: TestMailData, sender: Sender): EmailContent => ({
  subject: `Test email from ${sender.name}`,
  preview: 'Your mail settings work',
  sender,
  heading: 'Your mail settings work',
  paragraphs: [
    `This is a test email from ${server}.`,
    'Read its headers: spf=pass, dkim=pass and dmarc=pass mean that other mailboxes trust your mails.',
  ],
  action: { label: `Open ${sender.name}`, url: dashboardUrl },
  small: ['You receive this email because an operator asked for a test email to this address.'],
})
