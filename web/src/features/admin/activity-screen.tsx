import type { Activity } from '@studiohub/contract/features/admin/schema.ts'
import { activityKindLabels, activityKinds } from '@studiohub/contract/features/admin/words.ts'
import { History } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Select } from '#ui/select.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useActivity, useActivityPeople } from './activity-api.ts'
import { ActivityChange } from './components/activity-change.tsx'
import { NarrowSubject, SubjectName } from './components/subject-name.tsx'
import { describeChange } from './model/activity.ts'
import { studioPathOf } from './model/subjects.ts'

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
        empty={
          <EmptyState icon={History} title="Nothing found">
            Changes at your studio appear here.
          </EmptyState>
        }
      >
        {(rows) => <ActivityTable rows={rows} timezone={timezone} />}
      </QueryView>
      <ShowMore list={activity} label="Show older" />
    </Page>
  )
}

function ActivityTable({ rows, timezone }: { rows: readonly Activity[]; timezone: string }) {
  return (
    <Table
      label="Activity"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'When',
          cell: ({ at }) => <RelativeTime at={at} zone={timezone} />,
        },
        { name: 'Who', cell: ({ actor_id, actor_name }) => actor_name ?? (actor_id ? 'No name' : 'StudioHub') },
        {
          name: 'What',
          narrow: 'title',
          cell: (row) => (
            <span className="grid justify-items-start">
              {describeChange(row)}
              <NarrowSubject entry={row} pathOf={studioPathOf} />
            </span>
          ),
        },
        {
          name: 'About',
          narrow: 'hidden',
          cell: (row) => <SubjectName entry={row} pathOf={studioPathOf} />,
        },
        { name: 'Change', narrow: 'below', cell: (row) => <ActivityChange entry={row} timezone={timezone} /> },
      ]}
    />
  )
}
