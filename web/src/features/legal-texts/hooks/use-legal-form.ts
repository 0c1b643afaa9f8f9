import { useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { type SavedFields, useSavedForm } from '#lib/forms/saved-form.ts'
import { mergeVersions } from '#lib/forms/three-way.ts'
import { hasCode } from '#lib/server/describe-error.ts'
import { findTextConflicts, type LegalFields } from '../model/text-conflicts.ts'

const DraftTexts = z.record(z.string(), z.string())

type LegalFormOptions<Texts extends LegalFields, Saved> = {
  form: UseFormReturn<Texts, unknown, Texts>
  /** Identifies the draft in this browser tab. */
  draftName: string
  saved: Saved
  toSavedFields: (saved: Saved) => SavedFields<Texts>
  update: {
    isPending: boolean
    mutate: (
      input: Texts & { version: number },
      options: { onSuccess: (saved: Saved) => void; onError: (error: Error) => void },
    ) => void
  }
  refetch: () => Promise<{ data: Saved | undefined }>
}

/**
 * The legal texts of a studio or of the platform as a form. Unsaved changes stay in this browser tab. Texts that were saved
 * elsewhere are never overwritten without asking.
 */
export function useLegalForm<Texts extends LegalFields, Saved>(options: LegalFormOptions<Texts, Saved>) {
  const { form, draftName, saved, toSavedFields, update, refetch } = options
  const { base, resetTo, conflicts, resolveConflicts } = useSavedForm({
    form,
    draftName,
    draftFields: DraftTexts,
    saved: useMemo(() => toSavedFields(saved), [saved, toSavedFields]),
    isSaving: update.isPending,
    threeWay: { findConflicts: findTextConflicts, merge: mergeVersions },
  })
  const submit = form.handleSubmit((texts) => {
    if (update.isPending) return
    const sent = form.getValues()
    update.mutate(
      { ...texts, version: base.version },
      {
        onSuccess: (updated) => resetTo(toSavedFields(updated), sent),
        onError: (error) => hasCode(error, 'STALE_VERSION') && void refetch(),
      },
    )
  })
  const discard = async () => {
    const { data } = await refetch()
    if (data) resetTo(toSavedFields(data))
  }
  const bar = {
    isDirty: form.formState.isDirty,
    isPending: update.isPending,
    conflicts,
    onResolve: resolveConflicts,
    onDiscard: () => void discard(),
  }
  return { submit, bar }
}
