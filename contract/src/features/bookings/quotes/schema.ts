import type { z } from 'zod'
import { Id } from '#shared/text.ts'
import { newBookingFields } from '../input/schema.ts'

/** A session to calculate a price for: the fields of the booking form that the price depends on. */
export const QuoteRequest = newBookingFields
  .pick({
    booking_date: true,
    start_time: true,
    end_time: true,
    ends_next_day: true,
    days: true,
    service_type: true,
    room_id: true,
    resource_ids: true,
    people: true,
    add_ons: true,
    discount_code: true,
  })
  .extend({
    studio_id: Id,
    /** The client whose price the desk wants to see; by default the quote is the listed price. */
    client_id: Id.nullish(),
  })
export type QuoteRequest = z.output<typeof QuoteRequest>
