import type { PriceLine } from '../../prices/schema.ts'
import type { BookingPolicy } from '../../studios/cancellation/schema.ts'
import type { ChangedBookingFields, HistoryEntry } from '../history/schema.ts'
import type { Booking, ChangeRequest } from '../schema.ts'

/**
 * A booking for crew who may not see amounts: without price, tax, deposit and fee. The add-ons of its price stay, without
 * amounts, because crew prepare them.
 */
export const withoutAmounts = <Seen extends Booking>(booking: Seen): Seen => ({
  ...booking,
  price_minor: null,
  currency: null,
  price_lines: addOnsOnly(booking.price_lines),
  tax: null,
  deposit_minor: null,
  fee: null,
  cancellation_policy: booking.cancellation_policy && withoutPrice(booking.cancellation_policy),
  change_request: booking.change_request && withoutRequestedPrice(booking.change_request),
})

const withoutRequestedPrice = (request: ChangeRequest): ChangeRequest => ({
  ...request,
  price_minor: null,
  currency: null,
  price_lines: addOnsOnly(request.price_lines),
})

const addOnsOnly = (lines: readonly PriceLine[]): PriceLine[] =>
  lines.filter(({ kind }) => kind === 'add_on').map((line) => ({ ...line, unit_price_minor: null, amount_minor: null }))

// If a client lowered the price of a session, the policy has the former price (decision 0156).
const withoutPrice = ({ price_minor, ...policy }: BookingPolicy): BookingPolicy => policy

/** An event of a booking for crew who may not see amounts. */
export const withoutAmountsInEvent = (entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  before: withoutPriceFields(entry.before),
  after: withoutPriceFields(entry.after),
})

const withoutPriceFields = ({ price_minor, currency, ...fields }: ChangedBookingFields): ChangedBookingFields => fields
