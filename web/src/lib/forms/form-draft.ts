import { useEffect, useRef } from 'react'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router'
import { toast } from '#ui/toast.tsx'
import { readStoredUserId } from '../session/stored-session.ts'
import { deleteDraft, readDraft, saveDraft } from './draft-storage.ts'

// Never store passwords, codes or tokens in a draft. `again` is the second field of a new password.
const secretNames = /password|again|code|token/

const openForms = new Map<string, () => object>()

const draftName = (userId: string, form: string) => `${userId}.${form}`

/** Stores the changed fields of all open forms on this page. Called when a session expires. */
export function saveOpenForms(userId: string) {
  for (const [form, readChanges] of openForms) {
    const changes = readChanges()
    if (Object.keys(changes).length > 0) saveDraft(draftName(userId, form), changes)
  }
}

/** The fields that differ from the initial ones, without secrets, so they are safe to store. */
export function getChangedFields(current: FieldValues, initial: FieldValues): FieldValues {
  const changed = Object.entries(current).filter(
    ([name, value]) => !secretNames.test(name) && JSON.stringify(value) !== JSON.stringify(initial[name]),
  )
  return Object.fromEntries(changed)
}

const restoreOptions = { shouldDirty: true, shouldTouch: true, shouldValidate: true }

const isFieldOf = <Input extends FieldValues>(values: Input, name: string): name is Path<Input> => name in values

const isFieldValues = (draft: unknown): draft is FieldValues => typeof draft === 'object' && draft !== null

/**
 * Stores the changed fields of a form when the session expires, per user in this tab, and restores them when the same user opens
 * the same page. The key consists of the page and the field names.
 * @param survivesLeaving whether the input is also stored when the user leaves the form
 */
export function useFormDraft<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  defaults: DefaultValues<Input>,
  survivesLeaving: boolean,
) {
  const { getValues, reset, setValue, formState } = form
  // Not `window.location`, because public pages are prerendered, where `window` does not exist.
  const { pathname } = useLocation()
  const key = `${pathname}#${Object.keys(defaults).toSorted().join()}`
  const initial = formState.defaultValues

  useEffect(() => {
    const readChanges = () => getChangedFields(getValues(), initial ?? {})
    openForms.set(key, readChanges)
    return () => {
      if (openForms.get(key) === readChanges) openForms.delete(key)
    }
  }, [key, getValues, initial])

  useEffect(() => {
    const userId = readStoredUserId()
    const draft = userId && readDraft(draftName(userId, key))
    if (!userId || !isFieldValues(draft)) return
    deleteDraft(draftName(userId, key))
    // A form that shows what it has just saved as a new form leaves a draft that is equal to it.
    if (Object.keys(getChangedFields(draft, getValues())).length === 0) return
    reset({ ...getValues(), ...draft }, { keepDefaultValues: true })
    // Restored fields count as touched, so that they are validated again and a cleared field shows its error.
    const values = getValues()
    for (const name of Object.keys(draft)) if (isFieldOf(values, name)) setValue(name, draft[name], restoreOptions)
    toast.info({ title: 'What you typed is still here', description: 'It has not been saved yet.' })
  }, [key, getValues, reset, setValue])

  // The ref gives the effect below, which runs only when the form is removed, the latest values.
  const leave = useRef(() => {})
  useEffect(() => {
    leave.current = () => {
      const userId = readStoredUserId()
      const changes = getChangedFields(getValues(), initial ?? {})
      if (userId && survivesLeaving && Object.keys(changes).length > 0) saveDraft(draftName(userId, key), changes)
    }
  })
  useEffect(() => () => leave.current(), [])
}
