import { Controller, useWatch } from 'react-hook-form'
import { DateField } from '#ui/date-time-fields.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import type { BookingForm } from '../model/booking-form.ts'

const SESSIONS_MAX = 104
const choices = [
  { value: '0', label: 'Does not repeat' },
  { value: '1', label: 'Every week' },
  ...[2, 3, 4, 6, 8].map((weeks) => ({ value: String(weeks), label: `Every ${weeks} weeks` })),
]
const endChoices = [
  { value: 'count', label: 'After a number of sessions' },
  { value: 'until', label: 'On a day' },
]

/** Weekly repetition: interval, number and end. */
export function RepeatField({ form }: { form: BookingForm }) {
  const { errors } = form.formState
  const [every_weeks, ends] = useWatch({ control: form.control, name: ['every_weeks', 'ends'] })
  return (
    <>
      <Field label="Repeat">
        {(control) => (
          <Select {...control} choices={choices} {...form.register('every_weeks', { setValueAs: Number })} />
        )}
      </Field>
      {every_weeks > 0 && (
        <>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <Field label="Ends">
              {(control) => <Select {...control} choices={endChoices} {...form.register('ends')} />}
            </Field>
            {ends === 'until' ? (
              <DateField label="Last day" error={errors.until?.message} {...form.register('until')} />
            ) : (
              <Field label="Sessions" error={errors.count?.message}>
                {(control) => (
                  <Input
                    {...control}
                    type="number"
                    min={1}
                    max={SESSIONS_MAX}
                    {...form.register('count', { setValueAs: Number })}
                  />
                )}
              </Field>
            )}
          </div>
          <Controller
            control={form.control}
            name="skips_conflicts"
            render={({ field }) => (
              <Switch
                label="Skip conflicts"
                hint="If on, sessions with conflicts are skipped. If off, one conflict stops the whole series."
                checked={field.value}
                onChange={field.onChange}
              />
            )}
          />
        </>
      )}
    </>
  )
}
