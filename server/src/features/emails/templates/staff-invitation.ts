import { INVITATION_DAYS } from '@studiohub/contract/features/invitations/words.ts'
import type { EmailContent, Sender } from '../render-email.tsx'

/** The spec's data for the 'staff-invitation' email (section 7). */
export type StaffInvitationData = {
  inviterName: string
  studioName: string
  studioLogo: string | null
  signupUrl: string
  recipientName: string
}

export function staffInvitation(data: StaffInvitationData, sender: Sender): EmailContent {
  const { inviterName, studioName, studioLogo, signupUrl, recipientName } = data
  return {
    subject: `${inviterName} invites you to the crew of ${studioName}`,
    preview: `Accept within ${INVITATION_DAYS} days`,
    sender: { ...sender, name: studioName, logo_url: studioLogo },
    heading: `Join the crew of ${studioName}, ${recipientName}`,
    paragraphs: [
      `${inviterName} has invited you to work with ${studioName}: you will see its schedule, your tasks and who has checked in.`,
      `The link is only for you and is valid for ${INVITATION_DAYS} days. If you have an account already, sign in there to accept.`,
    ],
    action: { label: 'Accept the invitation', url: signupUrl },
    small: ['If you do not know this studio, you can ignore this email: nothing changes.'],
  }
}
