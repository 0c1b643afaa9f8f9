import { type Actor, runsStudio } from '../../actor.ts'

export const canCreateStudio = (actor: Actor) => actor.role === 'super_admin'
export const canListStudios = canCreateStudio

/** Its own people may read a studio whole; everybody else has the public part. */
export const canReadStudio = (actor: Actor, studio_id: string) =>
  actor.role === 'super_admin' || (actor.role !== null && actor.studio_id === studio_id)

export const canUpdateStudio = runsStudio

/** Its address is the platform's to decide, the rest is the studio's own: also whether it takes bookings (spec section 2). */
export const canChangeAddress = (actor: Actor) => actor.role === 'super_admin'
/** Its face, and the domain that it is found at. */
export const canUpdateAsset = runsStudio
export const canUpdateDomain = runsStudio
