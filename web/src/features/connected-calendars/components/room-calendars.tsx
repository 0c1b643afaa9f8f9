import { useResources } from '#features/resources/api.ts'
import { Card } from '#ui/card.tsx'
import { CalendarsList } from './calendars-list.tsx'

/** The connected calendars that block the time of rooms, and of people without an account. */
export function RoomCalendars({ studio_id }: { studio_id: string }) {
  const resources = useResources(studio_id, 'live')
  const connectableResources =
    resources.data?.items.filter(({ kind, user_id }) => kind !== 'equipment' && user_id === null) ?? []
  if (connectableResources.length === 0) return null
  return (
    <Card
      title="Calendars that block rooms"
      description="Connect the calendar that you have used for a room. Clients can't book online while it is busy. Crew members connect their own calendars on their profile."
    >
      <CalendarsList studio_id={studio_id} resources={connectableResources} emptyText="No calendar is connected." />
    </Card>
  )
}
