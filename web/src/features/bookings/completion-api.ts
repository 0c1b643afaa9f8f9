import { client } from '#lib/server/api.ts'
import { useStatusChange } from './status-api.ts'

export const useCompleteBooking = () =>
  useStatusChange(client.bookings.complete, 'Booking completed', 'Failed to complete booking')

export const useMarkNoShow = () =>
  useStatusChange(
    client.bookings.noShow,
    ({ no_show_at }) => (no_show_at ? 'Marked as a no-show' : 'No longer a no-show'),
    'Failed to mark the no-show',
  )
