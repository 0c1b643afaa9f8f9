import { type Role, runsStudio, worksAtStudio } from '../../actor.ts'

/** What a person may ask a studio to make them (decisions, Roles). */
export const canAskFor = (role: Role): role is 'client' | 'staff' => role === 'client' || role === 'staff'

/** A studio's admin and the platform's operators answer requests. */
export const canDecideRequest = runsStudio
export const canListClients = worksAtStudio
export const canRemoveClient = runsStudio
/** Staff see names only (safety T33). */
export const canSeePhones = runsStudio
