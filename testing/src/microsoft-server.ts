import { randomUUID } from 'node:crypto'
import { type ApiCall, aConsentServer, type Reply } from './consent-server.ts'

const CLIENT = { id: '5f0d8f7e-studiohub', secret: 'canary-microsoft-secret' }

/** An event of Graph. For a repetition of a series, Graph leaves out the fields that the series has. */
type GraphEvent = Record<string, unknown> & { id: string }
type StoredEvent = { event: GraphEvent; etag: string; change: number; booking_id: string | null }
type Calendar = {
  name: string
  canEdit: boolean
  isDefaultCalendar: boolean
  events: Map<string, StoredEvent>
  removed: Map<string, number>
  changes: number
}
type Subscription = { id: string; notificationUrl: string; clientState: string; resource: string }

const PAGE = 100
const utc = (at: unknown) => ({
  dateTime: `${new Date(String(at)).toISOString().slice(0, 19)}.0000000`,
  timeZone: 'UTC',
})
const instant = (moment: unknown) => `${(moment as { dateTime: string }).dateTime.slice(0, 19)}.000Z`

/**
 * A scripted Microsoft Graph with one account and its calendars "Calendar" (main), "Work" and "Holidays" (read only). Like
 * Graph it chooses the ids of events, shortens repetitions, forgets states (410) and rejects changes without the current
 * version (412).
 */
export async function aMicrosoft({ account = 'sam@outlook.example' } = {}) {
  const newCalendar = (name: string, { canEdit = true, isDefaultCalendar = false } = {}): Calendar => ({
    name,
    canEdit,
    isDefaultCalendar,
    events: new Map(),
    removed: new Map(),
    changes: 1,
  })
  const calendars = new Map([
    ['AAMkholidays=', newCalendar('Holidays', { canEdit: false })],
    ['AAMkmain=', newCalendar('Calendar', { isDefaultCalendar: true })],
    ['AAMkwork=', newCalendar('Work')],
  ])
  const channels = new Map<string, Subscription>()
  const offers = { channels: true, oldest: 0, page: PAGE, server: '' }
  const transactions = new Map<string, string>()
  const consent = await aConsentServer(
    {
      ...CLIENT,
      paths: {
        authorize: '/common/oauth2/v2.0/authorize',
        token: '/common/oauth2/v2.0/token',
        revoke: null,
        api: '/v1.0',
      },
      parameters: { response_mode: 'query', prompt: 'select_account' },
      scope: 'offline_access Calendars.ReadWrite',
      rotates: true,
    },
    (call) => handleCall(call),
  )

  async function handleCall(call: ApiCall): Promise<Reply> {
    const { method, path } = call
    if (method === 'GET' && path === '/me/calendars') {
      const value = [...calendars].map(([id, { name, canEdit, isDefaultCalendar }]) => {
        return { id, name, canEdit, isDefaultCalendar, owner: { name: 'Sam', address: account } }
      })
      return { status: 200, body: { value } }
    }
    if (method === 'POST' && path === '/subscriptions') return subscribe(call)
    if (method === 'DELETE' && path.startsWith('/subscriptions/')) {
      return channels.delete(path.slice('/subscriptions/'.length)) ? { status: 204 } : { status: 404 }
    }
    const [, id = '', rest = ''] = /^\/me\/calendars\/([^/]+)(\/.*)$/.exec(path) ?? []
    const calendar = calendars.get(id)
    if (!calendar) return { status: 404, body: { error: { code: 'ErrorItemNotFound' } } }
    if (method === 'GET' && rest === '/calendarView/delta') return delta(id, calendar, call)
    if (method === 'GET' && rest === '/events') return search(calendar, call)
    if (!calendar.canEdit) return { status: 403, body: { error: { code: 'ErrorAccessDenied' } } }
    return change(calendar, rest.slice('/events'.length + 1), call)
  }

  async function subscribe({ body }: ApiCall): Promise<Reply> {
    const { notificationUrl, resource, clientState, expirationDateTime, changeType } = body as Subscription & {
      expirationDateTime: string
      changeType: string
    }
    const [, id = ''] = /^\/me\/calendars\/([^/]+)\/events$/.exec(decodeURIComponent(resource)) ?? []
    const lasts = Date.parse(expirationDateTime) - Date.now()
    if (!calendars.has(id) || changeType !== 'created,updated,deleted' || clientState.length > 128)
      return consent.fault(`not a subscription: ${resource}`)
    if (!(lasts > 0 && lasts <= 7 * 86_400_000)) return consent.fault('a subscription ends within seven days')
    if (!offers.channels) return { status: 400, body: { error: { code: 'ValidationError' } } }
    // Graph first checks that the address responds.
    const token = `Validation: ${randomUUID()} <b>`
    const url = new URL(
      `${new URL(notificationUrl).pathname}?validationToken=${encodeURIComponent(token)}`,
      offers.server,
    )
    const proof = await fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain; charset=utf-8' } })
    const isPlain = proof.headers.get('content-type')?.startsWith('text/plain')
    if (proof.status !== 200 || !isPlain || (await proof.text()) !== token)
      return consent.fault('the address did not answer the validation')
    const subscription = { id: randomUUID(), notificationUrl, clientState, resource }
    channels.set(subscription.id, subscription)
    return { status: 201, body: { id: subscription.id, expirationDateTime } }
  }

  function delta(id: string, calendar: Calendar, { query, headers }: ApiCall): Reply {
    if (!String(headers.prefer).includes('outlook.timezone="UTC"'))
      return consent.fault('times were not asked for in UTC')
    const address = (name: string, value: string) =>
      `${consent.url}/v1.0/me/calendars/${encodeURIComponent(id)}/calendarView/delta?${name}=${value}`
    const [token, skip] = [query.get('$deltatoken'), query.get('$skiptoken')]
    if (token === null && skip === null && !(query.has('startDateTime') && query.has('endDateTime')))
      return consent.fault('the range is missing')
    if ((token ?? skip) !== null && query.size > 1) return consent.fault('a state allows no other parameter')
    const [, from = '0', begun = ''] = /^(\d+)-(\d*)$/.exec(skip ?? '') ?? []
    const since = skip === null ? Number(token ?? 0) : Number(begun)
    if (token !== null && !(since >= offers.oldest))
      return { status: 410, body: { error: { code: 'SyncStateNotFound' } } }
    const isFirst = since === 0
    const present = [...calendar.events.values()]
      .filter((stored) => stored.change > since)
      .map(({ event, etag }) => shorten(event, etag))
    const removed = isFirst
      ? []
      : [...calendar.removed]
          .filter(([, at]) => at > since)
          .map(([removedId]) => ({ id: removedId, '@removed': { reason: 'deleted' } }))
    const all = [...present, ...removed]
    const at = Number(from)
    const value = all.slice(at, at + offers.page)
    const next =
      at + offers.page < all.length
        ? { '@odata.nextLink': address('$skiptoken', `${at + offers.page}-${since}`) }
        : { '@odata.deltaLink': address('$deltatoken', String(calendar.changes)) }
    return { status: 200, body: { value, ...next } }
  }

  const shorten = (event: GraphEvent, etag: string) => {
    const { id, type, seriesMasterId, start, end } = event
    return type === 'occurrence'
      ? { id, type, seriesMasterId, start, end, '@odata.etag': etag }
      : { type: 'singleInstance', showAs: 'busy', sensitivity: 'normal', ...event, '@odata.etag': etag }
  }

  function search({ events }: Calendar, { query }: ApiCall): Reply {
    const filter = query.get('$filter') ?? ''
    const [, id] =
      /^singleValueExtendedProperties\/Any\(ep: ep\/id eq 'String \{[0-9a-f-]{36}\} Name \w+' and ep\/value eq '([0-9a-f-]{36})'\)$/.exec(
        filter,
      ) ?? []
    if (!id) return consent.fault(`not a filter: ${filter}`)
    const value = [...events.values()]
      .filter((stored) => stored.booking_id === id)
      .map(({ event, etag }) => shorten(event, etag))
    return { status: 200, body: { value } }
  }

  function change(calendar: Calendar, id: string, { method, headers, body }: ApiCall): Reply {
    const input = body as (GraphEvent & { singleValueExtendedProperties?: { value: string }[] }) | null
    if (method === 'POST') {
      const { singleValueExtendedProperties = [], ...event } = input ?? { id: '' }
      const transaction = String(event.transactionId ?? '')
      const before = calendar.events.get(transactions.get(transaction) ?? '')
      if (before) return { status: 201, body: { ...before.event, '@odata.etag': before.etag } }
      const newId = `AAMk${randomUUID()}=`
      transactions.set(transaction, newId)
      return {
        status: 201,
        body: store(calendar, { ...event, id: newId }, singleValueExtendedProperties[0]?.value ?? null),
      }
    }
    const current = calendar.events.get(id)
    if (!current) return { status: 404, body: { error: { code: 'ErrorItemNotFound' } } }
    const match = headers['if-match']
    if (match === undefined) return consent.fault(`${method} without a version`)
    if (match !== current.etag) return { status: 412, body: { error: { code: 'ErrorIrresolvableConflict' } } }
    if (method === 'PATCH')
      return { status: 200, body: store(calendar, { ...current.event, ...input, id }, current.booking_id) }
    if (method !== 'DELETE') return consent.fault(`no such change: ${method}`, 405)
    remove(calendar, id)
    return { status: 204 }
  }

  function store(calendar: Calendar, event: GraphEvent, booking_id: string | null = null) {
    calendar.changes += 1
    const etag = `W/"${calendar.changes}${randomUUID().slice(0, 8)}"`
    calendar.events.set(event.id, { event, etag, change: calendar.changes, booking_id })
    calendar.removed.delete(event.id)
    return { ...event, '@odata.etag': etag }
  }
  function remove(calendar: Calendar, id: string) {
    calendar.changes += 1
    calendar.events.delete(id)
    calendar.removed.set(id, calendar.changes)
  }

  const calendarNamed = (name: 'main' | 'work') =>
    calendars.get(name === 'main' ? 'AAMkmain=' : 'AAMkwork=') as Calendar
  const storedOf = (booking_id: string) =>
    [...calendarNamed('work').events.values()].find((stored) => stored.booking_id === booking_id)
  return {
    ...consent,
    kind: 'microsoft' as const,
    label: 'Microsoft',
    account,
    main: 'Calendar',
    offers,
    channels,
    calendars,
    /** The environment variables with which the product uses this server instead of Microsoft. */
    environment: {
      MICROSOFT_CALENDAR_CLIENT_ID: CLIENT.id,
      MICROSOFT_CALENDAR_CLIENT_SECRET: CLIENT.secret,
      MICROSOFT_CALENDAR_URL: consent.url,
    },
    /** Adds or replaces an event, as the person does in Outlook. */
    put: (name: 'main' | 'work', event: GraphEvent) => void store(calendarNamed(name), event),
    putBusy: (name: 'main' | 'work', id: string, event: { starts_at: string; ends_at: string; title: string }) =>
      void store(calendarNamed(name), {
        id,
        subject: event.title,
        start: utc(event.starts_at),
        end: utc(event.ends_at),
      }),
    cancel: (name: 'main' | 'work', id: string) => remove(calendarNamed(name), id),
    /** Forgets all states so far. */
    forgetTokens: () => {
      offers.oldest = Math.max(...[...calendars.values()].map(({ changes }) => changes)) + 1
      for (const other of calendars.values()) other.changes = offers.oldest
    },
    /** The copy of a session in "Work", or null. */
    copyOf(booking_id: string) {
      const event = storedOf(booking_id)?.event
      return event
        ? { starts_at: instant(event.start), ends_at: instant(event.end), text: JSON.stringify(event) }
        : null
    },
    moveCopy(booking_id: string, { starts_at, ends_at }: { starts_at: string; ends_at: string }) {
      const stored = storedOf(booking_id)
      if (!stored) throw new Error('there is no such event')
      store(calendarNamed('work'), { ...stored.event, start: utc(starts_at), end: utc(ends_at) }, booking_id)
    },
    removeCopy(booking_id: string) {
      const stored = storedOf(booking_id)
      if (stored) remove(calendarNamed('work'), stored.event.id)
    },
    /** Reports a change to all subscriptions. @param server the product's address in tests @returns the statuses of the responses */
    async tell(server: string, clientState?: string): Promise<number[]> {
      const statuses: number[] = []
      for (const { id, notificationUrl, clientState: subscriptionState, resource } of channels.values()) {
        const value = [
          { subscriptionId: id, clientState: clientState ?? subscriptionState, changeType: 'updated', resource },
        ]
        const { status } = await fetch(new URL(new URL(notificationUrl).pathname, server), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ value }),
        })
        statuses.push(status)
      }
      return statuses
    },
  }
}
