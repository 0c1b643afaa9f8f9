import type { DayState } from './day-state.ts'

const ROW_REM = 7
/** Taller rows would push what comes next below the first screen. */
const ROW_MAX_REM = 9
/** The height of a session in a row with several at the same time. */
const COLUMN_MIN_REM = 5.25
/** A session that is over shows its name, its times and its state. */
const COMPACT_COLUMN_REM = 4.5
/** A row of a day without sessions has only free time. */
const EMPTY_ROW_REM = 3
/** What is above the rooms (title, tabs, hours), and the beginning of the list below them. */
const AROUND_ROWS_REM = 20

/**
 * The minimum height of a room's row as a CSS length: while sessions are open, the rooms share the height of the screen within
 * limits. Otherwise the rows are low, so that what comes next is on the first screen.
 * @param columns how many sessions are below each other in the row
 */
export function getRowHeight(rooms: number, columns: number, day: DayState = 'open'): string {
  if (day === 'empty') return `${EMPTY_ROW_REM}rem`
  if (day === 'over') return `${columns * COMPACT_COLUMN_REM}rem`
  const share = `(100dvh - ${AROUND_ROWS_REM}rem) / ${Math.max(rooms, 1)}`
  return `max(${columns * COLUMN_MIN_REM}rem, clamp(${ROW_REM}rem, ${share}, ${ROW_MAX_REM}rem))`
}
