import routes from 'virtual:contract'
import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { contract } from '@studiohub/contract/api.ts'
import { fetchAsPerson } from './fetch-as-person.ts'
import { refusalIn } from './problem.ts'

/** What a call may carry beside its input: a creating call with a key of its own is done once, however often it is sent. */
export type CallContext = { idempotencyKey?: string }

const link = new OpenAPILink<CallContext>(routes, {
  url: () => `${window.location.origin}/api/v1`,
  headers: ({ context }) => (context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {}),
  fetch: (request) => fetchAsPerson(request),
  customErrorResponseBodyDecoder(body, { status }) {
    const refusal = refusalIn(body)
    return refusal && new ORPCError(refusal.code, { status, message: refusal.message, data: refusal.data })
  },
})

/** Every call of the contract, typed: `client.bookings.cancel({ id })`. Throws what `problemOf` reads. */
export const client: JsonifiedClient<ContractRouterClient<typeof contract, CallContext>> = createORPCClient(link)

/** The same calls as query and mutation options: `api.bookings.list.queryOptions({ input })`. */
export const api = createTanstackQueryUtils(client)
