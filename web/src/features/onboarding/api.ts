import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '#lib/server/api.ts'
import { useAction } from '#lib/server/use-action.ts'
import { meQuery, refetchMe } from '#lib/session/me.ts'
import { joinStudio } from '../auth/api.ts'
import { studioBySlugQuery } from '../studios/api.ts'

/** Takes a role (spec section 4): the server makes it, and with a founder's all that belongs to a studio. */
export function useCreateOnboarding() {
  const queryClient = useQueryClient()
  return useAction({
    send: client.onboarding.create,
    done: 'Welcome!',
    failed: 'Error',
    onSuccess: () => refetchMe(queryClient),
  })
}

/** The studio whose link brought the person here. */
export const useStudioOfLink = (slug: string) => useQuery(studioBySlugQuery(slug))

/** Joins that studio as a client, or asks for a place in its crew; answers with who the person is then. */
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

/** The person, asked for again every ten seconds: somebody else decides on the request. */
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
