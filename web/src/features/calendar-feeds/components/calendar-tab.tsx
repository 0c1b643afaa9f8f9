import { FeedCard } from './feed-card.tsx'

/** Calendar feeds for a studio admin. */
export function CalendarTab() {
  return (
    <div className="grid gap-6">
      <FeedCard
        kind="person"
        title="Your calendar"
        description="All sessions of your studio in your own calendar, with names and notes."
      />
      <FeedCard
        kind="studio"
        title="Studio calendar"
        description="The same calendar without names and notes, for a screen at the door or a shared calendar."
      />
    </div>
  )
}
