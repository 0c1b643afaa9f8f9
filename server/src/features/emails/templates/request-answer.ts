import type { EmailContent, Sender } from '../render-email.tsx'

export type RequestAnswerData = {
  userName: string
  studioName: string
  role: 'client' | 'staff'
  approved: boolean
  /** The page to continue on. */
  url: string
}

/** The studio's answer to a request to join. */
export function requestAnswer(
  { userName, studioName, role, approved, url }: RequestAnswerData,
  sender: Sender,
): EmailContent {
  const as = role === 'staff' ? 'as crew' : 'as a client'
  const yes =
    role === 'staff' ? 'You see its schedule and your tasks from now on.' : 'You can book sessions from now on.'
  const no = 'You can ask again, or choose another role.'
  return {
    sender,
    subject: approved ? `You've joined ${studioName}` : `${studioName} did not accept your request`,
    preview: approved ? yes : no,
    heading: `Hello ${userName}`,
    paragraphs: [
      `You asked to join ${studioName} ${as}. ${approved ? `You are in. ${yes}` : `It was not accepted. ${no}`}`,
    ],
    action: { label: approved ? `Go to ${studioName}` : 'Go on', url },
    small: ['You receive this email because you asked to join this studio.'],
  }
}
