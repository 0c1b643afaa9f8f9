import {
  type CardPriority,
  type CardStatus,
  cardPriorityLabels,
  cardStatusLabels,
} from '@studiohub/contract/features/board/words.ts'
import { ChevronsUp, ChevronUp, CircleCheck, CirclePlay, Eye, type LucideIcon, Minus, OctagonAlert } from 'lucide-react'
import { Badge, type Tone } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'

const priorities: Record<CardPriority, { icon: LucideIcon; ink: string }> = {
  low: { icon: Minus, ink: 'text-muted-foreground' },
  medium: { icon: ChevronUp, ink: 'text-completed' },
  high: { icon: ChevronsUp, ink: 'text-cancelled' },
}
const statuses: Record<CardStatus, { icon: LucideIcon; tone: Tone }> = {
  active: { icon: CirclePlay, tone: 'neutral' },
  in_review: { icon: Eye, tone: 'pending' },
  complete: { icon: CircleCheck, tone: 'confirmed' },
  blocked: { icon: OctagonAlert, tone: 'cancelled' },
}

export function CardStatusBadge({ status }: { status: CardStatus }) {
  return <Badge {...statuses[status]}>{cardStatusLabels[status]}</Badge>
}

/** The priority as an icon; in words for screen readers. */
export function PriorityIcon({ priority, className }: { priority: CardPriority; className?: string }) {
  const { icon: Icon, ink } = priorities[priority]
  return (
    <span title={`Priority: ${cardPriorityLabels[priority]}`} className={cx('shrink-0', className)}>
      <Icon aria-hidden className={cx('size-4', ink)} />
      <span className="sr-only">{cardPriorityLabels[priority]}</span>
    </span>
  )
}

/** The status as icon and text, without a frame. */
export function CardStatusMark({ status }: { status: CardStatus }) {
  const { icon: Icon } = statuses[status]
  return (
    <span className="inline-flex items-center gap-1">
      <Icon aria-hidden className="size-3.5" />
      {cardStatusLabels[status]}
    </span>
  )
}

const MINUTE_MS = 60_000

/** A duration: '3 d 4 h', '2 h', '5 min'. */
export function formatDuration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`
  if (hours > 0) return `${hours} h`
  return minutes > 0 ? `${minutes} min` : 'Less than a minute'
}
