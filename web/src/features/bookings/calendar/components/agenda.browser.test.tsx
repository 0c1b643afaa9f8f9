import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, inject, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { groupEntriesByDay } from '#features/bookings/shared/day-entries.ts'
import { loadTemporal } from '#lib/page/browser-time.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { Agenda } from './agenda.tsx'

const { studio_id, session } = inject('studio')
const [yesterday, today] = ['2026-11-29', '2026-11-30']

const aSession = (booking_date: string, client_name: string, status = 'completed') =>
  ({
    id: client_name,
    booking_type: 'client_booking',
    status,
    service_type: 'recording',
    booking_date,
    start_time: '10:00',
    end_time: '12:00',
    days: 1,
    starts_at: `${booking_date}T10:00:00Z`,
    ends_at: `${booking_date}T12:00:00Z`,
    client_id: null,
    client_name,
    resources: [],
    change_request: null,
  }) as unknown as CalendarBooking

const context = {
  studio: { id: studio_id, timezone: 'UTC' },
  actor: { user_id: studio_id, role: 'studio_admin', studio_id },
  today,
  now: new Date(`${today}T21:00:00Z`),
  rooms: [],
  services: [],
} as unknown as BookingContext

async function renderAgenda(days: readonly string[], sessions: readonly CalendarBooking[]) {
  await loadTemporal()
  storeSession(session)
  await render(
    <QueryClientProvider client={queryClient}>
      <Agenda
        context={context}
        listedDays={days}
        days={groupEntriesByDay(sessions, { withCancelled: false })}
        isClosed={() => false}
        findGaps={() => []}
        withHeadings
        onBook={() => {}}
        onOpen={() => {}}
      />
    </QueryClientProvider>,
  )
}

test('if all sessions of today are over, one line is in their place; past days show theirs', async () => {
  const sessions = [aSession(yesterday, 'Ben Alvarez'), aSession(today, 'Mara Voss'), aSession(today, 'Iris Lund')]
  await renderAgenda([yesterday, today], sessions)
  const ended = page.getByRole('button', { name: '2 sessions are over' })
  await expect.element(ended).toHaveAttribute('aria-expanded', 'false')
  const sessionOf = (name: string) => page.getByText(name)
  await expect.element(sessionOf('Mara Voss')).not.toBeInTheDocument()
  await expect.element(sessionOf('Ben Alvarez')).toBeInTheDocument()
  ended.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(ended).toHaveAttribute('aria-expanded', 'true')
  await expect.element(sessionOf('Iris Lund')).toBeInTheDocument()
})

test('only an unusual status is a visible word; screen readers get all, after the name', async () => {
  const tomorrow = '2026-12-01'
  const sessions = [aSession(tomorrow, 'Mara Voss', 'confirmed'), aSession(tomorrow, 'Iris Lund', 'pending')]
  await renderAgenda([tomorrow], sessions)
  await expect.element(page.getByRole('button', { name: /Mara Voss.*Confirmed.*10/ })).toBeInTheDocument()
  await expect.element(page.getByText('Confirmed')).toHaveClass('sr-only')
  await expect.element(page.getByText('Pending')).not.toHaveClass('sr-only')
})
