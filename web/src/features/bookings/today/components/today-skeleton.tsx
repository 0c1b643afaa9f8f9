import { isSameClock } from '#features/bookings/shared/same-clock.ts'
import { browserTimeZone } from '#lib/page/browser-time.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import type { DayState } from '../model/day-state.ts'
import { getRowHeight } from '../model/row-height.ts'

type Room = { id: string; name: string }

type TodaySkeletonProps = {
  /** Empty until they are loaded. */
  rooms: readonly Room[]
  /** The studio's time zone, if `ZoneNote` follows the sessions. */
  zone?: string
  /** By default `open`, until the sessions are loaded. */
  day?: DayState
}

/** Placeholder of today's sessions in their shape and height. */
export function TodaySkeleton({ rooms, zone, day = 'open' }: TodaySkeletonProps) {
  const isPhone = useIsPhone()
  const hasNote = zone !== undefined && !isSameClock(zone, browserTimeZone(), new Date().getUTCFullYear())
  return (
    <div className="grid grid-cols-1 gap-3">
      {isPhone ? <ListSkeleton /> : <LanesSkeleton rooms={rooms} day={day} />}
      {hasNote && <Skeleton className="h-4 w-52" />}
    </div>
  )
}

const rowKeys = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh']

/** Rows of three lines with a button, as high as those of `TodayList`. */
const ListSkeleton = () => (
  <div aria-hidden className="grid divide-y divide-border rounded-md border border-border bg-card">
    {rowKeys.map((key) => (
      <div key={key} className="flex min-h-17 items-center gap-3 px-3 py-2">
        <div className="grid grow gap-1.5">
          <div className="flex items-center gap-1.5">
            <Skeleton className="size-4 rounded-full" />
            <Skeleton className="h-4 w-28" />
          </div>
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-3 w-40" />
        </div>
        <Skeleton className="h-11 w-30 shrink-0" />
      </div>
    ))}
  </div>
)

const unknownRooms: readonly Room[] = ['first', 'second', 'third'].map((id) => ({ id, name: '' }))
const hourKeys = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']

/** Beginning and width of the sessions of a lane, in percent of the day. Other lanes repeat them. */
const sessionsOfLanes = [
  [
    [7, 26],
    [40, 26],
    [73, 19],
  ],
  [
    [13, 19],
    [53, 26],
  ],
  [
    [20, 19],
    [46, 33],
  ],
] as const

/** The hours and lanes of `RoomTimeline`, with sessions in each of them. */
const LanesSkeleton = ({ rooms, day }: { rooms: readonly Room[]; day: DayState }) => {
  const lanes = rooms.length > 0 ? rooms : unknownRooms
  return (
    <div aria-hidden className="grid rounded-md border border-border bg-card">
      <div className="flex h-12 border-b border-border">
        <div className="w-32 shrink-0 border-r border-border px-3 py-2.5">
          <Skeleton className="h-3 w-20" />
        </div>
        <div className="grid grow grid-cols-8 py-2.5 pl-1">
          {hourKeys.map((key) => (
            <Skeleton key={key} className="h-3 w-8" />
          ))}
        </div>
      </div>
      {lanes.map(({ id, name }, index) => (
        <div
          key={id}
          className="flex border-b border-border last:border-b-0"
          style={{ minHeight: getRowHeight(lanes.length, 1, day) }}
        >
          <div className="w-32 shrink-0 border-r border-border px-3 py-2 text-sm font-medium wrap-anywhere">
            {name || <Skeleton className="h-4 w-20" />}
          </div>
          <div className="relative grow">
            {day !== 'empty' &&
              sessionsOfLanes[index % sessionsOfLanes.length]?.map(([left, width]) => (
                <div key={left} className="absolute inset-y-0 p-0.5" style={{ left: `${left}%`, width: `${width}%` }}>
                  <Skeleton className="h-full" />
                </div>
              ))}
          </div>
        </div>
      ))}
    </div>
  )
}

/** Placeholder of `ComingUp` with as many rows as it has at most. */
export const ComingUpSkeleton = () => (
  <div aria-hidden className="grid gap-2">
    <p className="text-sm font-semibold">Coming up</p>
    <div className="grid divide-y divide-border rounded-md border border-border bg-card">
      {rowKeys.slice(0, 6).map((key) => (
        <div key={key} className="flex h-17 items-center gap-4 px-3 md:h-9">
          <Skeleton className="h-4 w-44 max-md:hidden" />
          <div className="grid gap-2">
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-3 w-44 md:hidden" />
          </div>
        </div>
      ))}
    </div>
  </div>
)
