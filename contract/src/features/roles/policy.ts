import { type Actor, isAdminOrOperator, type Role, worksAtStudio } from '../../actor.ts'

/** The roles that a person may request from a studio. */
export const canRequestRole = (role: Role): role is 'client' | 'staff' => role === 'client' || role === 'staff'

/** Whether a role runs a studio or the platform. */
export const isRunning = (role: Role) => role === 'super_admin' || role === 'studio_admin'

/**
 * Admins and operators may not request a role elsewhere. The newest role decides, so an approval would end their current
 * role without a warning, and a studio could lose its last admin.
 */
export const canRequestElsewhere = (actor: Actor) => actor.role === null || !isRunning(actor.role)

/** The studio's admins and operators answer role requests. */
export const canDecideRequest = isAdminOrOperator
export const canListClients = worksAtStudio
export const canRemoveClient = isAdminOrOperator
