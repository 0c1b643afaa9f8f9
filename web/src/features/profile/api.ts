import type { Actor } from '@studiohub/contract/actor.ts'
import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import { hashKey, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { client } from '#lib/server/api.ts'
import { useAction } from '#lib/server/use-action.ts'
import { meQuery, refetchMe } from '#lib/session/me.ts'
import { callOwnAuth } from '#lib/session/own-auth.ts'

/** The signed-in person. Only below a guard, which has fetched it: so this never waits. */
export const useMe = () => useSuspenseQuery(meQuery()).data

/** The studio that the signed-in person works in or is a client of; null where none is assigned. */
export const useActiveStudio = () => {
  const me = useMe()
  return { studio: me.studio, me }
}

/** The person as the contract's policies ask for one, to hide what they may not do; the server decides. */
export const actorOf = ({ user, role, studio }: Me): Actor => ({
  user_id: user.id,
  session_id: null,
  role,
  studio_id: studio?.id ?? null,
  aal: null,
})

export const useUpdateProfile = () =>
  useAction({
    send: client.profile.update,
    done: 'Profile updated successfully',
    failed: 'Failed to update profile',
    refresh: meQuery().queryKey,
  })

/** Stops the waiting time after which the second factor ends. */
export const useKeepFactors = () =>
  useAction({
    send: () => callOwnAuth('/factor-waits/keep'),
    done: 'Your second factor stays',
    failed: 'Failed to keep your second factor',
    refresh: meQuery().queryKey,
  })

/** Takes a client to another studio; where its admins answer first, nothing changes yet. */
export function useSwitchStudio() {
  const queryClient = useQueryClient()
  return useAction({
    send: client.profile.switchStudio,
    done: ({ status }) => (status === 'active' ? 'Studio switched successfully' : null),
    failed: 'Failed to switch studio',
    onSuccess: async ({ status }) => {
      if (status !== 'active') return
      await refetchMe(queryClient)
      // Whatever was read as a client of the former studio stays there.
      queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== hashKey(meQuery().queryKey) })
    },
  })
}
