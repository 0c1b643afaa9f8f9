import ICAL from 'ical.js'
import type { CalendarObject, CalendarTime, CalendarTimes, EventDetails, ReadCalendarInput } from './calendar-data.ts'
import { findZone } from './calendar-zone.ts'

const DAY_SECONDS = 86_400
const TITLE_CHARACTERS = 200
const DESCRIPTION_CHARACTERS = 2_000
const GUESTS_MAX = 10
/** The maximum number of repetitions to look at, including those before the range. */
const REPETITIONS_MAX = 200_000

/** The text is not a calendar. */
export class NoCalendarError extends Error {}
/** The calendar has more repetitions than the maximum. */
export class EndlessCalendarError extends Error {}

type BusyTime = CalendarTime & { from: number; to: number }
type Scope = ReadCalendarInput & { object: string | null; calendarZone: string; steps: { left: number } }

/**
 * Reads the busy times of iCalendar texts: events with their repetitions and exceptions, without free, cancelled and
 * declined ones. Some hostile texts make it run forever, so it runs in a thread that can be stopped.
 * @throws NoCalendarError or EndlessCalendarError
 */
export function readCalendarTimes(input: ReadCalendarInput): CalendarTimes {
  const times: BusyTime[] = []
  const steps = { left: REPETITIONS_MAX }
  let isTruncated = false
  for (const { calendar, object } of input.objects.flatMap(parseObject)) {
    const name = readText(calendar, 'x-wr-calname')
    const emails = [...input.emails, name].filter((text) => text.includes('@')).map((email) => email.toLowerCase())
    const calendarZone = findZone(readText(calendar, 'x-wr-timezone')) ?? input.zone
    const scope = { ...input, object, emails, calendarZone, steps }
    const events = calendar.getAllSubcomponents('vevent')
    for (const series of Map.groupBy(events, (event) => readText(event, 'uid')).values()) {
      for (const time of listTimesOfSeries(series, scope)) {
        times.push(time)
        if (times.length > 2 * input.limit) isTruncated = truncateAfter(times, input.limit)
      }
    }
  }
  isTruncated = truncateAfter(times, input.limit) || isTruncated
  return { times: times.map(({ from, to, ...time }) => time), isTruncated }
}

function parseObject({ name, text }: CalendarObject) {
  try {
    return parse(text).map((calendar) => ({ calendar, object: name }))
  } catch (error) {
    // One broken object must not hide the others.
    if (name === null) throw error
    return []
  }
}

// One text may contain several calendars, each with its own zone.
function parse(text: string): ICAL.Component[] {
  for (const [, name = ''] of text.matchAll(/;TZID="?([^":;\r\n]+)/g)) {
    if (!ICAL.TimezoneService.has(name) && findZone(name))
      ICAL.TimezoneService.register(new SystemZone({ tzid: name }), name)
  }
  try {
    const data = ICAL.parse(text.replace(/^\uFEFF/, ''))
    const all: ICAL.Component[] = (Array.isArray(data[0]) ? data : [data]).map(
      (part: unknown[]) => new ICAL.Component(part),
    )
    const calendars = all.filter(({ name }) => name === 'vcalendar')
    if (calendars.length > 0) return calendars
  } catch {
    // The library's messages are for developers, so they are replaced below.
  }
  throw new NoCalendarError()
}

/** Sorts the times and removes all after the limit. @returns whether it removed any */
function truncateAfter(times: BusyTime[], limit: number): boolean {
  times.sort((a, b) => a.from - b.from || a.to - b.to)
  return times.splice(limit).length > 0
}

/** The times of all events with the same UID: one event may repeat, and the others replace single repetitions of it. */
function listTimesOfSeries(events: readonly ICAL.Component[], scope: Scope): BusyTime[] {
  const masters = events.filter((event) => !event.hasProperty('recurrence-id'))
  const exceptions = events.filter((event) => event.hasProperty('recurrence-id'))
  const [master] = masters
  // Some calendars give one UID to several events. Shared calendars may have an exception without its series.
  if (!master || masters.length > 1) return events.flatMap((event) => listTimesOfEvent(event, scope))
  try {
    const event = new ICAL.Event(master, { exceptions, strictExceptions: false })
    return event.isRecurring() ? seriesTimes(event, scope) : listTimesOfEvent(master, scope)
  } catch (error) {
    if (error instanceof EndlessCalendarError) throw error
    // One invalid event must not hide the others.
    return []
  }
}

function listTimesOfEvent(component: ICAL.Component, scope: Scope): BusyTime[] {
  try {
    const event = new ICAL.Event(component)
    const repetition = component.getFirstPropertyValue('recurrence-id')
    return busyTimeInRange(
      component,
      computeRange(event, event.startDate, scope),
      scope,
      repetition ? String(repetition) : '',
    )
  } catch {
    return []
  }
}

function seriesTimes(event: ICAL.Event, scope: Scope): BusyTime[] {
  const times: BusyTime[] = []
  const repetitions = event.iterator()
  for (let next = repetitions.next(); next; next = repetitions.next()) {
    scope.steps.left -= 1
    if (scope.steps.left < 0) throw new EndlessCalendarError()
    const { item, startDate, recurrenceId } = event.getOccurrenceDetails(next)
    const range = computeRange(item, startDate, scope)
    if (item === event && range.from >= scope.to) break
    times.push(...busyTimeInRange(item.component, range, scope, recurrenceId.toString()))
    if (times.length > scope.limit) break
  }
  return times
}

/** The time of an event; empty if it does not make its owner busy in the range. */
function busyTimeInRange(
  component: ICAL.Component,
  { from, to }: { from: number; to: number },
  scope: Scope,
  repetition: string,
): BusyTime[] {
  const isInRange = from < to && from < scope.to && to > scope.from
  if (!isInRange || !makesBusy(component, scope.emails)) return []
  const isPrivate = /^(private|confidential)$/i.test(readText(component, 'class'))
  const title = readText(component, 'summary').replaceAll('\0', '').trim().slice(0, TITLE_CHARACTERS)
  const [, booking_id = null] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/.exec(readText(component, 'uid')) ?? []
  const time = { starts_at: new Date(from).toISOString(), ends_at: new Date(to).toISOString() }
  const details = scope.withDetails && { details: readDetails(component, repetition) }
  const fields = { title: isPrivate || title === '' ? null : title, booking_id, object: scope.object }
  return [{ ...time, ...details, ...fields, from, to }]
}

function readDetails(component: ICAL.Component, repetition: string): EventDetails {
  const start = component.getFirstPropertyValue('dtstart')
  return {
    uid: `${readText(component, 'uid')} ${repetition}`.trim(),
    is_whole_day: start instanceof ICAL.Time && start.isDate,
    is_tentative: /^tentative$/i.test(readText(component, 'status')),
    location: cleanText(readText(component, 'location'), TITLE_CHARACTERS),
    description: cleanText(readText(component, 'description'), DESCRIPTION_CHARACTERS),
    guests: listGuests(component),
  }
}

/** The invited people, without the organizer: that is the studio. */
function listGuests(component: ICAL.Component): EventDetails['guests'] {
  const addressOf = (property: ICAL.Property) =>
    String(property.getFirstValue())
      .replace(/^mailto:/i, '')
      .toLowerCase()
  const organizers = component.getAllProperties('organizer').map(addressOf)
  return component
    .getAllProperties('attendee')
    .filter((attendee) => !/^(resource|room)$/i.test(String(attendee.getParameter('cutype') ?? '')))
    .map((attendee) => ({
      name: cleanText(String(attendee.getParameter('cn') ?? ''), TITLE_CHARACTERS),
      email: addressOf(attendee),
    }))
    .filter(({ email }) => email.includes('@') && !organizers.includes(email))
    .slice(0, GUESTS_MAX)
}

const cleanText = (text: string, length: number) => text.replaceAll('\0', '').trim().slice(0, length)

function makesBusy(component: ICAL.Component, emails: readonly string[]): boolean {
  const isFree =
    /^transparent$/i.test(readText(component, 'transp')) ||
    /^free$/i.test(readText(component, 'x-microsoft-cdo-busystatus')) ||
    /^cancelled$/i.test(readText(component, 'status'))
  const hasDeclined = component.getAllProperties('attendee').some((attendee) => {
    const email = String(attendee.getFirstValue())
      .toLowerCase()
      .replace(/^mailto:/, '')
    return emails.includes(email) && /^declined$/i.test(String(attendee.getParameter('partstat') ?? ''))
  })
  return !isFree && !hasDeclined
}

/** The start and end of a repetition. All have the same length, even across a clock change (RFC 5545, 3.8.5.3). */
function computeRange(event: ICAL.Event, start: ICAL.Time, scope: Scope): { from: number; to: number } {
  const { startDate, component } = event
  const from = toInstant(start, scope)
  if (startDate.isDate) {
    // Counted in whole days, because a day may have 23 or 25 hours.
    const end = start.clone()
    end.adjust(Math.max(1, Math.round(event.duration.toSeconds() / DAY_SECONDS)), 0, 0, 0)
    return { from, to: toInstant(end, scope) }
  }
  const hasEnd = component.hasProperty('dtend')
  const length = hasEnd
    ? toInstant(event.endDate, scope) - toInstant(startDate, scope)
    : event.duration.toSeconds() * 1000
  return { from, to: from + length }
}

function toInstant(time: ICAL.Time, { calendarZone }: Scope): number {
  const { year, month, day, hour, minute, second } = time
  const local = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second: Math.min(second, 59) })
  if (time.isDate) return local.toZonedDateTime(calendarZone).epochMilliseconds
  const { tzid } = time.zone
  if (tzid === 'UTC') return time.toUnixTime() * 1000
  const zone = findZone(tzid)
  if (zone) return local.toZonedDateTime(zone).epochMilliseconds
  // A zone that only this calendar defines, or no zone at all.
  return tzid === 'floating' ? local.toZonedDateTime(calendarZone).epochMilliseconds : time.toUnixTime() * 1000
}

/** A zone that the calendar uses without defining it; the system knows it. */
class SystemZone extends ICAL.Timezone {
  override utcOffset({ year, month, day, hour, minute }: ICAL.Time): number {
    const local = Temporal.PlainDateTime.from({ year, month, day, hour, minute })
    return local.toZonedDateTime(findZone(this.tzid) ?? 'UTC').offsetNanoseconds / 1_000_000_000
  }
}

function readText(component: ICAL.Component, name: string): string {
  const value: unknown = component.getFirstPropertyValue(name)
  return value === null || value === undefined ? '' : String(value)
}
