import type { OpeningTimes, Resource } from '@studiohub/contract/features/resources/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { useEffect, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { useFormOf } from '../../../lib/form.ts'
import { hasCode } from '../../../lib/problem.ts'
import { useNow } from '../../../lib/use-now.ts'
import { QueryView } from '../../../ui/query-view.tsx'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { useOpeningTimes, useResources, useSaveOpeningTimes } from '../api.ts'
import { HoursForm, hoursFields, openingTimes } from '../parts/hours-form.ts'
import { useDraft } from '../parts/use-draft.ts'
import { ExceptionsCard } from './exceptions-card.tsx'
import { RulesCard } from './rules-card.tsx'
import { WeekCard } from './week-card.tsx'

/** When the studio and its resources are open, days that differ, and how clients book. */
export function HoursTab({ studio }: { studio: Studio }) {
  const times = useOpeningTimes(studio.id)
  const resources = useResources(studio.id, 'live')
  return (
    <QueryView query={times} waiting="Loading opening hours..." failed="Error loading settings">
      {(read) => (
        <QueryView query={resources} waiting="Loading rooms..." failed="Error loading settings">
          {({ items }) => <Hours studio={studio} times={read} resources={items} />}
        </QueryView>
      )}
    </QueryView>
  )
}

type HoursProps = { studio: Studio; times: OpeningTimes; resources: readonly Resource[] }

function Hours({ studio, times, resources }: HoursProps) {
  const now = useNow()
  const [search, setSearch] = useSearchParams()
  const of = search.get('of') ?? ''
  const choose = (next: string) => {
    const params = new URLSearchParams(search)
    if (next) params.set('of', next)
    else params.delete('of')
    setSearch(params, { replace: true, preventScrollReset: true })
  }
  const { form, submit, bar } = useHours({ studio, times, resources })
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <WeekCard form={form} resources={resources} of={of} onChoose={choose} timezone={studio.timezone} />
      <ExceptionsCard form={form} today={todayIn(studio.timezone, now)} />
      <RulesCard form={form} />
      <SaveBar {...bar} />
    </form>
  )
}

function useHours({ studio, times, resources }: HoursProps) {
  const save = useSaveOpeningTimes(studio.id)
  const { refetch } = useOpeningTimes(studio.id)
  const [refused, setRefused] = useState(false)
  const form = useFormOf(HoursForm, hoursFields(times))
  const { base, begin } = useDraft(form, `hours.${studio.id}`, times.version)
  const submit = form.handleSubmit((fields) => {
    if (save.isPending) return
    // A resource that somebody else has deleted meanwhile takes its hours with it.
    const weeks = fields.weeks.filter(
      (week) => week.resource_id === '' || resources.some(({ id }) => id === week.resource_id),
    )
    save.mutate(
      { studio_id: studio.id, ...openingTimes({ ...fields, weeks }, base) },
      {
        onSuccess: (after) => begin(hoursFields(after), after.version, fields),
        onError: (error) => setRefused(hasCode(error, 'STALE_VERSION')),
      },
    )
  })
  // Read anew: what somebody else has saved is not here yet where only the refusal told of it.
  const beginOnLatest = async (before?: FieldValues) => {
    const { data, isSuccess } = await refetch()
    if (!isSuccess) return
    begin(hoursFields(data), data.version, before)
    setRefused(false)
  }
  const { isDirty, defaultValues } = form.formState
  const onDiscard = () => void beginOnLatest()
  const onKeep = () => void beginOnLatest(defaultValues)
  useEffect(() => {
    if (!isDirty && times.version > base) begin(hoursFields(times), times.version)
  }, [isDirty, times, base, begin])
  // Until its own edition has come back whole, a newer one is most likely that.
  const isStale = isDirty && !save.isPending && (refused || times.version > base)
  return { form, submit, bar: { isDirty, isPending: save.isPending, isStale, onDiscard, onKeep } }
}
