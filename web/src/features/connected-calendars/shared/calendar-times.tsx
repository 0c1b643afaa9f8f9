import type { Actor } from '@studiohub/contract/actor.ts'
import { canSeeCalendarTimes } from '@studiohub/contract/features/connected-calendars/policy.ts'
import type { CalendarTime } from '@studiohub/contract/features/connected-calendars/schema.ts'
import { CALENDAR_BUSY } from '@studiohub/contract/features/connected-calendars/words.ts'
import { useState } from 'react'
import { useCalendarTimes } from '../api.ts'
import { calendarTimeText } from './calendar-time-text.ts'

const SHOWN = 6

type CalendarTimesProps = {
  actor: Actor
  studio: { id: string; timezone: string }
  range: { from: string; to: string }
  resources: readonly { id: string; name: string }[]
}

/** The busy times of people and rooms in connected calendars for the shown days; empty if there are none. */
export function CalendarTimes({ actor, studio, range, resources }: CalendarTimesProps) {
  const times = useCalendarTimes(studio.id, range, canSeeCalendarTimes(actor, studio.id))
  const [isWhole, setWhole] = useState(false)
  const nameOf = new Map(resources.map(({ id, name }) => [id, name]))
  const all = (times.data ?? []).filter(({ resource_id }) => nameOf.has(resource_id))
  if (all.length === 0) return null
  // Clashes first, because someone must decide about them.
  const inOrder = all.toSorted((a, b) => Number(b.has_session) - Number(a.has_session))
  const shown = isWhole ? inOrder : inOrder.slice(0, SHOWN)
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
      <ul aria-label={CALENDAR_BUSY} className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
        {shown.map((time) => (
          <li key={`${time.resource_id} ${time.starts_at}`}>
            <TimeOfCalendar time={time} name={nameOf.get(time.resource_id) ?? ''} timezone={studio.timezone} />
          </li>
        ))}
      </ul>
      {all.length > SHOWN && (
        <button
          type="button"
          className="text-link underline underline-offset-4"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show ${all.length - SHOWN} more`}
        </button>
      )}
    </div>
  )
}

function TimeOfCalendar({ time, name, timezone }: { time: CalendarTime; name: string; timezone: string }) {
  const { titles, has_session } = time
  return (
    <>
      <span className="font-medium">{name}</span>{' '}
      <span className="text-muted-foreground">
        {CALENDAR_BUSY} <span className="tabular-nums">{calendarTimeText(time, timezone)}</span>
        {titles.length > 0 && `: ${titles.join(', ')}`}
      </span>
      {has_session && <span className="text-cancelled"> clashes with a session</span>}
    </>
  )
}
