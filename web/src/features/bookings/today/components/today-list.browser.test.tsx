import { sampleBooking } from '@studiohub/testing/sample-booking.ts'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { groupEntriesByDay } from '#features/bookings/shared/day-entries.ts'
import { loadTemporal } from '#lib/page/browser-time.ts'
import { TodayList } from './today-list.tsx'

const today = '2026-11-24'

const aSession = (client: string, hour: number) =>
  sampleBooking({
    id: client,
    client_id: client,
    client_name: client,
    start_time: `${hour}:00`,
    end_time: `${hour + 1}:00`,
    starts_at: `${today}T${hour}:00:00Z`,
    ends_at: `${today}T${hour + 1}:00:00Z`,
    resources: [{ id: 'room', kind: 'room', name: 'Studio A', is_active: true }] as never,
  })

test('each row has when on one line, and where and what on the next, with and without a state', async () => {
  await loadTemporal()
  const sessions = [aSession('Mara Voss', 10), aSession('Iris Lund', 15)]
  const context = {
    studio: { id: 'studio', name: 'Northlight', timezone: 'UTC' },
    actor: { user_id: 'user', role: 'studio_admin', studio_id: 'studio' },
    services: [],
    people: [],
    today,
    now: new Date(`${today}T10:20:00Z`),
  } as unknown as BookingContext
  const screen = await render(
    <TodayList
      context={context}
      entries={groupEntriesByDay(sessions, { withCancelled: false }).get(today) ?? []}
      arrivals={[]}
      renderCheckIn={() => null}
      onOpen={() => {}}
    />,
  )
  const rows = [...screen.container.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(rows).toEqual([
    expect.stringMatching(/^Mara Voss10.* · 20 min lateStudio A · \w/),
    expect.stringMatching(/^Iris Lund.*[0-9MP]Studio A · \w/),
  ])
})
