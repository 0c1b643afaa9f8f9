import type { Actor } from '@studiohub/contract/actor.ts'
import { canBlockTime } from '@studiohub/contract/features/bookings/policy.ts'
import type { Reductions } from '@studiohub/contract/features/prices/reductions/schema.ts'
import type { Resource, ResourceKind } from '@studiohub/contract/features/resources/schema.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { useMemo } from 'react'
import { toActor, useMe } from '#features/profile/api.ts'
import { useBookable, useServices } from '#features/resources/bookable-api.ts'
import { useNow } from '#lib/hooks/use-now.ts'

/** Studio, user and settings for all parts of the bookings screen. */
export type BookingContext = {
  studio: Studio
  actor: Actor
  /** Whether the user works at the desk and can block time and book for others. */
  worksAtDesk: boolean
  services: readonly StudioService[]
  rooms: readonly Resource[]
  /** Bookable resources besides rooms. */
  people: readonly Resource[]
  equipment: readonly Resource[]
  /** Whether the client pays without tax: the user as a client, or the client for a booking by the desk. */
  reverse_charge: boolean
  /** The client's reductions for one service; only where a price is shown. */
  reductions?: Reductions
  now: Date
  /** Today in the studio's time zone, `yyyy-MM-dd`. */
  today: string
}

const none: readonly never[] = []

type LoadedContext = {
  context: BookingContext
  /** Whether its services and resources are still loading. */
  isLoading: boolean
  /** Why its services or resources failed to load. Then it has none. */
  error: Error | null
  retry: () => void
}

export function useBookingContext(studio: Studio): LoadedContext {
  const me = useMe()
  const services = useServices(studio.id)
  const bookable = useBookable(studio.id)
  const kinds = useMemo(() => {
    const ofKind = (kind: ResourceKind) => (bookable.data ?? []).filter((resource) => resource.kind === kind)
    return { rooms: ofKind('room'), people: ofKind('person'), equipment: ofKind('equipment') }
  }, [bookable.data])
  const now = useNow()
  const context = useMemo((): BookingContext => {
    const actor = toActor(me)
    return {
      studio,
      actor,
      worksAtDesk: canBlockTime(actor, studio.id),
      services: services.data ?? none,
      ...kinds,
      reverse_charge: me.reverse_charge,
      now,
      today: todayIn(studio.timezone, now),
    }
  }, [studio, me, services.data, kinds, now])
  const failedQueries = [services, bookable].filter(({ data, error }) => error !== null && data === undefined)
  return {
    context,
    isLoading: services.isLoading || bookable.isLoading,
    error: failedQueries[0]?.error ?? null,
    retry: () => {
      for (const query of failedQueries) void query.refetch()
    },
  }
}
