import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { useRef } from 'react'
import { beforeEach, expect, inject, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createBlocks, createLanes } from '#features/bookings/model/lanes.ts'
import { formatMinute } from '#features/bookings/model/moves.ts'
import { groupEntriesByDay } from '#features/bookings/shared/day-entries.ts'
import { loadTemporal } from '#lib/page/browser-time.ts'
import { client } from '#lib/server/api.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import type { DragSource, DropTarget } from '../model/drag.ts'
import { getDays } from '../model/periods.ts'
import { useCursor } from './use-cursor.ts'

const { studio_id, session } = inject('studio')
const axis = { from: 8 * 60, to: 20 * 60 }

type Session = Awaited<ReturnType<typeof client.bookings.get>>
type CalendarDay = { day: string; sessions: Session[]; onDrop: (source: DragSource, target: DropTarget) => void }

let day = plusDays(todayIn('UTC', new Date()), 20)

/** A day with two sessions, at 10:00 and at 13:00, on the server. */
async function bookDay(): Promise<Session[]> {
  day = plusDays(day, 1)
  const times = { booking_date: day, service_type: 'recording', booking_type: 'client_booking' as const }
  await client.bookings.create({ studio_id, ...times, start_time: '10:00', end_time: '12:00' })
  await client.bookings.create({ studio_id, ...times, start_time: '13:00', end_time: '14:00' })
  const { items } = await client.bookings.list({ studio_id, from: day, to: day })
  return items
}

beforeEach(async () => {
  await loadTemporal()
  storeSession(session)
})

/** A calendar day with keys but without styles: a button for each session, and one for the slot of the cursor. */
function CalendarDayByKeys({ day, sessions, onDrop }: CalendarDay) {
  const layer = useRef<HTMLDivElement>(null)
  const entries = groupEntriesByDay(sessions, { withCancelled: false })
  const lanes = createLanes(getDays('day', day, 0), [], entries)
  const blocks = createBlocks(lanes, entries)
  const findBlock = (key: string) => blocks.find((block) => block.key === key)
  const drag = { lanes, axis, findBlock, canMove: () => true, canCreate: true, onDrop }
  const { cursor, focusedBlock, announcement, onKeyDown, onFocus } = useCursor({
    ...drag,
    blocks,
    layer,
    onChangePeriod: () => {},
  })
  const isStop = (key: string) => ({
    tabIndex: focusedBlock?.key === key ? 0 : -1,
    ...(focusedBlock?.key === key && { 'data-stop': '' }),
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the test needs the keys of the calendar's grid, not its roles.
    <div ref={layer} onKeyDown={onKeyDown} onFocus={onFocus}>
      {blocks.map(({ key, entry }) => (
        <button key={key} type="button" data-block={key} {...isStop(key)}>
          {entry.from}
        </button>
      ))}
      {!focusedBlock && (
        <button type="button" data-slot data-stop>
          free {formatMinute(cursor.minute)}
        </button>
      )}
      <output>{announcement}</output>
    </div>
  )
}

test('arrow keys move through free time and sessions, one stop at a time', async () => {
  const sessions = await bookDay()
  const screen = await render(<CalendarDayByKeys day={day} sessions={sessions} onDrop={() => {}} />)
  await userEvent.keyboard('{Tab}')
  const stops: string[] = []
  for (let presses = 0; presses < 7; presses += 1) {
    stops.push(document.activeElement?.textContent ?? '')
    await userEvent.keyboard('{ArrowDown}')
  }
  expect(stops).toEqual(['free 08:00', 'free 08:30', 'free 09:00', 'free 09:30', '10:00', 'free 12:00', 'free 12:30'])
  await expect.element(screen.getByRole('button', { name: '13:00' })).toHaveFocus()
  await userEvent.keyboard('{Home}')
  await expect.element(screen.getByRole('button', { name: 'free 08:00' })).toHaveFocus()
})

test('a session picked up by keyboard is moved on the server when it is dropped', async () => {
  const sessions = await bookDay()
  const dropped = Promise.withResolvers<Session>()
  const onDrop = ({ kind, ...source }: DragSource, { from, to }: DropTarget) => {
    if (kind !== 'move' || !('block' in source)) return
    const { id, version } = source.block.entry.booking
    const change = { booking_date: day, start_time: formatMinute(from), end_time: formatMinute(to) }
    client.bookings.update({ id, version, ...change }).then(dropped.resolve, dropped.reject)
  }
  const screen = await render(<CalendarDayByKeys day={day} sessions={sessions} onDrop={onDrop} />)
  await userEvent.click(screen.getByRole('button', { name: '10:00' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('status')).toMatchTextContent(/^Picked up/)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(screen.getByRole('status')).toMatchTextContent(/^Dropped: .*10:30/)
  expect(await dropped.promise).toMatchObject({ start_time: '10:30', end_time: '12:30' })
})

test('Escape cancels the move of a session, and nothing is sent', async () => {
  const sessions = await bookDay()
  const drops: DropTarget[] = []
  const screen = await render(
    <CalendarDayByKeys day={day} sessions={sessions} onDrop={(_source, target) => drops.push(target)} />,
  )
  await userEvent.click(screen.getByRole('button', { name: '13:00' }))
  await userEvent.keyboard('{Enter}{ArrowDown}{Escape}')
  await expect.element(screen.getByRole('status')).toMatchTextContent(/^Move cancelled/)
  await userEvent.keyboard('{Enter}{Escape}')
  expect(drops).toEqual([])
})
