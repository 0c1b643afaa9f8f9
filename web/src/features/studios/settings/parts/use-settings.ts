import type { Studio, StudioChanges } from '@studiohub/contract/features/studios/schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { dropDraft, keepDraft, readDraft } from '../../../../lib/draft.ts'
import { settle, useFormOf } from '../../../../lib/form.ts'
import { changedIn } from '../../../../lib/kept-form.ts'
import { readMeAgain } from '../../../../lib/me.ts'
import { afterOwnSaves } from '../../../../lib/own-saves.ts'
import { hasCode, problemOf } from '../../../../lib/problem.ts'
import { showRefusal } from '../../../../lib/show-refusal.ts'
import { toast } from '../../../../ui/toast.tsx'
import { useIsSavingStudio, useSaveStudio } from '../api.ts'

type Values = Record<string, string | boolean>
const Kept = z.object({ version: z.number(), fields: z.record(z.string(), z.union([z.string(), z.boolean()])) })

type SettingsOf<Fields extends Values, Read> = {
  studio: Studio
  /** Names the draft of this part of the settings. */
  part: string
  schema: z.ZodType<Read, Fields>
  /** What the form shows of a studio. */
  fieldsOf: (studio: Studio) => Fields & DefaultValues<Fields>
  /** What is sent of the form; only of fields that were changed. */
  changesOf: (read: Read, isChanged: (...names: (keyof Fields)[]) => boolean) => StudioChanges
  names: readonly Path<Fields>[]
}

/**
 * A part of the settings as a form: what was changed is kept in this tab until it is saved, only that is sent, and of two
 * admins who change the same studio the second is told and may keep their changes.
 */
export function useSettings<Fields extends Values & FieldValues, Read>(part: SettingsOf<Fields, Read>) {
  const { studio, schema, fieldsOf, changesOf, names } = part
  const queryClient = useQueryClient()
  const isSaving = useIsSavingStudio()
  const save = useSaveStudio()
  const [isRefused, setRefused] = useState(false)
  const form = useFormOf(schema, fieldsOf(studio))
  const { getValues } = form
  const { isDirty, dirtyFields, defaultValues } = form.formState
  const draft = `settings.${studio.id}.${part.part}`
  const { base, begin } = useBase(form, draft, { studio, fieldsOf })
  const submit = form.handleSubmit((read) => {
    if (save.isPending) return
    const sent = getValues()
    const isChanged = (...wanted: (keyof Fields)[]) => wanted.some((name) => Reflect.has(dirtyFields, name))
    save.mutate(
      { studio_id: studio.id, version: base, ...changesOf(read, isChanged) },
      {
        onSuccess: (now) => begin(now, sent),
        onError: (error) => {
          setRefused(hasCode(error, 'STALE_VERSION'))
          showRefusal(form, names, error)
        },
      },
    )
  })
  const beginOnLatest = async (before?: FieldValues) => {
    try {
      const { studio: now } = await readMeAgain(queryClient)
      begin(now ?? studio, before)
      setRefused(false)
    } catch (error) {
      toast.failed({ title: 'Error loading settings', description: problemOf(error).message })
    }
  }
  const onDiscard = () => void beginOnLatest()
  const onKeep = () => void beginOnLatest(defaultValues)
  // Until the answer to its own save is here, a newer version is most likely that save.
  const isStale = isDirty && !isSaving && (isRefused || studio.version > base)
  return { form, submit, error: save.error, bar: { isDirty, isPending: save.isPending, isStale, onDiscard, onKeep } }
}

/** The edition that the form was begun on, with the draft of what was changed since. */
function useBase<Fields extends Values & FieldValues, Read>(
  form: UseFormReturn<Fields, unknown, Read>,
  draft: string,
  { studio, fieldsOf }: Pick<SettingsOf<Fields, Read>, 'studio' | 'fieldsOf'>,
) {
  const [begun, setBase] = useState(studio.version)
  const base = studio.version > begun ? afterOwnSaves(studio.id, begun) : begun
  const { reset, getValues, formState, subscribe } = form
  const { isDirty, defaultValues } = formState
  const begin = useCallback(
    (now: Studio, sent?: FieldValues) => {
      dropDraft(draft)
      settle({ reset, getValues }, fieldsOf(now), sent)
      setBase(now.version)
    },
    [draft, reset, getValues, fieldsOf],
  )
  useEffect(() => {
    const kept = Kept.safeParse(readDraft(draft))
    if (!kept.success) return
    reset({ ...getValues(), ...kept.data.fields }, { keepDefaultValues: true })
    setBase(kept.data.version)
  }, [draft, reset, getValues])
  useEffect(() => {
    if (!isDirty) return
    const keep = (values: Fields) => keepDraft(draft, { version: base, fields: changedIn(values, defaultValues ?? {}) })
    keep(getValues())
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) })
  }, [isDirty, draft, base, defaultValues, getValues, subscribe])
  // Somebody else has saved, and nothing stands here that would be lost.
  useEffect(() => {
    if (!isDirty && studio.version !== base) begin(studio)
  }, [isDirty, studio, base, begin])
  return { base, begin }
}
