import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, inject, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useBookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { loadTemporal } from '#lib/page/browser-time.ts'
import { client } from '#lib/server/api.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { ChangeDialog } from './change-dialog.tsx'

const { studio_id, session } = inject('studio')

function OpenDialog({ studio, booking }: { studio: Studio; booking: Booking }) {
  const { context } = useBookingContext(studio)
  return <ChangeDialog booking={booking} context={context} onClose={() => {}} />
}

const dialogOf = (studio: Studio, booking: Booking) => (
  <MemoryRouter>
    <QueryClientProvider client={queryClient}>
      <Suspense>
        <OpenDialog studio={studio} booking={booking} />
      </Suspense>
    </QueryClientProvider>
  </MemoryRouter>
)

test('a change does not undo a move by another person while the dialog is open', async () => {
  await loadTemporal()
  storeSession(session)
  const studio = await client.studios.get({ studio_id })
  const { id } = await client.bookings.create({
    studio_id,
    booking_date: plusDays(todayIn('UTC', new Date()), 400),
    start_time: '10:00',
    end_time: '12:00',
    service_type: 'recording',
    booking_type: 'client_booking',
  })
  const booking = await client.bookings.get({ id })
  const { rerender } = await render(dialogOf(studio, booking))
  const notes = page.getByRole('textbox', { name: 'Notes' })
  await notes.fill('Bring the drums')
  await client.bookings.update({ id, version: booking.version, start_time: '14:00', end_time: '16:00' })
  await rerender(dialogOf(studio, await client.bookings.get({ id })))
  page.getByRole('button', { name: 'Save Changes' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toBeInTheDocument()
  expect(await client.bookings.get({ id })).toMatchObject({ start_time: '14:00', end_time: '16:00', notes: null })
  await expect.element(notes).toHaveValue('Bring the drums')
})
