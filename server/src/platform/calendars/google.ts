import type { CalendarEvent } from '@studiohub/contract/shared/icalendar.ts'
import { z } from 'zod'
import type { CalendarClient } from '../config/calendars.ts'
import type { CalendarTime } from './calendar-data.ts'
import {
  type CalendarProvider,
  chooseTitle,
  describeProblem,
  type EventChanges,
  type EventReading,
  eventName,
  firstTimes,
  readAnswer,
} from './calendar-provider.ts'
import type { CalendarWriter, StoredObject } from './calendar-writer.ts'
import { findZone } from './calendar-zone.ts'
import type { ProviderCall } from './consent.ts'

const label = 'Google'
const EVENTS_PER_CALL = 2_500
const EVENTS_MAX = 10_000
const CALENDARS_MAX = 50
const NAME_CHARACTERS = 100
const CHANNEL_SECONDS = 7 * 86_400
const NOT_FOUND = [404, 410]
const GONE = 410
const CONFLICT = 409
const PRECONDITION_FAILED = 412
const EVENTS_SCOPE = 'https://www.googleapis.com/auth/calendar.events'
const CALENDARS_SCOPE = 'https://www.googleapis.com/auth/calendar.calendarlist.readonly'

/** Google Calendar. */
export function createGoogleCalendars({ id, secret, url }: CalendarClient): CalendarProvider {
  const at = (path: string, host: string) =>
    url === null ? `https://${host}${path}` : `${url.replace(/\/$/, '')}${path}`
  return {
    kind: 'google',
    label,
    client: { id, secret },
    authorizeUrl: at('/o/oauth2/v2/auth', 'accounts.google.com'),
    tokenUrl: at('/token', 'oauth2.googleapis.com'),
    revokeUrl: at('/revoke', 'oauth2.googleapis.com'),
    apiUrl: at('/calendar/v3', 'www.googleapis.com'),
    scope: `${EVENTS_SCOPE} ${CALENDARS_SCOPE}`,
    requiredScopes: [EVENTS_SCOPE, CALENDARS_SCOPE],
    // Google sends a refresh token only with these two parameters.
    parameters: { access_type: 'offline', prompt: 'consent' },
    list,
    read,
    writer,
    async openChannel(call, calendar, { id: channel, secret: token, address }) {
      const ttl = { ttl: String(CHANNEL_SECONDS) }
      const input = { id: channel, type: 'web_hook', address, token, params: ttl }
      const { ok, status, body } = await call(`${calendar}/events/watch`, { method: 'POST', body: input })
      if (!ok) throw describeProblem({ label }, status)
      const { resourceId, expiration } = readAnswer({ label }, WatchAnswer, body)
      return { resource: resourceId, ends_at: new Date(expiration) }
    },
    async closeChannel(call, { id: channel, resource }) {
      await call('/channels/stop', { method: 'POST', body: { id: channel, resourceId: resource } })
    },
  }
}

const WatchAnswer = z.object({ resourceId: z.string().max(500), expiration: z.coerce.number() })

const CalendarList = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      summary: z.string().default(''),
      summaryOverride: z.string().optional(),
      primary: z.boolean().default(false),
      accessRole: z.string(),
    }),
  ),
})

async function list(call: ProviderCall) {
  const { ok, status, body } = await call('/users/me/calendarList?maxResults=250')
  if (!ok) throw describeProblem({ label }, status)
  const { items } = readAnswer({ label }, CalendarList, body)
  const sorted = items.toSorted((a, b) => Number(b.primary) - Number(a.primary))
  const calendars = sorted.slice(0, CALENDARS_MAX).map((calendar) => ({
    url: `/calendars/${encodeURIComponent(calendar.id)}`,
    name: (calendar.summaryOverride ?? calendar.summary).trim().slice(0, NAME_CHARACTERS) || 'Calendar',
    can_receive: ['owner', 'writer'].includes(calendar.accessRole),
  }))
  // The main calendar has the address of the account as its id.
  return { account: sorted[0]?.primary ? sorted[0].id.slice(0, 255) : label, calendars }
}

const Moment = z.object({ date: z.iso.date().optional(), dateTime: z.iso.datetime({ offset: true }).optional() })
const Event = z.object({
  id: z.string(),
  etag: z.string().max(1000).optional(),
  status: z.string().optional(),
  summary: z.string().optional(),
  visibility: z.string().optional(),
  transparency: z.string().optional(),
  start: Moment.optional(),
  end: Moment.optional(),
  attendees: z.array(z.object({ self: z.boolean().optional(), responseStatus: z.string().optional() })).optional(),
})
type Event = z.output<typeof Event>
const Page = z.object({
  timeZone: z.string().optional(),
  nextPageToken: z.string().optional(),
  nextSyncToken: z.string().optional(),
  items: z.array(Event).default([]),
})

/** With the token of the last reading, Google returns only the changes since then. Each repetition is an event of its own. */
async function read(call: ProviderCall, calendar: string, reading: EventReading): Promise<EventChanges> {
  const { state, from, to } = reading
  const range = { timeMin: new Date(from).toISOString(), timeMax: new Date(to).toISOString() }
  const query = {
    singleEvents: 'true',
    maxResults: String(EVENTS_PER_CALL),
    // Leaves out all guests except the owner of the calendar.
    maxAttendees: '1',
    ...(state === null ? range : { syncToken: state }),
  }
  const events: Event[] = []
  let page: z.output<typeof Page> = { items: [] }
  do {
    const token = page.nextPageToken ? { pageToken: page.nextPageToken } : {}
    const { ok, status, body } = await call(`${calendar}/events?${new URLSearchParams({ ...query, ...token })}`)
    // The server no longer has this state.
    if (state !== null && status === GONE) return read(call, calendar, { ...reading, state: null })
    if (!ok) throw describeProblem({ label }, status)
    page = readAnswer({ label }, Page, body)
    events.push(...page.items)
  } while (page.nextPageToken && events.length < EVENTS_MAX)
  const isComplete = !page.nextPageToken
  if (!isComplete && state !== null) return read(call, calendar, { ...reading, state: null })
  const zone = findZone(page.timeZone ?? '') ?? reading.zone
  const existing = events.filter(({ status }) => status !== 'cancelled')
  const { times, isTruncated } = firstTimes(
    existing.flatMap((event) => toBusyTime(event, zone)),
    reading,
  )
  return {
    kind: state === null ? 'all' : 'part',
    times,
    isTruncated: isTruncated || !isComplete,
    etags: new Map(existing.map(({ id, etag = null }) => [eventName(id), etag])),
    removed: new Set(events.filter(({ status }) => status === 'cancelled').map(({ id }) => eventName(id))),
    state: page.nextSyncToken ?? null,
  }
}

function toBusyTime(event: Event, zone: string): CalendarTime[] {
  const hasDeclined = event.attendees?.some(({ self, responseStatus }) => self && responseStatus === 'declined')
  const isBusy = event.transparency !== 'transparent' && !hasDeclined
  const [starts_at, ends_at] = [toInstant(event.start, zone), toInstant(event.end, zone)]
  if (!isBusy || !starts_at || !ends_at) return []
  const isPrivate = event.visibility === 'private' || event.visibility === 'confidential'
  const title = chooseTitle(event.summary, isPrivate)
  return [{ starts_at, ends_at, title, booking_id: findBookingId(event.id), object: eventName(event.id) }]
}

function toInstant(moment: z.output<typeof Moment> | undefined, zone: string): string | null {
  if (moment?.dateTime) return new Date(moment.dateTime).toISOString()
  if (!moment?.date) return null
  return new Date(Temporal.PlainDate.from(moment.date).toZonedDateTime(zone).epochMilliseconds).toISOString()
}

/** An event's id may contain the digits of base32hex, so it is the booking's id without hyphens. */
const idOf = (booking_id: string) => booking_id.replaceAll('-', '')
const findBookingId = (id: string) =>
  /^[0-9a-f]{32}$/.test(id) ? id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : null

const WriteAnswer = z.object({ etag: z.string().max(1000) })

function writer(call: ProviderCall, calendar: string, zone: string): CalendarWriter {
  const events = `${calendar}/events`
  const load = async (id: string): Promise<Event | null> => {
    const { ok, status, body } = await call(`${events}/${idOf(id)}?maxAttendees=1`)
    if (NOT_FOUND.includes(status)) return null
    if (!ok) throw describeProblem({ label }, status)
    return readAnswer({ label }, Event, body)
  }
  const toStoredObject = (event: Event): StoredObject => {
    const [time] = toBusyTime(event, zone)
    return { time: time ? { starts_at: time.starts_at, ends_at: time.ends_at } : null, etag: event.etag ?? null }
  }
  const replace = async (id: string, etag: string, body: object) => {
    const headers = { 'if-match': etag }
    return call(`${events}/${idOf(id)}?sendUpdates=none`, { method: 'PATCH', headers, body })
  }
  return {
    async get(id) {
      const event = await load(id)
      return event && event.status !== 'cancelled' ? toStoredObject(event) : null
    },
    async put(id, { event, etag }) {
      const body = eventBody(event)
      const insert = { method: 'POST', body: { id: idOf(id), ...body } }
      let answer = etag === null ? await call(`${events}?sendUpdates=none`, insert) : await replace(id, etag, body)
      if (etag === null && answer.status === CONFLICT) {
        // A deleted event keeps its id, so it is restored.
        const deleted = await load(id)
        if (deleted?.status !== 'cancelled' || !deleted.etag) return { done: false }
        answer = await replace(id, deleted.etag, body)
      }
      const hasOtherVersion =
        answer.status === PRECONDITION_FAILED || (etag !== null && NOT_FOUND.includes(answer.status))
      if (hasOtherVersion) return { done: false }
      if (!answer.ok) throw describeProblem({ label }, answer.status)
      return { done: true, etag: readAnswer({ label }, WriteAnswer, answer.body).etag, object: eventName(idOf(id)) }
    },
    async remove(id, etag) {
      const headers: Record<string, string> = etag === null ? {} : { 'if-match': etag }
      const { ok, status } = await call(`${events}/${idOf(id)}?sendUpdates=none`, { method: 'DELETE', headers })
      if (status === PRECONDITION_FAILED) return { done: false }
      if (!ok && !NOT_FOUND.includes(status)) throw describeProblem({ label }, status)
      return { done: true }
    },
  }
}

const eventBody = ({ summary, description, location, starts_at, ends_at }: CalendarEvent) => ({
  summary,
  description: description ?? '',
  location: location ?? '',
  start: { dateTime: starts_at, date: null },
  end: { dateTime: ends_at, date: null },
  status: 'confirmed',
  transparency: 'opaque',
})
