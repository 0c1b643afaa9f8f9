import { Skeleton, SkeletonRows } from './skeleton.tsx'

const rowKeys = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** Placeholder of a framed table: rows of two lines, as high as the real ones. Six rows at most. */
export const SkeletonTable = ({ rows = 6 }: { rows?: number }) => (
  <div aria-hidden className="grid divide-y divide-border rounded-md border border-border bg-card">
    {rowKeys.slice(0, rows).map((key) => (
      <div key={key} className="flex h-14 items-center gap-6 px-4">
        <Skeleton className="h-4 w-24 shrink-0" />
        <Skeleton className="h-4 grow" />
        <Skeleton className="h-4 w-16 shrink-0 md:w-40" />
      </div>
    ))}
  </div>
)

/** A placeholder card with a title and rows of fields. */
export const SkeletonCard = () => (
  <div className="grid gap-5 rounded-md border border-border bg-card p-4 sm:p-5">
    <div className="grid gap-2">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-4 w-72 max-w-full" />
    </div>
    <SkeletonRows />
  </div>
)

/** Placeholder of a `Field` with a control of one line. @param control another height of the control */
export const SkeletonField = ({ control = 'h-11 md:h-10' }: { control?: string }) => (
  <div className="grid gap-1.5">
    <Skeleton className="h-5 w-24" />
    <Skeleton className={control} />
  </div>
)
