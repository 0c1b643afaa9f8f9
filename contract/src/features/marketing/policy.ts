import type { Actor } from '../../actor.ts'

/** Requests of the contact form go to the operators. */
export const canListContactRequests = (actor: Actor) => actor.role === 'super_admin'
