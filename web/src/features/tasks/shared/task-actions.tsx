import { canUpdateTask } from '@studiohub/contract/features/tasks/policy.ts'
import { isOpen, isStepAllowed } from '@studiohub/contract/features/tasks/rules.ts'
import type { Task } from '@studiohub/contract/features/tasks/schema.ts'
import { Check, Pencil, Play } from 'lucide-react'
import { toActor, useMe } from '#features/profile/api.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { useChangeTaskStatus } from '../api.ts'

/** The actions of a task for the current user (spec section 4); empty if it is closed or belongs to another person. */
export function TaskActions({ task, onEdit }: { task: Task; onEdit: (task: Task) => void }) {
  const actor = toActor(useMe())
  const changeStatus = useChangeTaskStatus()
  if (!canUpdateTask(actor, task) || !isOpen(task)) return null
  return (
    <span className="flex items-center justify-end gap-2 @3xl:justify-start">
      {isStepAllowed('start', task.status) && (
        <Button
          look="secondary"
          className="@max-3xl:z-1 @max-3xl:px-3 @3xl:min-w-28"
          aria-label={`Start ${task.title}`}
          pending={changeStatus.isPending}
          onClick={() => changeStatus.mutate({ task, step: 'start' })}
        >
          <Play aria-hidden />
          <span className="@max-3xl:sr-only">Start</span>
        </Button>
      )}
      {isStepAllowed('complete', task.status) && (
        <Button
          look="secondary"
          className="@max-3xl:z-1 @max-3xl:px-3 @3xl:min-w-28"
          aria-label={`Complete ${task.title}`}
          pending={changeStatus.isPending}
          onClick={() => changeStatus.mutate({ task, step: 'complete' })}
        >
          <Check aria-hidden />
          <span className="@max-3xl:sr-only">Complete</span>
        </Button>
      )}
      {/* In a narrow row the whole row opens the form, below the button of the next step. */}
      <IconButton
        name={`Edit ${task.title}`}
        onClick={() => onEdit(task)}
        className="@max-3xl:absolute @max-3xl:inset-0 @max-3xl:size-auto @max-3xl:bg-transparent @max-3xl:[&_svg]:hidden"
      >
        <Pencil aria-hidden />
      </IconButton>
    </span>
  )
}
