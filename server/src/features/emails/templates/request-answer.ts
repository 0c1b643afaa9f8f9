import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

export type RequestAnswerData = {
  userName: string
  studioName: string
  role: 'client' | 'staff'
  approved: boolean
  /** The page that the button opens. */
  url: string
}

/** The studio's answer to a request to join. */
export function requestAnswerEmail(
  { userName, studioName, role, approved, url }: RequestAnswerData,
  sender: EmailBranding,
): EmailContent {
  const subject = approved ? `You've joined ${studioName}` : `${studioName} did not accept your request`
  const approvedSentence =
    role === 'staff' ? 'You can now see its schedule and your tasks.' : 'You can now book sessions.'
  const sentence = approved ? approvedSentence : 'You can send another request, or choose another role.'
  return {
    sender,
    subject,
    preview: sentence,
    heading: subject,
    greetingName: userName,
    paragraphs: [sentence],
    facts: listFacts({
      Studio: studioName,
      [approved ? 'Your role' : 'You asked to join as']: role === 'staff' ? 'Crew' : 'Client',
    }),
    action: { label: approved ? `Go to ${studioName}` : 'Choose a role', url },
    because: `you asked to join ${studioName}`,
  }
}
