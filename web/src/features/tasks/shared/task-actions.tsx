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
  const step = useChangeTaskStatus()
  if (!canUpdateTask(actor, task) || !isOpen(task)) return null
  return (
    <span className="flex items-center justify-end gap-2 @3xl:justify-start">
      {isStepAllowed('start', task.status) && (
        <Button
          look="secondary"
          aria-label={`Start ${task.title}`}
          pending={step.isPending}
          onClick={() => step.mutate({ task, step: 'start' })}
        >
          <Play aria-hidden />
          <span className="@max-3xl:sr-only">Start</span>
        </Button>
      )}
      {isStepAllowed('complete', task.status) && (
        <Button
          aria-label={`Complete ${task.title}`}
          pending={step.isPending}
          onClick={() => step.mutate({ task, step: 'complete' })}
        >
          <Check aria-hidden />
          <span className="@max-3xl:sr-only">Complete</span>
        </Button>
      )}
      <IconButton name={`Edit ${task.title}`} onClick={() => onEdit(task)}>
        <Pencil aria-hidden />
      </IconButton>
    </span>
  )
}
