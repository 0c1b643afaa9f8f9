import { useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { useAction } from '#lib/server/use-action.ts'

const calendarsKey = api.connectedCalendars.key()

/** The connected calendars that the user may see, oldest first. Refetched when one of them was read. */
export function useConnectedCalendars(studio_id: string) {
  useLive('resources', calendarsKey)
  return useQuery({
    ...api.connectedCalendars.list.queryOptions({ input: { studio_id } }),
    select: ({ items }) => items,
    meta: { failed: 'Failed to load calendars' },
  })
}

/** The busy times of people and rooms in connected calendars, for these days. */
export function useCalendarTimes(studio_id: string, { from, to }: { from: string; to: string }, enabled = true) {
  useLive('resources', calendarsKey)
  return useQuery({
    ...api.connectedCalendars.listTimes.queryOptions({ input: { studio_id, from, to } }),
    select: ({ items }) => items,
    meta: { failed: 'Failed to load the times of calendars' },
    enabled,
  })
}

export const useConnectCalendar = () =>
  useAction({
    send: client.connectedCalendars.create,
    once: true,
    done: { title: 'Calendar connected', description: 'Its times are being read.' },
    refresh: calendarsKey,
  })

export const useReadCalendar = () =>
  useAction({
    send: client.connectedCalendars.read,
    done: 'Reading the calendar',
    failed: 'Failed to read the calendar',
    refresh: calendarsKey,
  })

export const useDisconnectCalendar = () =>
  useAction({
    send: client.connectedCalendars.delete,
    done: 'Calendar disconnected',
    failed: 'Failed to disconnect the calendar',
    refresh: calendarsKey,
  })
