import {
  type CardPriority,
  type CardStatus,
  cardPriorityLabels,
  cardStatusLabels,
} from '@studiohub/contract/features/board/words.ts'
import { MINUTE_MS } from '@studiohub/contract/shared/durations.ts'
import { CircleCheck, CirclePlay, Eye, type LucideIcon, OctagonAlert } from 'lucide-react'
import { cx } from '#ui/cx.ts'
import { PriorityBars } from '#ui/priority-bars.tsx'

const priorities: Record<CardPriority, { filled: 1 | 2 | 3; ink: string }> = {
  low: { filled: 1, ink: 'text-muted-foreground' },
  medium: { filled: 2, ink: 'text-completed' },
  high: { filled: 3, ink: 'text-cancelled' },
}
const statuses: Record<CardStatus, { icon: LucideIcon; ink: string }> = {
  active: { icon: CirclePlay, ink: '' },
  in_review: { icon: Eye, ink: 'text-pending' },
  complete: { icon: CircleCheck, ink: 'text-confirmed' },
  blocked: { icon: OctagonAlert, ink: 'text-cancelled' },
}

/** The priority as an icon; in words for screen readers. */
export function PriorityIcon({ priority, className }: { priority: CardPriority; className?: string }) {
  const { filled, ink } = priorities[priority]
  return (
    <span title={`Priority: ${cardPriorityLabels[priority]}`} className={cx('shrink-0', className)}>
      <PriorityBars filled={filled} className={ink} />
      <span className="sr-only">{cardPriorityLabels[priority]}</span>
    </span>
  )
}

/** The status as icon and text, without a frame. */
export function CardStatusMark({ status }: { status: CardStatus }) {
  const { icon: Icon, ink } = statuses[status]
  return (
    <span className={cx('inline-flex items-center gap-1', ink)}>
      <Icon aria-hidden className="size-3.5" />
      {cardStatusLabels[status]}
    </span>
  )
}

/** A duration: '3 d 4 h', '2 h', '5 min'. */
export function formatDuration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`
  if (hours > 0) return `${hours} h`
  return minutes > 0 ? `${minutes} min` : 'Less than a minute'
}
