import { canUpdateTask } from '@studiohub/contract/features/tasks/policy.ts'
import { isStepAllowed } from '@studiohub/contract/features/tasks/rules.ts'
import type { Task } from '@studiohub/contract/features/tasks/schema.ts'
import { Check, Play } from 'lucide-react'
import { toActor, useMe } from '#features/profile/api.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { aboveRowClasses } from '#ui/table.tsx'
import { useChangeTaskStatus } from '../api.ts'

const steps = [
  { step: 'start', label: 'Start', icon: Play },
  { step: 'complete', label: 'Complete', icon: Check },
] as const

/** The next step of a task for the current user (spec section 4); empty if it is closed or belongs to another person. */
export function TaskActions({ task }: { task: Task }) {
  const actor = toActor(useMe())
  const changeStatus = useChangeTaskStatus()
  const next = steps.find(({ step }) => isStepAllowed(step, task.status))
  if (!next || !canUpdateTask(actor, task)) return null
  const { step, label, icon: Icon } = next
  return (
    <Button
      look="secondary"
      size="small"
      className={cx(aboveRowClasses, '@max-3xl:h-11 @max-3xl:w-21 @max-3xl:px-0 @3xl:w-28')}
      aria-label={`${label} ${task.title}`}
      pending={changeStatus.isPending}
      onClick={() => changeStatus.mutate({ task, step })}
    >
      {/* A narrow row has only the word. */}
      <Icon aria-hidden className="@max-3xl:hidden" />
      {label}
    </Button>
  )
}
