import type { Actor } from '../../actor.ts'

/** Partnership applications go to the operators. */
export const canListApplications = (actor: Actor) => actor.role === 'super_admin'
