import routes from 'virtual:contract'
import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { contract } from '@studiohub/contract/api.ts'
import { parseErrorBody } from './describe-error.ts'
import { fetchAsUser } from './fetch-as-user.ts'

/**
 * Options of a call. With an idempotency key, the server runs a creating call once, however often it is sent. With an
 * entity tag, an unchanged answer is undefined.
 */
export type CallContext = { idempotencyKey?: string; etag?: string }

const link = new OpenAPILink<CallContext>(routes, {
  url: () => `${window.location.origin}/api/v1`,
  headers: ({ context: { idempotencyKey, etag } }) => ({
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    ...(etag && { 'if-none-match': etag }),
  }),
  fetch: (request) => fetchAsUser(request),
  customErrorResponseBodyDecoder(body, { status }) {
    const error = parseErrorBody(body)
    return error && new ORPCError(error.code, { status, message: error.message, data: error.data })
  },
})

/**
 * Every call of the contract, typed: `client.bookings.cancel({ id })`. @throws an error that `describeError`
 * understands
 */
export const client: JsonifiedClient<ContractRouterClient<typeof contract, CallContext>> = createORPCClient(link)

/** The same calls as query and mutation options: `api.bookings.list.queryOptions({ input })`. */
export const api = createTanstackQueryUtils(client)
