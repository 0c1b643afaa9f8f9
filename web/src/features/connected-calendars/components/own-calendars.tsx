import { useResources } from '#features/resources/api.ts'
import { Card } from '#ui/card.tsx'
import { CalendarsList } from './calendars-list.tsx'

/** The connected calendars that block the user's own time, if the user can be booked at the studio. */
export function OwnCalendars({ studio_id, user_id }: { studio_id: string; user_id: string }) {
  const resources = useResources(studio_id, 'live')
  const ownResources = resources.data?.items.filter((resource) => resource.user_id === user_id) ?? []
  if (ownResources.length === 0) return null
  return (
    <Card
      title="Calendars that block your time"
      description="You can't be booked online while one of them is busy. The studio sees only that you are busy, never what is in your calendar."
    >
      <CalendarsList studio_id={studio_id} resources={ownResources} isOwn emptyText="No calendar is connected." />
    </Card>
  )
}
