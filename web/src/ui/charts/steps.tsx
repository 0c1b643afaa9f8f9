import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

type StepsProps = {
  /** The accessible name. */
  label: string
  steps: readonly string[]
  /** Index of the current step. */
  currentIndex: number
  /** A badge instead of the label of the current step. */
  badge?: ReactNode
}

/**
 * A process with named steps: completed, current and upcoming. Without enough width one line below names the current and the next
 * step.
 */
export function Steps(props: StepsProps) {
  const { steps, currentIndex } = props
  const next = steps[currentIndex + 1]
  return (
    <div className="@container grid grid-cols-1 gap-2">
      <StepList {...props} />
      {/* For screen readers each step has its name. */}
      <p aria-hidden className="text-sm text-muted-foreground @xl:hidden">
        {currentIndex + 1} of {steps.length} ·{' '}
        <span className="font-semibold text-foreground">{steps[currentIndex]}</span>
        {next && `, next: ${next}`}
      </p>
    </div>
  )
}

function StepList({ label, steps, currentIndex, badge }: StepsProps) {
  return (
    <ol aria-label={label} className="flex">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === currentIndex ? 'step' : undefined}
          // Without labels the circles begin and end at the edges; with them, each label is centered below its circle.
          className="relative grid min-w-0 flex-1 content-start gap-2 text-xs @max-xl:last:flex-none @xl:justify-items-center"
        >
          {index < steps.length - 1 && (
            // With labels it goes on below the next circle.
            <span
              aria-hidden
              className={cx(
                'absolute top-3 left-6 h-0.5 -translate-y-1/2 @max-xl:right-0 @xl:left-1/2 @xl:w-full',
                index < currentIndex ? 'bg-primary' : 'bg-input',
              )}
            />
          )}
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
          {/* Without enough width, the labels would overlap. */}
          <span
            className={cx(
              'whitespace-nowrap @max-xl:sr-only',
              index === currentIndex ? 'font-semibold' : 'text-muted-foreground',
            )}
          >
            {index === currentIndex && badge ? <span className="-mt-0.5 -mb-1.5 block">{badge}</span> : step}
          </span>
        </li>
      ))}
    </ol>
  )
}
