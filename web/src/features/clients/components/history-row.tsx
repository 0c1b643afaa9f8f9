import type { BookingStatus } from '@studiohub/contract/features/bookings/schema.ts'
import type { HistoryEntry } from '@studiohub/contract/features/clients/schema.ts'
import { timeText } from '@studiohub/contract/shared/formats.ts'
import { localAt } from '@studiohub/contract/shared/instants.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { CalendarDays, FolderKanban, type LucideIcon, UserCheck } from 'lucide-react'
import { StatusBadge, statusIcons } from '#features/bookings/shared/status.tsx'
import { formatShortDate, weekdayAndDay } from '#features/bookings/shared/wording.ts'
import { Badge } from '#ui/badge.tsx'

const icons: Record<HistoryEntry['kind'], LucideIcon> = {
  booking: CalendarDays,
  project: FolderKanban,
  checkin: UserCheck,
}
const kindNames: Record<HistoryEntry['kind'], string> = { booking: 'Session', project: 'Project', checkin: 'Check-in' }

const formatStatus = (status: string) => status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ')
const isBookingStatus = (status: string): status is BookingStatus => status in statusIcons

type HistoryRowProps = {
  entry: HistoryEntry
  timezone: string
  /** Whether it is a session to come. Its date needs no year. */
  isAhead?: boolean
  /** Whether it is the client's next session. */
  isNext?: boolean
}

/** A session, project or check-in of a client. */
export function HistoryRow({ entry, timezone, isAhead = false, isNext = false }: HistoryRowProps) {
  const { kind, status, title, at, price_minor, currency } = entry
  const Icon = icons[kind]
  const { date, time } = localAt(at, timezone)
  return (
    <li className="flex items-start gap-3 py-2.5">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="text-sm font-medium break-words">
          <span className="sr-only">{kindNames[kind]}: </span>
          {title}
        </span>
        <span className="text-xs text-muted-foreground tabular-nums">
          {isNext && <span className="font-semibold text-link">Next · </span>}
          {isAhead ? weekdayAndDay(date) : formatShortDate(date)}, {timeText(time)}
          {price_minor !== null && currency && `, ${moneyText(price_minor, currency)}`}
        </span>
      </span>
      {kind === 'booking' && isBookingStatus(status) ? (
        <StatusBadge status={status} />
      ) : (
        <Badge>{formatStatus(status)}</Badge>
      )}
    </li>
  )
}
