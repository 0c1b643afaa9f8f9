import { ChevronRight, Clock } from 'lucide-react'
import { Link } from 'react-router'
import { useOverdueTasks } from '#features/tasks/api.ts'
import { paths } from '#paths.ts'

/** How many of the user's tasks are overdue, and the first of them. Nothing if there are none. */
export function OwnOverdueLine({ today }: { today: string }) {
  const { data: tasks = [] } = useOverdueTasks('mine', today)
  const [first] = tasks
  if (!first) return null
  return (
    <Link
      to={paths.staffTasks}
      className="flex min-h-11 min-w-0 items-center gap-2 rounded-md border border-border bg-card px-3 text-sm hover:bg-muted"
    >
      <Clock aria-hidden className="size-4 shrink-0 text-pending" />
      <span title={first.title} className="truncate">
        <span className="font-medium">
          {tasks.length === 1 ? '1 task is overdue' : `${tasks.length} tasks are overdue`}
        </span>
        <span className="text-muted-foreground">: {first.title}</span>
      </span>
      <ChevronRight aria-hidden className="ml-auto size-4 shrink-0 text-muted-foreground" />
    </Link>
  )
}
