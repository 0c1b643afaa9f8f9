import { useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { useAction } from '#lib/server/use-action.ts'

const resourcesKey = api.resources.key()

/** Current and future days off that the user may see. */
export const useDaysOff = (studio_id: string, enabled = true) =>
  useQuery({
    ...api.resources.listDaysOff.queryOptions({ input: { studio_id } }),
    select: ({ items }) => items,
    meta: { failed: 'Failed to load days off' },
    enabled,
  })

const sessionsText = (count: number) =>
  `${count} ${count === 1 ? 'session' : 'sessions'} in this time ${count === 1 ? 'stays' : 'stay'} assigned.`

export const useCreateDayOff = () =>
  useAction({
    send: client.resources.createDayOff,
    once: true,
    done: ({ sessions }) =>
      sessions === 0 ? 'Days off added' : { title: 'Days off added', description: sessionsText(sessions) },
    refresh: resourcesKey,
  })

export const useDeleteDayOff = () =>
  useAction({
    send: client.resources.deleteDayOff,
    done: 'Days off removed',
    failed: 'Failed to remove days off',
    refresh: resourcesKey,
  })

/** Refetches days off and people when they change. */
export const useLiveDaysOff = () => useLive('resources', resourcesKey)
