import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

type InputProps = Omit<ComponentProps<'input'>, 'type'>
type FieldPropsOf = { label: string; error?: string | undefined; required?: boolean; hint?: string | undefined }

// Said only where it matters: the reader sits in another zone than the studio.
function hintOf(hint: string | undefined, timeZone: string | undefined) {
  const reader = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zone = timeZone && timeZone !== reader ? `In the studio's time, ${timeZone.replaceAll('_', ' ')}` : undefined
  return [hint, zone].filter(Boolean).join('. ') || undefined
}

/** A calendar day, `yyyy-MM-dd`. @param min the first day that can be chosen */
export function DateField({ label, error, hint, required, className, ...props }: InputProps & FieldPropsOf) {
  return (
    <Field label={label} error={error} {...(required && { required })} {...(hint && { hint })}>
      {(control) => <Input {...control} {...props} type="date" className={cx('tabular-nums', className)} />}
    </Field>
  )
}

/** A time of day, `HH:mm`, in the studio's zone; the zone is named where the reader's differs. */
export function TimeField({
  label,
  error,
  hint,
  required,
  timeZone,
  className,
  ...props
}: InputProps & FieldPropsOf & { timeZone?: string }) {
  const words = hintOf(hint, timeZone)
  return (
    <Field label={label} error={error} {...(required && { required })} {...(words && { hint: words })}>
      {(control) => <Input {...control} {...props} type="time" className={cx('tabular-nums', className)} />}
    </Field>
  )
}
