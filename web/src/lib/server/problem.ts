/**
 * What went wrong, in words a person can read; `fields` holds a message for each field of a form, `link` the page at the
 * product's own address that does what is refused on a studio's domain.
 */
export type Problem = { code: string; message: string; fields: Record<string, string>; link?: string }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const unreachable = 'We could not reach the server. Check your connection and try again.'

/** An error with a code of ours; calls of the API's client bring the client's own, of the same shape. */
class Coded extends Error {
  readonly code: string
  readonly data: unknown

  constructor({ code, message, data }: { code: string; message: string; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** A request or a file that did not get through; the browser's own words ('Failed to fetch') tell a person nothing. */
export const lostConnection = () => new Coded({ code: 'UNREACHABLE', message: unreachable })

/** Our error body `{ code, message, fields?, ... }`, or null; anything beside code and message is data. */
export function refusalIn(body: unknown) {
  if (!isRecord(body)) return null
  const { code, message, ...data } = body
  return typeof code === 'string' && typeof message === 'string' ? { code, message, data } : null
}

/** What an answer that is no success is thrown as. */
export const problemIn = (body: unknown) => {
  const refusal = refusalIn(body)
  return refusal ? new Coded(refusal) : lostConnection()
}

// What Chromium, Firefox and WebKit call a lost connection; every other TypeError is a mistake of ours.
const isLostFetch = (error: unknown) => error instanceof TypeError && /fetch|load failed/i.test(error.message)

/** Reads any error that a call can throw: ours (`{code, message, fields?}`), the authentication client's, the network's. */
export function problemOf(error: unknown): Problem {
  if (isLostFetch(error)) return { code: 'UNREACHABLE', message: unreachable, fields: {} }
  if (error instanceof Error) {
    // The authentication client answers a lost connection with status 0.
    if ('status' in error && error.status === 0) return { code: 'UNREACHABLE', message: unreachable, fields: {} }
    const code = 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN'
    if (code === 'studio_session') return { code, fields: {}, ...withoutLink(error.message) }
    const data = 'data' in error ? error.data : null
    return { code, message: error.message, fields: fieldsOf(data), ...linkIn(data) }
  }
  return { code: 'UNKNOWN', message: 'Something went wrong. Please try again.', fields: {} }
}

export const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

const isLink = (text: unknown): text is string => typeof text === 'string' && /^https?:\/\//.test(text)

/** The page that the API names where a session of a studio's domain is refused. */
function linkIn(data: unknown): { link?: string } {
  const link = isRecord(data) && isRecord(data.details) ? data.details.link : null
  return isLink(link) ? { link } : {}
}

/** The authentication service has no field for that page, so its sentence ends with it. */
function withoutLink(sentence: string): { message: string; link?: string } {
  const [message = sentence, link] = sentence.split(/ Please go to (?=https?:)/)
  return isLink(link) ? { message, link } : { message }
}

function fieldsOf(data: unknown): Record<string, string> {
  if (!isRecord(data) || !isRecord(data.fields)) return {}
  const pairs = Object.entries(data.fields).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return Object.fromEntries(pairs)
}
