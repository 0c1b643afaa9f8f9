import { Skeleton } from '#ui/skeleton.tsx'

const days = Array.from({ length: 14 }, (_, index) => index)
const times = days.slice(0, 8)

/** The shape of lengths, days and times while they load. */
export const TimesSkeleton = () => (
  <div className="grid gap-5">
    <Skeleton className="h-18 max-w-sm" />
    <div className="grid grid-cols-7 gap-1">
      {days.map((day) => (
        <Skeleton key={day} className="h-12.5" />
      ))}
    </div>
    <div className="grid grid-cols-4 gap-1">
      {times.map((time) => (
        <Skeleton key={time} className="h-11" />
      ))}
    </div>
  </div>
)
