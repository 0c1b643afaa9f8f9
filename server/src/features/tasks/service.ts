import type { Actor } from '@studiohub/contract/actor.ts'
import { errors, fail } from '@studiohub/contract/errors.ts'
import {
  canCreateTask,
  canListTasks,
  canReassignTask,
  canUpdateTask,
} from '@studiohub/contract/features/tasks/policy.ts'
import type { TaskStep } from '@studiohub/contract/features/tasks/rules.ts'
import type { NewTask, Task, TaskChanges, TasksQuery } from '@studiohub/contract/features/tasks/schema.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { audit, factsOfChange } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { createNotices } from '../notices/jobs.ts'
import { getProject } from '../projects/queries.ts'
import * as queries from './queries.ts'

const STEP_NOT_ALLOWED = { message: 'This task can no longer be changed in that way.' }

/** Lists the actor's own tasks or all tasks of the studio: newest first, or by due date. Tasks of a project are always sorted by due date. */
export function listTasks(caller: Caller, query: TasksQuery) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    const { user_id, studio_id } = requireRole(actor)
    if (studio_id === null) fail('FORBIDDEN')
    const { project_id, state } = query
    const assigned_to = query.scope === 'mine' ? user_id : null
    const filter = { studio_id, assigned_to, state, after, limit: rows }
    if (project_id === undefined) authorize(canListTasks(actor, studio_id))
    else await requireProject(tx, studio_id, project_id)
    if (project_id === undefined && query.sort === 'newest')
      return toPageByTime(await queries.listTasks(tx, filter), limit, ({ id }) => id)
    return toPageByTime(await queries.listTasksByDueDate(tx, { ...filter, project_id }), limit, ({ id }) => id)
  })
}

export function createTask(caller: Caller, task: NewTask, now: Date): Promise<Task> {
  return asActor(caller, async (tx, actor) => {
    const { user_id, studio_id } = requireRole(actor)
    if (studio_id === null) fail('FORBIDDEN')
    authorize(canCreateTask(actor, studio_id))
    const project = task.project_id === null ? null : await requireProject(tx, studio_id, task.project_id)
    await requireCrew(tx, studio_id, task.assigned_to)
    const phase = project?.phase ?? null
    const id = await queries.insertTask(tx, { ...task, phase, studio_id, created_by: user_id, now })
    const after = (await queries.getTask(tx, id)) ?? fail('NOT_FOUND')
    await notifyAssignee(tx, user_id, after)
    await recordTask(tx, actor, { caller, action: 'tasks.create', after })
    return after
  })
}

type UpdateTaskInput = TaskChanges & { id: string }

/** Changes the fields that are set. Only the creator and the studio's admins can reassign a task or change its project. */
export function updateTask(caller: Caller, { id, ...input }: UpdateTaskInput, now: Date): Promise<Task> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const before = (await queries.getTask(tx, id)) ?? fail('NOT_FOUND')
    authorize(canUpdateTask(actor, before))
    const { version, status, ...changes } = input
    const isReassigned = changes.assigned_to !== undefined && changes.assigned_to !== before.assigned_to
    if (isReassigned) authorize(canReassignTask(actor, before), 'FIELD_NOT_ALLOWED')
    // The assignee of a task may read the messages of its project, so they must not choose the project.
    const changesProject = changes.project_id !== undefined && changes.project_id !== before.project_id
    if (changesProject) authorize(canReassignTask(actor, before), 'FIELD_NOT_ALLOWED')
    if (changes.project_id) await requireProject(tx, before.studio_id, changes.project_id)
    if (isReassigned) await requireCrew(tx, before.studio_id, changes.assigned_to ?? null)
    if (!(await queries.updateTask(tx, { id, version, changes, now }))) fail('STALE_VERSION')
    if (status === 'cancelled' && !(await queries.advanceTask(tx, 'cancel', id, now)))
      fail('INVALID_TRANSITION', STEP_NOT_ALLOWED)
    const after = (await queries.getTask(tx, id)) ?? fail('NOT_FOUND')
    if (isReassigned) await notifyAssignee(tx, user_id, after)
    await recordTask(tx, actor, { caller, action: 'tasks.update', before, after })
    return after
  })
}

export const startTask = (caller: Caller, id: string, now: Date) => advanceTask(caller, 'start', id, now)
export const completeTask = (caller: Caller, id: string, now: Date) => advanceTask(caller, 'complete', id, now)

function advanceTask(caller: Caller, step: Exclude<TaskStep, 'cancel'>, id: string, now: Date): Promise<Task> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const before = (await queries.getTask(tx, id)) ?? fail('NOT_FOUND')
    authorize(canUpdateTask(actor, before))
    if (!(await queries.advanceTask(tx, step, id, now))) fail('INVALID_TRANSITION', STEP_NOT_ALLOWED)
    const after = (await queries.getTask(tx, id)) ?? fail('NOT_FOUND')
    await recordTask(tx, actor, { caller, action: `tasks.${step}`, before, after })
    return after
  })
}

/** @returns a project of the studio @throws AppError NOT_FOUND if the actor may not see it */
async function requireProject(tx: Tx, studio_id: string, id: string) {
  const project = (await getProject(tx, id)) ?? fail('NOT_FOUND')
  if (project.studio_id !== studio_id) fail('NOT_FOUND')
  return project
}

/** Fails if the person is not in the crew. Call it before writing the task, because an unknown id violates the foreign key. */
async function requireCrew(tx: Tx, studio_id: string, assigned_to: string | null) {
  if (assigned_to === null || (await queries.getCrewRole(tx, studio_id, assigned_to))) return
  fail('NOT_IN_CREW', { fields: { assigned_to: errors.NOT_IN_CREW.message } })
}

/** Notifies a person that a task was assigned to them. */
async function notifyAssignee(tx: Tx, actor_id: string, task: Task) {
  const { id, studio_id, title, due_date, assigned_to } = task
  if (assigned_to === null) return
  const role = (await queries.getCrewRole(tx, studio_id, assigned_to)) ?? fail('NOT_IN_CREW')
  const link = role === 'studio_admin' ? '/studio/tasks' : '/staff/tasks'
  const notice = { kind: 'task' as const, data: { title, due_date }, studio_id, actor_id, subject_id: id, link }
  await createNotices(tx, notice, [assigned_to])
}

type TaskChange = { caller: Caller; action: AuditAction; before?: Task; after: Task }

const auditedFields = [
  'id',
  'project_id',
  'priority',
  'status',
  'phase',
  'due_date',
  'assigned_to',
  'created_by',
  'created_by_ai',
  'completed_at',
  'version',
] as const

/** Writes one audit row and notifies the open screens of the studio and of the project's client. */
async function recordTask(tx: Tx, actor: Actor, { caller, action, before, after }: TaskChange) {
  const { id, studio_id } = after
  await audit(tx, actor, {
    action,
    studio_id,
    ...factsOfChange(before, after, auditedFields),
    object_type: 'task',
    object_id: id,
    request_id: caller.request_id,
  })
  const project = after.project_id === null ? undefined : await getProject(tx, after.project_id)
  publish(tx, { studio_id, topic: 'tasks', id, client_id: project?.client_id ?? null })
}
