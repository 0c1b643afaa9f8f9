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
          // The last step is as wide as its label, so that the line and the label end at the edge.
          className="relative grid min-w-0 flex-1 content-start gap-2 text-xs last:flex-none last:justify-items-end"
        >
          <span
            aria-hidden
            className={cx(
              'absolute top-3 h-0.5 -translate-y-1/2',
              index < steps.length - 1 ? 'right-0 left-6' : 'right-6 left-0',
              Math.min(index, steps.length - 2) < currentIndex ? 'bg-primary' : 'bg-input',
            )}
          />
          <span
            className={cx(
              'relative grid size-6 place-items-center rounded-full border-2 bg-card [&_svg]:size-3.5',
              index < currentIndex && 'border-primary bg-primary text-on-primary',
              index === currentIndex && 'border-primary',
              index > currentIndex && 'border-input',
            )}
          >
            {index < currentIndex && <Check aria-label="Done" />}
            {index === currentIndex && <span aria-hidden className="size-2 rounded-full bg-primary" />}
          </span>
          {/* On phones, labels side by side would overlap. */}
          <span
            className={cx(
              'whitespace-nowrap',
              index === currentIndex ? 'font-semibold' : 'text-muted-foreground max-sm:sr-only',
            )}
          >
            {step}
          </span>
        </li>
      ))}
    </ol>
  )
}
