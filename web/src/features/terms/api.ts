import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { saveFile } from '#lib/page/save-file.ts'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { useAction } from '#lib/server/use-action.ts'

export const termsKey = api.terms.key()

/** All versions of a studio's terms, newest first. */
export const useTermsVersions = (studio_id: string) =>
  useQuery({
    ...api.terms.list.queryOptions({ input: { studio_id } }),
    select: ({ items }) => items,
    meta: { failed: 'Failed to load the terms' },
  })

/** The current terms of a studio; undefined while they load. */
export const useCurrentTerms = (studio_id: string) =>
  useQuery({ ...api.terms.getCurrent.queryOptions({ input: { studio_id } }), select: ({ terms }) => terms })

export const useCreateTerms = () =>
  useAction({
    send: client.terms.create,
    once: true,
    done: 'Terms published',
    failed: 'Failed to publish the terms',
    refresh: termsKey,
  })

export const useEndTerms = () =>
  useAction({
    send: client.terms.end,
    done: 'Clients now book without terms',
    failed: 'Failed to end the terms',
    refresh: termsKey,
  })

/** The terms of a booking. Refetched when the booking changes. */
export function useBookingTerms(id: string) {
  useLive('bookings', api.terms.getOfBooking.key())
  return useQuery(api.terms.getOfBooking.queryOptions({ input: { id } }))
}

export function useAcceptTerms() {
  const queryClient = useQueryClient()
  return useAction({
    send: client.terms.accept,
    done: 'Terms accepted',
    failed: 'Failed to accept the terms',
    refresh: termsKey,
    // The studio may have published a newer version. After the refetch the page shows it.
    onError: () => queryClient.invalidateQueries({ queryKey: termsKey }),
  })
}

/** The terms of the booking that a link names. Not a query, because the secret must not be a cache key. */
export function usePublicTerms(token: string) {
  const load = useAction({ send: (secret: string) => client.terms.getPublic({ token: secret }) })
  const sentToken = useRef<string>(null)
  useEffect(() => {
    if (token === '' || sentToken.current === token) return
    sentToken.current = token
    load.mutate(token)
  })
  return load
}

export const useAcceptPublicTerms = () => useAction({ send: client.terms.acceptPublic })

/** Downloads a signed agreement. */
export const useDownloadAgreement = () =>
  useAction({
    send: async (id: string) => saveFile(await client.terms.getAgreement({ id })),
    failed: 'Failed to download the agreement',
  })
