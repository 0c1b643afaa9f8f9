import { type Actor, isAdminOrOperator } from '../../actor.ts'

export const canListMessages = (actor: Actor, studio_id: string) => isAdminOrOperator(actor, studio_id)
