import type { Actor } from '@studiohub/contract/actor.ts'
import { canChangeAssigned } from '@studiohub/contract/features/bookings/policy.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getAssignment } from './queries.ts'

/** The actor with their rights for this booking: crew may get the desk's rights for sessions that they are assigned to. */
export async function resolveActingActor(tx: Tx, actor: Actor, booking: Booking): Promise<Actor> {
  if (actor.role !== 'staff' || actor.at_desk) return actor
  const assignment = await getAssignment(tx, booking, actor.user_id)
  return canChangeAssigned(actor, booking, assignment) ? { ...actor, at_desk: true } : actor
}
