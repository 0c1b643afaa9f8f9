import type { NewCheckin } from '@studiohub/contract/features/checkins/schema.ts'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { keepOffline } from '#lib/offline/send-or-keep.ts'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { type CallOptions, useAction } from '#lib/server/use-action.ts'

const checkinsKey = api.checkins.key()
const ROWS_A_PAGE = 100

/** Open check-ins and those of today, newest first. */
export const useCheckins = (studio_id: string) =>
  useInfiniteQuery(
    infiniteQueryOptions({
      ...api.checkins.list.infiniteOptions({
        input: (cursor: string | undefined) => ({ studio_id, limit: ROWS_A_PAGE, ...cursorInput(cursor) }),
        ...cursorPaging,
      }),
      select: flattenPages,
      meta: { failed: 'Failed to load check-ins' },
    }),
  )

/** Refetches check-ins when one changes. */
export const useLiveCheckins = () => useLive('checkins', checkinsKey)

/** Spec section 8: without a studio, no request is sent and this error is shown. */
async function checkIn(
  { studio_id, ...checkin }: NewCheckin & { studio_id: string | undefined },
  options: CallOptions,
) {
  if (!studio_id) throw new Error('Missing user or studio information')
  return client.checkins.create({ studio_id, ...checkin }, options)
}

/** @param label names the check-in if it may be kept without a connection: 'Check in Cleo Client' */
export const useCheckIn = (label?: string) =>
  useAction({
    send: checkIn,
    once: true,
    keep: keepOffline(({ studio_id, ...checkin }: Parameters<typeof checkIn>[0]) =>
      label && studio_id ? { call: 'checkins.create', input: { studio_id, ...checkin }, text: label } : null,
    ),
    done: 'Client checked in successfully',
    failed: 'Failed to check in client',
    refresh: checkinsKey,
  })

export const useCheckOut = () =>
  useAction({
    send: client.checkins.checkout,
    done: 'Client checked out successfully',
    failed: 'Failed to check out client',
    refresh: checkinsKey,
  })
