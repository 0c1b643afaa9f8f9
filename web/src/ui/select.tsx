import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { controlClasses } from './input.tsx'

export type Choice = { value: string; label: string }

type SelectProps = Omit<ComponentProps<'select'>, 'children'> & { choices: readonly Choice[]; placeholder?: string }

/** A native select: best for touch and screen readers. */
export function Select({ choices, placeholder, className, ...props }: SelectProps) {
  return (
    <div className="relative">
      <select {...props} className={cx(controlClasses, 'appearance-none pr-10', className)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4" />
    </div>
  )
}
