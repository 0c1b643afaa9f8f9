import { isAvailableFor } from '@studiohub/contract/features/availability/rules.ts'
import type { TimeOff } from '@studiohub/contract/features/resources/days-off/schema.ts'
import type { OpeningTimes, Resource } from '@studiohub/contract/features/resources/schema.ts'
import { isWithinOpeningHours, MINUTES_PER_DAY, toMinutes } from '@studiohub/contract/shared/opening-hours.ts'
import { getRoomHours } from './room-hours.ts'

type SessionTimes = { booking_date: string; start_time: string; end_time: string; days: number }
type WorkingTimes = Pick<OpeningTimes, 'weekly' | 'exceptions' | 'own_hours'> & { daysOff: readonly TimeOff[] }

/** Whether a session lies within the hours of a room: its own week if it has one, else the studio's. */
export function isWithinRoomHours(
  room_id: string,
  session: SessionTimes,
  hours: Pick<WorkingTimes, 'weekly' | 'exceptions' | 'own_hours'>,
): boolean {
  return isWithinOpeningHours(session, getRoomHours({ id: room_id }, hours))
}

/** The names of the chosen people whose own hours or days off do not cover the whole session. */
export function findAbsentPeople(
  people: readonly Pick<Resource, 'id' | 'name'>[],
  { booking_date, start_time, end_time, days }: SessionTimes,
  { own_hours, daysOff, ...studio }: WorkingTimes,
  chosenIds: readonly string[],
): string[] {
  const session = { booking_date, from: toMinutes(start_time), to: toMinutes(end_time) + (days - 1) * MINUTES_PER_DAY }
  const isAvailable = (id: string) => {
    const own_week = own_hours.find(({ resource_id }) => resource_id === id)?.weekly ?? null
    const days_off = daysOff.filter(({ resource_id }) => resource_id === id)
    return isAvailableFor({ own_week, days_off }, studio, session)
  }
  return people.filter(({ id }) => chosenIds.includes(id) && !isAvailable(id)).map(({ name }) => name)
}
