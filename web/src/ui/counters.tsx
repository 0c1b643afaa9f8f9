import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'
import { skeletonClasses } from './skeleton.tsx'

type CounterStripProps = {
  /** On phones, whether each figure is a row that ends with its value. Otherwise they are equal cells. */
  asRows?: boolean
  children: ReactNode
}

/** Figures in one line above the content of a screen. */
export const CounterStrip = ({ asRows = false, children }: CounterStripProps) => (
  <ul
    data-rows={asRows || undefined}
    className={cx(
      'group/strip flex flex-wrap gap-x-8 gap-y-2 md:pb-3',
      asRows
        ? 'max-md:grid max-md:divide-y max-md:divide-border max-md:rounded-md max-md:border max-md:border-border max-md:bg-card'
        : 'pb-1 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:gap-y-3 max-sm:has-[>:nth-child(3):last-child]:grid-cols-3',
      asRows && 'max-md:gap-0',
    )}
  >
    {children}
  </ul>
)

type StripCounterProps = {
  title: string
  value: ReactNode
  note?: ReactNode
  /** Whether the note is a warning; without a note, the value itself. */
  isUrgent?: boolean
  /** The page with the details. */
  to?: string
  /** Of a figure that filters the list below it: whether the list shows what it counts. */
  isCurrent?: boolean
}

type SkeletonCountersProps = {
  /** The titles, each with the width of its value, and of its note if it has one, as classes. */
  counters: readonly { title: string; width: string; noteWidth?: string }[]
}

/** Placeholder of a `CounterStrip` with `asRows`: its titles, and a bar for each value and note. */
export const SkeletonCounters = ({ counters }: SkeletonCountersProps) => (
  <div aria-hidden>
    <CounterStrip asRows>
      {counters.map(({ title, width, noteWidth }) => (
        <StripCounter
          key={title}
          title={title}
          value={<span className={cx('inline-block h-4', skeletonClasses, width)} />}
          note={noteWidth && <span className={cx('inline-block h-3', skeletonClasses, noteWidth)} />}
        />
      ))}
    </CounterStrip>
  </div>
)

/** A figure of a `CounterStrip`. */
export function StripCounter({ title, value, note, isUrgent = false, to, isCurrent }: StripCounterProps) {
  return (
    <li
      className={cx(
        'relative grid text-sm max-sm:content-start',
        'max-md:group-data-rows/strip:min-h-11 max-md:group-data-rows/strip:grid-cols-[minmax(min-content,1fr)_auto]',
        'max-md:group-data-rows/strip:content-center max-md:group-data-rows/strip:items-center',
        'max-md:group-data-rows/strip:gap-x-3 max-md:group-data-rows/strip:px-4 max-md:group-data-rows/strip:py-2',
      )}
    >
      <h2 className="text-xs text-muted-foreground max-md:group-data-rows/strip:text-sm">
        {to ? (
          <Link
            to={to}
            // A filter keeps the place on the page, and "back" leaves the page.
            {...(isCurrent !== undefined && { replace: true, preventScrollReset: true })}
            aria-current={isCurrent ? 'true' : undefined}
            className={cx(
              'after:absolute after:inset-0 hover:underline max-sm:not-group-data-rows/strip:after:-inset-y-1',
              isCurrent && 'font-semibold text-foreground after:border-b-2 after:border-link',
            )}
          >
            {title}
          </Link>
        ) : (
          title
        )}
      </h2>
      <p className="flex flex-wrap items-baseline gap-x-1.5 max-sm:not-group-data-rows/strip:contents max-md:group-data-rows/strip:contents">
        <span
          className={cx(
            'text-lg font-semibold tabular-nums max-md:group-data-rows/strip:text-right max-md:group-data-rows/strip:text-base',
            Boolean(note) && 'max-md:group-data-rows/strip:row-span-2',
            isUrgent && !note && 'text-cancelled',
          )}
        >
          {value}
        </span>
        {note && (
          <span
            className={cx(
              'text-xs max-md:group-data-rows/strip:col-start-1 max-md:group-data-rows/strip:row-start-2',
              isUrgent ? 'text-cancelled' : 'text-muted-foreground',
            )}
          >
            {note}
          </span>
        )}
      </p>
    </li>
  )
}
