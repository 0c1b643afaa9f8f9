import { Check } from 'lucide-react'
import { cx } from '../cx.ts'

type StationsProps = {
  /** What travels along them. */
  label: string
  stations: readonly string[]
  /** Which of them it has reached; those before it lie behind. */
  at: number
}

/** A way through named steps as a line of stations: what is done, where it stands, what comes. */
export function Stations({ label, stations, at }: StationsProps) {
  return (
    <ol aria-label={label} className="flex">
      {stations.map((station, index) => (
        <li
          key={station}
          aria-current={index === at ? 'step' : undefined}
          className="relative grid min-w-0 flex-1 justify-items-center gap-2 text-center text-xs"
        >
          {index > 0 && (
            <span
              aria-hidden
              className={cx(
                'absolute top-3 right-1/2 left-[-50%] h-0.5 -translate-y-1/2',
                index <= at ? 'bg-primary' : 'bg-border',
              )}
            />
          )}
          <span
            className={cx(
              'relative z-10 grid size-6 place-items-center rounded-full border-2 bg-card [&_svg]:size-3.5',
              index < at && 'border-primary bg-primary text-on-primary',
              index === at && 'border-primary',
              index > at && 'border-border',
            )}
          >
            {index < at && <Check aria-label="Done" />}
            {index === at && <span aria-hidden className="size-2 rounded-full bg-primary" />}
          </span>
          {/* Side by side on a phone the names would run into each other. */}
          <span className={cx('px-1', index === at ? 'font-semibold' : 'text-muted-foreground max-sm:sr-only')}>
            {station}
          </span>
        </li>
      ))}
    </ol>
  )
}
