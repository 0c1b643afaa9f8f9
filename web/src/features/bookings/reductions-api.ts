import { noReductions } from '@studiohub/contract/features/prices/reductions/schema.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { useLive } from '#lib/server/live.ts'

type ReductionsInput = {
  /** Without a service there is nothing to reduce. */
  service_type: string | undefined
  /** The client whose price the desk wants to see; null: the listed price. Clients always get their own price. */
  client_id?: string | null | undefined
  isDesk: boolean
  /** The code as typed; empty if there is none. */
  discount_code?: string | null | undefined
}

/**
 * The reductions of a service for a client; empty until they are loaded.
 * @returns also why a discount code is not valid
 */
export function useReductions(studio_id: string, { service_type, client_id, isDesk, discount_code }: ReductionsInput) {
  useLive('clients', api.bookings.getReductions.key({ input: { studio_id } }))
  const clientInput = isDesk ? { client_id: client_id ?? null } : {}
  const input = service_type ? { studio_id, service_type, ...clientInput } : null
  const isClientKnown = input !== null && (!isDesk || Boolean(client_id))
  const withoutCode = useQuery(api.bookings.getReductions.queryOptions({ input: isClientKnown ? input : skipToken }))
  const withCode = useQuery({
    ...api.bookings.getReductions.queryOptions({
      input: input && discount_code ? { ...input, discount_code } : skipToken,
    }),
    // Each attempt with a code counts towards a limit, so the query never repeats by itself.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const usesCode = Boolean(discount_code)
  return {
    reductions: (usesCode ? withCode.data : undefined) ?? withoutCode.data ?? noReductions,
    codeError: usesCode && withCode.error ? describeCodeError(withCode.error) : undefined,
    isChecking: withCode.isFetching,
  }
}

function describeCodeError(error: Error): string {
  const { fields, message } = describeError(error)
  return fields.discount_code ?? message
}
