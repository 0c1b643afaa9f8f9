import { EXCEPTION_NOTE_MAX, EXCEPTIONS_MAX } from '@studiohub/contract/features/resources/schema.ts'
import { Trash2 } from 'lucide-react'
import { useFieldArray, useFormState } from 'react-hook-form'
import { formatMediumDate } from '#lib/page/time.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DateField } from '#ui/date-time-fields.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { type HoursFormState, SpansEditor } from './spans-editor.tsx'

/** A day in the reader's format: 'Dec 25, 2026'. */
const nameOf = (date: string) => (date ? formatMediumDate(date) : 'this day')

/** Exceptions from the weekly hours: closed, or other hours. Past ones stay in the form but are hidden. */
export function ExceptionsCard({ form, today }: { form: HoursFormState; today: string }) {
  const { control, register, getFieldState } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'exceptions' })
  const state = useFormState({ control, name: 'exceptions' })
  const shown = [...fields.entries()].filter(([, { date }]) => date === '' || date >= today)
  return (
    <Card
      title="Days with other hours"
      description="Holidays and other days with different hours. Booked sessions stay."
      action={
        <Button
          look="secondary"
          disabled={fields.length >= EXCEPTIONS_MAX}
          onClick={() => append({ date: '', note: '', spans: [] })}
        >
          Add a day
        </Button>
      }
    >
      {shown.length === 0 && <p className="text-sm text-muted-foreground">All upcoming days have the weekly hours.</p>}
      <ul aria-label="Days with other hours" className="grid grid-cols-1 divide-y divide-border">
        {shown.map(([index, { id, date }]) => (
          <li key={id} className="grid grid-cols-1 gap-3 py-4">
            <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
              <DateField
                label="Day"
                required
                min={today}
                error={getFieldState(`exceptions.${index}.date`, state).error?.message}
                {...register(`exceptions.${index}.date`)}
              />
              <div className="max-sm:order-last max-sm:col-span-2">
                <Field label="Note" error={getFieldState(`exceptions.${index}.note`, state).error?.message}>
                  {(field) => (
                    <Input
                      {...field}
                      {...register(`exceptions.${index}.note`)}
                      maxLength={EXCEPTION_NOTE_MAX}
                      placeholder="Christmas Day"
                    />
                  )}
                </Field>
              </div>
              <IconButton name={`Remove ${nameOf(date)}`} className="mt-6" onClick={() => remove(index)}>
                <Trash2 aria-hidden />
              </IconButton>
            </div>
            <SpansEditor form={form} name={`exceptions.${index}.spans`} day={nameOf(date)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
