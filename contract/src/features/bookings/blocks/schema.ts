import { z } from 'zod'
import { Id } from '#shared/text.ts'
import { BookingNotes, CancelReason, resourceFields, timeFields } from '../input/schema.ts'
import { Booking, BookingWithWarnings } from '../schema.ts'
import { blockReasons } from '../words.ts'

export const RESOLUTIONS_MAX = 200

const resolutionError = 'Keep, cancel or move each booking'

/** The decision about a booking that conflicts with a new block. */
export const Resolution = z.discriminatedUnion(
  'action',
  [
    /** The booking stays, and the block does not cover its time in its rooms. */
    z.strictObject({ booking_id: Id, action: z.literal('keep') }),
    z.strictObject({ booking_id: Id, action: z.literal('cancel'), reason: CancelReason }),
    z.strictObject({
      booking_id: Id,
      action: z.literal('move'),
      to: z.strictObject({ ...timeFields, ...resourceFields }),
    }),
  ],
  { error: resolutionError },
)
export type Resolution = z.infer<typeof Resolution>

/**
 * Blocks time in the given resources, by default in every active room. If bookings conflict with it, the error is
 * BOOKING_CONFLICT with `details.bookings`, and the next request needs a resolution for each.
 */
export const NewBlock = z.strictObject({
  studio_id: Id,
  ...timeFields,
  service_type: z.enum(blockReasons, { error: 'Service type is required' }),
  notes: BookingNotes,
  ...resourceFields,
  resolutions: z
    .array(Resolution, { error: resolutionError })
    .max(RESOLUTIONS_MAX, `At most ${RESOLUTIONS_MAX} bookings can be resolved at once`)
    .optional(),
})
export type NewBlock = z.infer<typeof NewBlock>

export const BlockAnswer = z.object({
  block: BookingWithWarnings,
  kept: z.array(Id),
  cancelled: z.array(Id),
  moved: z.array(Booking),
})
export type BlockAnswer = z.infer<typeof BlockAnswer>
