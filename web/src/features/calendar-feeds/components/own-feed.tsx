import type { Role } from '@studiohub/contract/actor.ts'
import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import { FeedCard } from './feed-card.tsx'

const descriptions: Partial<Record<Role, string>> = {
  client: 'Your sessions in Google Calendar, Apple Calendar or Outlook. Changes appear there too.',
  staff: 'All sessions of your studio in Google Calendar, Apple Calendar or Outlook. Changes appear there too.',
  studio_admin: 'All sessions of your studio in Google Calendar, Apple Calendar or Outlook. Changes appear there too.',
}

/** The calendar feed of a client, crew member or studio admin. Renders nothing for other roles. */
export function OwnFeed({ me }: { me: Me }) {
  const description = me.studio && me.role ? descriptions[me.role] : undefined
  return description ? <FeedCard kind="person" title="Your calendar" description={description} /> : null
}
