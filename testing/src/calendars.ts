import ICAL from 'ical.js'

/** An event as a program that is not ours reads it. */
export type ReadEvent = {
  uid: string
  sequence: number
  summary: string
  description: string | null
  location: string | null
  status: string
  /** The instants, ISO 8601, by the time zone that the calendar itself describes. */
  starts_at: string
  ends_at: string
  /** What the clocks show at the start: `yyyy-MM-ddTHH:mm:ss`. */
  local: string
  attendee: string | null
  organizer: string | null
}

/** Reads a calendar with ical.js, which knows time zones only from the calendar's own VTIMEZONE. */
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
  // To ical.js an X- property is of no type, so it leaves the escaping in.
  const name = textOf(calendar, 'x-wr-calname')?.replace(/\\(.)/g, '$1') ?? null
  return { name, method: textOf(calendar, 'method'), events }
}
