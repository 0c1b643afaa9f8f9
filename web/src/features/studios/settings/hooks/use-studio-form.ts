import type { Studio, StudioChanges } from '@studiohub/contract/features/studios/schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import type { z } from 'zod'
import { useSchemaForm } from '#lib/forms/form.ts'
import { useSavedForm } from '#lib/forms/saved-form.ts'
import type { ThreeWayMerge } from '#lib/forms/three-way.ts'
import { describeError, hasCode } from '#lib/server/describe-error.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { refetchMe } from '#lib/session/me.ts'
import { toast } from '#ui/toast.tsx'
import { useIsSavingStudio, useSaveStudio } from '../api.ts'

type StudioFormOptions<Fields extends FieldValues, Output> = {
  studio: Studio
  /** Its draft is named after it. */
  tab: string
  schema: z.ZodType<Output, Fields>
  /** Reads the fields of a draft, which may be incomplete. */
  draftFields: z.ZodType<FieldValues>
  /** The form values of a studio. It is the same function on each render. */
  toFields: (studio: Studio) => Fields & DefaultValues<Fields>
  /** Builds the request. `sent` are the form's values, `base` the saved ones that it began from. */
  toChanges: (values: Output, fields: { sent: Fields; base: Fields }) => StudioChanges
  threeWay: ThreeWayMerge<Fields>
  /** The fields that can show an error of the server. */
  fieldNames?: readonly Path<Fields>[]
}

/**
 * Settings of the studio as a form. Unsaved changes stay in this browser tab. Changes that were saved elsewhere are never
 * overwritten without asking. Call `useLiveStudio` once on the page, which may have several of these forms.
 */
export function useStudioForm<Fields extends FieldValues, Output>(options: StudioFormOptions<Fields, Output>) {
  const { studio, schema, toFields, toChanges, fieldNames = [] } = options
  const queryClient = useQueryClient()
  const isSaving = useIsSavingStudio()
  const save = useSaveStudio()
  const toSavedFields = useCallback(
    (saved: Studio) => ({ version: saved.version, fields: toFields(saved) }),
    [toFields],
  )
  const form = useSchemaForm(schema, toFields(studio))
  const { base, resetTo, conflicts, resolveConflicts } = useSavedForm({
    form,
    isSaving,
    draftName: `settings.${studio.id}.${options.tab}`,
    draftFields: options.draftFields,
    saved: useMemo(() => toSavedFields(studio), [studio, toSavedFields]),
    threeWay: options.threeWay,
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
    save.mutate(
      { studio_id: studio.id, version: base.version, ...toChanges(values, { sent, base: base.fields }) },
      {
        onSuccess: (updated) => resetTo(toSavedFields(updated), sent),
        onError: (error) => {
          if (hasCode(error, 'STALE_VERSION')) void reloadStudio()
          showFieldErrors(form, fieldNames, error)
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
