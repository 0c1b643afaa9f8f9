import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

type InputProps = Omit<ComponentProps<'input'>, 'type'>
type OwnProps = { label: string; error?: string | undefined; required?: boolean; hint?: string | undefined }

/** A calendar day, `yyyy-MM-dd`. @param min the first day that can be chosen */
export function DateField({ label, error, hint, required, className, ...props }: InputProps & OwnProps) {
  return (
    <Field label={label} error={error} {...(required && { required })} {...(hint && { hint })}>
      {(control) => <Input {...control} {...props} type="date" className={cx('tabular-nums', className)} />}
    </Field>
  )
}

/** A time of day, `HH:mm`. The form shows the time zone once for all its times. */
export function TimeField({ label, error, hint, required, className, ...props }: InputProps & OwnProps) {
  return (
    <Field label={label} error={error} {...(required && { required })} {...(hint && { hint })}>
      {(control) => <Input {...control} {...props} type="time" className={cx('tabular-nums', className)} />}
    </Field>
  )
}
