import { z } from 'zod'
import { DAY_MS } from '../../shared/durations.ts'
import { Id, name } from '../../shared/text.ts'
import { CalendarDate } from '../../shared/time.ts'
import { CALENDAR_LABEL_MAX, CALENDAR_URL_MAX, CALENDARS_MAX, calendarKinds, calendarProviders } from './words.ts'

/** A calendar of another program that blocks the time of a person or a room. Its URL is left out. */
export const ConnectedCalendar = z.object({
  id: Id,
  studio_id: Id,
  resource_id: Id,
  /** The name of the person or the room. */
  resource_name: z.string(),
  label: z.string(),
  kind: z.enum(calendarKinds),
  /** Whether its times block the person or the room. */
  blocks: z.boolean(),
  /** Whether confirmed sessions of the person or the room are written into it; at most one calendar of each. */
  receives: z.boolean(),
  /** Why sessions could not be written; null if they could. Writing is tried again. */
  write_problem: z.string().nullable(),
  /** The server that it is read from, or the account at Google or Microsoft. */
  host: z.string(),
  /** Whether the provider no longer accepts the consent, so that its owner has to connect it again. */
  needs_consent: z.boolean(),
  /** Whether the caller connected it, and so may read its titles. */
  is_own: z.boolean(),
  /** When its times were last read; null: never. */
  read_at: z.string().nullable(),
  /** When reading was last tried. */
  checked_at: z.string().nullable(),
  /** Since when reading fails, and why. The times of the last reading still count. */
  failing_since: z.string().nullable(),
  problem: z.string().nullable(),
  times_count: z.number().int(),
  /** Whether it has more times than we read. */
  is_cut: z.boolean(),
  /**
   * Since when it is no longer read, because the person who connected it has lost the right to; null if it is read. Its last
   * times count until it is disconnected.
   */
  ended_at: z.string().nullable(),
  created_at: z.string(),
})
export type ConnectedCalendar = z.infer<typeof ConnectedCalendar>

const addressError = 'Enter an address that begins with https:// or http:// and has no user name or password'
const hasNoPassword = (address: string) => !/^[^/?#]*\/\/[^/?#]*@/.test(address)

const Address = z
  .string()
  .trim()
  .max(CALENDAR_URL_MAX, 'This address is too long')
  // Calendar programs also write the address with webcal://.
  .transform((address) => address.replace(/^webcals?:/i, 'https:'))
  .pipe(z.url({ protocol: /^https?$/, error: addressError }).refine(hasNoPassword, addressError))

const ResourceId = z.uuid({ error: 'Choose a person or a room' })

export const NewConnectedCalendar = z.strictObject({
  resource_id: ResourceId,
  label: name('Enter a name', CALENDAR_LABEL_MAX),
  url: Address,
})
export type NewConnectedCalendar = z.output<typeof NewConnectedCalendar>

/** The sign-in at a CalDAV server, for the calendars of a person or a room. */
export const CalendarAccount = z.strictObject({
  resource_id: ResourceId,
  url: z
    .string()
    .trim()
    // Providers show only the name of their server.
    .transform((address) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`))
    .pipe(Address),
  username: z.string().trim().min(1, 'Enter the user name').max(320, 'This user name is too long'),
  password: z.string().min(1, 'Enter the app password').max(1000, 'This password is too long'),
})
export type CalendarAccount = z.output<typeof CalendarAccount>

/** A calendar of an account. `can_receive`: whether sessions can be written into it. */
export const AccountCalendar = z.object({ url: z.string(), name: z.string(), can_receive: z.boolean() })
export type AccountCalendar = z.infer<typeof AccountCalendar>

const staysOnHttps = ({ url, calendars }: { url: string; calendars: { url: string }[] }) =>
  !url.startsWith('https:') || calendars.every((calendar) => calendar.url.startsWith('https:'))

const CalendarSelection = z
  .array(
    z.strictObject({
      url: Address,
      label: name('Enter a name', CALENDAR_LABEL_MAX),
      blocks: z.boolean().default(true),
      receives: z.boolean().default(false),
    }),
  )
  .min(1, 'Choose a calendar')
  .max(CALENDARS_MAX, `Choose at most ${CALENDARS_MAX} calendars`)
  .refine((calendars) => calendars.filter(({ receives }) => receives).length <= 1, {
    error: 'Only one calendar receives sessions',
  })
export type CalendarSelection = z.output<typeof CalendarSelection>

/** Calendars of an account to connect. */
export const NewAccountCalendars = CalendarAccount.safeExtend({ calendars: CalendarSelection }).refine(staysOnHttps, {
  error: 'The addresses of the calendars must begin with https://',
  path: ['calendars'],
})
export type NewAccountCalendars = z.output<typeof NewAccountCalendars>

/** A consent to request, for the calendars of a person or room. */
export const NewCalendarGrant = z.strictObject({
  resource_id: ResourceId,
  kind: z.enum(calendarProviders, { error: 'Choose a provider' }),
})
export type NewCalendarGrant = z.output<typeof NewCalendarGrant>

const ProviderParameter = z.string().min(1).max(4000)

/** The parameters with which the provider's page returns to the browser. */
export const CalendarConsent = z.strictObject({ state: ProviderParameter, code: ProviderParameter })
export type CalendarConsent = z.output<typeof CalendarConsent>

/** A consent of a person at a provider, with the calendars that it covers. */
export const CalendarGrant = z.object({
  id: Id,
  resource_id: Id,
  kind: z.enum(calendarProviders),
  /** The account at the provider. */
  account: z.string(),
  /** Whether it renewed the consent of connected calendars, so that nothing is left to choose. */
  is_renewed: z.boolean(),
  items: z.array(AccountCalendar),
})
export type CalendarGrant = z.infer<typeof CalendarGrant>

/** Calendars to connect with a consent. */
export const NewGrantCalendars = z.strictObject({ calendars: CalendarSelection })
export type NewGrantCalendars = z.output<typeof NewGrantCalendars>

export const CalendarChanges = z.strictObject({ blocks: z.boolean().optional(), receives: z.boolean().optional() })
export type CalendarChanges = z.output<typeof CalendarChanges>

/** A confirmed session that was moved or deleted in a connected calendar. It is unchanged here until the studio answers. */
export const CalendarMove = z.object({
  calendar_id: Id,
  booking_id: Id,
  /** The person or the room of the calendar. */
  resource_name: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  service_type: z.string(),
  service_label: z.string().nullable(),
  client_name: z.string().nullable(),
  /** The new time in the calendar; null: it was deleted there. */
  outside_starts_at: z.string().nullable(),
  outside_ends_at: z.string().nullable(),
})
export type CalendarMove = z.infer<typeof CalendarMove>

/**
 * Accepts or rejects a move. It names the new time that the caller saw. If accepted, the session moves here; otherwise the
 * event is put back in the calendar.
 */
export const CalendarMoveAnswer = z.strictObject({
  calendar_id: Id,
  booking_id: Id,
  outside_starts_at: z.iso.datetime().nullable(),
  outside_ends_at: z.iso.datetime().nullable(),
  accept: z.boolean(),
})
export type CalendarMoveAnswer = z.output<typeof CalendarMoveAnswer>

/** A time in which a connected calendar marks a person or a room as busy. */
export const CalendarTime = z.object({
  resource_id: Id,
  starts_at: z.string(),
  ends_at: z.string(),
  /** Whether a session of this person or room overlaps this time. */
  has_session: z.boolean(),
  /** The titles in the caller's own calendars; other callers do not get them. */
  titles: z.array(z.string()),
})
export type CalendarTime = z.infer<typeof CalendarTime>

/** The largest number of days in one call. */
export const CALENDAR_TIMES_DAYS_MAX = 42

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

export const CalendarTimesQuery = z
  .strictObject({ studio_id: Id, from: CalendarDate, to: CalendarDate })
  // An invalid date has its own error. Its difference is NaN, which must pass here.
  .refine(({ from, to }) => !(daysBetween(from, to) < 0 || daysBetween(from, to) >= CALENDAR_TIMES_DAYS_MAX), {
    error: `Choose 1 to ${CALENDAR_TIMES_DAYS_MAX} days`,
    path: ['to'],
  })
export type CalendarTimesQuery = z.output<typeof CalendarTimesQuery>
