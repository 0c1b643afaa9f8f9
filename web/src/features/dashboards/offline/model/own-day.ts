import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Checkin } from '@studiohub/contract/features/checkins/schema.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { isStepAllowed } from '@studiohub/contract/features/tasks/rules.ts'
import type { Task } from '@studiohub/contract/features/tasks/schema.ts'
import {
  formatInstant,
  formatRooms,
  formatTimes,
  serviceLabel,
  weekdayAndDay,
} from '#features/bookings/shared/wording.ts'
import type { OfflineDay, OfflineSession, OfflineTask } from '#lib/offline/device-store.ts'

/** The data from which the day of a person is composed. Clients have neither check-ins nor tasks. */
export type DayParts = {
  user_id: string
  studio: Pick<Studio, 'id' | 'name' | 'location' | 'timezone'>
  isClient: boolean
  bookings: readonly Booking[]
  services: readonly StudioService[]
  checkins: readonly Checkin[]
  tasks: readonly Task[]
}

const SESSIONS_STORED_MAX = 30
const TASKS_STORED_MAX = 30

/** A person's own day in words, which the device shows without a connection. @param token random, see `OfflineDay` */
export function composeDay(parts: DayParts, { now, token }: { now: Date; token: string }): OfflineDay {
  const { user_id, studio, isClient, bookings, tasks } = parts
  const saved_at = now.toISOString()
  const isShown = ({ status, ends_at }: Booking) =>
    (status === 'pending' || status === 'confirmed') && (!isClient || Date.parse(ends_at) > now.getTime())
  return {
    user_id,
    saved_at,
    saved_text: formatInstant(saved_at, studio.timezone),
    title: isClient ? `Your next sessions at ${studio.name}` : `Today at ${studio.name}`,
    token,
    sessions: bookings.filter(isShown).slice(0, SESSIONS_STORED_MAX).map(toSession(parts)),
    tasks: tasks.slice(0, TASKS_STORED_MAX).map(toTask),
  }
}

const toSession =
  ({ studio, services, checkins, isClient }: DayParts) =>
  (booking: Booking): OfflineSession => {
    const { id, client_id, client_name, status, notes } = booking
    const rooms = formatRooms(booking)
    const isCheckedIn = checkins.some(
      (checkin) => checkin.booking_id === id || (checkin.client_id === client_id && !checkin.check_out_time),
    )
    const canCheckIn = !isClient && client_id !== null && status === 'confirmed' && !isCheckedIn
    const name = client_name ?? 'client'
    return {
      id,
      day: weekdayAndDay(booking.booking_date),
      time: formatTimes(booking),
      title: serviceLabel(booking, services) + (status === 'pending' ? ' (not confirmed yet)' : ''),
      lines: [rooms, isClient ? null : client_name, notes].flatMap((line) => line || []),
      address: isClient ? studio.location : null,
      change: canCheckIn
        ? {
            id: `check-in-${id}`,
            call: 'checkins.create',
            input: { studio_id: studio.id, client_id, booking_id: id },
            text: `Check in ${name}`,
          }
        : null,
    }
  }

const toTask = ({ id, title, due_date, status }: Task): OfflineTask => ({
  id,
  title,
  due: due_date && `Due ${weekdayAndDay(due_date)}`,
  change: isStepAllowed('complete', status)
    ? { id: `complete-${id}`, call: 'tasks.complete', input: { id }, text: `Complete ${title}` }
    : null,
})
