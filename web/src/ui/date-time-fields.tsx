import {
  DateControl,
  type DateLimits,
  type InputAttributes,
  unreadableDate,
  useTypedDate,
} from './date-time/date-input.tsx'
import { useDateTimeReader } from './date-time/reader.ts'
import { TimeControl, unreadableTime, useTypedTime } from './date-time/time-input.tsx'
import type { TypedProps } from './date-time/use-typed-value.ts'
import { Field } from './field.tsx'

type LabelProps = { label: string; error?: string | undefined; required?: boolean; hint?: string | undefined }
type FieldProps = LabelProps & TypedProps & Pick<InputAttributes, 'className' | 'data-autofocus'>

const fieldProps = ({ label, error, hint, required }: LabelProps, problem: string | false) => ({
  label,
  error: problem || error,
  ...(required && { required }),
  ...(hint && { hint }),
})

/** A calendar day, `yyyy-MM-dd`. @param min the first day that the calendar offers */
export function DateField(props: FieldProps & DateLimits) {
  const reader = useDateTimeReader()
  const typedValue = useTypedDate(props, true)
  const { min, max, className, 'data-autofocus': autofocus } = props
  return (
    <Field {...fieldProps(props, typedValue.hasProblem && unreadableDate(reader))}>
      {(control) => (
        <DateControl
          {...control}
          typedValue={typedValue}
          min={min}
          max={max}
          className={className}
          {...(autofocus && { 'data-autofocus': autofocus })}
        />
      )}
    </Field>
  )
}

/**
 * A time of day, `HH:mm`. The form shows the time zone once for all its times.
 * @param step seconds between the times of the list
 * @param openAt the time at which the list of an empty field opens
 */
export function TimeField(props: FieldProps & { step?: number; openAt?: string | undefined }) {
  const reader = useDateTimeReader()
  const typedValue = useTypedTime(props, true)
  const { step, openAt, className, 'data-autofocus': autofocus } = props
  return (
    <Field {...fieldProps(props, typedValue.hasProblem && unreadableTime(reader))}>
      {(control) => (
        <TimeControl
          {...control}
          typedValue={typedValue}
          step={step}
          openAt={openAt}
          className={className}
          {...(autofocus && { 'data-autofocus': autofocus })}
        />
      )}
    </Field>
  )
}
