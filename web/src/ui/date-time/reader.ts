import { createContext, use } from 'react'

/** How date and time fields show their values, and the calendar of the reader. */
export type DateTimeReader = {
  /** Whether the reader types the month before the day. */
  isMonthFirst: () => boolean
  /** 'Dec 1, 2026'. @param day `yyyy-MM-dd` */
  formatDay: (day: string) => string
  /** 'Tuesday, December 1, 2026'. @param day `yyyy-MM-dd` */
  formatLongDay: (day: string) => string
  /** 'December 2026'. @param day any day of the month, `yyyy-MM-dd` */
  formatMonth: (day: string) => string
  /** '14:00' or '2:00 PM'. @param time `HH:mm` */
  formatTime: (time: string) => string
  /** The first weekday, 0 is Sunday. */
  weekStartsOn: 0 | 1 | 2 | 3 | 4 | 5 | 6
  /** The current day, `yyyy-MM-dd`. */
  today: () => string
}

/** Shows ISO values unchanged, for pages without a known reader. */
const isoReader: DateTimeReader = {
  isMonthFirst: () => false,
  formatDay: (day) => day,
  formatLongDay: (day) => day,
  formatMonth: (day) => day.slice(0, 7),
  formatTime: (time) => time,
  weekStartsOn: 0,
  today: () => new Date().toISOString().slice(0, 10),
}

/** Sets the reader of all date and time fields below. */
export const DateTimeReaderContext = createContext(isoReader)

export const useDateTimeReader = () => use(DateTimeReaderContext)
