import { mergeService } from '@studiohub/contract/features/resources/rules.ts'
import { type StudioService, serviceDefaults } from '@studiohub/contract/features/resources/services/schema.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { readAllPages } from '#lib/server/read-all-pages.ts'
import { useAction } from '#lib/server/use-action.ts'
import { meQuery } from '#lib/session/me.ts'

const resourcesKey = api.resources.key()
const loadMeta = { failed: 'Error loading settings' } as const
const saveOptions = {
  done: 'Settings updated successfully',
  failed: 'Error updating settings',
  refresh: resourcesKey,
} as const

/** The active or archived resources of a studio, in the order that the studio set. */
export const useResources = (studio_id: string, state: 'live' | 'archived', enabled = true) =>
  useQuery({
    ...api.resources.list.queryOptions({ input: { studio_id, state, limit: 100 } }),
    meta: loadMeta,
    enabled,
  })

/** People who work at the studio, by name. */
export const usePeople = (studio_id: string, enabled: boolean) =>
  useQuery({
    queryKey: [...api.resources.listPeople.key(), 'whole', studio_id],
    queryFn: () => readAllPages((page) => client.resources.listPeople({ studio_id, ...page })),
    enabled,
  })

export const useCreateResource = () => useAction({ send: client.resources.create, once: true, ...saveOptions })
export const useUpdateResource = () => useAction({ send: client.resources.update, ...saveOptions })

/** Without an error toast, because the dialog shows why a resource cannot be deleted. */
export const useDeleteResource = () =>
  useAction({ send: client.resources.delete, done: saveOptions.done, refresh: resourcesKey })

const servicesQuery = (studio_id: string) =>
  api.resources.listServices.queryOptions({ input: { studio_id, limit: 100 } })

/** The services for the settings: an error has a toast. Other screens use `useServices`. */
export const useServiceSettings = (studio_id: string) => useQuery({ ...servicesQuery(studio_id), meta: loadMeta })

/** Saves the services optimistically; reverts on an error. */
export function useSaveServices(studio_id: string) {
  const queryClient = useQueryClient()
  const { queryKey } = servicesQuery(studio_id)
  return useAction({
    send: client.resources.updateServices,
    ...saveOptions,
    onMutate: ({ items }) => {
      const previous = queryClient.getQueryData(queryKey)
      const currentOf = (key: string) => previous?.items.find((service) => service.key === key) ?? serviceDefaults
      const savedServices = items.flatMap(({ key, ...service }, position): StudioService[] =>
        key === undefined ? [] : [{ ...mergeService(service, currentOf(key)), key, position }],
      )
      if (previous) queryClient.setQueryData(queryKey, { ...previous, items: savedServices })
      return { previous }
    },
    onSuccess: (updated) => queryClient.setQueryData(queryKey, updated),
    onError: (_error, _sent, context) => {
      if (context?.previous) queryClient.setQueryData(queryKey, context.previous)
      return queryClient.invalidateQueries({ queryKey })
    },
  })
}

const openingHoursQuery = (studio_id: string) => api.resources.getOpeningHours.queryOptions({ input: { studio_id } })

/** The hours for the settings: an error has a toast. Other screens use `useOpeningHours`. */
export const useOpeningHoursSettings = (studio_id: string) =>
  useQuery({ ...openingHoursQuery(studio_id), meta: loadMeta })

/** Refetches hours and resources when they change in another tab or through another admin. */
export const useLiveResources = () => useLive('resources', resourcesKey)

/**
 * Saves hours, exceptions and booking rules. Refetches the studio too, because its pages show the cancellation
 * deadline.
 */
export function useSaveOpeningHours(studio_id: string) {
  const queryClient = useQueryClient()
  return useAction({
    send: client.resources.updateOpeningHours,
    ...saveOptions,
    onSuccess: async (updated) => {
      queryClient.setQueryData(openingHoursQuery(studio_id).queryKey, updated)
      await queryClient.invalidateQueries({ queryKey: meQuery().queryKey })
    },
  })
}
