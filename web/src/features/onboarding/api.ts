import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '#lib/server/api.ts'
import { hasCode } from '#lib/server/describe-error.ts'
import { type CallOptions, useAction } from '#lib/server/use-action.ts'
import { meQuery, refetchMe } from '#lib/session/me.ts'
import { joinStudio } from '../auth/sign-up-api.ts'
import { studioBySlugQuery } from '../studios/api.ts'

/** For users who already have a role or a request, for example because an earlier answer was lost. They continue with it. */
function ignoreExisting(error: unknown): null {
  if (hasCode(error, 'ROLE_EXISTS') || hasCode(error, 'REQUEST_EXISTS')) return null
  throw error
}

/** The updated user; null if it does not load, because the user has the role anyway. */
const reloadMe = (queryClient: QueryClient) => refetchMe(queryClient).catch(() => null)

/**
 * Assigns the chosen role (spec section 4); for a founder the server also creates the studio. Returns the updated user, and
 * the role; null if the user already had one.
 */
export function useCreateOnboarding() {
  const queryClient = useQueryClient()
  return useAction({
    send: async (choice: Parameters<typeof client.onboarding.create>[0], options: CallOptions) => {
      const created = await client.onboarding.create(choice, options).catch(ignoreExisting)
      return { created, me: await reloadMe(queryClient) }
    },
    once: true,
    done: ({ created }) => created && 'Welcome!',
    failed: 'Error',
  })
}

/** The studio of the sign-up link. */
export const useStudioOfLink = (slug: string) => useQuery(studioBySlugQuery(slug))

/** Joins the studio of the sign-up link as a client, or requests a crew role there. Returns the updated user. */
export function useJoinFromLink() {
  const queryClient = useQueryClient()
  return useAction({
    send: async (membership: Parameters<typeof joinStudio>[0]) => {
      await joinStudio(membership).catch(ignoreExisting)
      return reloadMe(queryClient)
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
