import type { Actor } from '@studiohub/contract/actor.ts'
import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import { hashKey, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { client } from '#lib/server/api.ts'
import { useAction } from '#lib/server/use-action.ts'
import { meQuery, refetchMe } from '#lib/session/me.ts'
import { postToAuthService } from '#lib/session/own-auth.ts'

/** The current user. Use it only below a guard: the guard has already loaded the user, so this never suspends. */
export const useMe = () => useSuspenseQuery(meQuery()).data

/** The studio of the current user's role, or null. */
export const useActiveStudio = () => {
  const me = useMe()
  return { studio: me.studio, me }
}

/** The current user as an actor for the contract's policies, to hide actions that are not available. The server decides. */
export const toActor = ({ user, role, studio, client_id, at_desk }: Me): Actor => ({
  user_id: user.id,
  session_id: null,
  role,
  studio_id: studio?.id ?? null,
  client_id,
  at_desk,
  aal: null,
})

export const useUpdateProfile = () =>
  useAction({
    send: client.profile.update,
    done: 'Profile updated successfully',
    failed: 'Failed to update profile',
    refresh: meQuery().queryKey,
  })

/** Cancels the pending removal of the second factor. */
export const useStopFactorWait = () =>
  useAction({
    send: () => postToAuthService('/factor-waits/keep'),
    done: 'Your second factor was kept',
    failed: 'Failed to keep your second factor',
    refresh: meQuery().queryKey,
  })

/** Switches a client to another studio. If its admins must approve first, nothing changes yet. */
export function useSwitchStudio() {
  const queryClient = useQueryClient()
  return useAction({
    send: client.profile.switchStudio,
    done: ({ status }) => (status === 'active' ? 'Studio switched successfully' : null),
    failed: 'Failed to switch studio',
    onSuccess: async ({ status }) => {
      if (status !== 'active') return
      await refetchMe(queryClient)
      // Data of the previous studio must not remain in the cache.
      queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== hashKey(meQuery().queryKey) })
    },
  })
}
