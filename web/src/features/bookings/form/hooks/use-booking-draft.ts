import { ChosenAddOns, People } from '@studiohub/contract/features/prices/schema.ts'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { deleteDraft, readDraft, saveDraft } from '#lib/forms/draft-storage.ts'
import type { BookingFields, BookingForm } from '../model/booking-form.ts'
import { noRepeat, Repeat } from '../model/repeat.ts'

const { every_weeks, ends, count, until, skips_conflicts } = Repeat.shape

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
  without_person: z.boolean().optional().catch(undefined),
  discount_code: z.string().nullish().catch(undefined),
  // Null: the price is set by hand, but not typed yet.
  price_minor: z.number().nullish().catch(undefined),
  price_reason: z.string().nullish().catch(undefined),
  every_weeks: every_weeks.catch(noRepeat.every_weeks),
  ends: ends.catch(noRepeat.ends),
  count: count.catch(noRepeat.count),
  until: until.catch(noRepeat.until),
  skips_conflicts: skips_conflicts.catch(noRepeat.skips_conflicts),
})

/** The unsent draft, or null. */
export function readBookingDraft(name: string): BookingFields | null {
  const draft = Draft.safeParse(readDraft(name))
  if (!draft.success) return null
  const { start_time, end_time, service_type, notes, every_weeks, client_id, new_client } = draft.data
  const hasContent = start_time || end_time || service_type || notes || every_weeks || client_id || new_client
  return hasContent ? draft.data : null
}

/**
 * Stores the input until the booking is created or discarded, even if the dialog is closed. The draft of
 * `useFormDraft` is not enough, because it is stored only when the session expires.
 * @returns a function that deletes the draft
 */
export function useBookingDraft(name: string, form: BookingForm): () => void {
  const [isDeleted, setDeleted] = useState(false)
  useEffect(() => {
    if (isDeleted) return
    const { unsubscribe } = form.watch((fields) => saveDraft(name, fields))
    return unsubscribe
  }, [form, name, isDeleted])
  return () => {
    setDeleted(true)
    deleteDraft(name)
  }
}
