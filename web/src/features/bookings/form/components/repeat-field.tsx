import { DateField } from '#ui/date-time-fields.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import type { Repeat } from '../model/repeat.ts'

type RepeatFieldProps = {
  value: Repeat
  onChange: (repeat: Repeat) => void
  /** The server's errors about the end of the series. */
  errors: { until?: string; count?: string }
}

const SESSIONS_MAX = 104
const choices = [
  { value: '0', label: 'Does not repeat' },
  { value: '1', label: 'Every week' },
  ...[2, 3, 4, 6, 8].map((weeks) => ({ value: String(weeks), label: `Every ${weeks} weeks` })),
]
const ends = [
  { value: 'count', label: 'After a number of sessions' },
  { value: 'until', label: 'On a day' },
]

/** Weekly repetition: interval, number and end. */
export function RepeatField({ value, onChange, errors }: RepeatFieldProps) {
  const change = (part: Partial<Repeat>) => onChange({ ...value, ...part })
  return (
    <>
      <Field label="Repeat">
        {(control) => (
          <Select
            {...control}
            choices={choices}
            value={String(value.every_weeks)}
            onChange={(event) => change({ every_weeks: Number(event.target.value) })}
          />
        )}
      </Field>
      {value.every_weeks > 0 && (
        <>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <Field label="Ends">
              {(control) => (
                <Select
                  {...control}
                  choices={ends}
                  value={value.ends}
                  onChange={(event) => change({ ends: event.target.value === 'until' ? 'until' : 'count' })}
                />
              )}
            </Field>
            {value.ends === 'until' ? (
              <DateField
                label="Last day"
                error={errors.until}
                value={value.until}
                onChange={(event) => change({ until: event.target.value })}
              />
            ) : (
              <Field label="Sessions" error={errors.count}>
                {(control) => (
                  <Input
                    {...control}
                    type="number"
                    min={1}
                    max={SESSIONS_MAX}
                    value={value.count}
                    onChange={(event) => change({ count: Number(event.target.value) })}
                  />
                )}
              </Field>
            )}
          </div>
          <Switch
            label="Skip conflicts"
            hint="If on, sessions with conflicts are skipped. If off, one conflict stops the whole series."
            checked={value.skips}
            onChange={(skips) => change({ skips })}
          />
        </>
      )}
    </>
  )
}
