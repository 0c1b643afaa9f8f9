import { z } from 'zod'
import { Id, name } from '../../shared/text.ts'
import { CalendarDate } from '../../shared/time.ts'
import { CALENDAR_LABEL_MAX, CALENDAR_URL_MAX } from './words.ts'

/** A calendar of another program that blocks the time of a person or a room, without its address. */
export const ConnectedCalendar = z.object({
  id: Id,
  studio_id: Id,
  resource_id: Id,
  /** The name of the person or the room. */
  resource_name: z.string(),
  label: z.string(),
  /** The server that it is read from. */
  host: z.string(),
  /** Whether the caller connected it, and so may read its titles. */
  is_own: z.boolean(),
  /** When its times were last read; null: never. */
  read_at: z.string().nullable(),
  /** When that was tried last. */
  checked_at: z.string().nullable(),
  /** Since when reading fails, and why. The times of the last reading still count. */
  failing_since: z.string().nullable(),
  problem: z.string().nullable(),
  times_count: z.number().int(),
  /** Whether it has more times than we read. */
  is_cut: z.boolean(),
  created_at: z.string(),
})
export type ConnectedCalendar = z.infer<typeof ConnectedCalendar>

const addressError = 'Enter an address that begins with https:// and has no user name or password'
const hasNoPassword = (address: string) => !/^[^/?#]*\/\/[^/?#]*@/.test(address)

export const NewConnectedCalendar = z.strictObject({
  resource_id: z.uuid({ error: 'Choose a person or a room' }),
  label: name('Enter a name', CALENDAR_LABEL_MAX),
  url: z
    .string()
    .trim()
    .max(CALENDAR_URL_MAX, 'This address is too long')
    // Calendar programs also write the address with webcal://.
    .transform((address) => address.replace(/^webcals?:/i, 'https:'))
    .pipe(z.url({ protocol: /^https?$/, error: addressError }).refine(hasNoPassword, addressError)),
})
export type NewConnectedCalendar = z.output<typeof NewConnectedCalendar>

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

/** Most days of one call. */
export const CALENDAR_TIMES_DAYS_MAX = 42

const DAY_MS = 86_400_000
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

export const CalendarTimesQuery = z
  .strictObject({ studio_id: Id, from: CalendarDate, to: CalendarDate })
  .refine(({ from, to }) => !(daysBetween(from, to) < 0 || daysBetween(from, to) >= CALENDAR_TIMES_DAYS_MAX), {
    error: `Choose 1 to ${CALENDAR_TIMES_DAYS_MAX} days`,
    path: ['to'],
  })
export type CalendarTimesQuery = z.output<typeof CalendarTimesQuery>
