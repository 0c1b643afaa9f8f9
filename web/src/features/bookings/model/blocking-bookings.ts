import { ORPCError } from '@orpc/client'
import type { NewBlock, Resolution } from '@studiohub/contract/features/bookings/blocks/schema.ts'
import type { NewBooking } from '@studiohub/contract/features/bookings/input/schema.ts'
import { BlockReason, Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { countDaysAfterChange } from './free-time.ts'

/** The answer of the desk for a booking that conflicts with a block. `action` is null until the desk chooses one. */
export type BlockingAnswer = {
  action: Resolution['action'] | null
  reason: string
  booking_date: string
  start_time: string
  end_time: string
}

/** A conflicting booking, the answer for it, and the error that this answer caused. */
export type BlockingBooking = { booking: Booking; answer: BlockingAnswer; error: string | null }

const readDetails = (error: unknown): { bookings?: unknown; booking_id?: unknown } =>
  (error instanceof ORPCError && error.data?.details) || {}

const emptyAnswer = ({ booking_date, start_time, end_time }: Booking): BlockingAnswer => ({
  action: null,
  reason: '',
  booking_date,
  start_time,
  end_time,
})

const STILL_CONFLICTS = 'It still conflicts at that time.'

/** The conflicts after an error: adds those in the error, and shows an error about an answer at its booking. */
export function mergeConflicts(blocking: readonly BlockingBooking[], error: unknown): BlockingBooking[] {
  const { bookings, booking_id } = readDetails(error)
  const reportedBookings = (Array.isArray(bookings) ? bookings : []).flatMap(
    (value) => Booking.safeParse(value).data ?? [],
  )
  const knownConflicts = blocking.map((conflict) => {
    if (conflict.booking.id === booking_id && error instanceof Error) return { ...conflict, error: error.message }
    const stillConflicts = reportedBookings.some(({ id }) => id === conflict.booking.id)
    return { ...conflict, error: stillConflicts ? STILL_CONFLICTS : null }
  })
  const newBookings = reportedBookings.filter(({ id }) => !blocking.some(({ booking }) => booking.id === id))
  return [...knownConflicts, ...newBookings.map((booking) => ({ booking, answer: emptyAnswer(booking), error: null }))]
}

/** Whether an error is about conflicting bookings, which their list shows. */
export const isBlockedByBookings = (error: unknown) => {
  const { bookings, booking_id } = readDetails(error)
  return Array.isArray(bookings) || typeof booking_id === 'string'
}

/** All answers for the request; null if one is missing. */
export function getResolutions(blocking: readonly BlockingBooking[]): Resolution[] | null {
  const resolutions = blocking.flatMap(({ booking, answer }) => toResolution(booking, answer) ?? [])
  return resolutions.length === blocking.length ? resolutions : null
}

/** The first conflict without a complete answer. */
export const findUnansweredConflict = (blocking: readonly BlockingBooking[]): BlockingBooking | undefined =>
  blocking.find(({ booking, answer }) => toResolution(booking, answer) === null)

function toResolution(booking: Booking, answer: BlockingAnswer): Resolution | null {
  const booking_id = booking.id
  const { action, booking_date, start_time, end_time } = answer
  if (action === null) return null
  if (action === 'keep') return { booking_id, action }
  if (action === 'cancel') return { booking_id, action, reason: answer.reason.trim() || null }
  if (!booking_date || !start_time || !end_time) return null
  return {
    booking_id,
    action,
    to: { booking_date, start_time, end_time, days: countDaysAfterChange(booking, start_time, end_time) },
  }
}

/** The block that the form requests. */
export function toBlockInput(studio_id: string, booking: NewBooking, resolutions: Resolution[]): NewBlock {
  const { booking_type, client_id, project_id, status, service_type, ...rest } = booking
  return { studio_id, ...rest, service_type: BlockReason.parse(service_type), resolutions }
}
