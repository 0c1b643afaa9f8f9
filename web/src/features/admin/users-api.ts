import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { cursorInput } from '#lib/server/pages.ts'
import { useAction } from '#lib/server/use-action.ts'
import { adminKey, loadError, ROWS_PER_PAGE } from './api.ts'

export const useUsers = ({ search, cursor }: { search: string; cursor: string | undefined }) =>
  useQuery({
    ...api.admin.listUsers.queryOptions({
      input: { limit: ROWS_PER_PAGE, ...(search && { search }), ...cursorInput(cursor) },
    }),
    placeholderData: keepPreviousData,
    meta: loadError,
  })

/** Users matching a search; empty without a search text. */
export const useUserSearch = (search: string) =>
  useQuery({
    ...api.admin.listUsers.queryOptions({ input: { search, limit: 10 } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    select: ({ items }) => items,
  })

export const useSuspendUser = () =>
  useAction({
    send: client.admin.suspendUser,
    done: 'User suspended',
    failed: 'Error suspending user',
    refresh: adminKey,
  })

export const useLiftSuspension = () =>
  useAction({
    send: client.admin.liftSuspension,
    done: 'Suspension lifted',
    failed: 'Error lifting suspension',
    refresh: adminKey,
  })
