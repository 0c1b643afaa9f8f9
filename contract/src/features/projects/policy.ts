import { type Actor, sharesWork, worksAtStudio } from '../../actor.ts'

/** A client sees their own projects, people who work at the studio see all of its. */
export const canListProjects = (actor: Actor, studio_id: string) =>
  worksAtStudio(actor, studio_id) || (actor.role === 'client' && actor.studio_id === studio_id)

/** Whose projects a list tells: a client's are their own (safety T22); null for all. */
export const clientOfList = (actor: Actor) => (actor.role === 'client' ? actor.client_id : null)

/** A client starts projects of their own; the studio's people start one for any of its clients. */
export const canStartProject = sharesWork

/** Who may edit a project and move it through its phases. */
export const canUpdateProject = sharesWork
