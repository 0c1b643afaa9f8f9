import { INVITATION_DAYS } from '@studiohub/contract/features/invitations/words.ts'
import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

/** The spec's data for the 'staff-invitation' email (section 7). */
export type StaffInvitationData = {
  inviterName: string
  studioName: string
  studioLogo: string | null
  signupUrl: string
  recipientName: string
}

export function staffInvitationEmail(data: StaffInvitationData, sender: EmailBranding): EmailContent {
  const { inviterName, studioName, studioLogo, signupUrl, recipientName } = data
  const subject = `${inviterName} invites you to the crew of ${studioName}`
  return {
    subject,
    preview: `Accept within ${INVITATION_DAYS} days`,
    sender: { ...sender, name: studioName, logo_url: studioLogo },
    heading: `Join the crew of ${studioName}`,
    greetingName: recipientName,
    paragraphs: [
      'As crew you see the schedule, your tasks and who has checked in.',
      'If you already have an account, sign in on the next page to accept.',
    ],
    facts: listFacts({
      Studio: studioName,
      'Invited by': inviterName,
      'Your role': 'Crew',
      'Valid for': `${INVITATION_DAYS} days`,
    }),
    action: { label: 'Accept the invitation', url: signupUrl },
    footnotes: ['The link is only for you. If you do not know this studio, ignore this email: nothing changes.'],
    because: `${inviterName} invited this address`,
  }
}
