/** What the worker is asked: the text of a calendar, and which of its times are wanted. */
export type CalendarOrder = {
  text: string
  /** For times without a zone and for whole days, unless the calendar names one. */
  zone: string
  /** The wanted range, in milliseconds. */
  from: number
  to: number
  /** How many times at most; the earliest count. */
  most: number
  /** The owner's email addresses: an invitation that one of them declined does not count. */
  emails: string[]
}

/** A time in which a calendar is busy; ISO 8601. */
export type CalendarTime = {
  starts_at: string
  ends_at: string
  /** Null for private events. */
  title: string | null
  /** The booking that the event is a copy of, if the product wrote it. */
  booking_id: string | null
}

/** The times of a calendar in order. `isCut`: it has more than the most. */
export type CalendarTimes = { times: CalendarTime[]; isCut: boolean }
