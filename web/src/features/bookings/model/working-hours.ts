import { isAvailableFor } from '@studiohub/contract/features/availability/rules.ts'
import type { TimeOff } from '@studiohub/contract/features/resources/days-off/schema.ts'
import type { OpeningTimes, Resource } from '@studiohub/contract/features/resources/schema.ts'
import { MINUTES_A_DAY, minutesOf } from '@studiohub/contract/shared/opening-hours.ts'

type SessionTimes = { booking_date: string; start_time: string; end_time: string; days: number }
type WorkingTimes = Pick<OpeningTimes, 'weekly' | 'exceptions' | 'own_hours'> & { daysOff: readonly TimeOff[] }

/** The names of the chosen people who do not work during the whole session, by their own hours and days off. */
export function findAbsentPeople(
  people: readonly Pick<Resource, 'id' | 'name'>[],
  { booking_date, start_time, end_time, days }: SessionTimes,
  { own_hours, daysOff, ...studio }: WorkingTimes,
  chosen: readonly string[],
): string[] {
  const session = { booking_date, from: minutesOf(start_time), to: minutesOf(end_time) + (days - 1) * MINUTES_A_DAY }
  const isThere = (id: string) => {
    const own_week = own_hours.find(({ resource_id }) => resource_id === id)?.weekly ?? null
    const days_off = daysOff.filter(({ resource_id }) => resource_id === id)
    return isAvailableFor({ own_week, days_off }, studio, session)
  }
  return people.filter(({ id }) => chosen.includes(id) && !isThere(id)).map(({ name }) => name)
}
