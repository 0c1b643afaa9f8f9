import type { DAVResponse } from 'tsdav'
import { type GuardedFetch, guardedFetch } from '../outbound/guarded-fetch.ts'
import { OutboundError, toOutboundError } from '../outbound/outbound-error.ts'
import { getSecondsToWait, ProviderBusyError } from './consent.ts'
import { CalendarError } from './read-calendar.ts'

const TIMEOUT_MS = 20_000
/** For one answer. Its XML is parsed in this process, so the limit is smaller than the one for a whole calendar. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024

/** The address of a CalDAV account or of one of its calendars, and the sign-in for it. */
export type CalDavAccess = { url: string; username: string; password: string }

export type DavLibrary = typeof import('tsdav')

const SIGN_IN_REJECTED = 'The server refused the user name or the app password.'
const CALENDAR_MISSING = 'The server no longer has this calendar.'

/** The error for the status of a failed call, with a sentence for the person who connected the calendar. */
export function problemOfStatus(status: number): CalendarError {
  if (status === 401 || status === 403) return new CalendarError(SIGN_IN_REJECTED)
  if (status === 404 || status === 410) return new CalendarError(CALENDAR_MISSING)
  return new CalendarError(`The server answered ${status}.`)
}

/** The first problem of several calls. The library would hide it behind errors of its own. */
type FirstProblem = { status: number | null; error: OutboundError | null; busy: ProviderBusyError | null }

const call = guardedFetch({ withinMs: TIMEOUT_MS, maxBytes: ANSWER_BYTES_MAX })

/**
 * Runs calls to a CalDAV server with the library, which uses our guarded fetch.
 * @throws CalendarError with a sentence for the person who connected the calendar
 */
export async function withCalDav<Result>(
  access: CalDavAccess,
  signal: AbortSignal,
  work: (dav: DavLibrary, options: { fetch: GuardedFetch }) => Promise<Result>,
): Promise<Result> {
  const firstProblem: FirstProblem = { status: null, error: null, busy: null }
  try {
    // Loaded when it is first needed, because most installations never need it.
    return await work(await import('tsdav'), { fetch: observedFetch(access, signal, firstProblem) })
  } catch (error) {
    signal.throwIfAborted()
    if (firstProblem.busy) throw firstProblem.busy
    if (error instanceof CalendarError) throw error
    if (firstProblem.status !== null) throw problemOfStatus(firstProblem.status)
    throw new CalendarError((firstProblem.error ?? toOutboundError(error)).message)
  }
}

/** Whether a server asks us to call later. After a 503 without a waiting time, the calendar is read again as usual. */
const asksToWait = ({ status, headers }: Response) => status === 429 || (status === 503 && headers.has('retry-after'))

// The library never gets the password.
function observedFetch(
  { url, username, password }: CalDavAccess,
  signal: AbortSignal,
  firstProblem: FirstProblem,
): GuardedFetch {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  return async (input, init) => {
    try {
      const target = input instanceof Request ? input.url : String(input)
      // A server may send us to other addresses. The password must not be sent to one without encryption.
      if (url.startsWith('https:') && !target.startsWith('https:')) throw new OutboundError('downgrade')
      const headers = new Headers(init?.headers)
      headers.set('authorization', authorization)
      headers.set('user-agent', 'StudioHub-Calendars')
      const answer = await call(input, { ...init, headers, signal })
      if (asksToWait(answer))
        firstProblem.busy ??= new ProviderBusyError({ label: 'The server' }, getSecondsToWait(answer))
      if (firstProblem.busy) throw firstProblem.busy
      if (answer.status === 401 || answer.status === 403) firstProblem.status ??= answer.status
      return answer
    } catch (error) {
      firstProblem.error ??= toOutboundError(error)
      throw error
    }
  }
}

/** Returns the answers, unless the server answered the whole call with one error. @throws CalendarError */
export function requireAnswers(answers: DAVResponse[]): DAVResponse[] {
  const [first] = answers
  if (first && !first.ok && first.props === undefined) throw problemOfStatus(first.status)
  return answers
}

/** The text of a property. The library converts some texts to numbers or objects. */
export function readPropertyText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return ''
  if ('_cdata' in value) return readPropertyText(value._cdata)
  return '_text' in value ? readPropertyText(value._text) : ''
}

/** The properties of an answer. The library's types allow anything. */
export const readProperties = (answer: DAVResponse | undefined): Record<string, unknown> => answer?.props ?? {}
