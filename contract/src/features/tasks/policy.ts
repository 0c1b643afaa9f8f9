import type { Actor } from '../../actor.ts'
import type { Task } from './schema.ts'

const worksHere = (actor: Actor, studio_id: string) =>
  actor.studio_id === studio_id && (actor.role === 'studio_admin' || actor.role === 'staff')

/** Crew see all tasks of their studio (decisions, Access, T32). */
export const canListTasks = worksHere
export const canCreateTask = worksHere

type Concerned = Pick<Task, 'studio_id' | 'assigned_to' | 'created_by'>

const isOne = (actor: Actor, user_id: string | null) => actor.user_id !== null && actor.user_id === user_id

/** An admin changes every task of their studio; crew what is theirs or what they made. */
export const canUpdateTask = (actor: Actor, task: Concerned) =>
  worksHere(actor, task.studio_id) &&
  (actor.role === 'studio_admin' || isOne(actor, task.assigned_to) || isOne(actor, task.created_by))

/** The creator of a task and the studio's admins can reassign it. The assignee cannot. */
export const canReassignTask = (actor: Actor, task: Concerned) =>
  canUpdateTask(actor, task) && (actor.role === 'studio_admin' || isOne(actor, task.created_by))
