import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { dayAfterKey } from '../model/month-grid.ts'

type RovingDayOptions = {
  /** The day that the Tab key reaches. @param visitedDay the last day that had the focus */
  getTabStop: (visitedDay: string | null) => string
  week_starts_on: number
  isShown: (day: string) => boolean
  /** Shows the month or week of a day that is not shown. */
  onShowDay: (day: string) => void
}

/** Roving tabindex: the Tab key reaches one day. Arrow keys move from there, also to days that are not shown yet. */
export function useRovingDay({ getTabStop, week_starts_on, isShown, onShowDay }: RovingDayOptions) {
  const grid = useRef<HTMLTableElement>(null)
  const [visitedDay, setVisitedDay] = useState<string | null>(null)
  const focusTarget = useRef<string | null>(null)
  const tabStop = getTabStop(visitedDay)

  // Focuses in the same frame as the new grid, because a key press in between would start from another day.
  useLayoutEffect(() => {
    if (focusTarget.current !== tabStop) return
    focusTarget.current = null
    grid.current?.querySelector<HTMLElement>(`[data-day="${tabStop}"]`)?.focus()
  }, [tabStop])

  const onKeyDown = (event: KeyboardEvent, day: string) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = dayAfterKey(day, event.key, week_starts_on)
    if (!next) return
    event.preventDefault()
    focusTarget.current = next
    setVisitedDay(next)
    if (!isShown(next)) onShowDay(next)
  }
  return { grid, tabStop, setVisitedDay, onKeyDown }
}
