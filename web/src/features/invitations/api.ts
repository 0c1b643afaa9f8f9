import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { getHome } from '#access.ts'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { useAction } from '#lib/server/use-action.ts'
import { refetchMe } from '#lib/session/me.ts'

const invitationsKey = api.invitations.key()
const ROWS_PER_PAGE = 25

/** Open invitations of a studio, newest first. */
export function useInvitations(studio_id: string) {
  useLive('invitations', invitationsKey)
  return useInfiniteQuery({
    ...api.invitations.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ studio_id, limit: ROWS_PER_PAGE, ...cursorInput(cursor) }),
      ...cursorPaging,
    }),
    select: flattenPages,
  })
}

/**
 * Invites a crew member. The response is the same for every address, so that it does not reveal which addresses have an
 * account. The toast has both sentences of spec section 8.
 */
export const useCreateInvitation = () =>
  useAction({
    send: client.invitations.create,
    once: true,
    done: { title: 'Crew member invited', description: 'Invitation sent' },
    failed: 'Error inviting staff',
    refresh: invitationsKey,
  })

export const useResendInvitation = () =>
  useAction({
    send: client.invitations.resend,
    once: true,
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

/** The invitation behind an email link. */
export const useInvitationByToken = (token: string | null) =>
  useQuery({
    ...api.invitations.get.queryOptions({ input: { token: token ?? '' } }),
    enabled: token !== null,
    retry: false,
  })

/** Open invitations for the current user. */
export function useOwnInvitations() {
  useLive('notices', invitationsKey)
  return useQuery({ ...api.invitations.listOwn.queryOptions(), select: ({ items }) => items })
}

/**
 * Accepts an invitation, then opens the home page of the new role. All data is refetched, because the newest role decides what
 * the user sees.
 */
function useAcceptAction<Input>(send: (input: Input) => Promise<{ studio_name: string; as?: 'crew' | 'client' }>) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useAction({
    send: (input: Input) => send(input),
    done: ({ studio_name, as }) => ({
      title: as === 'client' ? `Welcome to ${studio_name}` : `Welcome to the crew of ${studio_name}`,
    }),
    failed: 'Failed to accept the invitation',
    onSuccess: async () => {
      const me = await refetchMe(queryClient)
      await queryClient.invalidateQueries()
      await navigate(getHome(me))
    },
  })
}

/** Accepts the invitation of an email link. */
export const useAcceptInvitation = () => useAcceptAction(client.invitations.accept)

/** Accepts an open invitation of the current user. */
export const useAcceptOwnInvitation = () => useAcceptAction(client.invitations.acceptOwn)

export const useDeclineInvitation = () =>
  useAction({
    send: client.invitations.declineOwn,
    done: 'Invitation declined',
    failed: 'Failed to decline the invitation',
    refresh: invitationsKey,
  })
