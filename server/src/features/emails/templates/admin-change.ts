import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

export type AdminChangeData = {
  userName: string
  studioName: string
  adminName: string
  /** The person who made the change. */
  byName: string
  /** The time of the change as a text; null in jobs of older versions. */
  when: string | null
  /** Whether the person became an admin; false if they are no longer one. */
  added: boolean
  /** Whether the reader is the new or former admin. */
  isOwn: boolean
  /** The page that the button opens. */
  url: string
}

/** Tells the new or former admin and all other admins about the change. */
export function adminChangeEmail(data: AdminChangeData, sender: EmailBranding): EmailContent {
  const { userName, studioName, adminName, byName, when, added, isOwn, url } = data
  const subject = isOwn
    ? `You are ${added ? 'now' : 'no longer'} an admin of ${studioName}`
    : `${adminName} is ${added ? 'now' : 'no longer'} an admin of ${studioName}`
  return {
    sender,
    subject,
    preview: `Changed by ${byName}.`,
    heading: subject,
    greetingName: userName,
    paragraphs: [
      ...(added ? ['Admins see reports and change settings, prices and people.'] : []),
      ...(isOwn ? [] : ['If you did not expect this, talk to the other admins.']),
    ],
    facts: listFacts({ Studio: studioName, Person: adminName, 'Changed by': byName, When: when }),
    action: { label: isOwn && !added ? `Open ${sender.name}` : 'See your crew', url },
    because: isOwn ? `your role at ${studioName} changed` : `you are an admin of ${studioName}`,
  }
}
