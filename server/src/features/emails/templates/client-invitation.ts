import { CLIENT_INVITATION_DAYS } from '@studiohub/contract/features/clients/claims/words.ts'
import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

type ClientInvitationData = { studioName: string; recipientName: string; signupUrl: string }

/** Invites a client without an account to claim their client record at the studio. */
export function clientInvitationEmail(data: ClientInvitationData, sender: EmailBranding): EmailContent {
  const { studioName, recipientName, signupUrl } = data
  return {
    subject: `${studioName} invites you to see your sessions online`,
    preview: `Accept within ${CLIENT_INVITATION_DAYS} days`,
    sender,
    heading: `See your sessions at ${studioName}`,
    greetingName: recipientName,
    paragraphs: [
      `With an account you see your sessions and projects at ${studioName}, and book new ones yourself.`,
      'If you already have an account, sign in on the next page to accept.',
    ],
    facts: listFacts({ Studio: studioName, 'Your role': 'Client', 'Valid for': `${CLIENT_INVITATION_DAYS} days` }),
    action: { label: 'See your sessions', url: signupUrl },
    footnotes: ['The link is only for you. If you do not know this studio, ignore this email: nothing changes.'],
    because: `${studioName} invited this address`,
  }
}
