import type {
  ActivityQuery,
  MessageQuery,
  PlatformStudioChanges,
  StudioQuery,
  TrailQuery,
} from '@studiohub/contract/features/admin/schema.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { readAllPages } from '#lib/server/read-all-pages.ts'
import { useAction } from '#lib/server/use-action.ts'

export const ROWS_A_PAGE = 20
const LETTERS_A_PAGE = 20
const TRAIL_A_PAGE = 50
const adminKey = api.admin.key()
const loading = { failed: 'Error loading data' } as const

/** Refetches this feature's data when roles or studios change on the server. */
export function useLivePlatform() {
  useLive('roles', adminKey)
  useLive('studios', adminKey)
}

export const usePlatformStats = () =>
  useQuery({ ...api.admin.getStats.queryOptions(), meta: { failed: 'Error loading stats' } })

const ATTENTION_MS = 60_000

/** Problems that need an operator. Refetched every minute, because most of them change by time alone. */
export const useAttention = () =>
  useQuery({ ...api.admin.getAttention.queryOptions(), refetchInterval: ATTENTION_MS, meta: loading })

/** One studio for an operator. */
export const useStudioOverview = (studio_id: string) =>
  useQuery({
    ...api.admin.getStudio.queryOptions({ input: { studio_id } }),
    meta: { failed: 'Error loading the studio' },
  })

type LooseQuery<Query> = { [Key in keyof Query]?: Query[Key] | undefined }

export const useUsers = ({ search, cursor }: { search: string; cursor: string | undefined }) =>
  useQuery({
    ...api.admin.listUsers.queryOptions({
      input: { limit: ROWS_A_PAGE, ...(search && { search }), ...cursorInput(cursor) },
    }),
    placeholderData: keepPreviousData,
    meta: loading,
  })

/** Users matching a search; empty without a search text. */
export const useUserSearch = (search: string) =>
  useQuery({
    ...api.admin.listUsers.queryOptions({ input: { search, limit: 10 } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    select: ({ items }) => items,
  })

/** Open role requests of all studios, with their total. */
export const useRoleRequests = (cursor?: string) =>
  useQuery({
    ...api.admin.listRoleRequests.queryOptions({ input: { limit: ROWS_A_PAGE, ...cursorInput(cursor) } }),
    placeholderData: keepPreviousData,
    meta: loading,
  })

export const useStudios = ({ search, sort, state, cursor }: LooseQuery<StudioQuery>) =>
  useQuery({
    ...api.admin.listStudios.queryOptions({
      input: {
        limit: ROWS_A_PAGE,
        ...(search && { search }),
        ...(sort && { sort }),
        ...(state && { state }),
        ...cursorInput(cursor),
      },
    }),
    placeholderData: keepPreviousData,
    meta: { failed: 'Error loading studios' },
  })

/** All studios by name, for a select. */
export const useStudioChoices = () =>
  useQuery({
    queryKey: [...adminKey, 'choices'],
    queryFn: () => readAllPages((page) => client.studios.list(page)),
    select: (studios) => studios.map(({ id, name }) => ({ value: id, label: name })),
    meta: loading,
  })

export const useCreateStudio = () =>
  useAction({
    send: client.studios.create,
    once: true,
    done: 'Studio created successfully',
    failed: 'Error saving studio',
    refresh: adminKey,
  })

export const useUpdateStudio = () =>
  useAction({
    send: (change: PlatformStudioChanges & { studio_id: string }) => client.admin.updateStudio(change),
    done: 'Studio updated successfully',
    failed: 'Error saving studio',
    refresh: adminKey,
  })

/** Activates or deactivates a studio. */
export const useSetStudioActive = () =>
  useAction({
    send: (input: { studio_id: string; is_active: boolean }) => client.admin.updateStudio(input),
    done: (_answer, { is_active }) => (is_active ? 'Studio activated' : 'Studio deactivated'),
    failed: 'Error updating studio',
    refresh: adminKey,
  })

/** Emails the admins of a studio in the platform's name. */
export const useWriteToOwner = () =>
  useAction({
    send: client.admin.writeToOwner,
    once: true,
    done: 'Email on its way',
    failed: 'Error sending the email',
    refresh: adminKey,
  })

export const useExtendTrial = () =>
  useAction({
    send: client.admin.extendTrial,
    once: true,
    done: 'Trial extended',
    failed: 'Error extending the trial',
    refresh: adminKey,
  })

/** From now on this session sees the studio as its admin does. */
export const useOpenOwnerView = () =>
  useAction({
    send: (input: { studio_id: string }) => client.admin.openView(input),
    failed: 'Error opening the studio',
  })

export const useEndOwnerView = () =>
  useAction({ send: () => client.admin.endView(), failed: 'Error stopping the view' })

export const useAssignRole = () =>
  useAction({
    send: client.admin.assignRole,
    once: true,
    done: 'Role assigned successfully',
    failed: 'Error assigning role',
    refresh: adminKey,
  })

export const useRemoveRole = () =>
  useAction({
    send: client.admin.removeRole,
    done: 'Role removed successfully',
    failed: 'Error removing role',
    refresh: adminKey,
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

export const useApproveRole = () =>
  useAction({
    send: client.roles.approveRequest,
    done: 'Role approved successfully',
    failed: 'Error approving role',
    refresh: adminKey,
  })

export const useRejectRole = () =>
  useAction({
    send: client.roles.rejectRequest,
    done: 'Role request rejected',
    failed: 'Error rejecting role',
    refresh: adminKey,
  })

const pageInput = (cursor: string | undefined) => ({ limit: LETTERS_A_PAGE, ...cursorInput(cursor) })

/** Partnership applications, newest first. */
export const useApplications = () =>
  useInfiniteQuery({
    ...api.partners.listApplications.infiniteOptions({
      input: pageInput,
      ...cursorPaging,
    }),
    select: flattenPages,
    meta: loading,
  })

/** Contact requests from the public pages, newest first. */
export const useContactRequests = () =>
  useInfiniteQuery({
    ...api.marketing.listContactRequests.infiniteOptions({
      input: pageInput,
      ...cursorPaging,
    }),
    select: flattenPages,
    meta: loading,
  })

const WAITING_AGAIN_MS = 5_000

/** The email log, newest first; refetched while an email is pending. */
export const useMailLog = ({ state }: LooseQuery<MessageQuery>) =>
  useInfiniteQuery({
    ...api.admin.listMessages.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: TRAIL_A_PAGE, ...(state && { state }), ...cursorInput(cursor) }),
      ...cursorPaging,
    }),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some((mail) => mail.state === 'waiting')) ? WAITING_AGAIN_MS : false,
    select: flattenPages,
    meta: loading,
  })

export const useRetryMail = () =>
  useAction({
    send: client.admin.retryMessage,
    done: 'The email will be sent again',
    failed: 'Error sending the email',
    refresh: adminKey,
  })

/** Studios that have connected an account for cards, by name. */
export const useCardStudios = () =>
  useInfiniteQuery({
    ...api.admin.listCardStudios.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: TRAIL_A_PAGE, ...cursorInput(cursor) }),
      ...cursorPaging,
    }),
    select: flattenPages,
    meta: loading,
  })

/** Card payments at all studios, and the provider's failed reports. */
export const usePlatformCards = () => useQuery({ ...api.admin.getPlatformCards.queryOptions(), meta: loading })

export const useRetryReport = () =>
  useAction({
    send: client.admin.retryReport,
    done: 'The report is processed again',
    failed: 'Error repeating the report',
    refresh: adminKey,
  })

/** Emails the operator. The list of emails then shows whether it was sent. */
export const useSendTestMail = () =>
  useAction({
    send: () => client.admin.sendTestMessage(),
    done: 'Test email on its way to you',
    failed: 'Error sending the email',
    refresh: adminKey,
  })

/** The audit log, newest first. */
export const useAuditLog = ({ studio_id, actor_id, action, outcome }: LooseQuery<TrailQuery>) =>
  useInfiniteQuery({
    ...api.admin.listTrail.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: TRAIL_A_PAGE,
        ...(studio_id && { studio_id }),
        ...(actor_id && { actor_id }),
        ...(action && { action }),
        ...(outcome && { outcome }),
        ...cursorInput(cursor),
      }),
      ...cursorPaging,
    }),
    select: flattenPages,
    meta: loading,
  })

/** Who did what at a studio, newest first. */
export const useActivity = ({ studio_id, actor_id, kind }: LooseQuery<ActivityQuery> & { studio_id: string }) =>
  useInfiniteQuery({
    ...api.admin.listActivity.infiniteOptions({
      input: (cursor: string | undefined) => ({
        studio_id,
        limit: TRAIL_A_PAGE,
        ...(actor_id && { actor_id }),
        ...(kind && { kind }),
        ...cursorInput(cursor),
      }),
      ...cursorPaging,
    }),
    select: flattenPages,
    meta: { failed: 'Failed to load the activity' },
  })

const byName = (one: { label: string }, other: { label: string }) => one.label.localeCompare(other.label)

/** The admins and the crew of a studio, to choose from. */
export function useActivityPeople(studio_id: string) {
  const admins = useQuery({ ...api.crew.listAdmins.queryOptions({ input: { studio_id } }) })
  const crew = useQuery({
    queryKey: [...api.crew.list.key(), 'whole', studio_id],
    queryFn: () => readAllPages((page) => client.crew.list({ studio_id, ...page })),
  })
  return [...(admins.data?.items ?? []), ...(crew.data ?? [])]
    .map(({ user_id, full_name }) => ({ value: user_id, label: full_name ?? 'No name' }))
    .sort(byName)
}
