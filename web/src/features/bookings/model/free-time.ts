import { reservesTime, resolveDays } from '@studiohub/contract/features/bookings/rules.ts'
import { timeRangeText } from '@studiohub/contract/shared/formats.ts'
import { sessionMinutes } from '@studiohub/contract/shared/length.ts'
import {
  type Hours,
  MINUTES_PER_DAY,
  type MinuteRange,
  openRanges,
  toMinutes,
} from '@studiohub/contract/shared/opening-hours.ts'
import { type CalendarEntry, getEntryResources } from '../shared/day-entries.ts'

/** A room's occupied time on one day, `HH:mm`; `to` may be 24:00. */
export type OccupiedRoom = { room_id: string; from: string; to: string }

const formatMinute = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const formatRange = ({ from, to }: MinuteRange) => timeRangeText(formatMinute(from), formatMinute(to))

/** The opening hours of a day, with the rest of the previous night. */
const getOpenRangesOn = (hours: Hours, day: string): MinuteRange[] =>
  openRanges(hours, day)
    .map(({ from, to }) => ({ from: Math.max(from, 0), to: Math.min(to, MINUTES_PER_DAY) }))
    .filter(({ from, to }) => from < to)

export const isClosedOn = (hours: Hours, day: string) => getOpenRangesOn(hours, day).length === 0

/** Opening hours of a day, '08:00 – 23:00'; empty if closed. Includes the rest of the previous night. */
export const getOpeningTexts = (hours: Hours, day: string): string[] => getOpenRangesOn(hours, day).map(formatRange)

/** The times at which all of `room_ids` are occupied. @param after earlier times are left out, `HH:mm` */
export function findFullyOccupiedTimes(
  occupied: readonly OccupiedRoom[],
  room_ids: readonly string[],
  after = '00:00',
): string[] {
  const occupiedRooms = occupied.filter(({ room_id }) => room_ids.includes(room_id))
  const edges = [...new Set(occupiedRooms.flatMap(({ from, to }) => [toMinutes(from), toMinutes(to)]))].sort(
    (a, b) => a - b,
  )
  const full: MinuteRange[] = []
  edges.forEach((from, index) => {
    const to = edges[index + 1]
    if (to === undefined) return
    const rooms = new Set(
      occupiedRooms
        .filter((time) => toMinutes(time.from) <= from && to <= toMinutes(time.to))
        .map((time) => time.room_id),
    )
    if (rooms.size < room_ids.length) return
    const last = full.at(-1)
    if (last?.to === from) last.to = to
    else full.push({ from, to })
  })
  return full
    .map(({ from, to }) => ({ from: Math.max(from, toMinutes(after)), to }))
    .filter(({ from, to }) => from < to)
    .map(formatRange)
}

/** Whether the end is at or before the start, so that the session must end the next day ('Ends next day'). */
export const mayEndNextDay = (start_time: string, end_time: string) =>
  start_time !== '' && end_time !== '' && end_time <= start_time

/** The number of days of a session that ends this many minutes after midnight of its first day. */
export const getDaysFields = (minutes: number) => resolveDays({ days: Math.floor(minutes / MINUTES_PER_DAY) + 1 })

/** Whether a session is longer than a day. */
export const isLongerThanADay = ({ start_time, end_time, days }: Omit<Times, 'ends_next_day'>) =>
  days > 2 || (days === 2 && start_time !== '' && end_time > start_time)

/** The number of days of a changed session: unchanged if it has several days, otherwise 1 or 2 by its times. */
export const countDaysAfterChange = (session: Omit<Times, 'ends_next_day'>, start_time: string, end_time: string) =>
  isLongerThanADay(session) ? session.days : mayEndNextDay(start_time, end_time) ? 2 : 1

type Times = { start_time: string; end_time: string; days: number; ends_next_day: boolean }

/** The times of a session with another start and the same length. It may then end on another day. */
export function moveStart(start_time: string, session: Omit<Times, 'ends_next_day'>): Times {
  const end =
    toMinutes(start_time) +
    sessionMinutes({ ...session, days: countDaysAfterChange(session, session.start_time, session.end_time) })
  return { start_time, end_time: formatMinute(end % MINUTES_PER_DAY), ...getDaysFields(end) }
}

/** The occupied times of rooms from a day's entries. */
export function getOccupiedRooms(entries: readonly CalendarEntry[]): OccupiedRoom[] {
  return entries.flatMap((entry) => {
    const { from, to } = entry
    if (!reservesTime(entry.booking.status)) return []
    return getEntryResources(entry)
      .filter(({ kind }) => kind === 'room')
      .map(({ id }) => ({ room_id: id, from, to }))
  })
}
