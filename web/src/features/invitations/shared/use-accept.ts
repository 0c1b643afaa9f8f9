import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { readMeAgain } from '#lib/session/me.ts'
import { acceptById, acceptByToken } from '../api.ts'

/** The newest role decides: whatever was read in the former one is read anew. */
async function asCrew(queryClient: QueryClient) {
  await readMeAgain(queryClient)
  await queryClient.invalidateQueries()
}

/** Accepts the invitation of a mailed link. */
export function useAcceptInvitation() {
  const queryClient = useQueryClient()
  return useMutation({ ...acceptByToken(), onSuccess: () => asCrew(queryClient) })
}

/** Accepts an invitation that waits for the signed-in person. */
export function useAcceptOwnInvitation() {
  const queryClient = useQueryClient()
  return useMutation({ ...acceptById(), onSuccess: () => asCrew(queryClient) })
}
