import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

type SwitchProps = {
  label: ReactNode
  /** For a switch next to what it switches. */
  isLabelHidden?: boolean
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** A switch with its label. */
export function Switch({ label, isLabelHidden = false, hint, checked, onChange, disabled }: SwitchProps) {
  const id = useId()
  return (
    <div className={cx('flex justify-between gap-4', hint ? 'items-start' : 'items-center')}>
      <div className="grid gap-0.5">
        <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm font-medium'}>
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-muted-foreground">
            {hint}
          </p>
        )}
      </div>
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={checked}
        onClick={() => onChange(!checked)}
        disabled={disabled ?? false}
        aria-describedby={hint ? `${id}-hint` : undefined}
        // The tap area is higher than the switch.
        className="group relative h-6 w-11 shrink-0 after:absolute after:inset-x-0 after:-inset-y-2.5 rounded-full border border-input bg-muted transition duration-150 disabled:opacity-60 aria-checked:border-primary aria-checked:bg-primary"
      >
        <span className="block size-4 translate-x-1 rounded-full bg-muted-foreground transition duration-150 group-aria-checked:translate-x-[1.375rem] group-aria-checked:bg-on-primary" />
      </button>
    </div>
  )
}
