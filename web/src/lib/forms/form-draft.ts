import { useEffect } from 'react'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router'
import { toast } from '#ui/toast.tsx'
import { storedUserId } from '../session/stored-session.ts'
import { deleteDraft, readDraft, saveDraft } from './draft.ts'

// Never store passwords, codes or tokens in a draft.
const secret = /password|again|code|token/

const openForms = new Map<string, () => object>()

const draftName = (person: string, form: string) => `${person}.${form}`

/** Stores the changed fields of all open forms on this page. Called when a session ends without a sign-out. */
export function saveOpenForms(person: string) {
  for (const [form, read] of openForms) {
    const typed = read()
    if (Object.keys(typed).length > 0) saveDraft(draftName(person, form), typed)
  }
}

/** The changed fields that are safe to store. */
export function changedFields(now: FieldValues, before: FieldValues): FieldValues {
  const changed = Object.entries(now).filter(
    ([name, value]) => !secret.test(name) && JSON.stringify(value) !== JSON.stringify(before[name]),
  )
  return Object.fromEntries(changed)
}

const asTouched = { shouldDirty: true, shouldTouch: true, shouldValidate: true }

const isFieldOf = <Input extends FieldValues>(values: Input, name: string): name is Path<Input> => name in values

const isFields = (draft: unknown): draft is FieldValues => typeof draft === 'object' && draft !== null

/**
 * Restores a form after a session has expired. Its input is stored per user in this tab, and restored when the same user
 * opens the same page. The key consists of the page and the field names.
 */
export function useFormDraft<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  defaults: DefaultValues<Input>,
) {
  const { getValues, reset, setValue, formState } = form
  // Not `window.location`, because public pages are prerendered, where `window` does not exist.
  const { pathname } = useLocation()
  const key = `${pathname}#${Object.keys(defaults).toSorted().join()}`
  const before = formState.defaultValues

  useEffect(() => {
    const read = () => changedFields(getValues(), before ?? {})
    openForms.set(key, read)
    return () => {
      if (openForms.get(key) === read) openForms.delete(key)
    }
  }, [key, getValues, before])

  useEffect(() => {
    const person = storedUserId()
    const draft = person && readDraft(draftName(person, key))
    if (!person || !isFields(draft)) return
    deleteDraft(draftName(person, key))
    reset({ ...getValues(), ...draft }, { keepDefaultValues: true })
    // Restored fields count as touched, so that they are validated again and a cleared field shows its error.
    const values = getValues()
    for (const name of Object.keys(draft)) if (isFieldOf(values, name)) setValue(name, draft[name], asTouched)
    toast.info({ title: 'What you typed is still here', description: 'It has not been saved yet.' })
  }, [key, getValues, reset, setValue])
}
