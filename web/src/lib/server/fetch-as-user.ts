import type { Session } from '@supabase/auth-js'
import { getAuthClient } from '../session/auth.ts'
import { dropSession, getSession } from '../session/session.ts'
import { confirmWithFactor } from '../session/step-up.ts'
import { isFactorUnconfirmed } from '../session/stored-session.ts'
import { checkConnection } from './connection.ts'
import { createConnectionError, createErrorFromBody } from './describe-error.ts'
import { measurePageStart } from './page-start.ts'

// Importing the auth client's own check would load that client on every page.
const RETRYABLE = 'AuthRetryableFetchError'
const PUBLIC = '/api/v1/public/'

/** How to send a request; uploads use their own to report progress. */
export type SendRequest = (request: Request) => Promise<Response>

/**
 * Sends the request with the user's token. If the server requires the second factor, asks for it and repeats the request
 * once.
 */
export async function fetchAsUser(request: Request, send: SendRequest = fetch): Promise<Response> {
  const repeatedRequest = request.clone()
  const response = await sendWithToken(request, send)
  if (response.status !== 403 || (await readErrorCode(response)) !== 'INSUFFICIENT_AAL') return response
  return (await confirmWithFactor()) ? sendWithToken(repeatedRequest, send) : response
}

/**
 * The JSON body of a `fetchAsUser` response, for calls outside the API client.
 * @throws an error that `describeError` understands
 */
export async function readJsonBody(response: Response) {
  const body = await response.json().catch(() => null)
  if (!response.ok || body === null) throw createErrorFromBody(body)
  return body
}

async function readErrorCode(response: Response): Promise<unknown> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : null
}

// If the second factor is not confirmed yet, the server rejects almost every call. Public data is then read without a token,
// so that the page has the studio's branding while it asks for the factor.
const skipsToken = (request: Request, session: Session) =>
  new URL(request.url).pathname.startsWith(PUBLIC) && isFactorUnconfirmed(session)

/**
 * Sends the request with the user's token. On a 401 it refreshes the session and repeats the request once. If that also
 * fails, it drops the session; `watchSession` then opens the sign-in page.
 */
async function sendWithToken(request: Request, send: SendRequest): Promise<Response> {
  const session = await getSession()
  if (!session || skipsToken(request, session)) return sendOrReport(request, send)
  const repeatedRequest = request.clone()
  const response = await sendOrReport(withToken(request, session.access_token), send)
  if (response.status !== 401) return response
  const { data, error } = await (await getAuthClient()).refreshSession()
  if (error?.name === RETRYABLE) return response
  const secondResponse = data.session
    ? await sendOrReport(withToken(repeatedRequest, data.session.access_token), send)
    : response
  if (secondResponse.status === 401) await dropSession()
  return secondResponse
}

async function sendOrReport(request: Request, send: SendRequest): Promise<Response> {
  try {
    const response = await send(request)
    measurePageStart(response)
    return response
  } catch (error) {
    if (request.signal.aborted) throw error
    checkConnection()
    throw createConnectionError()
  }
}

function withToken(request: Request, token: string): Request {
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${token}`)
  return new Request(request, { headers })
}
