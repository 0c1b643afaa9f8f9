import { Check } from 'lucide-react'
import { cx } from '../cx.ts'

type StepsProps = {
  /** The accessible name. */
  label: string
  steps: readonly string[]
  /** Index of the current step. */
  currentIndex: number
}

/** A process with named steps: completed, current and upcoming. */
export function Steps({ label, steps, currentIndex }: StepsProps) {
  return (
    <ol aria-label={label} className="flex">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === currentIndex ? 'step' : undefined}
          className="relative grid min-w-0 flex-1 justify-items-center gap-2 text-center text-xs"
        >
          {index > 0 && (
            <span
              aria-hidden
              className={cx(
                'absolute top-3 right-1/2 left-[-50%] h-0.5 -translate-y-1/2',
                index <= currentIndex ? 'bg-primary' : 'bg-border',
              )}
            />
          )}
          <span
            className={cx(
              'relative z-10 grid size-6 place-items-center rounded-full border-2 bg-card [&_svg]:size-3.5',
              index < currentIndex && 'border-primary bg-primary text-on-primary',
              index === currentIndex && 'border-primary',
              index > currentIndex && 'border-border',
            )}
          >
            {index < currentIndex && <Check aria-label="Done" />}
            {index === currentIndex && <span aria-hidden className="size-2 rounded-full bg-primary" />}
          </span>
          {/* On phones, labels side by side would overlap. */}
          <span
            className={cx('px-1', index === currentIndex ? 'font-semibold' : 'text-muted-foreground max-sm:sr-only')}
          >
            {step}
          </span>
        </li>
      ))}
    </ol>
  )
}
