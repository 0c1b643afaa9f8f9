import { z } from 'zod'
import { PageQuery } from '../../shared/page.ts'
import { Id, name, prose } from '../../shared/text.ts'
import { CalendarDate } from '../../shared/time.ts'
import { Phase } from '../projects/schema.ts'
import { TASK_DESCRIPTION_MAX, TASK_TITLE_MAX, taskPriorities, taskStatuses } from './words.ts'

export const TaskPriority = z.enum(taskPriorities, { error: 'Please choose a priority' })
export const TaskStatus = z.enum(taskStatuses)

/** A piece of work for a studio's crew or admin. */
export const Task = z.object({
  id: Id,
  studio_id: Id,
  project_id: Id.nullable(),
  title: z.string(),
  description: z.string().nullable(),
  priority: TaskPriority,
  status: TaskStatus,
  /** The project's phase at the time the task was created; null without a project. */
  phase: Phase.nullable(),
  /** A date in the studio's time zone. */
  due_date: CalendarDate.nullable(),
  assigned_to: Id.nullable(),
  /** Null if the task is not assigned, or if the actor may not see the name. */
  assignee_name: z.string().nullable(),
  created_by: Id.nullable(),
  created_by_ai: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  completed_at: z.string().nullable(),
  /** Counts changes. A change that names an older version fails with STALE_VERSION. */
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

/** Omitted fields stay as they are. `start` and `complete` are separate calls, so the only status here is `cancelled`. */
export const TaskChanges = z
  .strictObject({ ...taskFields, status: z.literal('cancelled') })
  .partial()
  .extend({ version: z.number().int().optional() })
export type TaskChanges = z.output<typeof TaskChanges>

/**
 * Which tasks: the actor's own, or all of the studio. `sort`: `newest` first, or by `due` date, then by priority; tasks without
 * a due date are last. Tasks of a project are always sorted by due date.
 */
export const TasksQuery = PageQuery.extend({
  scope: z.enum(['mine', 'all']).default('mine'),
  project_id: Id.optional(),
  /** `open`: pending or in progress. `done`: completed or cancelled. */
  state: z.enum(['open', 'done']).optional(),
  sort: z.enum(['newest', 'due']).default('newest'),
})
export type TasksQuery = z.output<typeof TasksQuery>
