import { cx } from './cx.ts'

/** For a placeholder inside a text, where a `div` is not allowed. */
export const skeletonClasses = 'animate-pulse rounded-md bg-muted'

/** A gray placeholder. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx(skeletonClasses, className)} />
}

const cardKeys = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** Placeholder cards in the grid of the real ones; six at most. */
export function SkeletonCards({ count, grid, card }: { count: number; grid: string; card: string }) {
  return (
    <div className={cx('grid', grid)}>
      {cardKeys.slice(0, count).map((name) => (
        <Skeleton key={name} className={card} />
      ))}
    </div>
  )
}

/** Placeholder rows; six at most. */
export const SkeletonRows = ({ rows = 4 }: { rows?: number }) => <SkeletonCards count={rows} grid="gap-3" card="h-12" />
