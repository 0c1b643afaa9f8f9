const ROW_REM = 7
/** Taller rows would push what comes next below the first screen. */
const ROW_MAX_REM = 9
/** The height of a session in a row with several at the same time. */
const COLUMN_MIN_REM = 5.25
/** What is above the rooms (title, tabs, hours), and the beginning of the list below them. */
const AROUND_ROWS_REM = 20

/**
 * The height of a room's row as a CSS length: the rooms share the height of the screen within limits.
 * @param columns how many sessions are below each other in the row
 */
export const getRowHeight = (rooms: number, columns: number) =>
  `max(${columns * COLUMN_MIN_REM}rem, clamp(${ROW_REM}rem, (100dvh - ${AROUND_ROWS_REM}rem) / ${Math.max(rooms, 1)}, ${ROW_MAX_REM}rem))`
