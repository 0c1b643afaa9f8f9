import { type Actor, isAdminOrOperator } from '../../actor.ts'

/** The counters of a studio are for its admins and for operators. */
export const canSeeStudioStats = isAdminOrOperator
/** Reports and the export contain clients and amounts, so only admins of the studio see them. */
export const canSeeReports = (actor: Actor, studio_id: string) =>
  actor.role === 'studio_admin' && actor.studio_id === studio_id

export const canSeeSetup = isAdminOrOperator
export const canUpdateSetup = isAdminOrOperator
