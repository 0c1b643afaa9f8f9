import { activityKindLabels, activityKinds } from '@studiohub/contract/features/admin/words.ts'
import { blockReasonLabels } from '@studiohub/contract/features/bookings/words.ts'
import { History } from 'lucide-react'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Select } from '#ui/select.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useActiveStudio } from '../profile/api.ts'
import { useServices } from '../resources/bookable-api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useActivity, useActivityPeople } from './activity-api.ts'
import { ActivityRows } from './components/activity-rows.tsx'

const kindChoices = [
  { value: '', label: 'All kinds' },
  ...activityKinds.map((value) => ({ value, label: activityKindLabels[value] })),
]

/** Who did what at the studio, filtered by the URL. */
export default function ActivityScreen() {
  const { studio } = useActiveStudio()
  return studio ? <ActivityPage studio_id={studio.id} timezone={studio.timezone} /> : <NoStudio page="Activity" />
}

function ActivityPage({ studio_id, timezone }: { studio_id: string; timezone: string }) {
  const [params, setParams] = useSearchParams()
  const setParam = (name: string, value: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const kind = activityKinds.find((value) => value === params.get('kind'))
  const people = useActivityPeople(studio_id)
  const person = people.find(({ value }) => value === params.get('person'))
  const services = useServiceLabels(studio_id)
  const activity = useActivity({ studio_id, kind, actor_id: person?.value })
  return (
    <Page title="Activity" subtitle="Who did what at your studio, newest first">
      <div className="grid grid-cols-2 gap-3 md:flex">
        <div className="md:w-56">
          <Select
            aria-label="Kind"
            choices={kindChoices}
            value={kind ?? ''}
            onChange={({ target }) => setParam('kind', target.value)}
          />
        </div>
        <div className="md:w-56">
          <Select
            aria-label="Person"
            choices={[{ value: '', label: 'Everyone' }, ...people]}
            value={person?.value ?? ''}
            onChange={({ target }) => setParam('person', target.value)}
          />
        </div>
      </div>
      <QueryView
        query={activity}
        loadingText="Loading the activity..."
        errorTitle="Failed to load the activity"
        skeleton={<ActivitySkeleton />}
        empty={
          <EmptyState icon={History} title="Nothing found">
            Changes at your studio appear here.
          </EmptyState>
        }
      >
        {(entries) => <ActivityRows entries={entries} services={services} timezone={timezone} />}
      </QueryView>
      <ShowMore list={activity} label="Show older" />
    </Page>
  )
}

/** The labels of the studio's services, and of the reasons that blocked time has instead, by their keys. */
function useServiceLabels(studio_id: string) {
  const { data } = useServices(studio_id)
  return useMemo(() => {
    const labels = new Map<string, string>(Object.entries(blockReasonLabels))
    for (const { key, label } of data ?? []) labels.set(key, label)
    return labels
  }, [data])
}

/** One day of rows. */
const ActivitySkeleton = () => (
  <div className="grid gap-2">
    <Skeleton className="h-5 w-16" />
    <Skeleton className="h-132" />
  </div>
)
