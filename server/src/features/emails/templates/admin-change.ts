import type { EmailContent, Sender } from '../render-email.tsx'

export type AdminChangeData = {
  userName: string
  studioName: string
  adminName: string
  /** Who made the change. */
  byName: string
  /** Whether the person became an admin; false if they are no longer one. */
  added: boolean
  /** Whether the reader is this person. */
  isOwn: boolean
  /** The page to continue on. */
  url: string
}

/** The admins of a studio have changed. For the person concerned, and for all admins. */
export function adminChange(data: AdminChangeData, sender: Sender): EmailContent {
  const { userName, studioName, adminName, byName, added, isOwn, url } = data
  const subject = isOwn
    ? `You are ${added ? 'now' : 'no longer'} an admin of ${studioName}`
    : `${adminName} is ${added ? 'now' : 'no longer'} an admin of ${studioName}`
  const rights = 'Admins see reports and change settings, prices and people.'
  return {
    sender,
    subject,
    preview: `Changed by ${byName}.`,
    heading: `Hello ${userName}`,
    paragraphs: [`${subject}. ${byName} made this change.${added ? ` ${rights}` : ''}`],
    action: { label: isOwn && !added ? 'Go on' : 'See your crew', url },
    small: [
      isOwn
        ? 'You receive this email because your role at this studio changed.'
        : 'You receive this email because you are an admin of this studio. If you did not expect it, talk to the other admins.',
    ],
  }
}
