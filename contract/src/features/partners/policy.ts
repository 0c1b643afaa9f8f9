import type { Actor } from '../../actor.ts'

export const canListApplications = (actor: Actor) => actor.role === 'super_admin'
