import type { Task } from './schema.ts'
import type { TaskStatus } from './words.ts'

/** Spec section 4: the steps of a task, each with the statuses it may start from and the status it sets. */
export const taskSteps = {
  start: { from: ['pending'], to: 'in_progress' },
  complete: { from: ['in_progress'], to: 'completed' },
  cancel: { from: ['pending', 'in_progress'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly TaskStatus[]; to: TaskStatus }>
export type TaskStep = keyof typeof taskSteps

/** Whether the step is allowed for a task with this status. */
export const isStepAllowed = (step: TaskStep, status: TaskStatus) =>
  taskSteps[step].from.some((allowed: TaskStatus) => allowed === status)

/** Whether the task is neither completed nor cancelled. */
export const isOpen = (task: Pick<Task, 'status'>) => isStepAllowed('cancel', task.status)

/** Whether an open task's due date has passed. @param today `yyyy-MM-dd` in the studio's time zone */
export const isOverdue = (task: Pick<Task, 'status' | 'due_date'>, today: string) =>
  isOpen(task) && task.due_date !== null && task.due_date < today
