import ICAL from 'ical.js'

/** An event as parsed by a third-party library. */
export type ReadEvent = {
  uid: string
  sequence: number
  summary: string
  description: string | null
  location: string | null
  status: string
  /** Instants in ISO 8601, computed with the calendar's own time zone data. */
  starts_at: string
  ends_at: string
  /** Local start: `yyyy-MM-ddTHH:mm:ss`. */
  local: string
  attendee: string | null
  organizer: string | null
}

/** Parses a calendar with ical.js, which knows only the time zones in the calendar's VTIMEZONE. */
export function readCalendar(text: string) {
  const calendar = ICAL.Component.fromString(text)
  const textOf = (component: ICAL.Component, name: string) => {
    const value = component.getFirstPropertyValue(name)
    return value === null ? null : String(value)
  }
  const instant = (component: ICAL.Component, name: string) => {
    const value = component.getFirstPropertyValue(name)
    if (!(value instanceof ICAL.Time)) throw new Error(`${name} is no time`)
    return { at: new Date(value.toUnixTime() * 1000).toISOString(), local: value.toString().slice(0, 19) }
  }
  const events = calendar.getAllSubcomponents('vevent').map((event): ReadEvent => {
    const [starts, ends] = [instant(event, 'dtstart'), instant(event, 'dtend')]
    return {
      uid: textOf(event, 'uid') ?? '',
      sequence: Number(textOf(event, 'sequence')),
      summary: textOf(event, 'summary') ?? '',
      description: textOf(event, 'description'),
      location: textOf(event, 'location'),
      status: textOf(event, 'status') ?? '',
      starts_at: starts.at,
      ends_at: ends.at,
      local: starts.local,
      attendee: textOf(event, 'attendee'),
      organizer: textOf(event, 'organizer'),
    }
  })
  // ical.js does not unescape X- properties.
  const name = textOf(calendar, 'x-wr-calname')?.replace(/\\(.)/g, '$1') ?? null
  return { name, method: textOf(calendar, 'method'), events }
}
