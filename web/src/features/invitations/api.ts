import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { useAction } from '#lib/server/use-action.ts'
import { refetchMe } from '#lib/session/me.ts'

const invitationsKey = api.invitations.key()
const ROWS_A_PAGE = 25

/** A studio's open invitations, a page at a time, the newest first. */
export function useInvitations(studio_id: string) {
  useLive('invitations', invitationsKey)
  return useInfiniteQuery({
    ...api.invitations.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ studio_id, limit: ROWS_A_PAGE, ...cursorInput(cursor) }),
      ...cursorPaging,
    }),
    select: flattenPages,
  })
}

/** No matter who it is, the answer and its words are the same (spec section 8: both sentences). */
export const useCreateInvitation = () =>
  useAction({
    send: client.invitations.create,
    done: { title: 'Crew member invited', description: 'Invitation sent' },
    failed: 'Error inviting staff',
    refresh: invitationsKey,
  })

export const useResendInvitation = () =>
  useAction({
    send: client.invitations.resend,
    done: 'Invitation sent',
    failed: 'Error inviting staff',
    refresh: invitationsKey,
  })

export const useRevokeInvitation = () =>
  useAction({
    send: client.invitations.revoke,
    done: 'Invitation revoked',
    failed: 'Failed to revoke the invitation',
    refresh: invitationsKey,
  })

/** What a mailed link is for. */
export const useOffer = (token: string | null) =>
  useQuery({
    ...api.invitations.get.queryOptions({ input: { token: token ?? '' } }),
    enabled: token !== null,
    retry: false,
  })

/** What waits for the signed-in person. */
export function useOwnInvitations() {
  useLive('notices', invitationsKey)
  return useQuery({ ...api.invitations.listOwn.queryOptions(), select: ({ items }) => items })
}

/** What accepting says, by whichever way. The newest role decides, so everything is read again. */
function useAccepting<Input>(send: (input: Input) => Promise<{ studio_name: string }>) {
  const queryClient = useQueryClient()
  return useAction({
    send: (input: Input) => send(input),
    done: ({ studio_name }) => ({ title: `Welcome to the crew of ${studio_name}` }),
    failed: 'Failed to accept the invitation',
    onSuccess: async () => {
      await refetchMe(queryClient)
      await queryClient.invalidateQueries()
    },
  })
}

/** Accepts the invitation of a mailed link. */
export const useAcceptInvitation = () => useAccepting(client.invitations.accept)

/** Accepts an invitation that waits for the signed-in person. */
export const useAcceptOwnInvitation = () => useAccepting(client.invitations.acceptOwn)

export const useDeclineInvitation = () =>
  useAction({
    send: client.invitations.declineOwn,
    done: 'Invitation declined',
    failed: 'Failed to decline the invitation',
    refresh: invitationsKey,
  })
