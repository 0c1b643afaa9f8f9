import { noReductions } from '@studiohub/contract/features/prices/reductions/schema.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { useLive } from '#lib/server/live.ts'

type Buyer = {
  /** Without a service there is nothing to reduce. */
  service_type: string | undefined
  /** The client whose price the desk wants to see; null: the listed price. Clients always get their own. */
  client_id?: string | null | undefined
  isDesk: boolean
  /** As it was typed; empty: none. */
  discount_code?: string | null | undefined
}

/**
 * The reductions of a service for a client; empty until they are loaded.
 * @returns also why a discount code is not valid
 */
export function useReductions(studio_id: string, { service_type, client_id, isDesk, discount_code }: Buyer) {
  useLive('clients', api.bookings.getReductions.key({ input: { studio_id } }))
  const ofClient = isDesk ? { client_id: client_id ?? null } : {}
  const input = service_type ? { studio_id, service_type, ...ofClient } : null
  const isKnown = input !== null && (!isDesk || Boolean(client_id))
  const usual = useQuery(api.bookings.getReductions.queryOptions({ input: isKnown ? input : skipToken }))
  const byCode = useQuery({
    ...api.bookings.getReductions.queryOptions({
      input: input && discount_code ? { ...input, discount_code } : skipToken,
    }),
    // Each attempt with a code counts for a limit.
    ...{ retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  })
  const isUsed = Boolean(discount_code)
  return {
    reductions: (isUsed ? byCode.data : undefined) ?? usual.data ?? noReductions,
    codeError: isUsed && byCode.error ? codeErrorOf(byCode.error) : undefined,
    isChecking: byCode.isFetching,
  }
}

function codeErrorOf(error: Error): string {
  const { fields, message } = describeError(error)
  return fields.discount_code ?? message
}
