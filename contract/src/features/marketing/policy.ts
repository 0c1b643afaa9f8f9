import type { Actor } from '../../actor.ts'

export const canListContactRequests = (actor: Actor) => actor.role === 'super_admin'
