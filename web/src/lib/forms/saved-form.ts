import { useCallback, useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { dropDraft, keepDraft, readDraft } from './draft.ts'
import { settle } from './form.ts'
import type { Side, ThreeWay } from './three-way.ts'

/** Fields as they are saved, and the version that the next save must name. */
export type Saved<Fields> = { version: number; fields: Fields }

type SavedForm<Fields extends FieldValues, Read> = {
  form: UseFormReturn<Fields, unknown, Read>
  /** Names the draft in this browser tab. */
  draft: string
  /** Reads the fields of a draft; half-typed values are fine. */
  draftFields: z.ZodType<FieldValues>
  saved: Saved<Fields>
  /** While a save is on its way, a newer version is most likely that save. */
  isSaving: boolean
  threeWay: ThreeWay<Fields>
}

/**
 * Keeps a form and what is saved together. Unsaved changes are a draft in this browser tab. What is saved elsewhere, by
 * another admin or in another tab, appears in the form; only fields that both sides changed need an answer.
 */
export function useSavedForm<Fields extends FieldValues, Read>(options: SavedForm<Fields, Read>) {
  const { form, draft, saved, isSaving, threeWay } = options
  const { reset, getValues } = form
  const [base, setBase] = useState(saved)
  useRestoredDraft(options, setBase)
  useKeptDraft(form, draft, base)
  const begin = useCallback(
    (now: Saved<Fields>, sent?: FieldValues) => {
      settle({ reset, getValues }, now.fields, sent)
      setBase(now)
    },
    [reset, getValues],
  )
  const sides = { base: base.fields, mine: form.watch(), theirs: saved.fields }
  const isBehind = saved.version > base.version && !isSaving
  const clashes = isBehind ? threeWay.clashes(sides) : []
  const take = (side: Side) => {
    begin(saved)
    reset(threeWay.merge(sides, side), { keepDefaultValues: true })
  }
  useEffect(() => {
    if (isBehind && clashes.length === 0) take('mine')
  })
  return { base, begin, clashes, take }
}

function useRestoredDraft<Fields extends FieldValues, Read>(
  { form, draft, draftFields, saved }: SavedForm<Fields, Read>,
  setBase: (base: Saved<Fields>) => void,
) {
  const { reset } = form
  // Restored once, when the form appears: a later version of what is saved is merged instead.
  const [first] = useState(saved.fields)
  useEffect(() => {
    const Kept = z.object({ version: z.number(), before: draftFields, fields: draftFields })
    const kept = Kept.safeParse(readDraft(draft))
    if (!kept.success) return
    const before = { ...first, ...kept.data.before }
    reset(before)
    reset({ ...before, ...kept.data.fields }, { keepDefaultValues: true })
    setBase({ version: kept.data.version, fields: before })
  }, [draft, draftFields, first, reset, setBase])
}

function useKeptDraft<Fields extends FieldValues, Read>(
  form: UseFormReturn<Fields, unknown, Read>,
  draft: string,
  base: Saved<Fields>,
) {
  const { getValues, subscribe, formState } = form
  const { isDirty } = formState
  useEffect(() => {
    if (!isDirty) return dropDraft(draft)
    const keep = (fields: Fields) => keepDraft(draft, { version: base.version, before: base.fields, fields })
    keep(getValues())
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) })
  }, [isDirty, draft, base, getValues, subscribe])
}
