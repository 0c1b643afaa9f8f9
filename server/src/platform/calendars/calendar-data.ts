/** A text in iCalendar format (RFC 5545). */
export type CalendarObject = {
  /** Its name on the server; null if the text is the whole calendar. */
  name: string | null
  text: string
}

/** The input of the worker: the texts of a calendar, and the range of times to read. */
export type ReadCalendarInput = {
  objects: CalendarObject[]
  /** The zone of whole days and of times without a zone, unless the calendar names one. */
  zone: string
  /** The range to read, in milliseconds. */
  from: number
  to: number
  /** The maximum number of times to return. If there are more, the earliest are returned. */
  limit: number
  /** The owner's email addresses. An invitation that one of them has declined is ignored. */
  emails: string[]
  /** Also reads the `details` of each event. */
  withDetails?: boolean
}

/** The details of an event that an import needs. */
export type EventDetails = {
  /** The same in every copy of the calendar. Each repetition of an event has an id of its own. */
  uid: string
  is_whole_day: boolean
  is_tentative: boolean
  location: string
  description: string
  guests: { name: string; email: string }[]
}

/** A time in which a calendar is busy; ISO 8601. */
export type CalendarTime = {
  starts_at: string
  ends_at: string
  /** Null for private events. */
  title: string | null
  /** The id of the booking that the event copies, if our own feed wrote it. */
  booking_id: string | null
  /** The name of its object on the server. */
  object: string | null
  details?: EventDetails
}

/** The times of a calendar in order. `isTruncated`: there are more than the limit. */
export type CalendarTimes = { times: CalendarTime[]; isTruncated: boolean }
