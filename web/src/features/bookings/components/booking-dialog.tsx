import type { NewBooking } from '@studiohub/contract/features/bookings/schema.ts'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { showRefusal } from '../../../lib/form.ts'
import { problemOf } from '../../../lib/problem.ts'
import { randomKey } from '../../../lib/random-key.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { freeStartsIn, useCreateBooking } from '../api.ts'
import { emptyBooking, toSend, useBookingForm } from '../parts/booking-form.ts'
import { movedTo } from '../parts/free-time.ts'
import { readBookingDraft, useBookingDraft } from '../parts/use-booking-draft.ts'
import type { Place } from '../parts/use-place.ts'
import { ClientField, ModeSwitch, NotesField, RoomField, ServiceField, WhenFields } from './booking-fields.tsx'
import { Refused } from './refused.tsx'

const fieldNames = [
  'booking_date',
  'start_time',
  'end_time',
  'room_id',
  'client_id',
  'service_type',
  'notes',
] as const satisfies (keyof NewBooking)[]

type BookingDialogProps = {
  place: Place
  /** The day it begins with; empty where none was chosen. */
  day: string
  onClose: () => void
}

/** Spec section 2: 'Create New Booking', or 'Block Time'. What was typed stays until it is sent or given up. */
export function BookingDialog({ place, day, onClose }: BookingDialogProps) {
  const id = useId()
  const draftName = `booking.${place.studio.id}.${place.actor.user_id}`
  const [draft] = useState(() => readBookingDraft(draftName))
  const form = useBookingForm(place.today, { ...(draft ?? emptyBooking('')), ...(day && { booking_date: day }) })
  const forget = useBookingDraft(draftName, form)
  const { send, isSending, error } = useSending(place.studio.id)
  const isBlocked = useWatch({ control: form.control, name: 'booking_type' }) === 'blocked_time'

  const submit = (event: FormEvent) => {
    // The day's dialog below, of which this one is a child for React, is no part of the form.
    event.stopPropagation()
    return form.handleSubmit((booking) =>
      send(booking, {
        onMade: () => {
          forget()
          onClose()
        },
        onRefused: (refusal) => showRefusal(form, fieldNames, refusal),
      }),
    )(event)
  }
  const giveUp = () => {
    forget()
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isBlocked ? 'Block Time' : 'Create New Booking'}
      footer={
        <>
          <Button look="secondary" onClick={giveUp}>
            Discard
          </Button>
          <Button type="submit" form={id} pending={isSending} pendingText={isBlocked ? 'Blocking...' : 'Creating...'}>
            {isBlocked ? 'Block Time' : 'Create Booking'}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-4">
        {place.runs && <ModeSwitch form={form} />}
        <WhenFields form={form} place={place} />
        {error && (
          <Refused
            problem={problemOf(error)}
            freeStarts={freeStartsIn(error)}
            onPick={(start) => {
              const { start_time, end_time, ends_next_day = false } = form.getValues()
              const moved = movedTo(start, { start_time, end_time, ends_next_day })
              form.setValue('start_time', moved.start_time)
              form.setValue('end_time', moved.end_time)
              form.setValue('ends_next_day', moved.ends_next_day)
            }}
          />
        )}
        <RoomField form={form} place={place} isBlocked={isBlocked} />
        {place.runs && !isBlocked && <ClientField form={form} place={place} />}
        <ServiceField form={form} place={place} isBlocked={isBlocked} />
        <NotesField form={form} />
      </form>
    </Dialog>
  )
}

type Sent = { onMade: () => void; onRefused: (error: unknown) => void }

/** Sends a booking once, however often it is asked to: the same booking goes out under the same key. */
function useSending(studio_id: string) {
  const create = useCreateBooking()
  const last = useRef({ key: '', of: '' })
  const send = (booking: NewBooking, { onMade, onRefused }: Sent) => {
    if (create.isPending) return
    const asked = toSend(booking)
    const of = JSON.stringify(asked)
    if (of !== last.current.of) last.current = { key: randomKey(), of }
    const sending = { studio_id, booking: asked, idempotencyKey: last.current.key }
    create.mutate(sending, { onSuccess: onMade, onError: onRefused })
  }
  return { send, isSending: create.isPending, error: create.error }
}
