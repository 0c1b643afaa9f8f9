import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import type { CalendarEvent } from '@studiohub/contract/shared/icalendar.ts'
import { z } from 'zod'
import { randomSecret } from '../auth/secrets.ts'
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
import type { CalendarWriter } from './calendar-writer.ts'
import type { ProviderCall } from './consent.ts'

const label = 'Microsoft'
const EVENTS_PER_CALL = 500
const EVENTS_MAX = 10_000
const CALENDARS_MAX = 50
const NAME_CHARACTERS = 100
const SUBSCRIPTION_MS = 6 * DAY_MS
const ATTEMPT_BYTES = 9
const NOT_FOUND = [404, 410]
const GONE = 410
const PRECONDITION_FAILED = 412
/** A property of our own with the id of the booking, so that we can find its event. */
const PROPERTY = 'String {8c5e1f0a-6d0b-4f3e-9a57-2b1f9d7c4e60} Name StudioHubBooking'
const inUtc = 'outlook.timezone="UTC"'

/** Outlook and Microsoft 365, by Microsoft Graph. */
export function createMicrosoftCalendars({ id, secret, url }: CalendarClient): CalendarProvider {
  const at = (path: string, host: string) =>
    url === null ? `https://${host}${path}` : `${url.replace(/\/$/, '')}${path}`
  return {
    kind: 'microsoft',
    label,
    client: { id, secret },
    authorizeUrl: at('/common/oauth2/v2.0/authorize', 'login.microsoftonline.com'),
    tokenUrl: at('/common/oauth2/v2.0/token', 'login.microsoftonline.com'),
    // People can end a consent only on a page of their account.
    revokeUrl: null,
    apiUrl: at('/v1.0', 'graph.microsoft.com'),
    scope: 'offline_access Calendars.ReadWrite',
    requiredScopes: ['Calendars.ReadWrite'],
    parameters: { response_mode: 'query', prompt: 'select_account' },
    list,
    read,
    writer,
    async openChannel(call, calendar, { secret: clientState, address }) {
      const input = {
        changeType: 'created,updated,deleted',
        notificationUrl: address,
        // `calendar` is a full URL. Graph wants its path, without the host and the version.
        resource: `${calendar.slice(calendar.indexOf('/me/'))}/events`,
        expirationDateTime: new Date(Date.now() + SUBSCRIPTION_MS).toISOString(),
        clientState,
      }
      const { ok, status, body } = await call('/subscriptions', { method: 'POST', body: input })
      if (!ok) throw describeProblem({ label }, status)
      const subscription = readAnswer({ label }, Subscription, body)
      return { resource: subscription.id, ends_at: new Date(subscription.expirationDateTime) }
    },
    async closeChannel(call, { resource }) {
      if (resource !== null) await call(`/subscriptions/${encodeURIComponent(resource)}`, { method: 'DELETE' })
    },
  }
}

const Subscription = z.object({ id: z.string().max(500), expirationDateTime: z.iso.datetime() })

const CalendarList = z.object({
  value: z.array(
    z.object({
      id: z.string(),
      name: z.string().default(''),
      isDefaultCalendar: z.boolean().default(false),
      canEdit: z.boolean().default(false),
      owner: z.object({ address: z.string().nullish() }).nullish(),
    }),
  ),
})

async function list(call: ProviderCall) {
  const { ok, status, body } = await call(`/me/calendars?$top=${CALENDARS_MAX}`)
  if (!ok) throw describeProblem({ label }, status)
  const { value } = readAnswer({ label }, CalendarList, body)
  const sorted = value.toSorted((a, b) => Number(b.isDefaultCalendar) - Number(a.isDefaultCalendar))
  const calendars = sorted.map((calendar) => ({
    url: `/me/calendars/${encodeURIComponent(calendar.id)}`,
    name: calendar.name.trim().slice(0, NAME_CHARACTERS) || 'Calendar',
    can_receive: calendar.canEdit,
  }))
  return { account: sorted[0]?.owner?.address?.slice(0, 255) || label, calendars }
}

const Moment = z.object({ dateTime: z.string(), timeZone: z.string().optional() })
const Event = z.object({
  id: z.string(),
  '@odata.etag': z.string().max(1000).optional(),
  '@removed': z.unknown().optional(),
  type: z.string().nullish(),
  seriesMasterId: z.string().nullish(),
  subject: z.string().nullish(),
  showAs: z.string().nullish(),
  sensitivity: z.string().nullish(),
  isCancelled: z.boolean().nullish(),
  isAllDay: z.boolean().nullish(),
  responseStatus: z.object({ response: z.string().nullish() }).nullish(),
  transactionId: z.string().nullish(),
  start: Moment.nullish(),
  end: Moment.nullish(),
})
type Event = z.output<typeof Event>
const Page = z.object({
  value: z.array(Event),
  '@odata.nextLink': z.string().optional(),
  '@odata.deltaLink': z.string().optional(),
})

/** With the address of the last reading, Graph returns only the changes since then. Each repetition is an event of its own. */
async function read(call: ProviderCall, calendar: string, reading: EventReading): Promise<EventChanges> {
  const { state, from, to, zone } = reading
  const readAll = () => read(call, calendar, { ...reading, state: null })
  const range = { startDateTime: new Date(from).toISOString(), endDateTime: new Date(to).toISOString() }
  const events: Event[] = []
  let next = state ?? `${calendar}/calendarView/delta?${new URLSearchParams(range)}`
  let page: z.output<typeof Page>
  do {
    const headers = { prefer: `odata.maxpagesize=${EVENTS_PER_CALL}, ${inUtc}` }
    const { ok, status, body } = await call(next, { headers })
    // The server no longer has this state.
    if (state !== null && status === GONE) return readAll()
    if (!ok) throw describeProblem({ label }, status)
    page = readAnswer({ label }, Page, body)
    events.push(...page.value)
    next = page['@odata.nextLink'] ?? ''
  } while (next !== '' && events.length < EVENTS_MAX)
  const masters = new Map(events.filter(({ type }) => type === 'seriesMaster').map((event) => [event.id, event]))
  const withMasters = events.map((event) => withMaster(event, masters))
  // A removed series may appear only as its master, and a repetition without its master. Then everything is read again.
  const isUnclear = next !== '' || withMasters.some((event) => event === null || event['@removed'] !== undefined)
  if (state !== null && isUnclear) return readAll()
  const existing = withMasters.filter((event) => event !== null).filter((event) => isSingle(event))
  const { times, isTruncated } = firstTimes(
    existing.flatMap((event) => toBusyTime(event, zone)),
    reading,
  )
  return {
    kind: state === null ? 'all' : 'part',
    times,
    isTruncated: isTruncated || next !== '',
    etags: new Map(existing.map((event) => [eventName(event.id), event['@odata.etag'] ?? null])),
    removed: new Set(),
    state: page['@odata.deltaLink'] ?? null,
  }
}

const isSingle = (event: Event) => event['@removed'] === undefined && event.type !== 'seriesMaster'

/** Adds the data of the series, which Graph omits from single repetitions. @returns null if the series is missing */
function withMaster(event: Event, masters: ReadonlyMap<string, Event>): Event | null {
  if (event.type !== 'occurrence' || event.showAs != null) return event
  const master = masters.get(event.seriesMasterId ?? '')
  if (!master) return null
  const { id, type, start, end, '@odata.etag': etag } = event
  return { ...master, id, type, start, end, '@odata.etag': etag }
}

const freeStates = ['free', 'workingElsewhere']

function toBusyTime(event: Event, zone: string): CalendarTime[] {
  const isFree =
    freeStates.includes(event.showAs ?? '') || event.isCancelled || event.responseStatus?.response === 'declined'
  const isWholeDay = event.isAllDay ?? false
  const [starts_at, ends_at] = [toInstant(event.start, isWholeDay, zone), toInstant(event.end, isWholeDay, zone)]
  if (isFree || !starts_at || !ends_at) return []
  const title = chooseTitle(event.subject, ['private', 'confidential', 'personal'].includes(event.sensitivity ?? ''))
  const [, booking_id = null] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/.exec(event.transactionId ?? '') ?? []
  return [{ starts_at, ends_at, title, booking_id, object: eventName(event.id) }]
}

/** Times are requested in UTC. A whole day begins at midnight of its date in the zone. */
function toInstant(
  moment: z.output<typeof Moment> | null | undefined,
  isWholeDay: boolean,
  zone: string,
): string | null {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)/.exec(moment?.dateTime ?? '') ?? []
  if (!date || !time) return null
  if (!isWholeDay) return new Date(`${date}T${time}Z`).toISOString()
  return new Date(Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds).toISOString()
}

const EventList = z.object({ value: z.array(Event) })

function writer(call: ProviderCall, calendar: string, zone: string): CalendarWriter {
  /** Finds an event by our property, because Graph chooses the ids of events. */
  const find = async (id: string): Promise<Event | null> => {
    const query = { $filter: `singleValueExtendedProperties/Any(ep: ep/id eq '${PROPERTY}' and ep/value eq '${id}')` }
    const { ok, status, body } = await call(`${calendar}/events?${new URLSearchParams(query)}`, {
      headers: { prefer: inUtc },
    })
    if (!ok) throw describeProblem({ label }, status)
    return readAnswer({ label }, EventList, body).value[0] ?? null
  }
  const versionOf = (event: Event) => event['@odata.etag'] ?? null
  /** Changes an event, only if it still has this version. */
  const change = (event: Event, request: { method: string; body?: object }) => {
    const etag = versionOf(event)
    const headers = { prefer: inUtc, ...(etag !== null && { 'if-match': etag }) }
    return call(`${calendar}/events/${encodeURIComponent(event.id)}`, { ...request, headers })
  }
  return {
    async get(id) {
      const event = await find(id)
      if (!event || event.isCancelled) return null
      const [time] = toBusyTime(event, zone)
      return { time: time ? { starts_at: time.starts_at, ends_at: time.ends_at } : null, etag: versionOf(event) }
    },
    async put(id, { event, etag }) {
      const current = await find(id)
      if ((current && versionOf(current)) !== etag) return { done: false }
      const body = eventBody(event)
      // Graph returns `transactionId` in readings, so it carries the booking's id. The random part makes each `put` a new one,
      // and `find` prevents duplicates. A call that repeats itself keeps its id, so that Graph creates no second event.
      const newEvent = {
        ...body,
        transactionId: `${id}@${randomSecret(ATTEMPT_BYTES)}`,
        singleValueExtendedProperties: [{ id: PROPERTY, value: id }],
      }
      const answer = current
        ? await change(current, { method: 'PATCH', body })
        : await call(`${calendar}/events`, { method: 'POST', body: newEvent })
      const hasOtherVersion = answer.status === PRECONDITION_FAILED || (current && NOT_FOUND.includes(answer.status))
      if (hasOtherVersion) return { done: false }
      if (!answer.ok) throw describeProblem({ label }, answer.status)
      const written = readAnswer({ label }, Event, answer.body)
      return { done: true, etag: versionOf(written), object: eventName(written.id) }
    },
    async remove(id, etag) {
      const stored = await find(id)
      if (!stored) return { done: true }
      if (etag !== null && versionOf(stored) !== etag) return { done: false }
      const { ok, status } = await change(stored, { method: 'DELETE' })
      if (status === PRECONDITION_FAILED) return { done: false }
      if (!ok && !NOT_FOUND.includes(status)) throw describeProblem({ label }, status)
      return { done: true }
    },
  }
}

const utcTime = (at: string) => ({ dateTime: new Date(at).toISOString().slice(0, 19), timeZone: 'UTC' })

const eventBody = ({ summary, description, location, starts_at, ends_at }: CalendarEvent) => ({
  subject: summary,
  body: { contentType: 'text', content: description ?? '' },
  location: { displayName: location ?? '' },
  start: utcTime(starts_at),
  end: utcTime(ends_at),
  isAllDay: false,
  showAs: 'busy',
})
