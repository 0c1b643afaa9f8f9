import { cx } from './cx.ts'
import type { Choice } from './select.tsx'

type SegmentedProps<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  choices: readonly (Choice & { value: Value })[]
  /** Uses the full width on phones. */
  isWide?: boolean
}

/** A group of buttons to switch between a few views or values. */
export function Segmented<Value extends string>({
  label,
  value,
  onChange,
  choices,
  isWide = false,
}: SegmentedProps<Value>) {
  return (
    <fieldset
      className={cx(
        'inline-flex shrink-0 rounded-md border border-border bg-sunken p-px',
        isWide && 'max-sm:flex max-sm:w-full',
      )}
    >
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
          className={cx(
            'min-h-9 rounded-[7px] px-3 text-sm max-md:min-h-11 max-sm:px-2 font-medium transition duration-150',
            isWide && 'max-sm:flex-1',
            choice.value === value
              ? 'bg-selected text-foreground shadow-sm'
              : 'text-muted-foreground hover:text-foreground',
          )}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}
