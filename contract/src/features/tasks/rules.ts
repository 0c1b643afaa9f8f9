import type { Task } from './schema.ts'
import type { TaskStatus } from './words.ts'

/** Spec section 4: the steps of a task, each with where it may begin and where it leads. */
export const taskSteps = {
  start: { from: ['pending'], to: 'in_progress' },
  complete: { from: ['in_progress'], to: 'completed' },
  cancel: { from: ['pending', 'in_progress'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly TaskStatus[]; to: TaskStatus }>
export type TaskStep = keyof typeof taskSteps

export const isPossible = (step: TaskStep, status: TaskStatus) =>
  taskSteps[step].from.some((one: TaskStatus) => one === status)

/** Whether it is still to be done. */
export const isOpen = (task: Pick<Task, 'status'>) => isPossible('cancel', task.status)

/** Whether its day has passed with the task undone. @param today `yyyy-MM-dd` by the studio's clock */
export const isOverdue = (task: Pick<Task, 'status' | 'due_date'>, today: string) =>
  isOpen(task) && task.due_date !== null && task.due_date < today
