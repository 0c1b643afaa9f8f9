import { localAt } from '../../../shared/instants.ts'
import { BOOKING_NOTES_MAX } from '../../bookings/words.ts'
import { guessTarget, type Target } from '../assigning/rules.ts'
import type { KnownPerson, Person } from '../people/rules.ts'
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

type Known = {
  zone: string
  services: readonly Target[]
  resources: readonly Target[]
  clients: readonly KnownPerson[]
}

const joints = /\s+(?:with|and|for|mit|und|für|avec|et|met|en|con|y)\s+|\s*[:|/–—<>]\s*|\s+[-x&@]\s+/iu
const plain = (text: string) => text.trim().toLowerCase().normalize('NFC')

/** Reads the sessions of a calendar. Services and clients are guessed from titles and guests. */
export function readEvents(events: readonly CalendarEvent[], known: Known): ReadSessions {
  const read: ReadSessions = { sessions: [], problems: [], left_out: 0 }
  const names = new Map(
    known.clients.flatMap(({ name }) => (name && name.trim().length > 2 ? [[plain(name), name] as const] : [])),
  )
  for (const [place, event] of events.entries()) {
    const line = place + 1
    if (event.is_whole_day)
      read.problems.push({
        line,
        field: null,
        message: `"${event.title ?? 'Private event'}" on ${event.starts_at.slice(0, 10)} has no times. Sessions for whole days can't be imported.`,
      })
    else read.sessions.push(sessionOf(event, line, { ...known, names }))
  }
  return read
}

function sessionOf(
  event: CalendarEvent,
  line: number,
  known: Known & { names: ReadonlyMap<string, string> },
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
    // Addresses and links are no rooms of the studio.
    resource: resource ? event.location : '',
    person,
    amount: null,
    status: event.is_tentative ? 'pending' : 'booked',
    notes: notes.slice(0, BOOKING_NOTES_MAX),
  }
}

/** The part of a title that names the service, and the client: a guest, a known client in the title, or the part beside the service. */
function guessOf(
  { title, guests }: CalendarEvent,
  { services, names }: Known & { names: ReadonlyMap<string, string> },
): { service: string; person: Person | null } {
  const text = title ?? ''
  const parts = text
    .split(joints)
    .map((part) => part.trim())
    .filter(Boolean)
  const isService = (part: string) => guessTarget(part, services) !== null
  const clients = parts.filter((part) => names.has(plain(part)))
  const [guest] = guests
  const named =
    clients[0] ??
    (guest ? undefined : parts.length > 1 && parts.some(isService) ? parts.find((part) => !isService(part)) : undefined)
  const person = guest
    ? { name: guest.name.includes('@') ? '' : guest.name, email: guest.email, phone: '' }
    : named
      ? { name: names.get(plain(named)) ?? named, email: '', phone: '' }
      : null
  const service = parts.find(isService) ?? parts.filter((part) => part !== named && part !== guest?.name).join(' ')
  return { service: service || text, person }
}
