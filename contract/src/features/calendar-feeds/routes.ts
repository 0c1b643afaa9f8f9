import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { CalendarFeed, NewCalendarFeed, OpenedCalendarFeed } from './schema.ts'

// Calendars themselves read `GET /calendars/{token}.ics`, outside this base.
export const calendarFeeds = {
  /** One's own live address at the present studio and, for its admin, the studio's: two at most, so always whole. */
  list: route.route({ method: 'GET', path: '/calendar-feeds' }).input(PageQuery).output(pageOf(CalendarFeed)),
  /** Makes an address, and ends the one of that kind that was there. The whole address is told here and never again. */
  create: route
    // A kept answer would keep the secret with it.
    .meta({ repeats: 'none' })
    .route({ method: 'POST', path: '/calendar-feeds', successStatus: 201 })
    .input(NewCalendarFeed)
    .output(OpenedCalendarFeed)
    .errors(pickErrors('FORBIDDEN')),
  delete: route
    .route({ method: 'DELETE', path: '/calendar-feeds/{id}' })
    .input(z.strictObject({ id: Id }))
    .output(CalendarFeed)
    .errors(pickErrors('NOT_FOUND')),
}
