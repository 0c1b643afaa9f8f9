import { isOverdue } from '@studiohub/contract/features/tasks/rules.ts'
import type { Task } from '@studiohub/contract/features/tasks/schema.ts'
import { Table } from '#ui/table.tsx'
import { DueDate, Priority, TaskStatusBadge } from './badges.tsx'
import { TaskActions } from './task-actions.tsx'
import { TaskTitle } from './task-title.tsx'

type TaskTableProps = {
  label: string
  tasks: readonly Task[]
  /** Today in the studio's time zone, `yyyy-MM-dd`. */
  today: string
  /** Whether to show the assignee. */
  withAssignee: boolean
  framed: boolean
  /** Whether overdue tasks are first, in a group. Their number is shown if all tasks are loaded. */
  overdueFirst?: { isComplete: boolean } | undefined
  /** Omit it if the current user cannot edit tasks. */
  onEdit?: (task: Task) => void
}

/** Tasks with their actions. */
export function TaskTable({ label, tasks, today, withAssignee, framed, overdueFirst, onEdit }: TaskTableProps) {
  const overdue = overdueFirst ? tasks.filter((task) => isOverdue(task, today)) : []
  const others = tasks.filter((task) => !overdue.includes(task))
  const getGroup = (task: Task) => {
    if (task === overdue[0]) return overdueFirst?.isComplete ? `Overdue (${overdue.length})` : 'Overdue'
    return overdue.length > 0 && task === others[0] ? 'Upcoming' : null
  }
  return (
    <Table
      label={label}
      framed={framed}
      rows={[...overdue, ...others]}
      lineAbove={(task) => {
        const text = getGroup(task)
        return text === null ? null : { text, isNarrowOnly: false }
      }}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Task',
          narrow: 'title',
          cell: (task) => <TaskTitle task={task} today={today} {...(onEdit && { onEdit })} />,
        },
        ...(withAssignee ? [assigneeColumn] : []),
        {
          name: 'Priority',
          cell: ({ priority }) => (
            <span className={withAssignee ? undefined : belowTitleClasses}>
              <Priority priority={priority} />
            </span>
          ),
        },
        {
          name: 'Status',
          // It is an icon before the title there.
          narrow: 'hidden',
          cell: ({ status }) => <TaskStatusBadge status={status} />,
        },
        {
          name: 'Due',
          cell: (task) => <DueDate task={task} today={today} isUnderHeading={overdueFirst !== undefined} />,
        },
        ...(onEdit
          ? [
              {
                name: 'Actions',
                align: 'end' as const,
                narrow: 'end' as const,
                cell: (task: Task) => <TaskActions task={task} />,
              },
            ]
          : []),
      ]}
    />
  )
}

/** In a narrow row, the second line begins below the title, not below the icon before it. */
const belowTitleClasses = '@max-3xl:pl-5.5'

const getAssigneeName = (assigned_to: string | null, name: string | null) =>
  name ?? <span className="text-muted-foreground">{assigned_to === null ? 'Not assigned' : 'The studio'}</span>

const assigneeColumn = {
  name: 'Assigned to',
  cell: ({ assignee_name, assigned_to }: Task) => (
    <span className={belowTitleClasses}>{getAssigneeName(assigned_to, assignee_name)}</span>
  ),
}
