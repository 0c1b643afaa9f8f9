import { getTimesOfLength } from '@studiohub/contract/features/availability/choices/rules.ts'
import type { PublicService } from '@studiohub/contract/features/availability/schema.ts'
import { quoteSession } from '@studiohub/contract/features/bookings/quotes/rules.ts'
import { findLowestPrice, payableText } from '@studiohub/contract/features/prices/rules.ts'

/** The total of a session at a time. A visitor does not choose a room, so the cheapest one decides. */
export function formatSessionTotal(
  service: PublicService,
  { minutes, day, time }: { minutes: number; day: string; time: string },
) {
  const rooms = service.room_ids ?? service.pricing.rooms.map(({ room_id }) => room_id)
  const session = { booking_date: day, ...getTimesOfLength(time, minutes), room_ids: [], people: null, add_ons: [] }
  return payableText(quoteSession(service, session, { currency: service.currency, rooms }))
}

/** Stands for the day while none is chosen. */
export const NO_DAY = '2000-01-01'

/** The lowest total of a length: at the cheapest time in the cheapest room. */
export function formatLowestTotal(service: PublicService, minutes: number) {
  const { price_minor } = findLowestPrice(service)
  const pricing = { ...service.pricing, rules: [], rooms: [] }
  return formatSessionTotal({ ...service, price_minor, pricing }, { minutes, day: NO_DAY, time: '12:00' })
}
