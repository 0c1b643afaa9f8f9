import type { Actor } from '../../actor.ts'
import type { Task } from './schema.ts'

const isCrewOrAdmin = (actor: Actor, studio_id: string) =>
  actor.studio_id === studio_id && (actor.role === 'studio_admin' || actor.role === 'staff')

/** Staff and admins see all tasks of their studio. */
export const canListTasks = isCrewOrAdmin
export const canCreateTask = isCrewOrAdmin

type TaskPeople = Pick<Task, 'studio_id' | 'assigned_to' | 'created_by'>

const isActor = (actor: Actor, user_id: string | null) => actor.user_id !== null && actor.user_id === user_id

/** Admins change all tasks of their studio; crew change tasks that they created or are assigned to. */
export const canUpdateTask = (actor: Actor, task: TaskPeople) =>
  isCrewOrAdmin(actor, task.studio_id) &&
  (actor.role === 'studio_admin' || isActor(actor, task.assigned_to) || isActor(actor, task.created_by))

/** The creator of a task and the studio's admins can reassign it. The assignee cannot. */
export const canReassignTask = (actor: Actor, task: TaskPeople) =>
  canUpdateTask(actor, task) && (actor.role === 'studio_admin' || isActor(actor, task.created_by))
