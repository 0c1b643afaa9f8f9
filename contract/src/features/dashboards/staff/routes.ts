import { z } from 'zod'
import { pickErrors, route } from '#route.ts'

/** Key figures of today for crew, in the studio's time zone. */
export const StaffStats = z.object({
  /** Today's bookings that are not cancelled, and how many of them the actor is assigned to. */
  sessions_today: z.number().int(),
  own_sessions_today: z.number().int(),
  /** The actor's tasks that are not started, and how many of them are overdue. */
  pending_tasks: z.number().int(),
  overdue_tasks: z.number().int(),
  /** Requests of clients that wait for the studio's answer: new bookings, and changes of confirmed ones. */
  waiting_requests: z.number().int(),
  /** Clients who are checked in. */
  checked_in: z.number().int(),
})

export const staffStats = {
  get: route.route({ method: 'GET', path: '/staff/stats' }).output(StaffStats).errors(pickErrors('FORBIDDEN')),
}
