import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

export type AgreementData = {
  /** Whether the reader is the client, not an admin of the studio. */
  isClient: boolean
  recipientName: string
  studioName: string
  signerName: string
  /** The signed sessions as texts. */
  sessions: readonly string[]
  /** The time of the signature as a text. */
  signedAt: string
  /** The hash of the attached PDF. */
  sha256: string
  /** The public page of the current terms. */
  termsUrl: string
}

/** A signed agreement, with the PDF attached. */
export function agreementEmail(data: AgreementData, sender: EmailBranding): EmailContent {
  const { isClient, recipientName, studioName, signerName, sessions, signedAt, sha256, termsUrl } = data
  const subject = isClient ? `Your agreement with ${studioName}` : `${signerName} signed your terms`
  const sentence = isClient
    ? `Thank you for signing the terms of ${studioName}. Your agreement is attached as a PDF.`
    : `${signerName} signed your terms. The agreement is attached as a PDF.`
  return {
    subject,
    preview: sentence,
    sender,
    heading: subject,
    greetingName: recipientName,
    paragraphs: [sentence],
    facts: listFacts({
      [sessions.length === 1 ? 'Session' : 'Sessions']: sessions.join('\n'),
      'Signed by': signerName,
      'Signed on': signedAt,
      'SHA-256': sha256,
    }),
    action: { label: 'Read the current terms', url: termsUrl },
    footnotes: ['The SHA-256 hash shows that the attached file was not changed.'],
    because: isClient ? `you signed the terms of ${studioName}` : `you are an admin of ${studioName}`,
  }
}
