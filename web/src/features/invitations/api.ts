import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { after, byCursor, rowsOf } from '#lib/server/pages.ts'

const invitationsKey = api.invitations.key()
const ROWS_A_PAGE = 25

/** A studio's open invitations, a page at a time, the newest first. */
export function useInvitations(studio_id: string) {
  useLive('invitations', invitationsKey)
  return useInfiniteQuery({
    ...api.invitations.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ studio_id, limit: ROWS_A_PAGE, ...after(cursor) }),
      ...byCursor,
    }),
    select: rowsOf,
  })
}

/** Whoever it is, the answer and its words are the same (spec section 8: both sentences). */
export const useCreateInvitation = () =>
  useMutation(
    api.invitations.create.mutationOptions({
      meta: {
        done: { title: 'Crew member invited', description: 'Invitation sent' },
        failed: 'Error inviting staff',
        refresh: invitationsKey,
      },
    }),
  )

export const useResendInvitation = () =>
  useMutation(
    api.invitations.resend.mutationOptions({
      meta: { done: 'Invitation sent', failed: 'Error inviting staff', refresh: invitationsKey },
    }),
  )

export const useRevokeInvitation = () =>
  useMutation(
    api.invitations.revoke.mutationOptions({
      meta: { done: 'Invitation revoked', failed: 'Failed to revoke the invitation', refresh: invitationsKey },
    }),
  )

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

const accepting = {
  done: (answer: unknown) => ({ title: `Welcome to the crew of ${nameIn(answer)}` }),
  failed: 'Failed to accept the invitation',
} as const

const nameIn = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'studio_name' in answer ? String(answer.studio_name) : 'the studio'

/** Accepts by the secret of a mailed link. */
export const acceptByToken = () => api.invitations.accept.mutationOptions({ meta: accepting })
export const acceptById = () => api.invitations.acceptOwn.mutationOptions({ meta: accepting })

export const useDeclineInvitation = () =>
  useMutation(
    api.invitations.declineOwn.mutationOptions({
      meta: { done: 'Invitation declined', failed: 'Failed to decline the invitation', refresh: invitationsKey },
    }),
  )
