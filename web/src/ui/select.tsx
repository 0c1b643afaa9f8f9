import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { controlClasses } from './input.tsx'

export type Choice = { value: string; label: string }

/** Choices under a heading. */
export type ChoiceGroup = { label: string; choices: readonly Choice[] }

type SelectProps = Omit<ComponentProps<'select'>, 'children'> & {
  choices: readonly (Choice | ChoiceGroup)[]
  placeholder?: string
}

/** A native select, which works best for touch and screen readers. */
export function Select({ choices, placeholder, className, ...props }: SelectProps) {
  return (
    <div className="relative">
      <select {...props} className={cx(controlClasses, 'appearance-none pr-10', className)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {choices.map((choice) =>
          'choices' in choice ? (
            <optgroup key={choice.label} label={choice.label}>
              {choice.choices.map(option)}
            </optgroup>
          ) : (
            option(choice)
          ),
        )}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4" />
    </div>
  )
}

const option = ({ value, label }: Choice) => (
  <option key={value} value={value}>
    {label}
  </option>
)
