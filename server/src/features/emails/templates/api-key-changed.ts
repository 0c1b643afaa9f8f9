import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

export type ApiKeyChangedData = {
  userName: string
  studioName: string
  /** The person who created or changed the key. */
  authorName: string
  /** The name of the key. */
  label: string
  isPersonal: boolean
  change: 'made' | 'changed'
  /** The time as a text; null in jobs of older versions. */
  when: string | null
  /** The page on which the key can be revoked. */
  url: string
}

/** An API key was created or changed. For the admins of the studio, or for the owner of a personal key. */
export function apiKeyChangedEmail(data: ApiKeyChangedData, sender: EmailBranding): EmailContent {
  const { userName, studioName, authorName, label, isPersonal, change, when, url } = data
  const subject = `${change === 'made' ? 'A new API key was created' : 'An API key was changed'}: ${label}`
  const sentence = isPersonal
    ? `A program that has this key can act as you at ${studioName}.`
    : `A program that has this key can act for ${studioName}.`
  return {
    sender,
    subject,
    preview: sentence,
    heading: subject,
    greetingName: userName,
    paragraphs: [sentence, 'If you did not expect this, revoke the key. It then stops working at once.'],
    facts: listFacts({
      Key: label,
      Studio: studioName,
      [change === 'made' ? 'Made by' : 'Changed by']: authorName,
      When: when,
    }),
    action: { label: 'See API keys', url },
    because: isPersonal ? 'the key belongs to your account' : `you are an admin of ${studioName}`,
  }
}
