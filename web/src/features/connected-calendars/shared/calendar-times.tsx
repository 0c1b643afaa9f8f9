import type { Actor } from '@studiohub/contract/actor.ts'
import { canSeeCalendarTimes } from '@studiohub/contract/features/connected-calendars/policy.ts'
import type { CalendarTime } from '@studiohub/contract/features/connected-calendars/schema.ts'
import { CALENDAR_BUSY } from '@studiohub/contract/features/connected-calendars/words.ts'
import { useState } from 'react'
import { useCalendarTimes } from '../api.ts'
import { calendarTimeText } from './calendar-time-text.ts'

const COLLAPSED_TIMES = 6

type CalendarTimesProps = {
  actor: Actor
  studio: { id: string; timezone: string }
  range: { from: string; to: string }
  resources: readonly { id: string; name: string }[]
}

/** The busy times of people and rooms in connected calendars, for the days on the screen. Renders nothing if there are none. */
export function CalendarTimes({ actor, studio, range, resources }: CalendarTimesProps) {
  const times = useCalendarTimes(studio.id, range, canSeeCalendarTimes(actor, studio.id))
  const [isExpanded, setExpanded] = useState(false)
  const resourceNames = new Map(resources.map(({ id, name }) => [id, name]))
  const allTimes = (times.data ?? []).filter(({ resource_id }) => resourceNames.has(resource_id))
  if (allTimes.length === 0) return null
  // Clashes come first, because the studio must resolve them.
  const sortedTimes = allTimes.toSorted((a, b) => Number(b.has_session) - Number(a.has_session))
  const visibleTimes = isExpanded ? sortedTimes : sortedTimes.slice(0, COLLAPSED_TIMES)
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
      <ul aria-label={CALENDAR_BUSY} className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
        {visibleTimes.map((time) => (
          <li key={`${time.resource_id} ${time.starts_at}`}>
            <CalendarTimeText time={time} name={resourceNames.get(time.resource_id) ?? ''} timezone={studio.timezone} />
          </li>
        ))}
      </ul>
      {allTimes.length > COLLAPSED_TIMES && (
        <button
          type="button"
          className="text-link underline underline-offset-4"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? 'Show fewer' : `Show ${allTimes.length - COLLAPSED_TIMES} more`}
        </button>
      )}
    </div>
  )
}

function CalendarTimeText({ time, name, timezone }: { time: CalendarTime; name: string; timezone: string }) {
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
