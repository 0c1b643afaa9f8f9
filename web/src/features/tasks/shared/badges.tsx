import { isOpen, isOverdue } from '@studiohub/contract/features/tasks/rules.ts'
import type { Task } from '@studiohub/contract/features/tasks/schema.ts'
import {
  type TaskPriority,
  type TaskStatus,
  taskPriorityLabels,
  taskStatusLabels,
} from '@studiohub/contract/features/tasks/words.ts'
import { CheckCheck, CircleX, Clock, Flame, LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatWeekdayAndDay } from '#lib/page/time.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { PriorityBars } from '#ui/priority-bars.tsx'

const statusLooks: Record<TaskStatus, { tone: Tone; icon: LucideIcon }> = {
  pending: { tone: 'pending', icon: Clock },
  in_progress: { tone: 'completed', icon: LoaderCircle },
  completed: { tone: 'confirmed', icon: CheckCheck },
  cancelled: { tone: 'cancelled', icon: CircleX },
}

export const TaskStatusBadge = ({ status }: { status: TaskStatus }) => (
  <Badge {...statusLooks[status]}>{taskStatusLabels[status]}</Badge>
)

const statusInks: Partial<Record<TaskStatus, string>> = { pending: 'text-pending', in_progress: 'text-completed' }

/** The status as an icon, for narrow rows, which have no space for the badge. */
export function TaskStatusIcon({ status }: { status: TaskStatus }) {
  const { icon: Icon } = statusLooks[status]
  return (
    <span title={taskStatusLabels[status]} className={cx('shrink-0', statusInks[status] ?? 'text-muted-foreground')}>
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{taskStatusLabels[status]}</span>
    </span>
  )
}

// The icons of the board's cards, which have no `urgent`.
const priorityIcons: Record<TaskPriority, ReactNode> = {
  low: <PriorityBars filled={1} className="text-muted-foreground" />,
  medium: <PriorityBars filled={2} className="text-completed" />,
  high: <PriorityBars filled={3} className="text-cancelled" />,
  urgent: <Flame aria-hidden className="size-4 text-cancelled" />,
}

export function Priority({ priority }: { priority: TaskPriority }) {
  return (
    // In a narrow row the icon says it, so that the person and the day have space. The bottom is aligned, so that the icon does
    // not make the line higher.
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap @max-3xl:h-4 @max-3xl:gap-1 @max-3xl:align-bottom">
      {priorityIcons[priority]}
      <span className="@max-3xl:sr-only">{taskPriorityLabels[priority]}</span>
    </span>
  )
}

type DueDateProps = {
  task: Task
  /** `yyyy-MM-dd` in the studio's time zone. */
  today: string
  /** Whether a heading above says that the task is overdue. Then the date says it only to screen readers. */
  isUnderHeading: boolean
}

/** The due date, marked if it is today or over. */
export function DueDate({ task, today, isUnderHeading }: DueDateProps) {
  if (task.due_date === null) return <span className="text-muted-foreground">No due date</span>
  const date = formatWeekdayAndDay(task.due_date)
  if (isOverdue(task, today)) {
    return (
      <span className="font-medium whitespace-nowrap text-cancelled">
        {date}
        <span className={cx(isUnderHeading && 'sr-only')}> · Overdue</span>
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
