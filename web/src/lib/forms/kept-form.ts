import { useEffect } from 'react'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router'
import { toast } from '#ui/toast.tsx'
import { storedPerson } from '../session/stored-session.ts'
import { dropDraft, keepDraft, readDraft } from './draft.ts'

// What proves who somebody is never lies about.
const secret = /password|again|code|token/

const open = new Map<string, () => object>()

const nameOf = (person: string, form: string) => `${person}.${form}`

/** Keeps what stands changed in the forms of this page; called when a session ends that nobody meant to end. */
export function keepTyped(person: string) {
  for (const [form, read] of open) {
    const typed = read()
    if (Object.keys(typed).length > 0) keepDraft(nameOf(person, form), typed)
  }
}

/** The changed fields that may be kept. */
export function changedIn(now: FieldValues, before: FieldValues): FieldValues {
  const changed = Object.entries(now).filter(
    ([name, value]) => !secret.test(name) && JSON.stringify(value) !== JSON.stringify(before[name]),
  )
  return Object.fromEntries(changed)
}

const checked = { shouldDirty: true, shouldTouch: true, shouldValidate: true }

const isFieldOf = <Input extends FieldValues>(values: Input, name: string): name is Path<Input> => name in values

const isFields = (kept: unknown): kept is FieldValues => typeof kept === 'object' && kept !== null

/**
 * Lets a form outlive a session that runs out: what was typed is kept for its person in this tab, and stands in the form
 * again when they are back at the same page. A form is known by its page and its fields.
 */
export function useKeptForm<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  defaults: DefaultValues<Input>,
) {
  const { getValues, reset, setValue, formState } = form
  // Not the window's: the public pages are rendered where there is none.
  const { pathname } = useLocation()
  const key = `${pathname}#${Object.keys(defaults).toSorted().join()}`
  const before = formState.defaultValues

  useEffect(() => {
    const read = () => changedIn(getValues(), before ?? {})
    open.set(key, read)
    return () => {
      if (open.get(key) === read) open.delete(key)
    }
  }, [key, getValues, before])

  useEffect(() => {
    const person = storedPerson()
    const kept = person && readDraft(nameOf(person, key))
    if (!person || !isFields(kept)) return
    dropDraft(nameOf(person, key))
    reset({ ...getValues(), ...kept }, { keepDefaultValues: true })
    // Each was changed and left before: it is checked again, and an emptied one shows its error.
    const values = getValues()
    for (const name of Object.keys(kept)) if (isFieldOf(values, name)) setValue(name, kept[name], checked)
    toast.info({ title: 'What you typed is still here', description: 'It has not been saved yet.' })
  }, [key, getValues, reset, setValue])
}
