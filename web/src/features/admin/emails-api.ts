import type { MessageQuery } from '@studiohub/contract/features/admin/schema.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { useAction } from '#lib/server/use-action.ts'
import { adminKey, loadError, type OptionalFields, TRAIL_PER_PAGE } from './api.ts'

const PENDING_EMAIL_REFETCH_MS = 5_000

/** The email log, newest first; refetched while an email is pending. */
export const useEmailLog = ({ state, studio_id }: OptionalFields<MessageQuery>) =>
  useInfiniteQuery({
    ...api.admin.listMessages.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: TRAIL_PER_PAGE,
        ...(state && { state }),
        ...(studio_id && { studio_id }),
        ...cursorInput(cursor),
      }),
      ...cursorPaging,
    }),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some((email) => email.state === 'waiting'))
        ? PENDING_EMAIL_REFETCH_MS
        : false,
    select: flattenPages,
    meta: loadError,
  })

export const useRetryEmail = () =>
  useAction({
    send: client.admin.retryMessage,
    done: 'The email will be sent again',
    failed: 'Error sending the email',
    refresh: adminKey,
  })

/** Sends a test email to the operator. The email log then shows whether it was sent. */
export const useSendTestEmail = () =>
  useAction({
    send: (_input, options) => client.admin.sendTestMessage(undefined, options),
    once: true,
    done: 'Test email is being sent to you',
    failed: 'Error sending the email',
    refresh: adminKey,
  })
