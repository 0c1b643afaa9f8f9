import routes from 'virtual:contract'
import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { contract } from '@studiohub/contract/api.ts'
import { isAuthRetryableFetchError } from '@supabase/auth-js'
import { auth } from './auth.ts'
import { doubtConnection } from './connection.ts'
import { lostConnection } from './problem.ts'
import { currentSession, dropSession } from './session.ts'

/** What a call may carry beside its input: a creating call with a key of its own is done once, however often it is sent. */
export type CallContext = { idempotencyKey?: string }

const link = new OpenAPILink<CallContext>(routes, {
  url: () => `${window.location.origin}/api/v1`,
  headers: ({ context }) => (context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {}),
  fetch: (request) => fetchAsPerson(request),
  customErrorResponseBodyDecoder: (body, response) => refusalIn(body, response.status),
})

/** Every call of the contract, typed: `client.bookings.cancel({ id })`. Throws what `problemOf` reads. */
export const client: JsonifiedClient<ContractRouterClient<typeof contract, CallContext>> = createORPCClient(link)

/** The same calls as query and mutation options: `api.bookings.list.queryOptions({ input })`. */
export const api = createTanstackQueryUtils(client)

/**
 * Sends the request with the person's token. A 401 is answered once with a refresh and a second try; if the session is
 * really gone it is dropped, which `watchSession` turns into the way to the sign-in page.
 */
export async function fetchAsPerson(request: Request): Promise<Response> {
  const session = await currentSession()
  if (!session) return reach(request)
  const again = request.clone()
  const answer = await reach(withToken(request, session.access_token))
  if (answer.status !== 401) return answer
  const { data, error } = await auth().refreshSession()
  if (error && isAuthRetryableFetchError(error)) return answer
  const second = data.session ? await reach(withToken(again, data.session.access_token)) : answer
  if (second.status === 401) await dropSession()
  return second
}

async function reach(request: Request): Promise<Response> {
  try {
    return await fetch(request)
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

/** Our error body `{ code, message, fields?, ... }` as the client's own error; anything beside code and message is data. */
function refusalIn(body: unknown, status: number) {
  if (typeof body !== 'object' || body === null || !('code' in body) || !('message' in body)) return null
  const { code, message, ...data } = body
  if (typeof code !== 'string' || typeof message !== 'string') return null
  return new ORPCError(code, { status, message, data })
}
