import { defaultBrandColors } from '@studiohub/contract/features/studios/rules.ts'
import { parseHsl, readableInk, toHex } from '@studiohub/contract/shared/colors.ts'
import { getFormats } from '@studiohub/contract/shared/countries.ts'
import { dateFormat, type Formats, plainFormats, timeText } from '@studiohub/contract/shared/formats.ts'
import { localAt } from '@studiohub/contract/shared/instants.ts'
import { name } from '@studiohub/contract/shared/text.ts'
import { CalendarDate, TimeOfDay } from '@studiohub/contract/shared/time.ts'
import { z } from 'zod'

/** The purpose (MAC context) of the signature in links to invoices. */
export const PAY_LINK = 'invoices.pay-link'

/** The purpose (MAC context) of the signature in links to the terms of a booking. */
export const TERMS_LINK = 'terms.link'

/** The purpose (MAC context) of the signature in links that stop emails after sessions. */
export const UNSUBSCRIBE = 'emails.unsubscribe'

/** The reason that the list of emails shows if an email to a client was not sent. */
export const EMAILS_BOUNCE = 'not sent: emails to this address bounce'

const plainName = name('', 120)

/**
 * Makes a name safe for an email. Replaces a name that the sign-up form would reject. A zero-width space after
 * each dot stops mail programs from creating links.
 */
export function safeName(text: string | null, fallback: string): string {
  const parsedName = plainName.safeParse(text)
  return parsedName.success ? parsedName.data.replace(/\.(?=\S)/g, '.\u200b') : fallback
}

/** The name for the greeting of an email, or the word that replaces it: 'Hello there'. */
export const greetingName = (full_name: string | null): string => safeName(full_name, 'there')

/** Splits a text into paragraphs in which mail programs create no links. */
export const safeParagraphs = (text: string): string[] =>
  text
    .split(/\n+/)
    .map((line) => line.trim().replace(/\.(?=\S)/g, '.\u200b'))
    .filter((line) => line !== '')

/** The session that a person chose before they signed up, from the URL of a page. */
export type ChosenSession = { service: string; day: string; time: string; minutes: number | null }

const Choice = z.object({
  book: z.string().regex(/^[\w-]{1,60}$/),
  day: CalendarDate,
  time: TimeOfDay,
  minutes: z.coerce.number().int().min(5).max(1_440).nullable().catch(null),
})

/** Reads the chosen session from the URL of the bookings page. Null if the URL, which anyone can write, is invalid. */
export function readChosenSession(next: string | null): ChosenSession | null {
  const query = next?.split('?')[1]
  const choice = Choice.safeParse(Object.fromEntries(new URLSearchParams(query)))
  if (!choice.success) return null
  const { book, ...when } = choice.data
  return { service: book, ...when }
}

/** The page that books a chosen session. */
export const bookingPath = (slug: string, { service, minutes, day, time }: ChosenSession) =>
  `/${slug}/bookings?${new URLSearchParams({ book: service, ...(minutes && { minutes: `${minutes}` }), day, time })}`

/** The formats of a studio's emails. Without a country, dates begin with the day. */
export const emailFormats = (country: string | null): Formats =>
  country === null ? { ...plainFormats, dates: 'en-GB' } : getFormats(country)

const dayFormat = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** Formats `yyyy-MM-dd` for an email. @param country of the studio */
export const formatDay = (date: string, country: string | null) => dayFormat(date, emailFormats(country))

/** Formats `HH:mm` for an email. @param country of the studio */
export const formatTimeOfDay = (time: string, country: string | null) => timeText(time, emailFormats(country))

/** The place that decides the times and formats of an email. */
export type StudioPlace = { timezone: string; country: string | null }

/** The name of a studio's time zone for an email: 'Berlin time' for `Europe/Berlin`. */
export const zoneName = (timezone: string) => `${timezone.split('/').at(-1)?.replaceAll('_', ' ')} time`

/** An instant in the studio's time zone: 'Monday 23 November 2026 at 14:05'. */
export function formatDeadline(instant: string, { timezone, country }: StudioPlace): string {
  const { date, time } = localAt(instant, timezone)
  return `${formatDay(date, country)} at ${formatTimeOfDay(time, country)}`
}

/** An instant with the name of the studio's time zone. */
export const formatInstantAt = (instant: string, place: StudioPlace) =>
  `${formatDeadline(instant, place)} (${zoneName(place.timezone)})`

/** The time of the action that an email is about. Null in jobs of older versions. */
export const ActionTime = z.iso.datetime().nullable().default(null)

/** The time of an action as a text, in the studio's time zone. */
export const formatActionTime = (at: string | null, place: StudioPlace) => at && formatInstantAt(at, place)

/** A studio's name in emails of the platform. */
export const getSafeStudioName = (studio: { name: string }) => safeName(studio.name, 'Your studio')

/** The day of an instant in the studio's time zone. */
export const formatInstantDay = (instant: string, { timezone, country }: StudioPlace) =>
  formatDay(localAt(instant, timezone).date, country)

/**
 * A labeled fact, such as the time of a session, optionally with a link. `main` is the fact that the reader looks for; `former`
 * is no longer true, such as the old time.
 */
export type EmailFact = {
  name: string
  text: string
  link?: { label: string; url: string }
  look?: 'main' | 'former'
}

/** The labeled facts of an email. Leaves out facts without a text. */
export const listFacts = (facts: Record<string, string | null | undefined>): EmailFact[] =>
  Object.entries(facts).flatMap(([name, text]) => (text ? [{ name, text }] : []))

/**
 * A brand color (`h s% l%`) as `#rrggbb`, and a text color that is readable on it. Uses the product's color if it is invalid.
 */
export function chooseButtonColors(color: string | undefined): { color: string; ink: string } {
  const hsl = parseHsl(color ?? '') ?? parseHsl(defaultBrandColors.primary) ?? { h: 0, s: 0, l: 0 }
  return { color: toHex(hsl), ink: readableInk(hsl) }
}
