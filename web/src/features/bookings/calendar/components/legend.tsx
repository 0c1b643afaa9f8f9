import { bookingStatuses, bookingStatusLabels, bookingTypeLabels } from '@studiohub/contract/features/bookings/words.ts'
import { CalendarCheck, Lock, type LucideIcon } from 'lucide-react'
import { memo } from 'react'
import { blockedClasses, statusClasses, statusIcons, statusInks } from '#features/bookings/shared/status.tsx'
import { cx } from '#ui/cx.ts'

type LegendItemProps = { icon: LucideIcon; ink?: string; box: string; children: string }

function LegendItem({ icon: Icon, ink, box, children }: LegendItemProps) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden className={cx('grid size-5 place-items-center rounded-[3px] border-l-2', box)}>
        <Icon className={cx('size-3', ink)} />
      </span>
      {children}
    </li>
  )
}

/** Explains colors, icons and patterns of the calendar. */
export const Legend = memo(function Legend() {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-5 gap-y-2 text-xs text-muted-foreground">
      {bookingStatuses.map((status) => (
        <LegendItem
          key={status}
          icon={statusIcons[status]}
          ink={statusInks[status]}
          box={statusClasses[status].replace('line-through', '')}
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
    </ul>
  )
})
