import { randomUUID } from 'node:crypto'
import { type ApiCall, aConsentServer, type Reply } from './consent-server.ts'

const CLIENT = { id: 'studiohub.apps.example', secret: 'canary-google-secret' }
const SCOPE =
  'https://www.googleapis.com/auth/calendar.events https://www.googleapis.com/auth/calendar.calendarlist.readonly'

/** An event of the API. Repetitions are single events (`singleEvents=true`). */
export type GoogleEvent = Record<string, unknown> & { id: string; status?: string }
type StoredEvent = { event: GoogleEvent; etag: string; change: number }
type Calendar = {
  summary: string
  accessRole: string
  primary?: boolean
  timeZone: string
  events: Map<string, StoredEvent>
  changes: number
}
type Channel = { id: string; resourceId: string; address: string; token: string }

const PAGE = 100

/**
 * A scripted Google with one account and its calendars "sam@gmail.example" (main), "Work" and "Holidays" (read only). Like
 * Google it rejects other parameters with a `syncToken`, forgotten tokens (410), ids with wrong characters, and changes
 * without the current version (412).
 */
export async function aGoogle({ account = 'sam@gmail.example' } = {}) {
  const newCalendar = (summary: string, accessRole: string): Calendar => ({
    summary,
    accessRole,
    timeZone: 'Europe/Berlin',
    events: new Map(),
    changes: 1,
  })
  const calendars = new Map<string, Calendar>([
    [account, { ...newCalendar(account, 'owner'), primary: true }],
    ['work@group.calendar.example', newCalendar('Work', 'owner')],
    ['holidays@group.v.calendar.example', newCalendar('Holidays', 'reader')],
  ])
  const channels = new Map<string, Channel>()
  const offers = { channels: true, oldest: 0, page: PAGE }
  const consent = await aConsentServer(
    {
      ...CLIENT,
      paths: { authorize: '/o/oauth2/v2/auth', token: '/token', revoke: '/revoke', api: '/calendar/v3' },
      parameters: { access_type: 'offline', prompt: 'consent' },
      scope: SCOPE,
      rotates: false,
    },
    (call) => handleCall(call),
  )

  async function handleCall(call: ApiCall): Promise<Reply> {
    if (call.method === 'GET' && call.path === '/users/me/calendarList') {
      const items = [...calendars].map(([id, { summary, accessRole, primary }]) => ({
        id,
        summary,
        accessRole,
        primary,
      }))
      return { status: 200, body: { kind: 'calendar#calendarList', items: items.reverse() } }
    }
    if (call.method === 'POST' && call.path === '/channels/stop') {
      const { id, resourceId } = call.body as Channel
      if (channels.get(id)?.resourceId !== resourceId) return consent.fault('no such channel', 404)
      channels.delete(id)
      return { status: 204 }
    }
    const [, name = '', rest = ''] = /^\/calendars\/([^/]+)\/events(.*)$/.exec(call.path) ?? []
    const calendar = calendars.get(name)
    if (!calendar) return { status: 404, body: { error: { code: 404 } } }
    if (call.method === 'POST' && rest === '/watch') return watch(call)
    if (call.method === 'GET' && rest === '') return list(calendar, call.query)
    if (call.method === 'GET') return get(calendar, rest.slice(1))
    if (calendar.accessRole === 'reader')
      return { status: 403, body: { error: { code: 403, errors: [{ reason: 'forbidden' }] } } }
    return change(calendar, rest.slice(1), call)
  }

  function watch({ body }: ApiCall): Reply {
    const { id, type, address, token, params } = body as Channel & { type: string; params: { ttl: string } }
    if (!offers.channels)
      return { status: 400, body: { error: { code: 400, errors: [{ reason: 'push.webhookUrlUnauthorized' }] } } }
    if (type !== 'web_hook' || !address.startsWith('https://') || !(Number(params.ttl) > 0) || token.length > 256)
      return consent.fault('not a channel')
    const resourceId = randomUUID()
    channels.set(id, { id, resourceId, address, token })
    return { status: 200, body: { id, resourceId, expiration: String(Date.now() + Number(params.ttl) * 1000) } }
  }

  function list(calendar: Calendar, query: URLSearchParams): Reply {
    if (query.get('singleEvents') !== 'true') return consent.fault('repetitions were not asked for one by one')
    const token = query.get('syncToken')
    if (token !== null && ['timeMin', 'timeMax', 'orderBy', 'q', 'updatedMin'].some((name) => query.has(name)))
      return consent.fault('a syncToken allows no range')
    const since = token === null ? 0 : Number(/^sync-(\d+)$/.exec(token)?.[1])
    if (!(since >= offers.oldest) && token !== null)
      return { status: 410, body: { error: { code: 410, errors: [{ reason: 'fullSyncRequired' }] } } }
    const all = [...calendar.events.values()].filter(({ event, change }) =>
      token === null ? event.status !== 'cancelled' : change > since,
    )
    const at = Number(query.get('pageToken') ?? 0)
    const items = all
      .slice(at, at + offers.page)
      .map(({ event, etag }) =>
        event.status === 'cancelled'
          ? { id: event.id, status: 'cancelled', etag }
          : { status: 'confirmed', ...event, etag },
      )
    const isLast = at + offers.page >= all.length
    const next = isLast ? { nextSyncToken: `sync-${calendar.changes}` } : { nextPageToken: String(at + offers.page) }
    return { status: 200, body: { timeZone: calendar.timeZone, items, ...next } }
  }

  function get({ events }: Calendar, id: string): Reply {
    const stored = events.get(id)
    return stored
      ? { status: 200, body: { status: 'confirmed', ...stored.event, etag: stored.etag } }
      : { status: 404, body: { error: { code: 404 } } }
  }

  function change(calendar: Calendar, id: string, { method, headers, body }: ApiCall): Reply {
    const input = body as GoogleEvent | null
    const current = calendar.events.get(method === 'POST' ? (input?.id ?? '') : id)
    if (method === 'POST') {
      if (!/^[a-v0-9]{5,1024}$/.test(input?.id ?? '')) return consent.fault('an id has other digits')
      if (current) return { status: 409, body: { error: { code: 409, errors: [{ reason: 'duplicate' }] } } }
      return { status: 200, body: store(calendar, { ...input, id: input?.id ?? '' }) }
    }
    const match = headers['if-match']
    if (!current) return { status: 404, body: { error: { code: 404 } } }
    if (match !== undefined && match !== current.etag) return { status: 412, body: { error: { code: 412 } } }
    if (method === 'DELETE') {
      if (current.event.status === 'cancelled') return { status: 410, body: { error: { code: 410 } } }
      store(calendar, { ...current.event, status: 'cancelled' })
      return { status: 204 }
    }
    if (method !== 'PATCH' || match === undefined) return consent.fault(`${method} without a version`)
    return { status: 200, body: store(calendar, { ...current.event, ...input, id }) }
  }

  function store(calendar: Calendar, changedEvent: GoogleEvent) {
    // A change removes a field by setting it to null.
    const event: GoogleEvent = JSON.parse(JSON.stringify(changedEvent, (_name, value) => value ?? undefined))
    calendar.changes += 1
    const etag = `"${calendar.changes}${randomUUID().slice(0, 8)}"`
    calendar.events.set(event.id, { event, etag, change: calendar.changes })
    return { ...event, etag }
  }

  const calendarNamed = (name: 'main' | 'work') =>
    calendars.get(name === 'main' ? account : 'work@group.calendar.example') as Calendar
  const eventId = (booking_id: string) => booking_id.replaceAll('-', '')
  return {
    ...consent,
    kind: 'google' as const,
    account,
    offers,
    channels,
    calendars,
    /** The environment variables with which the product uses this server instead of Google. */
    environment: {
      GOOGLE_CALENDAR_CLIENT_ID: CLIENT.id,
      GOOGLE_CALENDAR_CLIENT_SECRET: CLIENT.secret,
      GOOGLE_CALENDAR_URL: consent.url,
    },
    /** Adds or replaces an event, as the person does in Google Calendar. */
    put: (name: 'main' | 'work', event: GoogleEvent) => void store(calendarNamed(name), event),
    /** Adds or replaces an event at these times. */
    putBusy: (
      name: 'main' | 'work',
      id: string,
      { starts_at, ends_at, title }: { starts_at: string; ends_at: string; title: string },
    ) =>
      void store(calendarNamed(name), {
        id,
        summary: title,
        start: { dateTime: starts_at },
        end: { dateTime: ends_at },
      }),
    cancel: (name: 'main' | 'work', id: string) =>
      void store(calendarNamed(name), { ...calendarNamed(name).events.get(id)?.event, id, status: 'cancelled' }),
    /** Forgets all sync tokens so far. */
    forgetTokens: () => {
      offers.oldest = Math.max(...[...calendars.values()].map(({ changes }) => changes)) + 1
      for (const other of calendars.values()) other.changes = offers.oldest
    },
    /** The copy of a session in "Work", or null. */
    copyOf(booking_id: string) {
      const event = calendarNamed('work').events.get(eventId(booking_id))?.event
      if (!event || event.status === 'cancelled') return null
      const { dateTime: starts_at } = event.start as { dateTime: string }
      const { dateTime: ends_at } = event.end as { dateTime: string }
      return { starts_at, ends_at, text: JSON.stringify(event) }
    },
    moveCopy(booking_id: string, { starts_at, ends_at }: { starts_at: string; ends_at: string }) {
      const event = calendarNamed('work').events.get(eventId(booking_id))?.event
      if (!event) throw new Error('there is no such event')
      store(calendarNamed('work'), { ...event, start: { dateTime: starts_at }, end: { dateTime: ends_at } })
    },
    removeCopy: (booking_id: string) =>
      void store(calendarNamed('work'), {
        ...calendarNamed('work').events.get(eventId(booking_id))?.event,
        id: eventId(booking_id),
        status: 'cancelled',
      }),
    /** Reports a change on all channels. @param server the product's address in tests @returns the statuses of the responses */
    async tell(server: string, token?: string): Promise<number[]> {
      const statuses: number[] = []
      for (const { id, resourceId, address, token: channelToken } of channels.values()) {
        const { status } = await fetch(new URL(new URL(address).pathname, server), {
          method: 'POST',
          headers: {
            'x-goog-channel-id': id,
            'x-goog-channel-token': token ?? channelToken,
            'x-goog-resource-id': resourceId,
            'x-goog-resource-state': 'exists',
          },
        })
        statuses.push(status)
      }
      return statuses
    },
  }
}
