import type { DAVResponse } from 'tsdav'
import { type GuardedFetch, guardedFetch } from '../outbound/guarded-fetch.ts'
import { OutboundError, outboundErrorOf } from '../outbound/outbound-error.ts'
import { CalendarProblem } from './read-calendar.ts'

const WITHIN_MS = 20_000
/** Of one answer. Its XML is read in the process, so it is smaller than that of a whole calendar. */
const MOST_BYTES = 4 * 1024 * 1024

/** Where a CalDAV account or one of its calendars is, and how to sign in there. */
export type CalDavAccess = { url: string; username: string; password: string }

export type DavLibrary = typeof import('tsdav')

const REFUSED = 'The server refused the user name or the app password.'
const GONE = 'The server no longer has this calendar.'

/** What a refusing answer means for the person who connected the calendar. */
export function problemOfStatus(status: number): CalendarProblem {
  if (status === 401 || status === 403) return new CalendarProblem(REFUSED)
  if (status === 404 || status === 410) return new CalendarProblem(GONE)
  return new CalendarProblem(`The server answered ${status}.`)
}

/** The first problem of several calls, because the library hides it behind errors of its own. */
type Seen = { status: number | null; error: OutboundError | null }

const call = guardedFetch({ withinMs: WITHIN_MS, maxBytes: MOST_BYTES })

/**
 * Runs calls to a CalDAV server with its library, which takes our guarded fetch.
 * @throws CalendarProblem with a sentence for the person who connected the calendar
 */
export async function withCalDav<Result>(
  access: CalDavAccess,
  signal: AbortSignal,
  work: (dav: DavLibrary, options: { fetch: GuardedFetch }) => Promise<Result>,
): Promise<Result> {
  const seen: Seen = { status: null, error: null }
  try {
    // Most servers never need it.
    return await work(await import('tsdav'), { fetch: observed(access, signal, seen) })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof CalendarProblem) throw error
    if (seen.status !== null) throw problemOfStatus(seen.status)
    throw new CalendarProblem((seen.error ?? outboundErrorOf(error)).message)
  }
}

// The library never gets the password.
function observed({ url, username, password }: CalDavAccess, signal: AbortSignal, seen: Seen): GuardedFetch {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  return async (input, init) => {
    try {
      const target = input instanceof Request ? input.url : String(input)
      // A server may name addresses of its own. The password goes to none that others can listen to.
      if (url.startsWith('https:') && !target.startsWith('https:')) throw new OutboundError('downgrade')
      const headers = new Headers(init?.headers)
      headers.set('authorization', authorization)
      headers.set('user-agent', 'StudioHub-Calendars')
      const answer = await call(input, { ...init, headers, signal })
      if (answer.status === 401 || answer.status === 403) seen.status ??= answer.status
      return answer
    } catch (error) {
      seen.error ??= outboundErrorOf(error)
      throw error
    }
  }
}

/** Throws the problem of an answer that is not about several things. */
export function requireAnswers(answers: DAVResponse[]): DAVResponse[] {
  const [first] = answers
  if (first && !first.ok && first.props === undefined) throw problemOfStatus(first.status)
  return answers
}

/** The text of a property. The library makes numbers of some texts, and objects of others. */
export function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return ''
  if ('_cdata' in value) return textOf(value._cdata)
  return '_text' in value ? textOf(value._text) : ''
}

/** The properties of an answer. The library's types allow anything. */
export const propsOf = (answer: DAVResponse | undefined): Record<string, unknown> => answer?.props ?? {}
