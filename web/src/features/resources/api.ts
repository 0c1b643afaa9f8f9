import { mergeService } from '@studiohub/contract/features/resources/rules.ts'
import { type StudioService, serviceDefaults } from '@studiohub/contract/features/resources/services/schema.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { readAllPages } from '#lib/server/read-all-pages.ts'
import { useAction } from '#lib/server/use-action.ts'
import { meQuery } from '#lib/session/me.ts'

const resourcesKey = api.resources.key()
const loading = { failed: 'Error loading settings' } as const
const saving = {
  done: 'Settings updated successfully',
  failed: 'Error updating settings',
  refresh: resourcesKey,
} as const

/** Resources of a studio in its order, active or archived. */
export const useResources = (studio_id: string, state: 'live' | 'archived', enabled = true) =>
  useQuery({
    ...api.resources.list.queryOptions({ input: { studio_id, state, limit: 100 } }),
    meta: loading,
    enabled,
  })

/** People who work at the studio, by name. */
export const usePeople = (studio_id: string, enabled: boolean) =>
  useQuery({
    queryKey: [...api.resources.listPeople.key(), 'whole', studio_id],
    queryFn: () => readAllPages((page) => client.resources.listPeople({ studio_id, ...page })),
    enabled,
  })

export const useCreateResource = () => useAction({ send: client.resources.create, ...saving })
export const useUpdateResource = () => useAction({ send: client.resources.update, ...saving })

/** The dialog shows why a resource cannot be deleted. */
export const useDeleteResource = () =>
  useAction({ send: client.resources.delete, done: saving.done, refresh: resourcesKey })

const servicesQuery = (studio_id: string) =>
  api.resources.listServices.queryOptions({ input: { studio_id, limit: 100 } })

export const useServiceList = (studio_id: string) => useQuery({ ...servicesQuery(studio_id), meta: loading })

/** Saves the services optimistically; reverts on an error. */
export function useSaveServices(studio_id: string) {
  const queryClient = useQueryClient()
  const { queryKey } = servicesQuery(studio_id)
  return useAction({
    send: client.resources.updateServices,
    ...saving,
    onMutate: ({ items }) => {
      const before = queryClient.getQueryData(queryKey)
      const keptOf = (key: string) => before?.items.find((one) => one.key === key) ?? serviceDefaults
      const known = items.flatMap(({ key, ...service }, position): StudioService[] =>
        key === undefined ? [] : [{ ...mergeService(service, keptOf(key)), key, position }],
      )
      if (before) queryClient.setQueryData(queryKey, { ...before, items: known })
      return { before }
    },
    onSuccess: (after) => queryClient.setQueryData(queryKey, after),
    onError: (_error, _sent, result) => {
      if (result?.before) queryClient.setQueryData(queryKey, result.before)
      return queryClient.invalidateQueries({ queryKey })
    },
  })
}

const timesQuery = (studio_id: string) => api.resources.getOpeningHours.queryOptions({ input: { studio_id } })

export const useOpeningTimes = (studio_id: string) => useQuery({ ...timesQuery(studio_id), meta: loading })

/** Refetches hours and resources when they change in another tab or through another admin. */
export const useLiveResources = () => useLive('resources', resourcesKey)

/**
 * Saves hours, exceptions and booking rules. Refetches the studio too, because its pages show the cancellation
 * deadline.
 */
export function useSaveOpeningTimes(studio_id: string) {
  const queryClient = useQueryClient()
  return useAction({
    send: client.resources.updateOpeningHours,
    ...saving,
    onSuccess: async (after) => {
      queryClient.setQueryData(timesQuery(studio_id).queryKey, after)
      await queryClient.invalidateQueries({ queryKey: meQuery().queryKey })
    },
  })
}
