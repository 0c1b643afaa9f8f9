import type { OpeningTimes, Resource } from '@studiohub/contract/features/resources/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { useEffect, useMemo } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { useSchemaForm } from '#lib/forms/form.ts'
import { useSavedForm } from '#lib/forms/saved-form.ts'
import { useNow } from '#lib/hooks/use-now.ts'
import { hasCode } from '#lib/server/describe-error.ts'
import { QueryView } from '#ui/query-view.tsx'
import { SaveBar } from '#ui/save-bar.tsx'
import { SkeletonCard } from '#ui/skeleton-shapes.tsx'
import { useLiveResources, useOpeningHoursSettings, useResources, useSaveOpeningHours } from '../api.ts'
import { HoursDraft, type HoursFields, HoursForm, hoursFields, openingTimes } from '../model/hours-form.ts'
import { hoursMerge } from '../model/hours-merge.ts'
import { ExceptionsCard } from './exceptions-card.tsx'
import { RemindersCard } from './reminders-card.tsx'
import { RulesCard } from './rules-card.tsx'
import type { HoursFormState } from './spans-editor.tsx'
import { WeekCard } from './week-card.tsx'

/** The parts of the form, each a section of the settings. */
type Part = 'hours' | 'rules' | 'reminders'

/**
 * Opening hours of studio and resources with exceptions, or the booking rules, or the reminders. They are one form: saving one
 * part saves unsaved changes of the others too.
 */
export function HoursTab({ studio, part }: { studio: Studio; part: Part }) {
  const times = useOpeningHoursSettings(studio.id)
  const resources = useResources(studio.id, 'live')
  return (
    <QueryView
      query={times}
      loadingText="Loading opening hours..."
      skeleton={<SkeletonCard />}
      errorTitle="Error loading settings"
    >
      {(loadedTimes) => (
        <QueryView
          query={resources}
          loadingText="Loading rooms..."
          skeleton={<SkeletonCard />}
          errorTitle="Error loading settings"
        >
          {({ items }) => <Hours studio={studio} part={part} times={loadedTimes} resources={items} />}
        </QueryView>
      )}
    </QueryView>
  )
}

type HoursProps = { studio: Studio; part: Part; times: OpeningTimes; resources: readonly Resource[] }

function Hours({ studio, part, times, resources }: HoursProps) {
  const { form, submit, bar } = useHours({ studio, part, times, resources })
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      {part === 'hours' && <Times form={form} studio={studio} resources={resources} />}
      {part === 'rules' && <RulesCard form={form} />}
      {part === 'reminders' && <RemindersCard form={form} studio_id={studio.id} />}
      <SaveBar {...bar} />
    </form>
  )
}

type TimesProps = { form: HoursFormState; studio: Studio; resources: readonly Resource[] }

function Times({ form, studio, resources }: TimesProps) {
  const now = useNow()
  const [search, setSearch] = useSearchParams()
  const linked = search.get('of') ?? ''
  // A link may name a resource that no longer exists; the studio's hours appear instead.
  const resourceId = resources.some(({ id }) => id === linked) ? linked : ''
  const selectResource = (id: string) => {
    const params = new URLSearchParams(search)
    if (id) params.set('of', id)
    else params.delete('of')
    setSearch(params, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <WeekCard
        form={form}
        resources={resources}
        resourceId={resourceId}
        onSelect={selectResource}
        timezone={studio.timezone}
      />
      <ExceptionsCard form={form} today={todayIn(studio.timezone, now)} />
    </>
  )
}

/** The part with a field that is not valid; the rules are lists, so they always are. */
const findInvalidPart = ({ weeks, exceptions }: FieldErrors<HoursFields>): Part =>
  weeks || exceptions ? 'hours' : 'reminders'

function useHours({ studio, part, times, resources }: HoursProps) {
  const [, setSearch] = useSearchParams()
  const save = useSaveOpeningHours(studio.id)
  const { refetch } = useOpeningHoursSettings(studio.id)
  useLiveResources()
  const saved = useMemo(() => savedHours(times), [times])
  const form = useSchemaForm(HoursForm, saved.fields)
  const { base, resetTo, conflicts, resolveConflicts } = useSavedForm({
    form,
    saved,
    draftName: `hours.${studio.id}`,
    draftFields: HoursDraft,
    isSaving: save.isPending,
    threeWay: hoursMerge(resources),
  })
  const showInvalidPart = (errors: FieldErrors<HoursFields>) => {
    const invalidPart = findInvalidPart(errors)
    if (invalidPart !== part) setSearch({ tab: invalidPart })
  }
  const submit = form.handleSubmit((fields) => {
    if (save.isPending) return
    // Skips the hours of resources that were deleted while the form was open.
    const weeks = fields.weeks.filter(
      (week) => week.resource_id === '' || resources.some(({ id }) => id === week.resource_id),
    )
    save.mutate(
      { studio_id: studio.id, ...openingTimes({ ...fields, weeks }, base.version) },
      {
        onSuccess: (updated) => resetTo(savedHours(updated), fields),
        onError: (error) => hasCode(error, 'STALE_VERSION') && void refetch(),
      },
    )
  }, showInvalidPart)
  const discard = async () => {
    const { data, isSuccess } = await refetch()
    if (isSuccess) resetTo(savedHours(data))
  }
  const { isDirty } = form.formState
  useWarningBeforeUnload(isDirty)
  return {
    form,
    submit,
    bar: {
      isDirty,
      isPending: save.isPending,
      conflicts,
      onResolve: resolveConflicts,
      onDiscard: () => void discard(),
    },
  }
}

const savedHours = (times: OpeningTimes) => ({ version: times.version, fields: hoursFields(times) })

function useWarningBeforeUnload(isDirty: boolean) {
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}
