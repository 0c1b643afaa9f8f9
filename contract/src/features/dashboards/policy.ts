import { type Actor, runsStudio } from '../../actor.ts'

export const canSeeStudioStats = runsStudio
/** Reports and the export name clients and amounts: admins of the studio alone. */
export const canSeeReports = (actor: Actor, studio_id: string) =>
  actor.role === 'studio_admin' && actor.studio_id === studio_id

export const canSeeSetup = runsStudio
export const canUpdateSetup = runsStudio
