import { CLIENT_INVITATION_DAYS } from '@studiohub/contract/features/clients/claims/words.ts'
import type { EmailContent, Sender } from '../render-email.tsx'

type ClientInvitationData = { studioName: string; recipientName: string; signupUrl: string }

/** Invites a client without an account to claim the studio's record of them. */
export function clientInvitation(data: ClientInvitationData, sender: Sender): EmailContent {
  const { studioName, recipientName, signupUrl } = data
  return {
    subject: `${studioName} invites you to see your sessions online`,
    preview: `Accept within ${CLIENT_INVITATION_DAYS} days`,
    sender,
    heading: `Your sessions at ${studioName}, ${recipientName}`,
    paragraphs: [
      `With an account you see your sessions and projects at ${studioName}, and book new ones yourself.`,
      `The link is only for you and is valid for ${CLIENT_INVITATION_DAYS} days. If you have an account already, sign in there to accept.`,
    ],
    action: { label: 'See your sessions', url: signupUrl },
    small: ['If you do not know this studio, you can ignore this email: nothing changes.'],
  }
}
