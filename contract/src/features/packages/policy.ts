import { type Actor, worksAtDesk } from '../../actor.ts'

/** Whether the actor may define, sell and end the studio's packages of hours: only admins. */
export const canManagePackages = (actor: Actor, studio_id: string) =>
  actor.studio_id === studio_id && actor.role === 'studio_admin'

/** Whether the actor may see sold packages: the desk those of all clients, clients their own. */
export const canSeeSoldPackages = (actor: Actor, studio_id: string, client_id: string) =>
  actor.studio_id === studio_id &&
  (worksAtDesk(actor, studio_id) || (actor.role === 'client' && actor.client_id === client_id))
