import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { Id } from '../../shared/text.ts'
import {
  AccountCalendar,
  CalendarAccount,
  CalendarChanges,
  CalendarConsent,
  CalendarGrant,
  CalendarMove,
  CalendarMoveAnswer,
  CalendarTime,
  CalendarTimesQuery,
  ConnectedCalendar,
  NewAccountCalendars,
  NewCalendarGrant,
  NewConnectedCalendar,
  NewGrantCalendars,
} from './schema.ts'
import { calendarProviders } from './words.ts'

const CalendarById = z.strictObject({ id: Id })

export const connectedCalendars = {
  /** The caller's own calendars, and for the desk those of rooms and of people without an account. Oldest first. */
  list: route
    .route({ method: 'GET', path: '/studios/{studio_id}/connected-calendars' })
    .input(z.strictObject({ studio_id: Id }))
    // `providers`: those whose calendars can be connected by consent at this installation.
    .output(z.object({ items: z.array(ConnectedCalendar), providers: z.array(z.enum(calendarProviders)) }))
    .errors(pickErrors('FORBIDDEN')),
  create: route
    .route({ method: 'POST', path: '/studios/{studio_id}/connected-calendars', successStatus: 201 })
    .input(NewConnectedCalendar.safeExtend({ studio_id: Id }))
    .output(ConnectedCalendar)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'CALENDARS_FULL')),
  /** Lists the calendars of a CalDAV account. Nothing is stored. */
  find: route
    .route({ method: 'POST', path: '/studios/{studio_id}/calendar-accounts/find' })
    .input(CalendarAccount.safeExtend({ studio_id: Id }))
    .output(z.object({ items: z.array(AccountCalendar) }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'CALENDARS_NOT_FOUND')),
  /** Connects calendars of a CalDAV account, all or none. */
  createFromAccount: route
    .route({ method: 'POST', path: '/studios/{studio_id}/calendar-accounts', successStatus: 201 })
    .input(NewAccountCalendars.safeExtend({ studio_id: Id }))
    .output(z.object({ items: z.array(ConnectedCalendar) }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'CALENDARS_FULL')),
  /** Begins a consent at a provider. The answer has the address of the provider's page. */
  createGrant: route
    .route({ method: 'POST', path: '/studios/{studio_id}/calendar-grants', successStatus: 201 })
    .input(NewCalendarGrant.safeExtend({ studio_id: Id }))
    .output(z.object({ url: z.string() }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Begins the consent for a connected calendar again, for its owner. `redeemGrant` completes it. */
  renewGrant: route
    .route({ method: 'POST', path: '/connected-calendars/{id}/renew' })
    .input(CalendarById)
    .output(z.object({ url: z.string() }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Completes a consent that the same session began, with the parameters from the provider's page. Works once. */
  redeemGrant: route
    .route({ method: 'POST', path: '/studios/{studio_id}/calendar-grants/redeem' })
    .input(CalendarConsent.safeExtend({ studio_id: Id }))
    .output(CalendarGrant)
    // A state works once, also without a key, and the provider is called between two transactions.
    .meta({ onRepeat: 'none' })
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'CALENDARS_NOT_FOUND')),
  /** Connects calendars with a consent, all or none. */
  createFromGrant: route
    .route({ method: 'POST', path: '/studios/{studio_id}/calendar-grants/{id}/calendars', successStatus: 201 })
    .input(NewGrantCalendars.safeExtend({ studio_id: Id, id: Id }))
    .output(z.object({ items: z.array(ConnectedCalendar) }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'CALENDARS_FULL', 'VALIDATION_FAILED')),
  /** Reads the calendar now instead of within a quarter of an hour. The answer has the state before this reading. */
  read: route
    .route({ method: 'POST', path: '/connected-calendars/{id}/read' })
    .input(CalendarById)
    .output(ConnectedCalendar)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION')),
  /** Only calendars of an account can receive sessions, and only one calendar of a person or room: the new one replaces it. */
  update: route
    .route({ method: 'PATCH', path: '/connected-calendars/{id}' })
    .input(CalendarChanges.safeExtend({ id: Id }))
    .output(ConnectedCalendar)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION')),
  /** Disconnects the calendar: its times no longer count. */
  delete: route
    .route({ method: 'DELETE', path: '/connected-calendars/{id}' })
    .input(CalendarById)
    .output(ConnectedCalendar)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Sessions that were moved or deleted in a connected calendar, for the desk. Oldest first. */
  listMoves: route
    .route({ method: 'GET', path: '/studios/{studio_id}/calendar-moves' })
    .input(z.strictObject({ studio_id: Id }))
    .output(z.object({ items: z.array(CalendarMove) }))
    .errors(pickErrors('FORBIDDEN')),
  /** Accepts such a change, which the usual rules for sessions limit, or puts the session back in the calendar. */
  answerMove: route
    .route({ method: 'POST', path: '/studios/{studio_id}/calendar-moves/answer' })
    .input(CalendarMoveAnswer.safeExtend({ studio_id: Id }))
    .output(z.object({ items: z.array(CalendarMove) }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'BOOKING_CONFLICT', 'VALIDATION_FAILED')),
  /** The busy times of people and rooms in connected calendars, for everyone who works at the studio. */
  listTimes: route
    .route({ method: 'GET', path: '/studios/{studio_id}/calendar-times' })
    .input(CalendarTimesQuery)
    .output(z.object({ items: z.array(CalendarTime) }))
    .errors(pickErrors('FORBIDDEN')),
}
