import { useCallback, useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { deleteDraft, readDraft, saveDraft } from './draft-storage.ts'
import { applySavedValues, resetWithUnsaved } from './form.ts'
import type { Side, ThreeWayMerge } from './three-way.ts'

/** The saved fields, and the version that the next save must send. */
export type SavedFields<Fields> = { version: number; fields: Fields }

type SavedForm<Fields extends FieldValues, Output> = {
  form: UseFormReturn<Fields, unknown, Output>
  /** Identifies the draft in this browser tab. */
  draftName: string
  /** Reads the fields of a draft, which may be incomplete. */
  draftFields: z.ZodType<FieldValues>
  saved: SavedFields<Fields>
  /** While a save is running, a newer version is most likely its result. */
  isSaving: boolean
  threeWay: ThreeWayMerge<Fields>
}

/**
 * Connects a form to its saved values. Unsaved changes are stored as a draft in this tab. Changes that were saved elsewhere
 * (by another admin, in another tab) appear in the form. The user decides only about fields that both sides changed.
 */
export function useSavedForm<Fields extends FieldValues, Output>(options: SavedForm<Fields, Output>) {
  const { form, draftName, saved, isSaving, threeWay } = options
  const { reset, getValues } = form
  const [base, setBase] = useState(saved)
  useRestoreDraft(options, setBase)
  useSaveDraft(form, draftName, base)
  const resetTo = useCallback(
    (newBase: SavedFields<Fields>, sent?: FieldValues) => {
      applySavedValues({ reset, getValues }, newBase.fields, sent)
      setBase(newBase)
    },
    [reset, getValues],
  )
  const sides = { base: base.fields, mine: form.watch(), theirs: saved.fields }
  const isBehind = saved.version > base.version && !isSaving
  const conflicts = isBehind ? threeWay.findConflicts(sides) : []
  /** @param side whose values win where both sides changed a field */
  const mergeSaved = (side: Side) => {
    resetWithUnsaved(form, saved.fields, threeWay.merge(sides, side))
    setBase(saved)
  }
  // Without conflicts, changes that were saved elsewhere are merged without asking. It has no dependencies, because typing can
  // also end a conflict.
  useEffect(() => {
    if (isBehind && conflicts.length === 0) mergeSaved('mine')
  })
  return { base, resetTo, conflicts, resolveConflicts: mergeSaved }
}

function useRestoreDraft<Fields extends FieldValues, Output>(
  { form, draftName, draftFields, saved }: SavedForm<Fields, Output>,
  setBase: (base: SavedFields<Fields>) => void,
) {
  const { reset } = form
  // Runs only once, on mount, because later versions are merged instead.
  const [initialFields] = useState(saved.fields)
  useEffect(() => {
    const Draft = z.object({ version: z.number(), base: draftFields, fields: draftFields })
    const stored = Draft.safeParse(readDraft(draftName))
    if (!stored.success) return
    const draftBase = { ...initialFields, ...stored.data.base }
    resetWithUnsaved({ reset }, draftBase, { ...draftBase, ...stored.data.fields })
    setBase({ version: stored.data.version, fields: draftBase })
  }, [draftName, draftFields, initialFields, reset, setBase])
}

function useSaveDraft<Fields extends FieldValues, Output>(
  form: UseFormReturn<Fields, unknown, Output>,
  draftName: string,
  base: SavedFields<Fields>,
) {
  const { getValues, subscribe, formState } = form
  const { isDirty } = formState
  useEffect(() => {
    if (!isDirty) return deleteDraft(draftName)
    const writeDraft = (fields: Fields) => saveDraft(draftName, { version: base.version, base: base.fields, fields })
    writeDraft(getValues())
    return subscribe({ formState: { values: true }, callback: ({ values }) => writeDraft(values) })
  }, [isDirty, draftName, base, getValues, subscribe])
}
