import { fail } from '@studiohub/contract/errors.ts'
import { CALENDAR_DAYS_AHEAD, CALENDAR_TIMES_MAX } from '@studiohub/contract/features/connected-calendars/words.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { z } from 'zod'
import { unseal } from '#platform/auth/secrets.ts'
import type { CalendarWriter } from '#platform/calendars/calendar-writer.ts'
import { ConsentEndedError, createConsentCall, ProviderBusyError, type Tokens } from '#platform/calendars/consent.ts'
import { findAddresses } from '#platform/calendars/find-calendars.ts'
import { findCalendarProvider } from '#platform/calendars/providers.ts'
import { getObjectName, readCalDav } from '#platform/calendars/read-caldav.ts'
import { CalendarError, readCalendar } from '#platform/calendars/read-calendar.ts'
import { createCalDavWriter } from '#platform/calendars/write-caldav.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { guardedFetch } from '#platform/outbound/guarded-fetch.ts'
import { toOutboundError } from '#platform/outbound/outbound-error.ts'
import { saveTokens, unsealTokens } from '../grants/queries.ts'
import { type CalendarSecret, getConsentProvider } from '../queries.ts'
import type { CalendarToRead, replaceTimes } from './queries.ts'

const FETCH_MS = 20_000
const BYTES_MAX = 10 * 1024 * 1024
const HEADER_CHARACTERS = 1_000
const NOT_MODIFIED = 304

const fetchOutside = guardedFetch({ withinMs: FETCH_MS, maxBytes: BYTES_MAX })

type CalendarReading = Omit<Parameters<typeof replaceTimes>[2], 'now'>
/**
 * The objects that a reading found: their versions by name, and the names of removed ones. `isComplete` is true if it read
 * the whole calendar.
 */
export type ReportedObjects = {
  isComplete: boolean
  etags: ReadonlyMap<string, string | null>
  removed: ReadonlySet<string>
}
/**
 * The result of a reading: times, null if nothing has changed, or a problem as a sentence for the owner. `secret` is set if the
 * server returned more about the account.
 */
export type ReadingResult =
  | { read: CalendarReading | null; secret?: CalendarSecret; reportedObjects?: ReportedObjects }
  | { problem: string; wait_until?: Date; needs_consent?: boolean }
/** What reading and writing a calendar needs of its job. */
export type CalendarJobContext = Pick<JobContext, 'now' | 'signal'>

/** Fetches a calendar and reads its times. Call it without an open transaction. It throws only if the job was stopped. */
export async function fetchTimes(calendar: CalendarToRead, context: CalendarJobContext): Promise<ReadingResult> {
  try {
    if (calendar.kind === 'ics') return await fetchFile(calendar, context)
    return await (calendar.kind === 'caldav' ? fetchFromAccount(calendar, context) : fetchByConsent(calendar, context))
  } catch (error) {
    context.signal.throwIfAborted()
    return toReadingProblem(error, context)
  }
}

/** The result for an error: a sentence for the owner, and whether to wait or to ask for the consent again. */
export function toReadingProblem(
  error: unknown,
  { now }: Pick<CalendarJobContext, 'now'>,
): ReadingResult & { problem: string } {
  if (!(error instanceof CalendarError)) return { problem: toOutboundError(error).message }
  const { message: problem } = error
  if (error instanceof ConsentEndedError) return { problem, needs_consent: true }
  return error instanceof ProviderBusyError ? { problem, wait_until: computeRetryTime(error, now) } : { problem }
}

/** When the provider may be called again. */
export const computeRetryTime = ({ seconds }: Pick<ProviderBusyError, 'seconds'>, now: Date) =>
  new Date(now.getTime() + seconds * 1000)

async function fetchFile(calendar: CalendarToRead, { now, signal }: CalendarJobContext): Promise<ReadingResult> {
  const response = await fetchOutside(unseal('calendar-secret', calendar.secret).toString(), {
    signal,
    headers: {
      accept: 'text/calendar, text/plain;q=0.5',
      'user-agent': 'StudioHub-Calendars',
      ...conditionalHeaders(calendar, now),
    },
  })
  if (response.status === NOT_MODIFIED) return { read: null }
  if (!response.ok) {
    await response.body?.cancel()
    return { problem: `The server answered ${response.status}. Check the address, and whether it is still shared.` }
  }
  const content = {
    objects: [{ name: null, text: await response.text() }],
    zone: calendar.timezone,
    emails: [calendar.email],
  }
  const times = await readCalendar({ ...content, ...getReadingRange(now), limit: CALENDAR_TIMES_MAX })
  const header = (name: string) => response.headers.get(name)?.slice(0, HEADER_CHARACTERS) ?? null
  return {
    read: { ...times, objects: null, etag: header('etag'), last_modified: header('last-modified'), state: null },
  }
}

const getReadingRange = (now: Date) => ({
  from: now.getTime() - DAY_MS,
  to: now.getTime() + CALENDAR_DAYS_AHEAD * DAY_MS,
})

/** Whether to read the whole calendar. Needed once a day, because the period that we store moves with the current day. */
const isFullReadingDue = ({ full_read_at }: CalendarToRead, now: Date) =>
  full_read_at === null || Date.parse(full_read_at) < now.getTime() - DAY_MS

/** Headers with the known version, so that the server sends the calendar only if it has changed. */
function conditionalHeaders(calendar: CalendarToRead, now: Date): Record<string, string> {
  const { etag, last_modified } = calendar
  if (isFullReadingDue(calendar, now)) return {}
  return { ...(etag && { 'if-none-match': etag }), ...(last_modified && { 'if-modified-since': last_modified }) }
}

const Secret = z.object({
  url: z.string(),
  username: z.string(),
  password: z.string(),
  emails: z.array(z.string()).optional(),
})

/** The address of a calendar of an account, and the sign-in for it. */
const unsealAccess = ({ secret }: Pick<CalendarToRead, 'secret'>) =>
  Secret.parse(JSON.parse(unseal('calendar-secret', secret).toString()))

async function fetchFromAccount(calendar: CalendarToRead, { now, signal }: CalendarJobContext): Promise<ReadingResult> {
  const secret = unsealAccess(calendar)
  // If a calendar has too many times, only the earliest are stored.
  // Only a full reading shows which times come after them.
  const readsAll = isFullReadingDue(calendar, now) || calendar.is_cut
  const range = getReadingRange(now)
  const changes = await readCalDav(secret, { state: readsAll ? null : calendar.state, ...range }, signal)
  if (changes.kind === 'same') return { read: null }
  const { objects, state, zone } = changes
  const emails = changes.kind === 'all' ? await findAddresses(secret, signal) : (secret.emails ?? [])
  const { times, isTruncated } = await readCalendar({
    objects,
    zone: zone ?? calendar.timezone,
    ...range,
    limit: CALENDAR_TIMES_MAX,
    emails: [calendar.email, secret.username, ...emails],
  })
  const version = { etag: null, last_modified: null, state }
  const etags = new Map(objects.map(({ name, etag }) => [name, etag]))
  if (changes.kind === 'all') {
    const reportedObjects = { isComplete: !changes.isTruncated, etags, removed: new Set<string>() }
    const read = { times, isTruncated: isTruncated || changes.isTruncated, objects: null, ...version }
    return { read, secret: { ...secret, emails }, reportedObjects }
  }
  const removed = new Set(changes.removed.map(getObjectName))
  return {
    read: { times, isTruncated, objects: [...etags.keys(), ...removed], ...version },
    reportedObjects: { isComplete: false, etags, removed },
  }
}

/** The provider of a calendar, a way to call it with the owner's consent, and the calendar's address there. */
export function connectProvider(
  { kind, grant_id, grant_secret, secret }: CalendarToRead,
  { signal }: CalendarJobContext,
) {
  const provider = findCalendarProvider(getConsentProvider(kind) ?? fail('INTERNAL'))
  // There is no provider if the operator has removed its registration.
  if (!provider || grant_id === null || grant_secret === null) throw new CalendarError(PROVIDER_UNREADABLE)
  const onTokens = (tokens: Tokens) => asSystem((tx) => saveTokens(tx, grant_id, tokens))
  const call = createConsentCall({ server: provider, tokens: unsealTokens(grant_secret), onTokens }, signal)
  return { provider, call, url: getCalendarUrl(secret) }
}

const PROVIDER_UNREADABLE = 'Calendars of this provider can no longer be read here.'
const SecretWithUrl = z.object({ url: z.string() })

/** The address of a calendar of an account or consent. */
export const getCalendarUrl = (secret: string) =>
  SecretWithUrl.parse(JSON.parse(unseal('calendar-secret', secret).toString())).url

async function fetchByConsent(calendar: CalendarToRead, context: CalendarJobContext): Promise<ReadingResult> {
  const { now } = context
  const { provider, call, url } = connectProvider(calendar, context)
  const readsAll = isFullReadingDue(calendar, now) || calendar.is_cut
  const reading = { state: readsAll ? null : calendar.state, ...getReadingRange(now), zone: calendar.timezone }
  const changes = await provider.read(call, url, { ...reading, limit: CALENDAR_TIMES_MAX })
  const { kind, times, isTruncated, etags, removed, state } = changes
  const objects = kind === 'all' ? null : [...etags.keys(), ...removed]
  return {
    read: { times, isTruncated, objects, etag: null, last_modified: null, state },
    reportedObjects: { isComplete: kind === 'all' && !isTruncated, etags, removed },
  }
}

/** The writer for a calendar of an account or by consent. */
export function createWriter(calendar: CalendarToRead, context: CalendarJobContext): CalendarWriter {
  if (calendar.kind === 'caldav')
    return createCalDavWriter(unsealAccess(calendar), { zone: calendar.timezone, now: context.now.getTime() })
  const { provider, call, url } = connectProvider(calendar, context)
  return provider.writer(call, url, calendar.timezone)
}
