import { EXCEPTION_NOTE_MAX, EXCEPTIONS_MAX } from '@studiohub/contract/features/resources/schema.ts'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFieldArray, useFormState } from 'react-hook-form'
import { formatMediumDate } from '#lib/page/time.ts'
import { AddButton } from '#ui/add-button.tsx'
import { IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DateField } from '#ui/date-time-fields.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { PhoneException } from './phone-exception.tsx'
import { type HoursFormState, SpansEditor } from './spans-editor.tsx'

/** A day in the reader's format: 'Dec 25, 2026'. */
const nameOf = (date: string) => (date ? formatMediumDate(date) : 'this day')

/** Exceptions from the weekly hours: closed, or other hours. Past ones stay in the form but are hidden. */
export function ExceptionsCard({ form, today }: { form: HoursFormState; today: string }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'exceptions' })
  const shown = [...fields.entries()].filter(([, { date }]) => date === '' || date >= today)
  const Row = useIsPhone() ? PhoneException : WideException
  return (
    <Card
      title="Days with other hours"
      description="Holidays and other days with different hours. Sessions already booked are kept."
      action={
        <AddButton disabled={fields.length >= EXCEPTIONS_MAX} onClick={() => append({ date: '', note: '', spans: [] })}>
          Add a day
        </AddButton>
      }
    >
      {shown.length === 0 && <p className="text-sm text-muted-foreground">All upcoming days have the weekly hours.</p>}
      <ul
        aria-label="Days with other hours"
        className="grid grid-cols-1 divide-y divide-border empty:hidden max-md:-mb-2"
      >
        {shown.map(([index, { id, date }]) => (
          <Row key={id} form={form} index={index}>
            <ExceptionFields form={form} index={index} date={date} today={today} onRemove={() => remove(index)} />
          </Row>
        ))}
      </ul>
    </Card>
  )
}

const WideException = ({ children }: { children: ReactNode }) => (
  <li className="grid grid-cols-1 gap-3 py-4">{children}</li>
)

type ExceptionFieldsProps = { form: HoursFormState; index: number; date: string; today: string; onRemove: () => void }

function ExceptionFields({ form, index, date, today, onRemove }: ExceptionFieldsProps) {
  const { control, register, getFieldState } = form
  const state = useFormState({ control, name: `exceptions.${index}` })
  const { error: dateError, isTouched } = getFieldState(`exceptions.${index}.date`, state)
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
        <DateField
          label="Day"
          required
          min={today}
          // A new day is checked at once, because it is new in a list.
          error={isTouched || state.isSubmitted ? dateError?.message : undefined}
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
        <IconButton name={`Remove ${nameOf(date)}`} className="mt-6" onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      <SpansEditor form={form} name={`exceptions.${index}.spans`} day={nameOf(date)} />
    </>
  )
}
