import { DAY_MS } from './durations.ts'

/** Writes iCalendar (RFC 5545). Functions with time zone offsets need Temporal, which Node 26 has built in. */

export type CalendarEvent = {
  /** Stable over all changes of the event. */
  uid: string
  /** Increases with every change. */
  sequence: number
  /** Last change, start and end; ISO 8601. */
  stamp: string
  starts_at: string
  ends_at: string
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
  summary: string
  description?: string | undefined
  location?: string | undefined
  organizer?: Address | undefined
  attendee?: Address | undefined
}
export type Address = { name: string; email: string }

export type Calendar = {
  /** Name of a subscribed calendar. */
  name?: string
  /** IANA time zone in which the events are shown. */
  zone: string
  /** The iTIP method of an emailed calendar (RFC 5546). */
  method?: 'REQUEST' | 'CANCEL'
  events: readonly CalendarEvent[]
}

/** The calendar text: lines of at most 75 octets, each ended by CRLF. */
export function writeCalendar({ name, zone, method, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//StudioHub//Calendar//EN',
    'CALSCALE:GREGORIAN',
    ...(method ? [`METHOD:${method}`] : []),
    // Common extensions for subscribed calendars: name, time zone and refresh interval.
    ...(name === undefined
      ? []
      : [`NAME:${escapeText(name)}`, `X-WR-CALNAME:${escapeText(name)}`, `X-WR-TIMEZONE:${zone}`]),
    ...(method ? [] : ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H']),
    ...zoneLines(zone, events),
    ...events.flatMap((event) => eventLines(event, zone)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

function eventLines(event: CalendarEvent, zone: string): string[] {
  const { uid, sequence, stamp, starts_at, ends_at, status, summary, description, location } = event
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utcText(stamp)}`,
    `LAST-MODIFIED:${utcText(stamp)}`,
    `DTSTART${formatMoment(starts_at, zone)}`,
    `DTEND${formatMoment(ends_at, zone)}`,
    `STATUS:${status}`,
    `TRANSP:${status === 'CANCELLED' ? 'TRANSPARENT' : 'OPAQUE'}`,
    `SUMMARY:${escapeText(summary)}`,
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    ...(location ? [`LOCATION:${escapeText(location)}`] : []),
    ...(event.organizer
      ? [`ORGANIZER;CN=${quoteParameter(event.organizer.name)}:mailto:${event.organizer.email}`]
      : []),
    ...(event.attendee
      ? [
          `ATTENDEE;CN=${quoteParameter(event.attendee.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${event.attendee.email}`,
        ]
      : []),
    'END:VEVENT',
  ]
}

/** Text without control characters (except tab and line feed) and without lone surrogates. */
export const calendarText = (value: string) =>
  value
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')

// Fast path: most texts need no escaping, and a feed has thousands of them.
const isPlainText = /^[\w .:@()+/-]*$/

// RFC 5545, 3.3.11: a raw line break would end the property and start another.
const escapeText = (value: string) =>
  isPlainText.test(value)
    ? value
    : calendarText(value)
        .replace(/[\\;,]/g, '\\$&')
        .replaceAll('\n', '\\n')

// RFC 5545, 3.2: a quoted parameter may contain anything but control characters and quotes.
const quoteParameter = (value: string) =>
  `"${calendarText(value)
    .replace(/[\n\t]/g, ' ')
    .replaceAll('"', "'")}"`

const LINE_OCTETS = 75

/** Number of octets of a character in UTF-8. */
function countOctets(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** Folds a line between characters, so that no part exceeds the limit; each part but the first starts with a space. */
function foldLine(line: string): string {
  // UTF-8 needs at least one octet per character and at most three per UTF-16 unit.
  if (line.length * 3 <= LINE_OCTETS || (line.length <= LINE_OCTETS && isAscii.test(line))) return line
  let octets = 0
  let lineStart = 0
  let index = 0
  let folded = ''
  for (const character of line) {
    const size = countOctets(character)
    if (octets + size > LINE_OCTETS) {
      folded += `${line.slice(lineStart, index)}\r\n `
      lineStart = index
      octets = 1
    }
    index += character.length
    octets += size
  }
  return folded + line.slice(lineStart)
}

const isAscii = /^[ -~]*$/

const compact = (iso: string) => iso.slice(0, 19).replace(/[-:]/g, '')
const utcText = (instant: string) => `${compact(new Date(instant).toISOString())}Z`

const isUtc = (zone: string) => /^(Etc\/)?(UTC|GMT|UCT|Zulu|Universal)$/.test(zone)

/** Local time in the zone. A local time that occurs twice is written in UTC, because programs read it differently. */
function formatMoment(instant: string, zone: string): string {
  if (isUtc(zone)) return `:${utcText(instant)}`
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime()
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(zone, { disambiguation }),
  )
  if (first?.epochMilliseconds !== second?.epochMilliseconds) return `:${utcText(instant)}`
  return `;TZID=${zone}:${compact(local.toString({ smallestUnit: 'second' }))}`
}

/** The offset changes of the zone during the events, and the offset before them. */
function zoneLines(zone: string, events: readonly CalendarEvent[]): string[] {
  if (isUtc(zone) || events.length === 0) return []
  const first = events.reduce((min, { starts_at }) => Math.min(min, Date.parse(starts_at)), Number.POSITIVE_INFINITY)
  const last = events.reduce((max, { ends_at }) => Math.max(max, Date.parse(ends_at)), Number.NEGATIVE_INFINITY)
  const begin = Temporal.Instant.fromEpochMilliseconds(first - DAY_MS).toZonedDateTimeISO(zone)
  const before = begin.getTimeZoneTransition('previous')
  const changes = before ? [changeLines(before)] : [fixedOffsetLines(begin)]
  for (let change = begin.getTimeZoneTransition('next'); change && change.epochMilliseconds <= last + DAY_MS; ) {
    changes.push(changeLines(change))
    change = change.getTimeZoneTransition('next')
  }
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...changes.flat(), 'END:VTIMEZONE']
}

function changeLines(change: Temporal.ZonedDateTime): string[] {
  const oldOffset = change.subtract({ nanoseconds: 1 }).offsetNanoseconds / 1_000_000
  const newOffset = change.offsetNanoseconds / 1_000_000
  // The time of a change is in local time of the previous offset (RFC 5545, 3.6.5).
  return observanceLines(new Date(change.epochMilliseconds + oldOffset).toISOString(), oldOffset, newOffset)
}

function fixedOffsetLines(time: Temporal.ZonedDateTime): string[] {
  const offset = time.offsetNanoseconds / 1_000_000
  return observanceLines('1970-01-01T00:00:00', offset, offset)
}

function observanceLines(onset: string, oldOffset: number, newOffset: number): string[] {
  const kind = newOffset > oldOffset ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${compact(onset)}`,
    `TZOFFSETFROM:${offsetText(oldOffset)}`,
    `TZOFFSETTO:${offsetText(newOffset)}`,
    `END:${kind}`,
  ]
}

function offsetText(milliseconds: number): string {
  const total = Math.abs(milliseconds) / 1000
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const seconds = total % 60 === 0 ? '' : part(total % 60)
  return `${milliseconds < 0 ? '-' : '+'}${part(total / 3600)}${part((total / 60) % 60)}${seconds}`
}
