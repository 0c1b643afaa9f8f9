import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { readAllPages } from '#lib/server/read-all-pages.ts'
import { useAction } from '#lib/server/use-action.ts'

const clientsKey = api.roles.listClients.key()
const historyKey = api.clients.key()
const ROWS_PER_PAGE = 25

/** A studio's clients, in the order in which they joined. @param search part of a name, contact, company or tag */
export function useClients(studio_id: string, search: string) {
  useLive('roles', clientsKey)
  useLive('clients', clientsKey)
  // A check-in decides which session of a client is the next one.
  useLive('checkins', clientsKey)
  return useInfiniteQuery({
    ...api.roles.listClients.infiniteOptions({
      input: (cursor: string | undefined) => ({
        studio_id,
        limit: ROWS_PER_PAGE,
        ...(search && { search }),
        ...cursorInput(cursor),
      }),
      ...cursorPaging,
    }),
    select: flattenPages,
    meta: { failed: 'Error loading clients' },
  })
}

/** All clients by name, for selects. If they cannot be loaded, the field is hidden (spec section 8). */
export const useClientOptions = (studio_id: string, enabled: boolean) =>
  useQuery({
    queryKey: [...clientsKey, 'whole', studio_id],
    queryFn: () => readAllPages((page) => client.roles.listClients({ studio_id, ...page })),
    select: (clients) => clients.toSorted((a, b) => (a.full_name ?? '').localeCompare(b.full_name ?? '')),
    enabled,
  })

export const useRemoveClient = () =>
  useAction({
    send: client.roles.removeClient,
    done: 'Client removed successfully',
    failed: 'Error removing client',
    refresh: clientsKey,
  })

/** A client's history with the studio, newest first. */
export function useClientHistory(studio_id: string, client_id: string) {
  useLive('bookings', historyKey)
  return useInfiniteQuery(
    api.clients.getHistory.infiniteOptions({
      input: (cursor: string | undefined) => ({
        studio_id,
        user_id: client_id,
        limit: ROWS_PER_PAGE,
        ...cursorInput(cursor),
      }),
      ...cursorPaging,
    }),
  )
}

/** A client record with the studio's notes. Loads nothing while the id is null. */
export function useClient(studio_id: string, client_id: string | null) {
  useLive('clients', historyKey)
  return useQuery({
    ...api.clients.get.queryOptions({ input: { studio_id, client_id: client_id ?? '' }, enabled: client_id !== null }),
    meta: { failed: 'Failed to load the client' },
  })
}

export const useCreateClient = () =>
  useAction({
    send: client.clients.create,
    once: true,
    done: 'Client added',
    failed: 'Failed to add the client',
    refresh: [],
  })

export const useUpdateClient = () =>
  useAction({ send: client.clients.update, done: 'Changes saved', failed: 'Failed to save the client', refresh: [] })

export const useUpdateRates = () =>
  useAction({ send: client.clients.updateRates, done: 'Rates saved', failed: 'Failed to save the rates', refresh: [] })

/** Erases the studio's data about a client without an account. */
export const useEraseClient = () =>
  useAction({
    send: client.clients.erase,
    done: ({ cancelled }) => ({
      title: 'Client erased',
      ...(cancelled > 0 && {
        description: `${cancelled} upcoming ${cancelled === 1 ? 'session' : 'sessions'} cancelled.`,
      }),
    }),
    failed: 'Failed to erase the client',
    refresh: [],
  })

/** Allows emails to the client's address again. */
export const useRetryEmail = () =>
  useAction({
    send: client.clients.retryEmail,
    done: 'Emails are sent to this address again',
    failed: 'Failed to save',
    refresh: historyKey,
  })

/** Previews the merge of `other_id` into a client. Loads nothing while `other_id` is empty. */
export const useMergePreview = (studio_id: string, client_id: string, other_id: string) =>
  useQuery({
    ...api.clients.previewMerge.queryOptions({ input: { studio_id, client_id, other_id } }),
    enabled: other_id !== '',
    meta: { failed: 'Failed to compare the clients' },
  })

export const useMergeClient = () =>
  useAction({ send: client.clients.merge, done: 'Clients merged', failed: 'Failed to merge the clients', refresh: [] })

export function useImports(studio_id: string) {
  return useQuery({
    ...api.clients.listImports.queryOptions({ input: { studio_id } }),
    select: ({ items }) => items,
    meta: { failed: 'Failed to load the imports' },
  })
}

export const useUndoImport = () =>
  useAction({
    send: client.clients.undoImport,
    done: ({ removed, kept }) =>
      kept === 0
        ? `Import undone: ${removed} clients deleted`
        : `Import undone: ${removed} clients deleted, ${kept} kept because they are in use`,
    failed: 'Failed to undo the import',
    refresh: [],
  })

/** Invites clients without an account to claim their record. */
export const useInviteClients = () =>
  useAction({
    send: client.clients.invite,
    once: true,
    done: ({ invited, skipped }) =>
      skipped === 0
        ? `${invited} ${invited === 1 ? 'client' : 'clients'} invited`
        : `${invited} invited, ${skipped} skipped: they have no email, have an account, or were invited in the last 7 days`,
    failed: 'Failed to invite',
    refresh: [],
  })

/** The open claims: people who say that they are a client of the studio. */
export function useClaims(studio_id: string) {
  useLive('clients', historyKey)
  return useQuery({
    ...api.clients.listClaims.queryOptions({ input: { studio_id } }),
    select: ({ items }) => items,
    meta: { failed: 'Failed to load the claims' },
  })
}

export const useAnswerClaim = () =>
  useAction({
    send: client.clients.answerClaim,
    done: (_response, { approved }) => (approved ? 'History opened' : 'Claim declined'),
    failed: 'Failed to answer',
    refresh: [],
  })

export const useUndoClaim = () =>
  useAction({
    send: client.clients.undoClaim,
    done: 'Claim undone',
    failed: 'Failed to undo the claim',
    refresh: [],
  })

/** Records of the studio that may belong to the signed-in client, and the client's open claim. */
export const useClaimOffers = () => useQuery(api.clients.listClaimOffers.queryOptions())

/** Sends a client's answer to "Are you this client?". */
export const useClaim = (studio_name: string) =>
  useAction({
    send: client.clients.claim,
    done: ({ state }) => {
      if (state === 'refused') return null
      return state === 'accepted'
        ? { title: 'Your sessions and projects were added' }
        : {
            title: `Request sent to ${studio_name}`,
            description: 'Your sessions appear here once the studio has confirmed.',
          }
    },
    failed: 'Failed to answer',
    refresh: [],
  })
