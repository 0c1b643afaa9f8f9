import type { Actor } from '@studiohub/contract/actor.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { MessageKind } from '@studiohub/contract/features/messages/words.ts'
import { audit } from '../../../platform/audit.ts'
import type { Caller, Tx } from '../../../platform/db/door.ts'
import { enqueue } from '../../../platform/jobs.ts'
import { publish } from '../../../platform/realtime.ts'
import { tellOfBooking } from '../../emails/bookings/jobs.ts'

type Recorded = { caller: Caller; action: string; before?: Booking; after: Booking }

/** One trail row, one notice to the studio's open screens, and the mails about it, for every change of a booking. */
export async function recordBooking(
  tx: Tx,
  actor: Pick<Actor, 'user_id' | 'session_id'>,
  { caller, action, before, after }: Recorded,
) {
  const { id, studio_id, client_id, version } = after
  const { request_id } = caller
  await audit(tx, actor, { action, object_type: 'booking', object_id: id, studio_id, before, after, request_id })
  publish(tx, { studio_id, topic: 'bookings', id, client_id })
  const kind = messageOf(action, before, after)
  if (kind) await enqueue(tx, tellOfBooking, { booking_id: id, kind, version, actor_id: actor.user_id })
}

const steps: Record<string, MessageKind> = {
  'bookings.confirm': 'confirmed',
  'bookings.decline': 'declined',
  'bookings.cancel': 'cancelled',
}

/** What is to be mailed of a change, if anything: nothing of sessions without a client, of notes or of prices. */
function messageOf(action: string, before: Booking | undefined, after: Booking): MessageKind | undefined {
  if (after.client_id === null || after.booking_type !== 'client_booking') return undefined
  if (!before) return after.status === 'confirmed' ? 'booked' : 'requested'
  if (action !== 'bookings.update') return steps[action]
  const seen = (booking: Booking) =>
    [booking.starts_at, booking.ends_at, booking.service_type, ...booking.resources.map(({ id }) => id).sort()].join()
  return seen(before) === seen(after) ? undefined : 'moved'
}
