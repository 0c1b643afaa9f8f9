import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { sampleBooking } from '@studiohub/testing/sample-booking.ts'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { groupEntriesByDay } from '#features/bookings/shared/day-entries.ts'
import { loadTemporal } from '#lib/page/browser-time.ts'
import { RoomTimeline } from './room-timeline.tsx'

const today = '2026-11-24'
const rooms = ['Studio A', 'Studio B'].map((name) => ({ id: name, kind: 'room', name, is_active: true }))

const aSession = (room: number, client: string, [from, to]: [string, string]): CalendarBooking =>
  sampleBooking({
    id: client,
    client_id: client,
    client_name: client,
    start_time: from,
    end_time: to,
    starts_at: `${today}T${from}:00Z`,
    ends_at: `${today}T${to}:00Z`,
    resources: [rooms[room]] as never,
  })

const sessions = [aSession(0, 'Mara Voss', ['09:00', '18:00']), aSession(1, 'Iris Lund', ['10:00', '11:00'])]
const visit = { booking_id: 'other', client_id: 'somebody', check_in_time: `${today}T08:00:00Z`, check_out_time: null }

async function renderAt(time: string, arrivals = [visit]) {
  await loadTemporal()
  const context = {
    studio: { id: 'studio', name: 'Northlight', timezone: 'UTC' },
    actor: { user_id: 'user', role: 'studio_admin', studio_id: 'studio' },
    worksAtDesk: true,
    services: [],
    rooms,
    people: [],
    today,
    now: new Date(`${today}T${time}:00Z`),
  } as unknown as BookingContext
  const screen = await render(
    <RoomTimeline
      context={context}
      entries={groupEntriesByDay(sessions, { withCancelled: false }).get(today) ?? []}
      hours={undefined}
      arrivals={arrivals}
      renderCheckIn={() => null}
      onOpen={() => {}}
    />,
  )
  const heights = () =>
    [...screen.container.querySelectorAll('h3')].map(({ parentElement }) => parentElement?.style.minHeight)
  const block = (client: string) => {
    const name = new RegExp(client)
    const button = [...screen.container.querySelectorAll('button')].find(({ ariaLabel }) => name.test(ariaLabel ?? ''))
    return button?.parentElement
  }
  return { screen, heights, block }
}

test('a session whose client is late is amber, with the icon of the confirmed session and the delay in words', async () => {
  const { block, heights } = await renderAt('11:30')
  const late = block('Mara Voss')
  expect(late?.textContent?.replaceAll('\u00a0', ' ')).toContain('2 h 30 min late')
  expect(late?.className).toContain('border-pending')
  expect(late?.querySelector('.lucide-circle-check')).not.toBeNull()
  expect(late?.querySelector('.lucide-clock')).toBeNull()
  expect(heights()).toEqual([expect.stringContaining('50dvh'), expect.stringContaining('50dvh')])
})

test('when the day is over the rows are low, and wide and narrow sessions say the same', async () => {
  const { block, heights } = await renderAt('18:00')
  for (const client of ['Mara Voss', 'Iris Lund']) {
    expect(block(client)?.textContent?.replaceAll('\u00a0', ' ')).toMatch(/Not checked in$/)
    expect(block(client)?.textContent).not.toContain('Ended')
  }
  expect(heights()).toEqual(['4.5rem', '4.5rem'])
})

test('a client who is here for another session is here already instead of late', async () => {
  const { block } = await renderAt('09:30', [{ ...visit, client_id: 'Mara Voss' }])
  expect(block('Mara Voss')?.textContent).toMatch(/Already here$/)
  expect(block('Mara Voss')?.querySelector('button')?.ariaLabel).toMatch(/, Already here$/)
})
