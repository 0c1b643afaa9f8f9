import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '#lib/server/api.ts'
import { useAction } from '#lib/server/use-action.ts'
import { meQuery, refetchMe } from '#lib/session/me.ts'
import { joinStudio } from '../auth/sign-up-api.ts'
import { studioBySlugQuery } from '../studios/api.ts'

/** Assigns the chosen role (spec section 4); for a founder the server also creates the studio. */
export function useCreateOnboarding() {
  const queryClient = useQueryClient()
  return useAction({
    send: client.onboarding.create,
    done: 'Welcome!',
    failed: 'Error',
    onSuccess: () => refetchMe(queryClient),
  })
}

/** The studio of the sign-up link. */
export const useStudioOfLink = (slug: string) => useQuery(studioBySlugQuery(slug))

/** Joins the studio of the sign-up link as a client, or requests a crew role there. Returns the updated user. */
export function useJoinFromLink() {
  const queryClient = useQueryClient()
  return useAction({
    send: async (membership: Parameters<typeof joinStudio>[0]) => {
      await joinStudio(membership)
      return refetchMe(queryClient)
    },
    failed: 'Error',
  })
}

// Spec section 9.
const POLL_MS = 10_000

/** Refetches the current user every ten seconds while another person decides on the request. */
export const useMeWhileWaiting = () => useQuery({ ...meQuery(), refetchInterval: POLL_MS })

export function useCancelRequest() {
  const queryClient = useQueryClient()
  return useAction({
    send: client.roles.cancelRequest,
    done: 'Request cancelled',
    failed: { title: 'Error', description: 'Failed to cancel request' },
    onSuccess: () => refetchMe(queryClient),
  })
}
