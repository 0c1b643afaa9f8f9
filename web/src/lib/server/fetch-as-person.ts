import type { Session } from '@supabase/auth-js'
import { auth } from '../session/auth.ts'
import { currentSession, dropSession } from '../session/session.ts'
import { confirmWithFactor } from '../session/step-up.ts'
import { lacksFactor } from '../session/stored-session.ts'
import { doubtConnection } from './connection.ts'
import { lostConnection, problemIn } from './problem.ts'

// The client's own check of it would load the client with every page.
const RETRYABLE = 'AuthRetryableFetchError'
const PUBLIC = '/api/v1/public/'

/** How a request goes out; an upload has a way of its own, to tell how far it is. */
export type Send = (request: Request) => Promise<Response>

/** Sends the request as the person; one refused for want of the second factor asks for it and goes out again. */
export async function fetchAsPerson(request: Request, send: Send = fetch): Promise<Response> {
  const again = request.clone()
  const answer = await sendWithToken(request, send)
  if (answer.status !== 403 || (await codeIn(answer)) !== 'INSUFFICIENT_AAL') return answer
  return (await confirmWithFactor()) ? sendWithToken(again, send) : answer
}

/**
 * Reads what `fetchAsPerson` brought, where the API's client does not.
 * @throws what `problemOf` reads
 */
export async function readAnswer(answer: Response) {
  const body = await answer.json().catch(() => null)
  if (!answer.ok || body === null) throw problemIn(body)
  return body
}

async function codeIn(answer: Response): Promise<unknown> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : null
}

// Of a session that awaits its factor the server takes almost no call. What anybody may read is then read without it, so
// that a studio's face is there before the question is put.
const goesWithout = (request: Request, session: Session) =>
  new URL(request.url).pathname.startsWith(PUBLIC) && lacksFactor(session)

/**
 * Sends the request with the person's token. A 401 is answered once with a refresh and a second try; if the session is
 * really gone it is dropped, which `watchSession` turns into the way to the sign-in page.
 */
async function sendWithToken(request: Request, send: Send): Promise<Response> {
  const session = await currentSession()
  if (!session || goesWithout(request, session)) return reach(request, send)
  const again = request.clone()
  const answer = await reach(withToken(request, session.access_token), send)
  if (answer.status !== 401) return answer
  const { data, error } = await (await auth()).refreshSession()
  if (error?.name === RETRYABLE) return answer
  const second = data.session ? await reach(withToken(again, data.session.access_token), send) : answer
  if (second.status === 401) await dropSession()
  return second
}

async function reach(request: Request, send: Send): Promise<Response> {
  try {
    return await send(request)
  } catch (error) {
    if (request.signal.aborted) throw error
    doubtConnection()
    throw lostConnection()
  }
}

function withToken(request: Request, token: string): Request {
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${token}`)
  return new Request(request, { headers })
}
