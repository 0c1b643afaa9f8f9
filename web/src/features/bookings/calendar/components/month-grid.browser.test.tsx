import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { sampleBooking } from '@studiohub/testing/sample-booking.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { groupEntriesByDay } from '#features/bookings/shared/day-entries.ts'
import { loadTemporal } from '#lib/page/browser-time.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { MonthGrid } from './month-grid.tsx'

const { studio_id, session } = inject('studio')
const today = '2026-11-30'

const aSession = (client: string, [from, to]: [string, string]): CalendarBooking =>
  sampleBooking({
    id: client,
    client_id: client,
    client_name: client,
    status: 'confirmed',
    booking_date: today,
    start_time: from,
    end_time: to,
    starts_at: `${today}T${from}:00Z`,
    ends_at: `${today}T${to}:00Z`,
  })

const context = {
  studio: { id: studio_id, timezone: 'UTC', week_starts_on: 0 },
  actor: { user_id: studio_id, role: 'studio_admin', studio_id },
  today,
  now: new Date(`${today}T14:30:00Z`),
  rooms: [],
  services: [],
} as unknown as BookingContext

test('today shows what is late or still to come, and how many of the others are over', async () => {
  await loadTemporal()
  storeSession(session)
  const sessions = [
    aSession('Mara Voss', ['09:00', '10:00']),
    aSession('Omar Haddad', ['11:00', '12:00']),
    aSession('Iris Lund', ['14:00', '16:00']),
    aSession('Ben Alvarez', ['17:00', '18:00']),
    aSession('Cleo Marsh', ['19:00', '20:00']),
    aSession('The Larches', ['21:00', '22:00']),
  ]
  await render(
    <QueryClientProvider client={queryClient}>
      <MonthGrid
        context={context}
        month="2026-11"
        days={groupEntriesByDay(sessions, { withCancelled: false })}
        onOpenDay={() => {}}
        onMonth={() => {}}
      />
    </QueryClientProvider>,
  )
  const rows = page.getByRole('listitem')
  await expect.element(rows.nth(0)).toHaveTextContent('14:00 Iris Lund, Recording, Confirmed, 30 min late')
  await expect.element(rows.nth(1)).toHaveTextContent('17:00 Ben Alvarez, Recording, Confirmed')
  await expect.element(rows.nth(2)).toHaveTextContent('19:00 Cleo Marsh, Recording, Confirmed')
  await expect.element(page.getByRole('button', { name: '+3 more, 2 over' })).toBeInTheDocument()
})
