import type { NewBooking } from '@studiohub/contract/features/bookings/schema.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useCreateBlock } from '#features/bookings/blocks-api.ts'
import { useCreateBooking } from '#features/bookings/create-api.ts'
import {
  type BlockingBooking,
  getResolutions,
  mergeBlocking,
  toBlockInput,
} from '#features/bookings/model/blocking-bookings.ts'
import { useCreateSeries } from '#features/bookings/series-api.ts'
import { type BookingForm, toBookingInput } from '../model/booking-form.ts'
import { type Repeat, toSeriesRule } from '../model/repeat.ts'

type NewSession = { booking: NewBooking; repeat: Repeat }
type SendCallbacks = { onCreated: () => void; onRefused: (error: unknown) => void }

const nothing: readonly BlockingBooking[] = []

/**
 * Sends a booking, a series or a block once, because repeated clicks use the same idempotency key. Errors and conflicts stay
 * visible until the time changes.
 */
export function useSending(studio_id: string, form: BookingForm) {
  const create = useCreateBooking()
  const series = useCreateSeries()
  const block = useCreateBlock()
  const when = useWatch({
    control: form.control,
    name: ['booking_type', 'booking_date', 'start_time', 'end_time', 'days', 'room_id'],
  }).join()
  const [conflicts, setConflicts] = useState<{
    when: string
    blocking: readonly BlockingBooking[]
    incompleteSubmits: number
  } | null>(null)
  const blocking = conflicts?.when === when ? conflicts.blocking : nothing
  const incompleteSubmits = conflicts?.when === when ? conflicts.incompleteSubmits : 0
  const [sentWhen, setSentWhen] = useState('')

  const send = ({ booking, repeat }: NewSession, { onCreated, onRefused }: SendCallbacks) => {
    const input = toBookingInput(booking)
    const resolutions = getResolutions(blocking)
    if (resolutions === null) return setConflicts({ when, blocking, incompleteSubmits: incompleteSubmits + 1 })
    for (const { reset } of [create, series, block]) reset()
    setSentWhen(when)
    const callbacks = { onSuccess: onCreated, onError: onRefused }
    if (repeat.every_weeks > 0) {
      const { discount_code: _, ...repeated } = input
      series.mutate({ studio_id, ...repeated, ...toSeriesRule(repeat) }, callbacks)
    } else if (input.booking_type === 'blocked_time') {
      const onError = (error: unknown) => {
        setConflicts({ when, blocking: mergeBlocking(blocking, error), incompleteSubmits: 0 })
        onRefused(error)
      }
      block.mutate(toBlockInput(studio_id, input, resolutions), { ...callbacks, onError })
    } else create.mutate({ studio_id, ...input }, callbacks)
  }
  return {
    send,
    blocking,
    /** Number of attempts to send before every conflict was answered. */
    incompleteSubmits,
    setBlocking: (next: readonly BlockingBooking[]) => setConflicts({ when, blocking: next, incompleteSubmits: 0 }),
    isSending: create.isPending || series.isPending || block.isPending,
    error: sentWhen === when ? (create.error ?? series.error ?? block.error) : null,
  }
}
