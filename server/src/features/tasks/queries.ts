import { type TaskStep, taskSteps } from '@studiohub/contract/features/tasks/rules.ts'
import type { NewTask, Task, TaskChanges } from '@studiohub/contract/features/tasks/schema.ts'
import { taskPriorities } from '@studiohub/contract/features/tasks/words.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { byTime, type Page } from '#platform/http/cursor.ts'

const taskColumns = [
  'tasks.id',
  'tasks.studio_id',
  'tasks.project_id',
  'tasks.title',
  'tasks.description',
  'tasks.priority',
  'tasks.status',
  'tasks.phase',
  'tasks.due_date',
  'tasks.assigned_to',
  'assignee.full_name as assignee_name',
  'tasks.created_by',
  'tasks.created_by_ai',
  'tasks.created_at',
  'tasks.updated_at',
  'tasks.completed_at',
  'tasks.version',
] as const

// Row-level security hides the name of an assignee if the actor may not see their profile.
const selectTasks = (tx: Tx) =>
  tx.selectFrom('tasks').leftJoin('profiles as assignee', 'assignee.id', 'tasks.assigned_to').select(taskColumns)

/** A task; undefined if the actor may not see it. */
export function getTask(tx: Tx, id: string) {
  return selectTasks(tx).where('tasks.id', '=', id).executeTakeFirst()
}

export type TasksFilter = Page & {
  studio_id: string
  /** Null for the tasks of all assignees. */
  assigned_to: string | null
  state: 'open' | 'done' | undefined
}

const matchesFilter = ({ state, assigned_to }: Pick<TasksFilter, 'state' | 'assigned_to'>) => sql<boolean>`
  (${state ?? null}::text is null or (tasks.status in ('pending', 'in_progress')) = (${state ?? null}::text = 'open'))
  and (${assigned_to}::uuid is null or tasks.assigned_to = ${assigned_to}::uuid)`

/** Lists tasks of a studio, newest first (spec section 7). */
export function listTasks(tx: Tx, filter: TasksFilter) {
  return selectTasks(tx)
    .where('tasks.studio_id', '=', filter.studio_id)
    .where(matchesFilter(filter))
    .$call(byTime({ at: 'tasks.created_at', id: 'tasks.id', descends: true }, filter))
    .execute()
}

// One text of the due date and the priority, because a cursor holds one value besides the id. Urgent tasks have the lowest digit.
const dueOrder = sql<string>`
  coalesce(tasks.due_date, '9999-12-31')::text || ' ' ||
  (${taskPriorities.length} - array_position(${sql.val([...taskPriorities])}::text[], tasks.priority::text))`

/** Lists tasks of a studio or a project by due date, then by priority. Tasks without a due date come last. */
export function listTasksByDueDate(tx: Tx, filter: TasksFilter & { project_id: string | undefined }) {
  const { project_id, after } = filter
  return selectTasks(tx)
    .select(dueOrder.as('sorted_by'))
    .where('tasks.studio_id', '=', filter.studio_id)
    .$if(project_id !== undefined, (query) => query.where('tasks.project_id', '=', project_id ?? ''))
    .where(matchesFilter(filter))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(${dueOrder}, tasks.id) > (${after?.[0]}, ${after?.[1]}::uuid)`),
    )
    .orderBy(dueOrder)
    .orderBy('tasks.id')
    .limit(filter.limit)
    .execute()
}

export async function insertTask(
  tx: Tx,
  task: NewTask & { phase: Task['phase']; studio_id: string; created_by: string; now: Date },
) {
  const { now, ...row } = task
  const { id } = await tx
    .insertInto('tasks')
    .values({ ...row, created_at: now.toISOString(), updated_at: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes a task if it has this version; undefined accepts any. @returns false if it has another one */
export async function updateTask(
  tx: Tx,
  {
    id,
    version,
    changes,
    now,
  }: { id: string; version: number | undefined; changes: Omit<TaskChanges, 'version'>; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tasks')
    .set(Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)))
    .set(({ eb }) => ({ version: eb('version', '+', 1), updated_at: now.toISOString() }))
    .where('id', '=', id)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Moves a task to its next status. The update checks the current status, so only one of two simultaneous calls succeeds.
 * @returns false if the status does not allow it
 */
export async function advanceTask(tx: Tx, step: TaskStep, id: string, now: Date): Promise<boolean> {
  const { from, to } = taskSteps[step]
  const { numUpdatedRows } = await tx
    .updateTable('tasks')
    .set(({ eb }) => ({
      status: to,
      completed_at: to === 'completed' ? now.toISOString() : null,
      updated_at: now.toISOString(),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A person's current role at a studio, `studio_admin` or `staff`; undefined for all others. */
export async function getCrewRole(tx: Tx, studio_id: string, user_id: string) {
  const role = await tx
    .selectFrom('user_roles')
    .select('role')
    .where('studio_id', '=', studio_id)
    .where('user_id', '=', user_id)
    .where('role', 'in', ['staff', 'studio_admin'])
    .where('status', '=', 'active')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return role?.role
}
