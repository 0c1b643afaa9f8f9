import { type Actor, canEditWork, worksAtStudio } from '../../actor.ts'

/** Clients see their own projects; admins and crew see all projects of their studio. */
export const canListProjects = (actor: Actor, studio_id: string) =>
  worksAtStudio(actor, studio_id) || (actor.role === 'client' && actor.studio_id === studio_id)

/** The client whose projects are listed: for clients always themselves; null: all. */
export const clientOfList = (actor: Actor) => (actor.role === 'client' ? actor.client_id : null)

/** Clients create their own projects; admins and crew create them for any client of the studio. */
export const canStartProject = canEditWork

/** Whether the actor may edit a project and move it through its phases. */
export const canUpdateProject = canEditWork
