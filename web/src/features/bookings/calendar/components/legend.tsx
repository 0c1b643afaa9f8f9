import { bookingStatuses, bookingStatusLabels, bookingTypeLabels } from '@studiohub/contract/features/bookings/words.ts'
import { CalendarCheck, Lock, type LucideIcon } from 'lucide-react'
import { memo } from 'react'
import { blockedLook, statusIcons, statusInks, statusLooks } from '#features/bookings/shared/status.tsx'
import { cx } from '#ui/cx.ts'

type KeyProps = { icon: LucideIcon; ink?: string; box: string; children: string }

function Key({ icon: Icon, ink, box, children }: KeyProps) {
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
        <Key
          key={status}
          icon={statusIcons[status]}
          ink={statusInks[status]}
          box={statusLooks[status].replace('line-through', '')}
        >
          {bookingStatusLabels[status]}
        </Key>
      ))}
      <Key icon={CalendarCheck} box="border-input bg-muted">
        {bookingTypeLabels.client_booking}
      </Key>
      <Key icon={Lock} box={cx('border-input', blockedLook)}>
        {bookingTypeLabels.blocked_time}
      </Key>
    </ul>
  )
})
