import { z } from 'zod'
import { PageQuery } from '../../shared/page.ts'
import { Id, name, prose } from '../../shared/text.ts'
import { CalendarDate } from '../../shared/time.ts'
import { Phase } from '../projects/schema.ts'
import { TASK_DESCRIPTION_MAX, TASK_TITLE_MAX, taskPriorities, taskStatuses } from './words.ts'

export const TaskPriority = z.enum(taskPriorities, { error: 'Please choose a priority' })
export const TaskStatus = z.enum(taskStatuses)

/** What somebody of a studio is to do. */
export const Task = z.object({
  id: Id,
  studio_id: Id,
  project_id: Id.nullable(),
  title: z.string(),
  description: z.string().nullable(),
  priority: TaskPriority,
  status: TaskStatus,
  /** The phase of the project that it belongs to, where it was made in one. */
  phase: Phase.nullable(),
  /** A day by the studio's clock. */
  due_date: CalendarDate.nullable(),
  assigned_to: Id.nullable(),
  /** Null where it is nobody's, and where the name is not the asker's to see. */
  assignee_name: z.string().nullable(),
  created_by: Id.nullable(),
  created_by_ai: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  completed_at: z.string().nullable(),
  /** One more with every change: a change that names an older one is refused (STALE_VERSION). */
  version: z.number().int(),
})
export type Task = z.infer<typeof Task>

const taskFields = {
  title: name('Title is required', TASK_TITLE_MAX),
  description: prose(TASK_DESCRIPTION_MAX).nullable(),
  priority: TaskPriority,
  due_date: CalendarDate.nullable(),
  assigned_to: Id.nullable(),
  project_id: Id.nullable(),
}

export const NewTask = z.strictObject({
  title: taskFields.title,
  description: taskFields.description.default(null),
  priority: taskFields.priority.default('medium'),
  due_date: taskFields.due_date.default(null),
  assigned_to: taskFields.assigned_to.default(null),
  project_id: taskFields.project_id.default(null),
})
export type NewTask = z.output<typeof NewTask>

/** What is left out stays. Starting and completing have calls of their own; here a task can only be given up. */
export const TaskChanges = z
  .strictObject({ ...taskFields, status: z.literal('cancelled') })
  .partial()
  .extend({ version: z.number().int().optional() })
export type TaskChanges = z.output<typeof TaskChanges>

/** Whose: one's own, or those of the whole studio. Those of a project come by due date, all others the newest first. */
export const TasksQuery = PageQuery.extend({
  scope: z.enum(['mine', 'all']).default('mine'),
  project_id: Id.optional(),
  /** Only what is still to be done, or only what is no longer. */
  state: z.enum(['open', 'done']).optional(),
})
export type TasksQuery = z.output<typeof TasksQuery>
