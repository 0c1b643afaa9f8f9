import type { EmailContent, Sender } from '../render-email.tsx'

export type AgreementData = {
  /** Whether it goes to the client rather than to an admin of the studio. */
  isClient: boolean
  recipientName: string
  studioName: string
  signerName: string
  /** The hash of the attached PDF. */
  sha256: string
  /** The public page of the current terms. */
  termsUrl: string
}

/** A signed agreement, with the PDF attached. */
export function agreementEmail(data: AgreementData, sender: Sender): EmailContent {
  const { isClient, recipientName, studioName, signerName, sha256, termsUrl } = data
  const subject = isClient ? `Your agreement with ${studioName}` : `${signerName} signed your terms`
  const sentence = isClient
    ? `thank you for signing the terms of ${studioName}. Your agreement is attached as a PDF.`
    : `${signerName} signed your terms. The agreement is attached as a PDF.`
  return {
    subject,
    preview: sentence,
    sender,
    heading: subject,
    paragraphs: [`Hello ${recipientName}, ${sentence}`],
    links: {
      before: isClient ? `The current terms of ${studioName}:` : 'Your current terms:',
      items: [{ label: 'Read the terms', url: termsUrl }],
    },
    small: [`The SHA-256 hash of the file is ${sha256}. It shows that the file was not changed.`],
  }
}
