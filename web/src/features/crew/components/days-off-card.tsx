import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { Link } from 'react-router'
import { useResources } from '#features/resources/api.ts'
import { DaysOffList } from '#features/resources/shared/days-off-list.tsx'
import { useNow } from '#lib/hooks/use-now.ts'
import { paths } from '#paths.ts'
import { Card } from '#ui/card.tsx'

/** The days off of all people who can be booked. */
export function DaysOffCard({ studio_id, timezone }: { studio_id: string; timezone: string }) {
  const resources = useResources(studio_id, 'live')
  const now = useNow()
  const people = resources.data?.items.filter(({ kind }) => kind === 'person') ?? []
  return (
    <Card title="Days off" description="Days when a person can't be booked. Weekly hours are in the settings.">
      {people.length > 0 && (
        <DaysOffList
          studio_id={studio_id}
          today={todayIn(timezone, now)}
          people={people}
          emptyText="No days off are planned."
        />
      )}
      {resources.data && people.length === 0 && (
        <p className="text-sm text-muted-foreground">
          There are no people to book yet.{' '}
          <Link to={paths.studioSettingsTab('rooms')} className="text-link underline underline-offset-4">
            Add people
          </Link>
        </p>
      )}
    </Card>
  )
}
