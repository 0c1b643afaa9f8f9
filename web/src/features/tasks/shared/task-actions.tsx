import { canUpdateTask } from '@studiohub/contract/features/tasks/policy.ts'
import { isOpen, isPossible } from '@studiohub/contract/features/tasks/rules.ts'
import type { Task } from '@studiohub/contract/features/tasks/schema.ts'
import { Check, Pencil, Play } from 'lucide-react'
import { actorOf, useMe } from '#features/profile/api.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { useStepTask } from '../api.ts'

/** The steps that a task offers to the current user (spec section 4), and changing it; nothing where it is over or not theirs. */
export function TaskActions({ task, onEdit }: { task: Task; onEdit: (task: Task) => void }) {
  const actor = actorOf(useMe())
  const step = useStepTask()
  if (!canUpdateTask(actor, task) || !isOpen(task)) return null
  return (
    <span className="flex items-center justify-end gap-2 @3xl:justify-start">
      {isPossible('start', task.status) && (
        <Button
          look="secondary"
          aria-label={`Start ${task.title}`}
          pending={step.isPending}
          onClick={() => step.mutate({ task, step: 'start' })}
        >
          <Play aria-hidden />
          Start
        </Button>
      )}
      {isPossible('complete', task.status) && (
        <Button
          aria-label={`Complete ${task.title}`}
          pending={step.isPending}
          onClick={() => step.mutate({ task, step: 'complete' })}
        >
          <Check aria-hidden />
          Complete
        </Button>
      )}
      <IconButton name={`Edit ${task.title}`} onClick={() => onEdit(task)}>
        <Pencil aria-hidden />
      </IconButton>
    </span>
  )
}
