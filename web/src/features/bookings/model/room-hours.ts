import type { OpeningTimes } from '@studiohub/contract/features/resources/schema.ts'
import {
  hoursOfResource,
  MINUTES_PER_DAY,
  type MinuteRange,
  openRanges,
} from '@studiohub/contract/shared/opening-hours.ts'
import type { Lane } from './lanes.ts'

type Hours = Pick<OpeningTimes, 'weekly' | 'exceptions' | 'own_hours'>

/** The hours of a room: its own week if it has one, else the studio's. @param room null: the studio's hours */
export function getRoomHours(room: { id: string } | null, hours: Hours) {
  const ownHours = room && hours.own_hours.find(({ resource_id }) => resource_id === room.id)
  return hoursOfResource(ownHours?.weekly ?? null, hours)
}

/** When the room of a lane is open on its day, in minutes from 0 to 1440. */
export const getOpenTimes = ({ day, room }: Lane, hours: Hours): MinuteRange[] =>
  openRanges(getRoomHours(room, hours), day)
    .map(({ from, to }) => ({ from: Math.max(from, 0), to: Math.min(to, MINUTES_PER_DAY) }))
    .filter(({ from, to }) => from < to)
