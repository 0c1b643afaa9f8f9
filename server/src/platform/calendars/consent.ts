import { createHash } from 'node:crypto'
import type { CalendarProviderKind } from '@studiohub/contract/features/connected-calendars/words.ts'
import { z } from 'zod'
import { randomSecret } from '../auth/secrets.ts'
import { guardedFetch } from '../outbound/guarded-fetch.ts'
import { outboundErrorOf } from '../outbound/outbound-error.ts'
import { CalendarProblem } from './read-calendar.ts'

const WITHIN_MS = 20_000
/** Of one answer. Its JSON is read in the process. */
const MOST_BYTES = 10 * 1024 * 1024
const VERIFIER_BYTES = 48
/** An access token that ends within this time is replaced first. */
const EARLY_MS = 60_000
/** A wait that is shorter is waited for in place. */
const SHORT_WAIT_SECONDS = 5
const USUAL_WAIT_SECONDS = 60
const LONGEST_WAIT_SECONDS = 3_600
const UNAUTHORIZED = 401

const call = guardedFetch({ withinMs: WITHIN_MS, maxBytes: MOST_BYTES })

/** How a provider is asked for a person's consent (RFC 6749 with PKCE), and where its API is. */
export type ConsentServer = {
  kind: CalendarProviderKind
  /** Its name in sentences. */
  label: string
  client: { id: string; secret: string }
  authorizeUrl: string
  tokenUrl: string
  /** Null: the provider has no way to end a single consent. */
  revokeUrl: string | null
  apiUrl: string
  /** Separated by spaces. */
  scope: string
  /** Those of them that nothing works without, as the provider names them in its answer. */
  requiredScopes: readonly string[]
  /** Further parameters of the address. */
  parameters: Readonly<Record<string, string>>
}

export const Tokens = z.object({ refresh_token: z.string(), access_token: z.string(), expires_at: z.string() })
export type Tokens = z.output<typeof Tokens>

/** The provider no longer accepts the consent. */
export class ConsentEnded extends CalendarProblem {
  constructor({ label }: Pick<ConsentServer, 'label'>) {
    super(`${label} no longer lets us read this calendar. Connect it again.`)
  }
}

/** The provider asked us to call later. */
export class ProviderBusy extends CalendarProblem {
  readonly seconds: number

  constructor({ label }: Pick<ConsentServer, 'label'>, seconds: number) {
    super(`${label} is busy at the moment. It is tried again.`)
    this.seconds = seconds
  }
}

export const createVerifier = () => randomSecret(VERIFIER_BYTES)

type Asking = { redirect_uri: string; state: string; verifier: string; account: string | null }

/** The address of the provider's page. @param account preselects an account */
export function consentAddress(server: ConsentServer, { redirect_uri, state, verifier, account }: Asking): string {
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

/** Exchanges the code of a consent for tokens. @throws CalendarProblem */
export async function redeemCode(
  server: ConsentServer,
  { code, redirect_uri, verifier }: { code: string; redirect_uri: string; verifier: string },
  signal: AbortSignal,
): Promise<Tokens> {
  const form = { grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier }
  const answer = await askForTokens(server, form, signal)
  if (!answer) throw new CalendarProblem(`${server.label} did not accept the consent. Please try again.`)
  const given = answer.scope?.toLowerCase().split(' ') ?? []
  // People can take single rights off on Google's page.
  if (!server.requiredScopes.every((scope) => given.includes(scope.toLowerCase())))
    throw new CalendarProblem(`${server.label} needs all the rights on its page. Connect again, and allow all of them.`)
  const { refresh_token } = answer
  if (!refresh_token) throw new CalendarProblem(`${server.label} did not accept the consent. Please try again.`)
  return tokensOf(answer, refresh_token)
}

const tokensOf = ({ access_token, expires_in }: z.output<typeof TokenAnswer>, refresh_token: string): Tokens => ({
  refresh_token,
  access_token,
  expires_at: new Date(Date.now() + expires_in * 1000).toISOString(),
})

/** @throws ConsentEnded if the provider refuses the refresh token, else CalendarProblem */
async function refreshTokens(server: ConsentServer, { refresh_token }: Tokens, signal: AbortSignal): Promise<Tokens> {
  const answer = await askForTokens(server, { grant_type: 'refresh_token', refresh_token }, signal)
  if (!answer) throw new ConsentEnded(server)
  // Microsoft replaces the refresh token, Google does not.
  return tokensOf(answer, answer.refresh_token ?? refresh_token)
}

const TokenError = z.object({ error: z.string() })

/** @returns null if the provider refuses the code or the refresh token */
async function askForTokens(server: ConsentServer, form: Record<string, string>, signal: AbortSignal) {
  const { id: client_id, secret: client_secret } = server.client
  const answer = await post(server.tokenUrl, { ...form, client_id, client_secret }, signal)
  const body = await jsonOf(answer)
  if (answer.ok) {
    const tokens = TokenAnswer.safeParse(body)
    if (tokens.success) return tokens.data
  }
  const refused = TokenError.safeParse(body)
  if (
    answer.status < 500 &&
    refused.success &&
    /^(invalid_grant|interaction_required|consent_required)$/.test(refused.data.error)
  )
    return null
  if (isThrottled(answer)) throw new ProviderBusy(server, secondsToWait(answer))
  throw new CalendarProblem(`${server.label} answered ${answer.status}.`)
}

/** Ends a consent at the provider. One that has ended already is no error. @throws CalendarProblem */
export async function revokeTokens(
  server: ConsentServer,
  { refresh_token }: Tokens,
  signal: AbortSignal,
): Promise<void> {
  if (server.revokeUrl === null) return
  const answer = await post(server.revokeUrl, { token: refresh_token }, signal)
  await answer.body?.cancel()
  if (isThrottled(answer) || answer.status >= 500)
    throw new CalendarProblem(`${server.label} answered ${answer.status}.`)
}

const post = (url: string, form: Record<string, string>, signal: AbortSignal) =>
  withSentences(signal, () =>
    call(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
      redirect: 'error',
      signal,
    }),
  )

/** Calls the API of a provider with a person's consent. A path begins with a slash. @throws CalendarProblem */
export type ProviderCall = (
  target: string,
  request?: { method?: string; headers?: Record<string, string>; body?: object },
) => Promise<{ status: number; ok: boolean; body: unknown }>

export type Consented = {
  server: ConsentServer
  tokens: Tokens
  /** Stores other tokens. */
  onTokens: (tokens: Tokens) => Promise<void>
}

/** Calls with the consent's token, which is replaced when it ends. Short waits that the provider asks for are waited for. */
export function callWith(consented: Consented, signal: AbortSignal): ProviderCall {
  const { server, onTokens } = consented
  let { tokens } = consented
  const renew = async () => {
    tokens = await refreshTokens(server, tokens, signal)
    await onTokens(tokens)
  }
  const send = (url: string, { method = 'GET', headers = {}, body }: Parameters<ProviderCall>[1] = {}) =>
    withSentences(signal, () =>
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
    const url = addressWithin(server, target)
    if (!url) throw new CalendarProblem(`This is no calendar of ${server.label}.`)
    if (Date.parse(tokens.expires_at) < Date.now() + EARLY_MS) await renew()
    let answer = await send(url, request)
    if (answer.status === UNAUTHORIZED) {
      await answer.body?.cancel()
      await renew()
      answer = await send(url, request)
      if (answer.status === UNAUTHORIZED) throw new ConsentEnded(server)
    }
    let body = await jsonOf(answer)
    if (isThrottled(answer, body) && secondsToWait(answer) <= SHORT_WAIT_SECONDS) {
      await pause(secondsToWait(answer) * 1000, signal)
      answer = await send(url, request)
      body = await jsonOf(answer)
    }
    if (isThrottled(answer, body)) throw new ProviderBusy(server, secondsToWait(answer))
    return { status: answer.status, ok: answer.ok, body }
  }
}

/** The address in the provider's API; null for any other, because the token goes to no other place. */
export function addressWithin({ apiUrl }: Pick<ConsentServer, 'apiUrl'>, target: string): string | null {
  const url = URL.parse(target.startsWith('/') ? apiUrl + target : target)?.href
  return url?.startsWith(`${apiUrl}/`) ? url : null
}

async function withSentences(signal: AbortSignal, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    throw new CalendarProblem(outboundErrorOf(error).message)
  }
}

async function jsonOf(answer: Response): Promise<unknown> {
  try {
    const text = await answer.text()
    return text === '' ? null : JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw new CalendarProblem(outboundErrorOf(error).message)
  }
}

const throttled = [429, 503]
const FORBIDDEN = 403
const Reasons = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })) }) })

/** Google also says 403 with a reason. */
function isThrottled({ status }: Response, body: unknown = null): boolean {
  if (throttled.includes(status)) return true
  const reasons = status === FORBIDDEN ? (Reasons.safeParse(body).data?.error.errors ?? []) : []
  return reasons.some(({ reason }) => /RateLimitExceeded$|^quotaExceeded$/i.test(reason))
}

function secondsToWait({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? USUAL_WAIT_SECONDS)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, LONGEST_WAIT_SECONDS) : USUAL_WAIT_SECONDS
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
