import { bookingStatuses, bookingStatusLabels, bookingTypeLabels } from '@studiohub/contract/features/bookings/words.ts'
import { CalendarCheck, Lock, type LucideIcon } from 'lucide-react'
import { memo } from 'react'
import {
  blockedClasses,
  pastFill,
  statusClasses,
  statusIcons,
  statusInks,
  turnoverClasses,
} from '#features/bookings/shared/status.tsx'
import { cx } from '#ui/cx.ts'
import { RoomDot } from './room-dot.tsx'

type LegendItemProps = { icon?: LucideIcon; ink?: string; box: string; children: string }

function LegendItem({ icon: Icon, ink, box, children }: LegendItemProps) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden className={cx('grid size-5 place-items-center rounded-[3px] border-l-2', box)}>
        {Icon && <Icon className={cx('size-3', ink)} />}
      </span>
      {children}
    </li>
  )
}

type LegendProps = {
  /** Rooms whose color marks entries without their name. Omit it if each room's name is in the calendar. */
  rooms?: readonly { id: string; name: string; color: string | null }[] | undefined
  /** Whether the calendar shows the set-up and tear-down times of rooms. */
  withTurnover?: boolean
}

/** Explains colors, icons and patterns of the calendar. */
export const Legend = memo(function Legend({ rooms = [], withTurnover = false }: LegendProps) {
  const coloredRooms = rooms.filter(({ color }) => color)
  const statuses = (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-2 text-xs text-muted-foreground max-md:gap-y-3">
      {bookingStatuses.map((status) => (
        <LegendItem
          key={status}
          icon={statusIcons[status]}
          ink={statusInks[status]}
          // Sessions that are over are gray.
          box={
            status === 'completed'
              ? cx('border-completed', pastFill)
              : statusClasses[status].replace('line-through', '')
          }
        >
          {bookingStatusLabels[status]}
        </LegendItem>
      ))}
      <LegendItem icon={CalendarCheck} box="border-input bg-muted">
        {bookingTypeLabels.client_booking}
      </LegendItem>
      <LegendItem icon={Lock} box={cx('border-input', blockedClasses)}>
        {bookingTypeLabels.blocked_time}
      </LegendItem>
      {withTurnover && <LegendItem box={turnoverClasses}>Turnover</LegendItem>}
    </ul>
  )
  if (coloredRooms.length < 2) return statuses
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-2">
      {statuses}
      <ul aria-label="Rooms" className="flex flex-wrap gap-x-5 gap-y-2 text-xs text-muted-foreground">
        {coloredRooms.map(({ id, name, color }) => (
          <li key={id} className="flex max-w-48 min-w-0 items-center">
            <RoomDot color={color} />
            <span title={name} className="truncate">
              {name}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
})
