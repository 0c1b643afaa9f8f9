import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { meQuery, readMeAgain } from '../../lib/me.ts'

/** Takes a role (spec section 4): the server makes it, and with a founder's all that belongs to a studio. */
export function useCreateOnboarding() {
  const queryClient = useQueryClient()
  return useMutation(
    api.onboarding.create.mutationOptions({
      meta: { done: 'Welcome!', failed: 'Error' },
      onSuccess: () => readMeAgain(queryClient),
    }),
  )
}

// Spec section 9.
const POLL_MS = 10_000

/** The person, asked for anew every ten seconds: somebody else decides on the request. */
export const useMeWhileWaiting = () => useQuery({ ...meQuery(), refetchInterval: POLL_MS })

export function useCancelRequest() {
  const queryClient = useQueryClient()
  return useMutation(
    api.roles.cancelRequest.mutationOptions({
      meta: { done: 'Request cancelled', failed: { title: 'Error', description: 'Failed to cancel request' } },
      onSuccess: () => readMeAgain(queryClient),
    }),
  )
}
