import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { Id } from '../../shared/text.ts'
import { CalendarTime, CalendarTimesQuery, ConnectedCalendar, NewConnectedCalendar } from './schema.ts'

const one = z.strictObject({ id: Id })

export const connectedCalendars = {
  /** The caller's own calendars, and for the desk those of rooms and of people without an account. Oldest first. */
  list: route
    .route({ method: 'GET', path: '/studios/{studio_id}/connected-calendars' })
    .input(z.strictObject({ studio_id: Id }))
    .output(z.object({ items: z.array(ConnectedCalendar) }))
    .errors(pickErrors('FORBIDDEN')),
  create: route
    .route({ method: 'POST', path: '/studios/{studio_id}/connected-calendars', successStatus: 201 })
    .input(NewConnectedCalendar.safeExtend({ studio_id: Id }))
    .output(ConnectedCalendar)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'CALENDARS_FULL')),
  /** Reads the calendar now instead of within a quarter of an hour. The answer has the state before this reading. */
  read: route
    .route({ method: 'POST', path: '/connected-calendars/{id}/read' })
    .input(one)
    .output(ConnectedCalendar)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Disconnects the calendar: its times no longer count. */
  delete: route
    .route({ method: 'DELETE', path: '/connected-calendars/{id}' })
    .input(one)
    .output(ConnectedCalendar)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** The busy times of people and rooms in connected calendars, for everyone who works at the studio. */
  listTimes: route
    .route({ method: 'GET', path: '/studios/{studio_id}/calendar-times' })
    .input(CalendarTimesQuery)
    .output(z.object({ items: z.array(CalendarTime) }))
    .errors(pickErrors('FORBIDDEN')),
}
