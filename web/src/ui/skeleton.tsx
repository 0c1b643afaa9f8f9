import { cx } from './cx.ts'

/** A grey shape where something will be. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('animate-pulse rounded-md bg-muted', className)} />
}

const rowNames = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** Rows of a list or table that is on its way; six at most. */
export function SkeletonRows({ rows = 4 }: { rows?: number }) {
  return (
    <div className="grid gap-3">
      {rowNames.slice(0, rows).map((name) => (
        <Skeleton key={name} className="h-12" />
      ))}
    </div>
  )
}
