import type { ActivityQuery, AuditLogQuery } from '@studiohub/contract/features/admin/schema.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { readAllPages } from '#lib/server/read-all-pages.ts'
import { loadError, type OptionalFields, TRAIL_PER_PAGE } from './api.ts'

/** The audit log, newest first. */
export const useAuditLog = ({ studio_id, actor_id, action, outcome }: OptionalFields<AuditLogQuery>) =>
  useInfiniteQuery({
    ...api.admin.listTrail.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: TRAIL_PER_PAGE,
        ...(studio_id && { studio_id }),
        ...(actor_id && { actor_id }),
        ...(action && { action }),
        ...(outcome && { outcome }),
        ...cursorInput(cursor),
      }),
      ...cursorPaging,
    }),
    select: flattenPages,
    meta: loadError,
  })

/** Who did what at a studio, newest first. */
export const useActivity = ({ studio_id, actor_id, kind }: OptionalFields<ActivityQuery> & { studio_id: string }) =>
  useInfiniteQuery({
    ...api.admin.listActivity.infiniteOptions({
      input: (cursor: string | undefined) => ({
        studio_id,
        limit: TRAIL_PER_PAGE,
        ...(actor_id && { actor_id }),
        ...(kind && { kind }),
        ...cursorInput(cursor),
      }),
      ...cursorPaging,
    }),
    select: flattenPages,
    meta: { failed: 'Failed to load the activity' },
  })

const byLabel = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label)

/** The admins and the crew of a studio as choices of a select. */
export function useActivityPeople(studio_id: string) {
  const admins = useQuery({ ...api.crew.listAdmins.queryOptions({ input: { studio_id } }) })
  const crew = useQuery({
    queryKey: [...api.crew.list.key(), 'whole', studio_id],
    queryFn: () => readAllPages((page) => client.crew.list({ studio_id, ...page })),
  })
  return [...(admins.data?.items ?? []), ...(crew.data ?? [])]
    .map(({ user_id, full_name }) => ({ value: user_id, label: full_name ?? 'No name' }))
    .sort(byLabel)
}
