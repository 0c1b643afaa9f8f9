import type { Task } from '@studiohub/contract/features/tasks/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useNow } from '#lib/hooks/use-now.ts'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { SkeletonTable } from '#ui/skeleton-shapes.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { type TaskFilter, useLiveTasks, useTasks } from '../api.ts'
import { TaskTable } from './task-table.tsx'

export const TaskDialog = lazy(async () => ({ default: (await import('./task-dialog.tsx')).TaskDialog }))

type TaskListProps = {
  label: string
  studio: { id: string; timezone: string }
  filter: TaskFilter
  empty: ReactNode
  /** Whether the current user may edit tasks. */
  canEdit: boolean
  /** Puts the table on a card of its own. */
  framed?: boolean
}

/** A live list of tasks, with the edit dialog. */
export function TaskList({ label, studio, filter, empty, canEdit, framed = false }: TaskListProps) {
  useLiveTasks()
  const tasks = useTasks(filter)
  const today = todayIn(studio.timezone, useNow())
  const [editedTask, setEditedTask] = useState<Task | null>(null)
  return (
    <>
      <QueryView
        query={tasks}
        loadingText="Loading tasks..."
        {...(framed && { skeleton: <SkeletonTable /> })}
        errorTitle="Failed to load tasks"
        empty={empty}
      >
        {(rows) => (
          <div className="grid gap-4">
            <TaskTable
              label={label}
              tasks={rows}
              today={today}
              framed={framed}
              withAssignee={filter.scope === 'all'}
              overdueFirst={filter.sort === 'due' ? { isComplete: !tasks.hasNextPage } : undefined}
              {...(canEdit && { onEdit: setEditedTask })}
            />
            <ShowMore list={tasks} />
          </div>
        )}
      </QueryView>
      {editedTask && (
        <Suspense fallback={<LoadingOverlay>Opening...</LoadingOverlay>}>
          <TaskDialog studio_id={studio.id} task={editedTask} onClose={() => setEditedTask(null)} />
        </Suspense>
      )}
    </>
  )
}
