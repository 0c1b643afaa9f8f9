import type { Actor } from '../../actor.ts'

/** Only admins of the studio export it. Operators have a command, and keys cannot. */
export const canExportStudio = (actor: Actor, studio_id: string) =>
  actor.studio_id === studio_id && actor.role === 'studio_admin'
