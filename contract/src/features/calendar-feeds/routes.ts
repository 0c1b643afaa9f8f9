import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { CalendarFeed, CreatedCalendarFeed, NewCalendarFeed } from './schema.ts'

// Calendar programs read `GET /calendars/{token}.ics`, which is not part of this API.
export const calendarFeeds = {
  /**
   * The caller's active address at the current studio and, for admins, the studio's address. At most two, so there are no
   * pages.
   */
  list: route.route({ method: 'GET', path: '/calendar-feeds' }).input(PageQuery).output(pageOf(CalendarFeed)),
  /** Creates an address and ends the active one of its kind. Only this answer contains the secret. */
  create: route
    // A stored answer would contain the secret.
    .meta({ onRepeat: 'none' })
    .route({ method: 'POST', path: '/calendar-feeds', successStatus: 201 })
    .input(NewCalendarFeed)
    .output(CreatedCalendarFeed)
    .errors(pickErrors('FORBIDDEN')),
  delete: route
    .route({ method: 'DELETE', path: '/calendar-feeds/{id}' })
    .input(z.strictObject({ id: Id }))
    .output(CalendarFeed)
    .errors(pickErrors('NOT_FOUND')),
}
