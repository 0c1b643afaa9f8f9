import { client } from '#lib/server/api.ts'
import { useStep } from './api.ts'

export const useCompleteBooking = () =>
  useStep(client.bookings.complete, 'Booking completed', 'Failed to complete booking')

export const useMarkNoShow = () =>
  useStep(
    client.bookings.noShow,
    ({ no_show_at }) => (no_show_at ? 'Marked as a no-show' : 'No longer a no-show'),
    'Failed to mark the no-show',
  )
