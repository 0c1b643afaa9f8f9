import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

/** The shared style of text controls. Text has 16 px on phones, because iOS zooms into smaller inputs. */
export const controlClasses =
  'w-full min-h-11 md:min-h-10 rounded-md border border-input bg-field px-3 py-2 text-base md:text-sm ' +
  'transition duration-150 disabled:opacity-60 [&[readonly]]:bg-muted aria-invalid:border-cancelled'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input type="text" {...props} className={cx(controlClasses, className)} />
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...props} className={cx(controlClasses, 'resize-y', className)} />
}
