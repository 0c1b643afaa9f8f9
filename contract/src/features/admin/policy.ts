import { type Actor, isAdminOrOperator, type Role } from '../../actor.ts'

/** Only operators use the platform area: key figures, people, studios and the audit log (spec section 6). */
export const canRunPlatform = (actor: Actor) => actor.role === 'super_admin'

/** Roles that only operators assign. A studio's admin who tries gets a separate error code. */
export const isPlatformRole = (role: Role) => role === 'super_admin' || role === 'partner' || role === 'studio_admin'

/** Operators can suspend others, but not themselves. */
export const canSuspend = (actor: Actor, user_id: string) => canRunPlatform(actor) && actor.user_id !== user_id

/** A studio's activity names clients and crew, so only its admins and operators see it. */
export const canSeeActivity = isAdminOrOperator
