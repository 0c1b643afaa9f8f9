import { type Actor, type Role, runsStudio, worksAtStudio } from '../../actor.ts'

/** What a person may ask a studio to make them (decisions, Roles). */
export const canAskFor = (role: Role): role is 'client' | 'staff' => role === 'client' || role === 'staff'

/** Anyone who has this role runs a studio or the platform. */
export const isRunning = (role: Role) => role === 'super_admin' || role === 'studio_admin'

/**
 * Anyone who runs a studio or the platform may not ask elsewhere: the newest role decides, so being taken in there would
 * take away, without a word, what they run here, and with the last admin everybody's way in.
 */
export const canAskElsewhere = (actor: Actor) => actor.role === null || !isRunning(actor.role)

/** A studio's admin and the platform's operators answer requests. */
export const canDecideRequest = runsStudio
export const canListClients = worksAtStudio
export const canRemoveClient = runsStudio
