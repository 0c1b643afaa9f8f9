import type { ReactNode } from 'react'

type CheckboxGroupProps<Value> = {
  label: string
  /** `start` is a decoration before the label. */
  choices: readonly { value: Value; label: string; start?: ReactNode }[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
  hint?: string
  error?: string | undefined
}

/** Several options, each with a checkbox. */
export function CheckboxGroup<Value extends string | number>({
  label,
  choices,
  chosen,
  onChange,
  hint,
  error,
}: CheckboxGroupProps<Value>) {
  const toggle = (value: Value) =>
    onChange(chosen.includes(value) ? chosen.filter((chosenValue) => chosenValue !== value) : [...chosen, value])
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex min-h-9 max-sm:min-h-11 cursor-pointer items-center gap-2 rounded-md border border-border bg-raised px-3 text-sm has-checked:border-link"
          >
            <input
              type="checkbox"
              checked={chosen.includes(choice.value)}
              onChange={() => toggle(choice.value)}
              className="size-4 accent-primary"
            />
            {choice.start}
            {choice.label}
          </label>
        ))}
      </div>
      {hint && <p className="text-sm text-muted-foreground">{hint}</p>}
      {error && <p className="text-sm text-cancelled">{error}</p>}
    </fieldset>
  )
}
