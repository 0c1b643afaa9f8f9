import routes from 'virtual:contract'
import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { contract } from '@studiohub/contract/api.ts'
import { fetchAsPerson } from './fetch-as-person.ts'

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

/** Our error body `{ code, message, fields?, ... }` as the client's own error; anything beside code and message is data. */
export function refusalIn(body: unknown, status: number) {
  if (typeof body !== 'object' || body === null || !('code' in body) || !('message' in body)) return null
  const { code, message, ...data } = body
  if (typeof code !== 'string' || typeof message !== 'string') return null
  return new ORPCError(code, { status, message, data })
}
