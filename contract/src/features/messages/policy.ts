import { type Actor, runsStudio } from '../../actor.ts'

export const canListMessages = (actor: Actor, studio_id: string) => runsStudio(actor, studio_id)
