import { useCallback, useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { deleteDraft, readDraft, saveDraft } from './draft.ts'
import { acceptSaved } from './form.ts'
import type { Side, ThreeWayMerge } from './three-way.ts'

/** Fields as they are saved, and the version that the next save must send. */
export type SavedFields<Fields> = { version: number; fields: Fields }

type SavedForm<Fields extends FieldValues, Read> = {
  form: UseFormReturn<Fields, unknown, Read>
  /** Names the draft in this browser tab. */
  draft: string
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
export function useSavedForm<Fields extends FieldValues, Read>(options: SavedForm<Fields, Read>) {
  const { form, draft, saved, isSaving, threeWay } = options
  const { reset, getValues } = form
  const [base, setBase] = useState(saved)
  useDraftRestore(options, setBase)
  useDraftSaving(form, draft, base)
  const resetTo = useCallback(
    (now: SavedFields<Fields>, sent?: FieldValues) => {
      acceptSaved({ reset, getValues }, now.fields, sent)
      setBase(now)
    },
    [reset, getValues],
  )
  const sides = { base: base.fields, mine: form.watch(), theirs: saved.fields }
  const isBehind = saved.version > base.version && !isSaving
  const conflicts = isBehind ? threeWay.findConflicts(sides) : []
  const resolveConflicts = (side: Side) => {
    resetTo(saved)
    reset(threeWay.merge(sides, side), { keepDefaultValues: true })
  }
  useEffect(() => {
    if (isBehind && conflicts.length === 0) resolveConflicts('mine')
  })
  return { base, begin: resetTo, conflicts, take: resolveConflicts }
}

function useDraftRestore<Fields extends FieldValues, Read>(
  { form, draft, draftFields, saved }: SavedForm<Fields, Read>,
  setBase: (base: SavedFields<Fields>) => void,
) {
  const { reset } = form
  // Runs only once, on mount, because later versions are merged instead.
  const [first] = useState(saved.fields)
  useEffect(() => {
    const Draft = z.object({ version: z.number(), before: draftFields, fields: draftFields })
    const stored = Draft.safeParse(readDraft(draft))
    if (!stored.success) return
    const before = { ...first, ...stored.data.before }
    reset(before)
    reset({ ...before, ...stored.data.fields }, { keepDefaultValues: true })
    setBase({ version: stored.data.version, fields: before })
  }, [draft, draftFields, first, reset, setBase])
}

function useDraftSaving<Fields extends FieldValues, Read>(
  form: UseFormReturn<Fields, unknown, Read>,
  draft: string,
  base: SavedFields<Fields>,
) {
  const { getValues, subscribe, formState } = form
  const { isDirty } = formState
  useEffect(() => {
    if (!isDirty) return deleteDraft(draft)
    const writeDraft = (fields: Fields) => saveDraft(draft, { version: base.version, before: base.fields, fields })
    writeDraft(getValues())
    return subscribe({ formState: { values: true }, callback: ({ values }) => writeDraft(values) })
  }, [isDirty, draft, base, getValues, subscribe])
}
