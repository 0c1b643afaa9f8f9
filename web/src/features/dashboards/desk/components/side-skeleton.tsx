import { Skeleton } from '#ui/skeleton.tsx'

const rowKeys = ['first', 'second']

/** Placeholder of a `SideSection` with rows of two lines; two at most. */
const SideSkeleton = ({ rows }: { rows: number }) => (
  <div aria-hidden className="grid grid-cols-1 content-start gap-2">
    <div className="flex h-5 items-center">
      <Skeleton className="h-4 w-20" />
    </div>
    <div className="grid grid-cols-1 divide-y divide-border border-t border-border">
      {rowKeys.slice(0, rows).map((key) => (
        <div key={key} className="grid h-13 content-center gap-2">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-3 w-44" />
        </div>
      ))}
    </div>
  </div>
)

/** Placeholder of `StudioOverdue` while it is not known whether there is anything. */
export const OverdueSkeleton = () => <SideSkeleton rows={2} />

/** Placeholder of `UnreadMessages` while it is not known whether there are any. */
export const MessagesSkeleton = () => <SideSkeleton rows={1} />
