import { localAt } from '#shared/instants.ts'
import { BOOKING_NOTES_MAX } from '../../bookings/words.ts'
import { guessTarget, type Target } from '../assigning/rules.ts'
import type { ImportedPerson, KnownPerson } from '../people/rules.ts'
import type { ReadSession, ReadSessions } from '../sessions/rules.ts'

/** An event of a calendar. Times are instants, ISO 8601. */
export type CalendarEvent = {
  starts_at: string
  ends_at: string
  /** Null for private events. */
  title: string | null
  uid: string
  is_whole_day: boolean
  is_tentative: boolean
  location: string
  description: string
  guests: readonly { name: string; email: string }[]
}

type StudioData = {
  zone: string
  services: readonly Target[]
  resources: readonly Target[]
  clients: readonly KnownPerson[]
}

const titleSeparators = /\s+(?:with|and|for|mit|und|für|avec|et|met|en|con|y)\s+|\s*[:|/–—<>]\s*|\s+[-x&@]\s+/iu
const plain = (text: string) => text.trim().toLowerCase().normalize('NFC')

/** Reads the sessions of a calendar. Services and clients are guessed from titles and guests. */
export function readEvents(events: readonly CalendarEvent[], known: StudioData): ReadSessions {
  const result: ReadSessions = { sessions: [], problems: [], left_out: 0 }
  const names = new Map(
    known.clients.flatMap(({ name }) => (name && name.trim().length > 2 ? [[plain(name), name] as const] : [])),
  )
  for (const [index, event] of events.entries()) {
    const line = index + 1
    if (event.is_whole_day)
      result.problems.push({
        line,
        field: null,
        message: `"${event.title ?? 'Private event'}" on ${event.starts_at.slice(0, 10)} has no times. Sessions for whole days can't be imported.`,
      })
    else result.sessions.push(sessionOf(event, line, { ...known, names }))
  }
  return result
}

function sessionOf(
  event: CalendarEvent,
  line: number,
  known: StudioData & { names: ReadonlyMap<string, string> },
): ReadSession {
  const title = event.title ?? ''
  const { service, person } = guessOf(event, known)
  const resource = guessTarget(event.location, known.resources)
  const notes = [title, resource ? '' : event.location, event.description].filter(Boolean).join('\n')
  return {
    line,
    identity: `event ${event.uid}`,
    start: localAt(event.starts_at, known.zone),
    end: localAt(event.ends_at, known.zone),
    minutes: null,
    service,
    // A location that names no room of the studio, such as an address or a link, goes to the notes.
    resource: resource ? event.location : '',
    person,
    amount: null,
    status: event.is_tentative ? 'pending' : 'booked',
    notes: notes.slice(0, BOOKING_NOTES_MAX),
  }
}

/**
 * Guesses the service and the client of an event. The client is a guest, a known client in the title, or the part of the
 * title that is not the service.
 */
function guessOf(
  { title, guests }: CalendarEvent,
  { services, names }: StudioData & { names: ReadonlyMap<string, string> },
): { service: string; person: ImportedPerson | null } {
  const text = title ?? ''
  const parts = text
    .split(titleSeparators)
    .map((part) => part.trim())
    .filter(Boolean)
  const isService = (part: string) => guessTarget(part, services) !== null
  const clients = parts.filter((part) => names.has(plain(part)))
  const [guest] = guests
  const clientPart =
    clients[0] ??
    (guest ? undefined : parts.length > 1 && parts.some(isService) ? parts.find((part) => !isService(part)) : undefined)
  const person = guest
    ? { name: guest.name.includes('@') ? '' : guest.name, email: guest.email, phone: '' }
    : clientPart
      ? { name: names.get(plain(clientPart)) ?? clientPart, email: '', phone: '' }
      : null
  const service = parts.find(isService) ?? parts.filter((part) => part !== clientPart && part !== guest?.name).join(' ')
  return { service: service || text, person }
}
