import type { Role } from '@studiohub/contract/actor.ts'
import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import { FeedCard } from './feed-card.tsx'

const described: Partial<Record<Role, string>> = {
  client: 'Your sessions in the calendar that you use.',
  staff: 'All sessions of your studio in the calendar that you use.',
  studio_admin: 'All sessions of your studio in the calendar that you use.',
}

/** The calendar address of the person who books or works at a studio; nothing for all others. */
export function OwnFeed({ me }: { me: Me }) {
  const description = me.studio && me.role ? described[me.role] : undefined
  return description ? <FeedCard kind="person" title="Your calendar" description={description} /> : null
}
