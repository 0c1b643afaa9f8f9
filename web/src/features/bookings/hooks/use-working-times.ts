import { useMemo } from 'react'
import { useOpeningHours } from '#features/resources/bookable-api.ts'
import { useDaysOff } from '#features/resources/days-off-api.ts'
import type { BookingContext } from './use-booking-context.ts'

/** Opening hours and people's working times; undefined while loading. Only the desk sees days off. */
export function useWorkingTimes({ studio, worksAtDesk }: Pick<BookingContext, 'studio' | 'worksAtDesk'>) {
  const hours = useOpeningHours(studio.id)
  const daysOff = useDaysOff(studio.id, worksAtDesk)
  return useMemo(() => hours.data && { ...hours.data, daysOff: daysOff.data ?? [] }, [hours.data, daysOff.data])
}
