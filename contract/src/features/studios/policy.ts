import { type Actor, isAdminOrOperator } from '../../actor.ts'

/** Only operators create and list studios here. An owner creates a studio by signing up. */
export const canCreateStudio = (actor: Actor) => actor.role === 'super_admin'
export const canListStudios = canCreateStudio

/** A studio's members and operators may read all its data; others only the public part. */
export const canReadStudio = (actor: Actor, studio_id: string) =>
  actor.role === 'super_admin' || (actor.role !== null && actor.studio_id === studio_id)

export const canUpdateStudio = isAdminOrOperator

/**
 * Only operators change a studio's slug. Its admin can change everything else, even whether the studio is active (spec
 * section 2).
 */
export const canChangeAddress = (actor: Actor) => actor.role === 'super_admin'
/** Pictures and the custom domain. */
export const canUpdateAsset = isAdminOrOperator
export const canUpdateDomain = isAdminOrOperator
