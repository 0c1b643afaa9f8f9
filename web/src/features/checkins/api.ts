import type { Checkin, NewCheckin } from '@studiohub/contract/features/checkins/schema.ts'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { createOfflineQueue } from '#lib/offline/send-or-queue.ts'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import type { ToastText } from '#lib/server/toast-texts.ts'
import { type CallOptions, useAction } from '#lib/server/use-action.ts'

const checkinsKey = api.checkins.key()
const ROWS_PER_PAGE = 100

/** All open check-ins, and those of today, newest first. */
export const useCheckins = (studio_id: string, enabled = true) =>
  useInfiniteQuery(
    infiniteQueryOptions({
      enabled,
      ...api.checkins.list.infiniteOptions({
        input: (cursor: string | undefined) => ({ studio_id, limit: ROWS_PER_PAGE, ...cursorInput(cursor) }),
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

/** Returns a function that makes the toast of a check-in or check-out, with a button to undo it. */
function useUndoToast() {
  const undo = useAction({
    // The version makes sure that only this step is undone, and not a later one.
    send: (step: { id: string; version: number }) => client.checkins.undo(step),
    done: ({ checkin }) => (checkin === null ? 'Check-in undone' : 'Check-out undone'),
    failed: 'This change was not undone',
    refresh: checkinsKey,
  })
  return ({ id, version }: Checkin, title: string): ToastText => {
    const run = () => undo.mutate({ id, version })
    return { title, action: { id: `undo ${id}`, label: 'Undo', key: 'u', run } }
  }
}

/**
 * Checks a client in.
 * @param label describes the check-in, such as 'Check in Cleo Client'. A check-in with a label is stored without a connection
 * and sent later
 */
export function useCheckIn(label?: string) {
  const undoToast = useUndoToast()
  return useAction({
    send: checkIn,
    once: true,
    queue: createOfflineQueue(({ studio_id, ...checkin }: Parameters<typeof checkIn>[0]) =>
      label && studio_id ? { call: 'checkins.create', input: { studio_id, ...checkin }, text: label } : null,
    ),
    done: (checkin) => undoToast(checkin, 'Client checked in successfully'),
    failed: 'Failed to check in client',
    refresh: checkinsKey,
  })
}

export function useCheckOut() {
  const undoToast = useUndoToast()
  return useAction({
    send: client.checkins.checkout,
    done: (checkin) => undoToast(checkin, 'Client checked out successfully'),
    failed: 'Failed to check out client',
    refresh: checkinsKey,
  })
}
