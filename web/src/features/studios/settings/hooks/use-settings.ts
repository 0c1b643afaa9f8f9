import type { Studio, StudioChanges } from '@studiohub/contract/features/studios/schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { DefaultValues, Path } from 'react-hook-form'
import { z } from 'zod'
import { useSchemaForm } from '#lib/forms/form.ts'
import { useSavedForm } from '#lib/forms/saved-form.ts'
import { listConflictingNames, mergeVersions, type ThreeWayMerge } from '#lib/forms/three-way.ts'
import { describeError, hasCode } from '#lib/server/describe-error.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { refetchMe } from '#lib/session/me.ts'
import { toast } from '#ui/toast.tsx'
import { useIsSavingStudio, useLiveStudio, useSaveStudio } from '../api.ts'

type Values = Record<string, string | boolean>
const DraftFields = z.record(z.string(), z.union([z.string(), z.boolean()]))

type SettingsOptions<Fields extends Values, Output> = {
  studio: Studio
  /** Its draft is named after it. */
  tab: string
  schema: z.ZodType<Output, Fields>
  /** The form values of a studio. */
  toFields: (studio: Studio) => Fields & DefaultValues<Fields>
  /** Builds the request, with changed fields only. */
  toChanges: (values: Output, isChanged: (...names: (keyof Fields)[]) => boolean) => StudioChanges
  fields: readonly SettingsField<Path<Fields>>[]
}

/** A field as the dialog about conflicts shows it. */
export type SettingsField<Name extends string> = { name: Name; label: string; formatValue?: (value: string) => string }

/**
 * One settings tab as a form. Unsaved changes stay in this browser tab, and only changed fields are sent. Changes that were
 * saved elsewhere are never overwritten without asking.
 */
export function useSettings<Fields extends Values, Output>(options: SettingsOptions<Fields, Output>) {
  const { studio, schema, toFields, toChanges } = options
  const queryClient = useQueryClient()
  const isSaving = useIsSavingStudio()
  const save = useSaveStudio()
  useLiveStudio()
  const toSavedFields = useCallback(
    (saved: Studio) => ({ version: saved.version, fields: toFields(saved) }),
    [toFields],
  )
  const form = useSchemaForm(schema, toFields(studio))
  const { base, resetTo, conflicts, resolveConflicts } = useSavedForm({
    form,
    isSaving,
    draftName: `settings.${studio.id}.${options.tab}`,
    draftFields: DraftFields,
    saved: useMemo(() => toSavedFields(studio), [studio, toSavedFields]),
    threeWay: createThreeWay(options),
  })
  /** @returns undefined if it cannot be loaded; then a toast says so */
  const reloadStudio = async () => {
    try {
      return (await refetchMe(queryClient)).studio ?? studio
    } catch (error) {
      toast.error({ title: 'Error loading settings', description: describeError(error).message })
      return undefined
    }
  }
  const submit = form.handleSubmit((values) => {
    if (save.isPending) return
    const sent = form.getValues()
    const isChanged = (...names: (keyof Fields)[]) => names.some((name) => sent[name] !== base.fields[name])
    save.mutate(
      { studio_id: studio.id, version: base.version, ...toChanges(values, isChanged) },
      {
        onSuccess: (updated) => resetTo(toSavedFields(updated), sent),
        onError: (error) => {
          if (hasCode(error, 'STALE_VERSION')) void reloadStudio()
          showFieldErrors(
            form,
            options.fields.map(({ name }) => name),
            error,
          )
        },
      },
    )
  })
  const discard = async () => {
    const latest = await reloadStudio()
    if (latest) resetTo(toSavedFields(latest))
  }
  const { isDirty } = form.formState
  const bar = {
    isDirty,
    isPending: save.isPending,
    conflicts,
    onResolve: resolveConflicts,
    onDiscard: () => void discard(),
  }
  return { form, submit, error: save.error, bar }
}

function createThreeWay<Fields extends Values, Output>({
  fields,
}: SettingsOptions<Fields, Output>): ThreeWayMerge<Fields> {
  return {
    findConflicts: (sides) => {
      const conflicting = listConflictingNames(sides)
      return fields
        .filter(({ name }) => conflicting.includes(name))
        .map(({ name, label, formatValue }) => ({
          label,
          mine: describeValue(sides.mine[name], formatValue),
          theirs: describeValue(sides.theirs[name], formatValue),
        }))
    },
    merge: mergeVersions,
  }
}

function describeValue(value: string | boolean | undefined, formatText: (value: string) => string = String) {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return value ? formatText(value) : 'empty'
}
