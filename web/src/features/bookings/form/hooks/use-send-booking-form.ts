import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useCreateBlock } from '#features/bookings/blocks-api.ts'
import { useCreateBooking } from '#features/bookings/create-api.ts'
import {
  type BlockingBooking,
  getResolutions,
  mergeConflicts,
  toBlockInput,
} from '#features/bookings/model/blocking-bookings.ts'
import { useCreateSeries } from '#features/bookings/series-api.ts'
import { type BookingForm, type BookingValues, toBookingInput } from '../model/booking-form.ts'
import { toSeriesRule } from '../model/repeat.ts'

type SendCallbacks = { onCreated: () => void; onFailed: (error: unknown) => void }

const noConflicts: readonly BlockingBooking[] = []

/**
 * Sends a booking, a series or a block. Repeated clicks use the same idempotency key, so the server creates only one. Errors
 * and conflicts stay visible until the time changes.
 */
export function useSendBookingForm(studio_id: string, form: BookingForm) {
  const create = useCreateBooking()
  const createSeries = useCreateSeries()
  const createBlock = useCreateBlock()
  const timeKey = useWatch({
    control: form.control,
    name: ['booking_type', 'booking_date', 'start_time', 'end_time', 'days', 'room_id'],
  }).join()
  const [conflicts, setConflicts] = useState<{
    timeKey: string
    blocking: readonly BlockingBooking[]
    incompleteSubmits: number
  } | null>(null)
  const blocking = conflicts?.timeKey === timeKey ? conflicts.blocking : noConflicts
  const incompleteSubmits = conflicts?.timeKey === timeKey ? conflicts.incompleteSubmits : 0
  const [sentTimeKey, setSentTimeKey] = useState('')

  const send = (booking: BookingValues, { onCreated, onFailed }: SendCallbacks) => {
    const input = toBookingInput(booking)
    const resolutions = getResolutions(blocking)
    if (resolutions === null) return setConflicts({ timeKey, blocking, incompleteSubmits: incompleteSubmits + 1 })
    for (const { reset } of [create, createSeries, createBlock]) reset()
    setSentTimeKey(timeKey)
    const callbacks = { onSuccess: onCreated, onError: onFailed }
    if (booking.every_weeks > 0) {
      const { discount_code: _, ...repeated } = input
      createSeries.mutate({ studio_id, ...repeated, ...toSeriesRule(booking) }, callbacks)
    } else if (input.booking_type === 'blocked_time') {
      const onError = (error: unknown) => {
        setConflicts({ timeKey, blocking: mergeConflicts(blocking, error), incompleteSubmits: 0 })
        onFailed(error)
      }
      createBlock.mutate(toBlockInput(studio_id, input, resolutions), { ...callbacks, onError })
    } else create.mutate({ studio_id, ...input }, callbacks)
  }
  return {
    send,
    blocking,
    /** Number of attempts to send before every conflict was answered. */
    incompleteSubmits,
    setBlocking: (next: readonly BlockingBooking[]) => setConflicts({ timeKey, blocking: next, incompleteSubmits: 0 }),
    isSending: create.isPending || createSeries.isPending || createBlock.isPending,
    error: sentTimeKey === timeKey ? (create.error ?? createSeries.error ?? createBlock.error) : null,
  }
}
