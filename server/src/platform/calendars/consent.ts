import { createHash } from 'node:crypto'
import type { CalendarProviderKind } from '@studiohub/contract/features/connected-calendars/words.ts'
import { z } from 'zod'
import { randomSecret } from '../auth/secrets.ts'
import { guardedFetch } from '../outbound/guarded-fetch.ts'
import { toOutboundError } from '../outbound/outbound-error.ts'
import { CalendarError } from './read-calendar.ts'

const TIMEOUT_MS = 20_000
/** For one answer, because its JSON is parsed in this process. */
const ANSWER_BYTES_MAX = 10 * 1024 * 1024
const VERIFIER_BYTES = 48
/** An access token that expires within this time is renewed before a call. */
const RENEW_BEFORE_MS = 60_000
/** If a provider asks us to wait no longer than this, the call waits and repeats itself. */
const SHORT_WAIT_SECONDS = 5
const DEFAULT_WAIT_SECONDS = 60
const LONGEST_WAIT_SECONDS = 3_600
const UNAUTHORIZED = 401

const call = guardedFetch({ withinMs: TIMEOUT_MS, maxBytes: ANSWER_BYTES_MAX })

/** The settings to request a person's consent at a provider (RFC 6749 with PKCE), and to call its API. */
export type ConsentServer = {
  kind: CalendarProviderKind
  /** Its name in sentences. */
  label: string
  client: { id: string; secret: string }
  authorizeUrl: string
  tokenUrl: string
  /** Null if the provider cannot end a single consent. */
  revokeUrl: string | null
  apiUrl: string
  /** Separated by spaces. */
  scope: string
  /** The scopes without which nothing works, as the provider names them in its answer. */
  requiredScopes: readonly string[]
  /** Further parameters of `authorizeUrl`. */
  parameters: Readonly<Record<string, string>>
}

/** The tokens of a consent. `expires_at` is when the access token expires, ISO 8601. */
export const Tokens = z.object({ refresh_token: z.string(), access_token: z.string(), expires_at: z.string() })
export type Tokens = z.output<typeof Tokens>

/** The provider no longer accepts the consent. */
export class ConsentEndedError extends CalendarError {
  constructor({ label }: Pick<ConsentServer, 'label'>) {
    super(`${label} no longer lets us read this calendar. Connect it again.`)
  }
}

/** The provider asked us to call later. */
export class ProviderBusyError extends CalendarError {
  readonly seconds: number

  constructor({ label }: { label: string }, seconds: number) {
    super(`${label} is busy at the moment. We will try again.`)
    this.seconds = seconds
  }
}

/** A secret that proves that the code comes back to the process that asked for it (PKCE, RFC 7636). */
export const createVerifier = () => randomSecret(VERIFIER_BYTES)

type ConsentQuery = { redirect_uri: string; state: string; verifier: string; account: string | null }

/** The URL of the provider's page for the consent. @param account is preselected there */
export function buildConsentUrl(
  server: ConsentServer,
  { redirect_uri, state, verifier, account }: ConsentQuery,
): string {
  const url = new URL(server.authorizeUrl)
  const parameters = {
    response_type: 'code',
    client_id: server.client.id,
    redirect_uri,
    scope: server.scope,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...server.parameters,
    ...(account !== null && { login_hint: account }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

const TokenAnswer = z.object({
  access_token: z.string().min(1).max(10_000),
  refresh_token: z.string().min(1).max(10_000).optional(),
  expires_in: z.coerce.number().positive(),
  scope: z.string().optional(),
})

/** Exchanges the code of a consent for tokens. @throws CalendarError */
export async function redeemCode(
  server: ConsentServer,
  { code, redirect_uri, verifier }: { code: string; redirect_uri: string; verifier: string },
  signal: AbortSignal,
): Promise<Tokens> {
  const form = { grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier }
  const answer = await requestTokens(server, form, signal)
  if (!answer) throw new CalendarError(`${server.label} did not accept the consent. Please try again.`)
  const grantedScopes = answer.scope?.toLowerCase().split(' ') ?? []
  // On Google's page, people can refuse single permissions.
  if (!server.requiredScopes.every((scope) => grantedScopes.includes(scope.toLowerCase())))
    throw new CalendarError(
      `${server.label} needs all the permissions on its page. Connect again, and allow all of them.`,
    )
  const { refresh_token } = answer
  if (!refresh_token) throw new CalendarError(`${server.label} did not accept the consent. Please try again.`)
  return parseTokens(answer, refresh_token)
}

const parseTokens = ({ access_token, expires_in }: z.output<typeof TokenAnswer>, refresh_token: string): Tokens => ({
  refresh_token,
  access_token,
  expires_at: new Date(Date.now() + expires_in * 1000).toISOString(),
})

/** @throws ConsentEndedError if the provider rejects the refresh token, CalendarError for other errors */
async function refreshTokens(server: ConsentServer, { refresh_token }: Tokens, signal: AbortSignal): Promise<Tokens> {
  const answer = await requestTokens(server, { grant_type: 'refresh_token', refresh_token }, signal)
  if (!answer) throw new ConsentEndedError(server)
  // Microsoft replaces the refresh token, Google does not.
  return parseTokens(answer, answer.refresh_token ?? refresh_token)
}

const TokenError = z.object({ error: z.string() })

/** @returns null if the provider rejects the code or the refresh token */
async function requestTokens(server: ConsentServer, form: Record<string, string>, signal: AbortSignal) {
  const { id: client_id, secret: client_secret } = server.client
  const answer = await postForm(server.tokenUrl, { ...form, client_id, client_secret }, signal)
  const body = await parseJson(answer)
  if (answer.ok) {
    const tokens = TokenAnswer.safeParse(body)
    if (tokens.success) return tokens.data
  }
  const errorBody = TokenError.safeParse(body)
  if (
    answer.status < 500 &&
    errorBody.success &&
    /^(invalid_grant|interaction_required|consent_required)$/.test(errorBody.data.error)
  )
    return null
  if (isThrottled(answer)) throw new ProviderBusyError(server, getSecondsToWait(answer))
  throw new CalendarError(`${server.label} answered ${answer.status}.`)
}

/** Ends a consent at the provider. Does nothing if it has already ended. @throws CalendarError */
export async function revokeTokens(
  server: ConsentServer,
  { refresh_token }: Tokens,
  signal: AbortSignal,
): Promise<void> {
  if (server.revokeUrl === null) return
  const answer = await postForm(server.revokeUrl, { token: refresh_token }, signal)
  await answer.body?.cancel()
  if (isThrottled(answer) || answer.status >= 500) throw new CalendarError(`${server.label} answered ${answer.status}.`)
}

const postForm = (url: string, form: Record<string, string>, signal: AbortSignal) =>
  withReadableErrors(signal, () =>
    call(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
      redirect: 'error',
      signal,
    }),
  )

/**
 * Calls the API of a provider with a person's consent. `target` is an address, or a path with a slash.
 * @throws CalendarError
 */
export type ProviderCall = (
  target: string,
  request?: { method?: string; headers?: Record<string, string>; body?: object },
) => Promise<{ status: number; ok: boolean; body: unknown }>

export type Consent = {
  server: ConsentServer
  tokens: Tokens
  /** Stores renewed tokens. */
  onTokens: (tokens: Tokens) => Promise<void>
}

/**
 * Returns a function that calls the API with the consent's token, and renews the token when it expires. If the provider asks
 * for a short wait, the call waits and repeats itself.
 */
export function createConsentCall(consent: Consent, signal: AbortSignal): ProviderCall {
  const { server, onTokens } = consent
  let { tokens } = consent
  const renew = async () => {
    tokens = await refreshTokens(server, tokens, signal)
    await onTokens(tokens)
  }
  const send = (url: string, { method = 'GET', headers = {}, body }: Parameters<ProviderCall>[1] = {}) =>
    withReadableErrors(signal, () =>
      call(url, {
        method,
        signal,
        redirect: 'error',
        headers: {
          accept: 'application/json',
          'user-agent': 'StudioHub-Calendars',
          ...headers,
          authorization: `Bearer ${tokens.access_token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
  return async (target, request) => {
    const url = buildUrlWithin(server, target)
    if (!url) throw new CalendarError(`This is not a calendar of ${server.label}.`)
    if (Date.parse(tokens.expires_at) < Date.now() + RENEW_BEFORE_MS) await renew()
    let answer = await send(url, request)
    if (answer.status === UNAUTHORIZED) {
      await answer.body?.cancel()
      await renew()
      answer = await send(url, request)
      if (answer.status === UNAUTHORIZED) throw new ConsentEndedError(server)
    }
    let body = await parseJson(answer)
    if (isThrottled(answer, body) && getSecondsToWait(answer) <= SHORT_WAIT_SECONDS) {
      await pause(getSecondsToWait(answer) * 1000, signal)
      answer = await send(url, request)
      body = await parseJson(answer)
    }
    if (isThrottled(answer, body)) throw new ProviderBusyError(server, getSecondsToWait(answer))
    return { status: answer.status, ok: answer.ok, body }
  }
}

/** A URL in the provider's API; null for any other URL, because the token must not be sent there. */
export function buildUrlWithin({ apiUrl }: Pick<ConsentServer, 'apiUrl'>, target: string): string | null {
  const url = URL.parse(target.startsWith('/') ? apiUrl + target : target)?.href
  return url?.startsWith(`${apiUrl}/`) ? url : null
}

/** Replaces network errors by errors with a sentence for the person who connected the calendar. */
async function withReadableErrors(signal: AbortSignal, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    throw new CalendarError(toOutboundError(error).message)
  }
}

async function parseJson(answer: Response): Promise<unknown> {
  try {
    const text = await answer.text()
    return text === '' ? null : JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw new CalendarError(toOutboundError(error).message)
  }
}

const throttledStatuses = [429, 503]
const FORBIDDEN = 403
const Reasons = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })) }) })

/** Whether a server asks us to call later. Google also answers 403 with a reason. */
function isThrottled({ status }: Response, body: unknown = null): boolean {
  if (throttledStatuses.includes(status)) return true
  const reasons = status === FORBIDDEN ? (Reasons.safeParse(body).data?.error.errors ?? []) : []
  return reasons.some(({ reason }) => /RateLimitExceeded$|^quotaExceeded$/i.test(reason))
}

/** How long a server asks us to wait, in seconds; a minute if it does not say. */
export function getSecondsToWait({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? DEFAULT_WAIT_SECONDS)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, LONGEST_WAIT_SECONDS) : DEFAULT_WAIT_SECONDS
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
