import { isOffOn } from '@studiohub/contract/features/resources/days-off/rules.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { useDaysOff } from '#features/resources/days-off-api.ts'
import { daysOffText } from '#features/resources/shared/days-off-text.ts'
import type { BookingContext } from './use-booking-context.ts'

export type DateRange = { from: string; to: string }

/** The days off in a range, each with the name of the person. Empty for people who do not work at the desk. */
export function useDaysOffIn({ studio, people, worksAtDesk }: BookingContext, range: DateRange) {
  const { data = [] } = useDaysOff(studio.id, worksAtDesk && people.length > 0)
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const days = listDays(range)
  return data.flatMap((entry) => {
    const name = names.get(entry.resource_id)
    const isInRange = days.some((day) => isOffOn(entry, day))
    return name && isInRange ? [{ id: entry.id, name, text: daysOffText(entry) }] : []
  })
}

function listDays({ from, to }: DateRange): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = plusDays(day, 1)) days.push(day)
  return days
}
