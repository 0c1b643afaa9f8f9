/** A text of a calendar. */
export type CalendarObject = {
  /** What the server calls it; null if the text is the whole calendar. */
  name: string | null
  text: string
}

/** The input of the worker: the texts of a calendar, and the range of times to read. */
export type CalendarOrder = {
  objects: CalendarObject[]
  /** The zone of whole days and of times without a zone, unless the calendar names one. */
  zone: string
  /** The wanted range, in milliseconds. */
  from: number
  to: number
  /** The most times to return; the earliest are kept. */
  most: number
  /** The owner's email addresses: an invitation that one of them declined is ignored. */
  emails: string[]
  /** Also reads what tells a session: the number of the event, its place, guests and text. */
  withDetails?: boolean
}

/** What an import reads of an event. */
export type EventDetails = {
  /** The same in every copy of the calendar; of a repeated event each repetition has its own. */
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
  /** The name of its object. */
  object: string | null
  details?: EventDetails
}

/** The times of a calendar in order. `isCut`: there were more than the maximum. */
export type CalendarTimes = { times: CalendarTime[]; isCut: boolean }
