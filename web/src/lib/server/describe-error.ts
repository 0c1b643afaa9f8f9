/**
 * An error in words for the user. `fields` maps form fields to messages. `link` is a page on the platform's domain, for a call
 * that is not allowed on a studio's domain.
 */
export type ErrorInfo = { code: string; message: string; fields: Record<string, string>; link?: string }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const unreachable = () =>
  globalThis.navigator?.onLine === false
    ? 'You are offline. Try again when you have a connection.'
    : 'We could not reach the server. Check your connection and try again.'

/** An error with one of our codes. Errors of the API client have the same fields. */
class CodedError extends Error {
  readonly code: string
  readonly data: unknown

  constructor({ code, message, data }: { code: string; message: string; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** The error for a lost request. The browser's own message ('Failed to fetch') would not help the user. */
export const createConnectionError = () => new CodedError({ code: 'UNREACHABLE', message: unreachable() })

/** Our error body `{ code, message, fields?, ... }`, or null. Everything besides code and message becomes `data`. */
export function parseErrorBody(body: unknown) {
  if (!isRecord(body)) return null
  const { code, message, ...data } = body
  return typeof code === 'string' && typeof message === 'string' ? { code, message, data } : null
}

/** The error to throw for a failed response. */
export const createErrorFromBody = (body: unknown) => {
  const parsed = parseErrorBody(body)
  return parsed ? new CodedError(parsed) : createConnectionError()
}

// The messages of Chromium, Firefox and WebKit for a lost connection. Any other TypeError is a bug of ours.
const isConnectionError = (error: unknown) => error instanceof TypeError && /fetch|load failed/i.test(error.message)

/** Describes any error of a call: ours (`{code, message, fields?}`), the auth client's, or the network's. */
export function describeError(error: unknown): ErrorInfo {
  if (isConnectionError(error)) return { code: 'UNREACHABLE', message: unreachable(), fields: {} }
  if (error instanceof Error) {
    // The auth client reports a lost connection as status 0.
    if ('status' in error && error.status === 0) return { code: 'UNREACHABLE', message: unreachable(), fields: {} }
    const code = 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN'
    if (code === 'studio_session') return { code, fields: {}, ...splitLink(error.message) }
    const data = 'data' in error ? error.data : null
    return { code, message: error.message, fields: fieldsOf(data), ...readLink(data) }
  }
  return { code: 'UNKNOWN', message: 'Something went wrong. Please try again.', fields: {} }
}

/** Whether an error of the API or of the authentication service has this code. */
export const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

const isLink = (text: unknown): text is string => typeof text === 'string' && /^https?:\/\//.test(text)

/** The page that the API names if a session on a studio's domain is not allowed. */
function readLink(data: unknown): { link?: string } {
  const link = isRecord(data) && isRecord(data.details) ? data.details.link : null
  return isLink(link) ? { link } : {}
}

/** The auth service has no field for the link, so its message ends with it. */
function splitLink(sentence: string): { message: string; link?: string } {
  const [message = sentence, link] = sentence.split(/ Please go to (?=https?:)/)
  return isLink(link) ? { message, link } : { message }
}

function fieldsOf(data: unknown): Record<string, string> {
  if (!isRecord(data) || !isRecord(data.fields)) return {}
  const pairs = Object.entries(data.fields).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return Object.fromEntries(pairs)
}
