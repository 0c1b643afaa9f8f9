import { useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { useAction } from '#lib/server/use-action.ts'

const calendarsKey = api.connectedCalendars.key()

/** The connected calendars that the user may see, oldest first, and the available providers. Refetched when one was read. */
export function useConnectedCalendars(studio_id: string) {
  useLive('resources', calendarsKey)
  return useQuery({
    ...api.connectedCalendars.list.queryOptions({ input: { studio_id } }),
    meta: { failed: 'Failed to load calendars' },
  })
}

/** The busy times of people and rooms in connected calendars between two days. */
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
    done: { title: 'Calendar connected', description: 'We are reading its times.' },
    refresh: calendarsKey,
  })

/** Lists the calendars of an account. Nothing is stored. */
export const useFindCalendars = () => useAction({ send: client.connectedCalendars.find })

export const useConnectAccountCalendars = () =>
  useAction({
    send: client.connectedCalendars.createFromAccount,
    once: true,
    done: ({ items }) => connectedToast(items),
    refresh: calendarsKey,
  })

const connectedToast = (items: readonly unknown[]) => ({
  title: items.length === 1 ? 'Calendar connected' : `${items.length} calendars connected`,
  description: 'We are reading their times.',
})

/** Begins a consent. The response has the address of the provider's page. */
export const useCreateGrant = () => useAction({ send: client.connectedCalendars.createGrant })

export const useRenewGrant = () =>
  useAction({ send: client.connectedCalendars.renewGrant, failed: 'Failed to connect the calendar again' })

/** Completes a consent with the parameters from the provider's page. */
export const useRedeemGrant = () =>
  useAction({
    send: client.connectedCalendars.redeemGrant,
    done: ({ is_renewed }) => (is_renewed ? 'Calendar connected again' : null),
    refresh: calendarsKey,
  })

export const useConnectGrantCalendars = () =>
  useAction({
    send: client.connectedCalendars.createFromGrant,
    once: true,
    done: ({ items }) => connectedToast(items),
    refresh: calendarsKey,
  })

export const useUpdateCalendar = () =>
  useAction({
    send: client.connectedCalendars.update,
    failed: 'Failed to change the calendar',
    refresh: calendarsKey,
  })

/** Sessions that were moved or deleted in a connected calendar, and wait for an answer of the studio. */
export function useCalendarMoves(studio_id: string, enabled: boolean) {
  useLive('resources', calendarsKey)
  return useQuery({
    ...api.connectedCalendars.listMoves.queryOptions({ input: { studio_id } }),
    select: ({ items }) => items,
    meta: { failed: 'Failed to load changes of calendars' },
    enabled,
  })
}

/** Accepts a change from a calendar, which moves or cancels the session, or restores the event. All queries are refetched. */
export const useAnswerMove = () =>
  useAction({
    send: client.connectedCalendars.answerMove,
    done: (_response, { accept, outside_starts_at }) => {
      if (!accept) return 'The session was restored in the calendar'
      return outside_starts_at === null ? 'Session cancelled' : 'Session moved'
    },
    failed: 'Failed to answer',
    refresh: [],
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
