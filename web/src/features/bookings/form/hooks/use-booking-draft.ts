import { ChosenAddOns, People } from '@studiohub/contract/features/prices/schema.ts'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { deleteDraft, readDraft, saveDraft } from '#lib/forms/draft.ts'
import type { BookingFields, BookingForm } from '../model/booking-form.ts'
import { once, Repeat } from '../model/repeat.ts'

// Accepts incomplete forms, because the input is validated when it is sent.
const Draft = z.object({
  booking_type: z.enum(['client_booking', 'blocked_time']),
  booking_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  days: z.number().int().catch(1),
  room_id: z.string().nullable(),
  resource_ids: z.array(z.string()),
  client_id: z.string().nullable(),
  new_client: z
    .object({ name: z.string(), email: z.string().nullish(), phone: z.string().nullish() })
    .nullable()
    .catch(null),
  project_id: z.string().nullable(),
  service_type: z.string(),
  notes: z.string(),
  status: z.literal('pending').optional().catch(undefined),
  people: People.nullable().catch(null),
  add_ons: ChosenAddOns.catch([]),
})

/** The unsent draft, or null. */
export function readBookingDraft(name: string): BookingFields | null {
  const draft = Draft.safeParse(readDraft(name))
  if (!draft.success) return null
  const { start_time, end_time, service_type, notes } = draft.data
  return start_time || end_time || service_type || notes ? draft.data : null
}

/** Stores the input until the booking is created or discarded. @returns a function that deletes the draft */
export function useBookingDraft(name: string, form: BookingForm): () => void {
  const [forgotten, setForgotten] = useState(false)
  useEffect(() => {
    if (forgotten) return
    const { unsubscribe } = form.watch((fields) => saveDraft(name, fields))
    return unsubscribe
  }, [form, name, forgotten])
  return () => {
    setForgotten(true)
    deleteDraft(name)
  }
}

/** Draft of the repetition, stored next to the other fields. */
export function useRepeatDraft(name: string) {
  const kept = `${name}.repeat`
  const [repeat, setRepeat] = useState(() => Repeat.safeParse(readDraft(kept)).data ?? once)
  const change = (next: Repeat) => {
    setRepeat(next)
    saveDraft(kept, next)
  }
  return { repeat, change, deleteDraft: () => deleteDraft(kept) }
}
