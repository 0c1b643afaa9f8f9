import { isOpen, isOverdue } from '@studiohub/contract/features/tasks/rules.ts'
import type { Task } from '@studiohub/contract/features/tasks/schema.ts'
import {
  type TaskPriority,
  type TaskStatus,
  taskPriorityLabels,
  taskStatusLabels,
} from '@studiohub/contract/features/tasks/words.ts'
import {
  CheckCheck,
  ChevronsUp,
  ChevronUp,
  CircleX,
  Clock,
  Flame,
  LoaderCircle,
  type LucideIcon,
  Minus,
  TriangleAlert,
} from 'lucide-react'
import { formatWeekdayAndDay } from '#lib/page/time.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'

const statusLooks: Record<TaskStatus, { tone: Tone; icon: LucideIcon }> = {
  pending: { tone: 'pending', icon: Clock },
  in_progress: { tone: 'completed', icon: LoaderCircle },
  completed: { tone: 'confirmed', icon: CheckCheck },
  cancelled: { tone: 'cancelled', icon: CircleX },
}

export const TaskStatusBadge = ({ status }: { status: TaskStatus }) => (
  <Badge {...statusLooks[status]}>{taskStatusLabels[status]}</Badge>
)

// The icons of the board's cards, which have no `urgent`.
const priorityLooks: Record<TaskPriority, { icon: LucideIcon; ink: string }> = {
  low: { icon: Minus, ink: 'text-muted-foreground' },
  medium: { icon: ChevronUp, ink: 'text-completed' },
  high: { icon: ChevronsUp, ink: 'text-cancelled' },
  urgent: { icon: Flame, ink: 'text-cancelled' },
}

export function Priority({ priority }: { priority: TaskPriority }) {
  const { icon: Icon, ink } = priorityLooks[priority]
  return (
    <span className="inline-flex items-center gap-1.5 align-middle whitespace-nowrap">
      <Icon aria-hidden className={cx('size-4 @max-3xl:size-3.5', ink)} />
      <span className="@max-3xl:sr-only">{taskPriorityLabels[priority]}</span>
    </span>
  )
}

/** The due date, marked if it is today or over. @param today `yyyy-MM-dd` in the studio's time zone */
export function DueDate({ task, today }: { task: Task; today: string }) {
  if (task.due_date === null) return <span className="text-muted-foreground">No due date</span>
  const date = formatWeekdayAndDay(task.due_date)
  if (isOverdue(task, today)) {
    return (
      <span className="inline-flex items-center gap-2 text-cancelled @3xl:flex-wrap">
        <span className="font-medium whitespace-nowrap">{date}</span>
        <Badge tone="cancelled" icon={TriangleAlert}>
          Overdue
        </Badge>
      </span>
    )
  }
  const isDueToday = task.due_date === today && isOpen(task)
  return (
    <span className={cx('whitespace-nowrap', isDueToday && 'font-medium text-pending')}>
      {isDueToday ? `Today, ${date}` : date}
    </span>
  )
}
