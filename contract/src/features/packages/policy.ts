import { type Actor, worksAtDesk } from '../../actor.ts'

/** Admins say which packages of hours their studio sells, sell them and end them. */
export const canManagePackages = (actor: Actor, studio_id: string) =>
  actor.studio_id === studio_id && actor.role === 'studio_admin'

/** The desk sees what every client has left, clients see their own. */
export const canSeeSoldPackages = (actor: Actor, studio_id: string, client_id: string) =>
  actor.studio_id === studio_id &&
  (worksAtDesk(actor, studio_id) || (actor.role === 'client' && actor.client_id === client_id))
