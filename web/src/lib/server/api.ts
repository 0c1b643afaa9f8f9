import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { contract } from '@studiohub/contract/api.ts'
import { apiLink } from './api-link.ts'
import type { CallContext } from './api-request.ts'

/**
 * Every call of the contract, typed: `client.bookings.cancel({ id })`. @throws an error that `describeError`
 * understands
 */
export const client: JsonifiedClient<ContractRouterClient<typeof contract, CallContext>> = createORPCClient(apiLink)

/** The same calls as query and mutation options: `api.bookings.list.queryOptions({ input })`. */
export const api = createTanstackQueryUtils(client)
