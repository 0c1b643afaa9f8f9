import { isOverdue } from '@studiohub/contract/features/tasks/rules.ts'
import type { Task } from '@studiohub/contract/features/tasks/schema.ts'
import {
  type TaskPriority,
  type TaskStatus,
  taskPriorityLabels,
  taskStatusLabels,
} from '@studiohub/contract/features/tasks/words.ts'
import {
  ArrowDown,
  ArrowUp,
  CheckCheck,
  ChevronsUp,
  CircleX,
  Clock,
  Equal,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import { formatWeekdayAndDay } from '#lib/page/time.ts'
import { Badge, type Tone } from '#ui/badge.tsx'

const statusLooks: Record<TaskStatus, { tone: Tone; icon: LucideIcon }> = {
  pending: { tone: 'pending', icon: Clock },
  in_progress: { tone: 'completed', icon: LoaderCircle },
  completed: { tone: 'confirmed', icon: CheckCheck },
  cancelled: { tone: 'cancelled', icon: CircleX },
}

export const TaskStatusBadge = ({ status }: { status: TaskStatus }) => (
  <Badge {...statusLooks[status]}>{taskStatusLabels[status]}</Badge>
)

const priorityIcons: Record<TaskPriority, LucideIcon> = {
  low: ArrowDown,
  medium: Equal,
  high: ArrowUp,
  urgent: ChevronsUp,
}

export function Priority({ priority }: { priority: TaskPriority }) {
  const Icon = priorityIcons[priority]
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon aria-hidden className="size-4 text-muted-foreground" />
      <span className="@max-3xl:sr-only">{taskPriorityLabels[priority]}</span>
    </span>
  )
}

/** The due date, marked if overdue. @param today `yyyy-MM-dd` in the studio's time zone */
export function DueDate({ task, today }: { task: Task; today: string }) {
  if (task.due_date === null) return <span className="text-muted-foreground">No due date</span>
  return (
    <span className="inline-flex items-center gap-2 @3xl:flex-wrap">
      <span className="whitespace-nowrap">{formatWeekdayAndDay(task.due_date)}</span>
      {isOverdue(task, today) && (
        <Badge tone="cancelled" icon={TriangleAlert}>
          Overdue
        </Badge>
      )}
    </span>
  )
}
