import { useCallback, useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { dropDraft, keepDraft, readDraft } from '../../../lib/draft.ts'
import { settle } from '../../../lib/form.ts'
import { HoursDraft, type HoursFields } from './hours-form.ts'

const Kept = z.object({ version: z.number(), fields: HoursDraft })

/**
 * Keeps what was changed and not saved in this tab: leaving the page or loading it anew loses nothing, and closing the
 * tab asks first. @returns the edition that the changes were made on
 */
export function useDraft(form: UseFormReturn<HoursFields, unknown, HoursFields>, name: string, version: number) {
  const [base, setBase] = useState(version)
  const { isDirty } = form.formState
  const { reset, getValues } = form

  useEffect(() => {
    const kept = Kept.safeParse(readDraft(name))
    if (!kept.success) return
    reset(kept.data.fields, { keepDefaultValues: true })
    setBase(kept.data.version)
  }, [name, reset])

  useEffect(() => {
    if (!isDirty) return
    const keep = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => keepDraft(name, { version: base, fields: values }),
    })
    keepDraft(name, { version: base, fields: getValues() })
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => {
      keep()
      window.removeEventListener('beforeunload', ask)
    }
  }, [form, name, base, isDirty, getValues])

  const begin = useCallback(
    (fields: HoursFields, edition: number, sent?: FieldValues) => {
      dropDraft(name)
      settle({ reset, getValues }, fields, sent)
      setBase(edition)
    },
    [name, reset, getValues],
  )
  return { base, begin }
}
