import { getTimesOfLength } from '@studiohub/contract/features/availability/choices/rules.ts'
import type { PublicService } from '@studiohub/contract/features/availability/schema.ts'
import { quoteSession } from '@studiohub/contract/features/bookings/quotes/rules.ts'
import { payableText } from '@studiohub/contract/features/prices/rules.ts'

/** The total of a session at a time. A visitor does not choose a room, so the cheapest one decides. */
export function formatSessionTotal(
  service: PublicService,
  { minutes, day, time }: { minutes: number; day: string; time: string },
) {
  const rooms = service.room_ids ?? service.pricing.rooms.map(({ room_id }) => room_id)
  const session = { booking_date: day, ...getTimesOfLength(time, minutes), room_ids: [], people: null, add_ons: [] }
  return payableText(quoteSession(service, session, { currency: service.currency, rooms }))
}
