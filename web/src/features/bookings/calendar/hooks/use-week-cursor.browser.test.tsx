import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { useRef, useState } from 'react'
import { beforeEach, expect, inject, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Block } from '#features/bookings/model/lanes.ts'
import { groupEntriesByDay } from '#features/bookings/shared/day-entries.ts'
import { loadTemporal } from '#lib/page/browser-time.ts'
import { client } from '#lib/server/api.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { createWeekRows } from '../model/week-cells.ts'
import { useWeekCursor } from './use-week-cursor.ts'

const { studio_id, session } = inject('studio')

type Session = Awaited<ReturnType<typeof client.bookings.get>>

// The component tests share a studio, and no other one books these days.
const firstDay = plusDays(todayIn('UTC', new Date()), 300)

beforeEach(async () => {
  await loadTemporal()
  storeSession(session)
})

/** A week with a session at 10:00 on its first and at 13:00 on its second day, on the server. */
async function bookWeek(): Promise<Session[]> {
  const session = { studio_id, service_type: 'recording', booking_type: 'client_booking' as const }
  await client.bookings.create({ ...session, booking_date: firstDay, start_time: '10:00', end_time: '12:00' })
  const second = plusDays(firstDay, 1)
  await client.bookings.create({ ...session, booking_date: second, start_time: '13:00', end_time: '14:00' })
  return (await client.bookings.list({ studio_id, from: firstDay, to: second })).items
}

/** A week with keys but without styles: a button for each session, and one that goes to the next week. */
function WeekByKeys({ sessions, onDrop }: { sessions: Session[]; onDrop: (block: Block) => void }) {
  const [week, setWeek] = useState(firstDay)
  const table = useRef<HTMLTableElement>(null)
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => plusDays(week, day))
  const rows = createWeekRows(days, [], groupEntriesByDay(sessions, { withCancelled: false }))
  const cursor = useWeekCursor({ rows, table, canMove: () => true, onDrop, onChangeWeek: () => {} })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the test needs the keys of the week, not its roles.
    <div onKeyDown={cursor.onKeyDown}>
      {rows.map((cells, row) =>
        cells.map(({ blocks }, column) =>
          blocks.map(({ key, entry }, index) => (
            <button key={key} type="button" onClick={() => cursor.setCursor({ row, column, index })}>
              {entry.from}
            </button>
          )),
        ),
      )}
      <button type="button" onClick={() => setWeek(plusDays(week, 1))}>
        Other week
      </button>
      <output>{cursor.announcement}</output>
    </div>
  )
}

test('a session that was picked up stays where it is after another one is clicked or the week changes', async () => {
  const sessions = await bookWeek()
  const drops: string[] = []
  const screen = await render(<WeekByKeys sessions={sessions} onDrop={({ entry }) => drops.push(entry.from)} />)
  const announcement = screen.getByRole('status')
  await userEvent.click(screen.getByRole('button', { name: '10:00' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(announcement).toMatchTextContent(/^Picked up/)
  await userEvent.click(screen.getByRole('button', { name: '13:00' }))
  await expect.element(announcement).toMatchTextContent(/^Move cancelled/)
  await userEvent.keyboard('{Enter}')
  await expect.element(announcement).toMatchTextContent(/^Picked up/)
  expect(drops).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: 'Other week' }))
  await expect.element(announcement).toMatchTextContent(/^Move cancelled/)
  expect(drops).toEqual([])
})
