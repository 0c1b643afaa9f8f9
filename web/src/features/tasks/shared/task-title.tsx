import { canUpdateTask } from '@studiohub/contract/features/tasks/policy.ts'
import { isOpen, isOverdue } from '@studiohub/contract/features/tasks/rules.ts'
import type { Task } from '@studiohub/contract/features/tasks/schema.ts'
import { toActor, useMe } from '#features/profile/api.ts'
import { cx } from '#ui/cx.ts'
import { wholeWideRowClasses } from '#ui/table.tsx'
import { TaskStatusIcon } from './badges.tsx'

type TaskTitleProps = {
  task: Task
  /** Today in the studio's time zone, `yyyy-MM-dd`. */
  today: string
  /** Omit it if the current user cannot edit tasks. */
  onEdit?: (task: Task) => void
}

/**
 * The title and description of a task. The row of an overdue task has a red edge. A click anywhere on the row opens the form,
 * if the current user may change the task.
 */
export function TaskTitle({ task, today, onEdit }: TaskTitleProps) {
  const { title, description, status } = task
  const mayEdit = canUpdateTask(toActor(useMe()), task) && isOpen(task)
  return (
    // The negative margin gives rows with and without a description the same height.
    // In a narrow row, the details are 4 px below titles of one line and of two.
    <span className="grid @max-3xl:min-h-7 @max-3xl:content-end @max-3xl:pb-1 @3xl:-my-1.5">
      {isOverdue(task, today) && <span aria-hidden className="absolute inset-y-0 left-0 w-1 bg-cancelled" />}
      <span className="flex min-w-0 items-center gap-1.5">
        <span className="self-start @max-3xl:mt-0.5 @3xl:hidden">
          <TaskStatusIcon status={status} />
        </span>
        {onEdit && mayEdit ? (
          <button
            type="button"
            aria-label={`Edit ${title}`}
            aria-haspopup="dialog"
            onClick={() => onEdit(task)}
            className={cx(titleClasses, 'text-left underline-offset-4 hover:underline', wholeWideRowClasses)}
          >
            {title}
          </button>
        ) : (
          <span className={titleClasses}>{title}</span>
        )}
      </span>
      {description && (
        <span
          title={description}
          className="line-clamp-1 max-w-md text-xs font-normal wrap-anywhere text-muted-foreground @max-3xl:pl-5.5 @max-3xl:whitespace-normal"
        >
          {description}
        </span>
      )}
    </span>
  )
}

const titleClasses = 'min-w-0 font-medium wrap-anywhere @max-3xl:line-clamp-2 @max-3xl:whitespace-normal'
