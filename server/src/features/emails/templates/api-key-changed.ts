import type { EmailContent, Sender } from '../render-email.tsx'

export type ApiKeyChangedData = {
  userName: string
  /** Who made or changed it. */
  makerName: string
  /** The name of the key. */
  label: string
  isPersonal: boolean
  change: 'made' | 'changed'
  /** The page where it can be revoked. */
  url: string
}

/** An API key was created or changed. For the admins of the studio, or for the owner of a personal key. */
export function apiKeyChanged(data: ApiKeyChangedData, sender: Sender): EmailContent {
  const { userName, makerName, label, isPersonal, change, url } = data
  const what = change === 'made' ? 'A new API key was made' : 'An API key was changed'
  return {
    sender,
    subject: `${what}: ${label}`,
    preview: isPersonal ? 'A program can act as you with it.' : `A program can act for ${sender.name} with it.`,
    heading: `Hello ${userName}`,
    paragraphs: [
      isPersonal
        ? `The API key ${label} of your account was ${change}. A program that has this key can act as you at ${sender.name}.`
        : `${makerName} ${change} the API key ${label} of ${sender.name}. A program that has this key can act for your studio.`,
      'If you did not expect this, revoke the key. It then stops working at once.',
    ],
    action: { label: 'See API keys', url },
    small: [
      isPersonal
        ? 'You receive this email because it is about your account.'
        : 'You receive this email because you are an admin of this studio.',
    ],
  }
}
