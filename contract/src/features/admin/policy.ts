import { type Actor, type Role, runsStudio } from '../../actor.ts'

/** All of this room is the operators': its figures, people, studios and the trail (spec section 6). */
export const canRunPlatform = (actor: Actor) => actor.role === 'super_admin'

/** A studio's admin gives no role by hand; those that no studio can give at all are refused as such (safety T10). */
export const isBeyondStudios = (role: Role) => role === 'super_admin' || role === 'partner' || role === 'studio_admin'

/** Nobody shuts themselves out. */
export const canSuspend = (actor: Actor, user_id: string) => canRunPlatform(actor) && actor.user_id !== user_id

/** What was done at a studio is for its admins alone: it names its clients and its crew. */
export const canSeeActivity = runsStudio
