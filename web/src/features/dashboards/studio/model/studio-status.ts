import type { Subscription } from '@studiohub/contract/features/subscriptions/schema.ts'
import type { Tone } from '#ui/badge.tsx'

type StudioStatus = { tone: Tone; label: string; text: string }

/** The status of a studio for its admins. @param plan undefined while it loads, or if the platform has no plans */
export function describeStudioStatus(
  is_active: boolean,
  plan: Pick<Subscription, 'status' | 'takes_bookings'> | undefined,
): StudioStatus {
  if (!is_active) {
    const text = 'Your studio is not accepting bookings or new clients at the moment.'
    return { tone: 'cancelled', label: 'Inactive', text }
  }
  if (plan?.takes_bookings === false) {
    const text = 'Your studio accepts new clients, but no new bookings until you choose a plan.'
    return { tone: 'pending', label: 'Bookings paused', text }
  }
  if (plan?.status === 'past_due') {
    const text = 'Your studio still accepts bookings and new clients.'
    return { tone: 'pending', label: 'Payment failed', text }
  }
  return { tone: 'confirmed', label: 'Active', text: 'Your studio accepts bookings and new clients.' }
}
