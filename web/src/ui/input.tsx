import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

/** How every control that takes text looks. Sixteen pixels on phones, or they zoom in. */
export const controlLook =
  'w-full min-h-11 md:min-h-10 rounded-md border border-input bg-background px-3 py-2 text-base md:text-sm ' +
  'transition duration-150 disabled:opacity-60 [&[readonly]]:bg-muted aria-invalid:border-cancelled'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input type="text" {...props} className={cx(controlLook, className)} />
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...props} className={cx(controlLook, 'resize-y', className)} />
}
