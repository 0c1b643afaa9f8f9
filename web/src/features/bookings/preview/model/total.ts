import { getTimesOfLength } from '@studiohub/contract/features/availability/choices/rules.ts'
import type { PublicService } from '@studiohub/contract/features/availability/schema.ts'
import { quoteSession } from '@studiohub/contract/features/bookings/quotes/rules.ts'
import { findLowestPrice, payableText } from '@studiohub/contract/features/prices/rules.ts'
import { payableMinor } from '@studiohub/contract/features/studios/taxes/rules.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'

const MINUTES_AN_HOUR = 60

type SessionStart = { minutes: number; day: string; time: string }

/** The price of a session at a time. A visitor does not choose a room, so the cheapest one decides. */
function quoteStart(service: PublicService, { minutes, day, time }: SessionStart) {
  const rooms = service.room_ids ?? service.pricing.rooms.map(({ room_id }) => room_id)
  const session = { booking_date: day, ...getTimesOfLength(time, minutes), room_ids: [], people: null, add_ons: [] }
  return quoteSession(service, session, { currency: service.currency, rooms })
}

/** The total of a session at a time. */
export const formatSessionTotal = (service: PublicService, start: SessionStart) =>
  payableText(quoteStart(service, start))

/**
 * What each hour of a session at a time costs, such as '€75 per hour'. Null if that is not one price: in another unit, with a
 * package, across several prices, or if its hours would not add up to the total.
 */
export function formatHourlyPrice(service: PublicService, start: SessionStart): string | null {
  const { lines, total_minor, tax = null, currency } = quoteStart(service, start)
  const payable_minor = payableMinor(total_minor, tax)
  if (!payable_minor || lines.length !== 1 || lines[0]?.unit !== 'hour') return null
  const hour_minor = (payable_minor * MINUTES_AN_HOUR) / start.minutes
  return Number.isInteger(hour_minor) ? `${moneyText(hour_minor, currency)} per hour` : null
}

/** Stands for the day while none is chosen. */
export const NO_DAY = '2000-01-01'

/** The lowest total of a length: at the cheapest time in the cheapest room. */
export function formatLowestTotal(service: PublicService, minutes: number) {
  const { price_minor } = findLowestPrice(service)
  const pricing = { ...service.pricing, rules: [], rooms: [] }
  return formatSessionTotal({ ...service, price_minor, pricing }, { minutes, day: NO_DAY, time: '12:00' })
}
