import { z } from 'zod'
import { pickErrors, route } from '../../../route.ts'

/** What crew see first: today at their studio, by the studio's clock. */
export const StaffStats = z.object({
  /** Sessions that begin today and are not cancelled, and how many of these the asker is assigned to. */
  sessions_today: z.number().int(),
  own_sessions_today: z.number().int(),
  /** Tasks assigned to the asker that have not been started, and how many of theirs are late. */
  pending_tasks: z.number().int(),
  overdue_tasks: z.number().int(),
  /** Requests of clients that wait for the studio: new sessions, and changes of confirmed ones. */
  waiting_requests: z.number().int(),
  /** Clients who are in the house. */
  checked_in: z.number().int(),
})

export const staffStats = {
  get: route.route({ method: 'GET', path: '/staff/stats' }).output(StaffStats).errors(pickErrors('FORBIDDEN')),
}
