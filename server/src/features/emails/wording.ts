import { defaultBrandColors } from '@studiohub/contract/features/studios/rules.ts'
import { parseHsl, readableInk, toHex } from '@studiohub/contract/shared/colors.ts'
import { formatsOf } from '@studiohub/contract/shared/countries.ts'
import { dateFormat, type Formats, plainFormats, timeText } from '@studiohub/contract/shared/formats.ts'
import { name } from '@studiohub/contract/shared/text.ts'
import { CalendarDate, TimeOfDay } from '@studiohub/contract/shared/time.ts'
import { z } from 'zod'

/** The purpose of the code in links to invoices. */
export const PAY_LINK = 'invoices.pay-link'

/** The purpose of the code in links to the terms of a booking. */
export const TERMS_LINK = 'terms.link'

/** The purpose of the code in links that stop emails after sessions. */
export const UNSUBSCRIBE = 'emails.unsubscribe'

/** Why an email to a client was not sent, as the list of emails shows it. */
export const MAILS_COME_BACK = 'not sent: emails to this address bounce'

const plain = name('', 120)

/**
 * Makes a name safe for an email. A name that the sign-up form would reject is replaced (safety T64, T69). A zero-width
 * space after each dot prevents that mail programs create links.
 */
export function safeName(text: string | null, instead: string): string {
  const checked = plain.safeParse(text)
  return checked.success ? checked.data.replace(/\.(?=\S)/g, '.\u200b') : instead
}

/** Splits a text into paragraphs in which mail programs create no links. */
export const safeParagraphs = (text: string): string[] =>
  text
    .split(/\n+/)
    .map((line) => line.trim().replace(/\.(?=\S)/g, '.\u200b'))
    .filter((line) => line !== '')

/** A session that was chosen before the sign-up, read from the address of a page. */
export type ChosenSession = { service: string; day: string; time: string; minutes: number | null }

const Choice = z.object({
  book: z.string().regex(/^[\w-]{1,60}$/),
  day: CalendarDate,
  time: TimeOfDay,
  minutes: z.coerce.number().int().min(5).max(1_440).nullable().catch(null),
})

/** Reads the chosen session from the address of the bookings page. It is checked, because a person can write any address. */
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

/** The formats of a studio's emails. For a studio without a country, dates begin with the day. */
export const mailFormats = (country: string | null): Formats =>
  country === null ? { ...plainFormats, dates: 'en-GB' } : formatsOf(country)

const dayFormat = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** Formats `yyyy-MM-dd` for an email. @param country of the studio */
export const formatDay = (date: string, country: string | null) => dayFormat(date, mailFormats(country))

/** Formats `HH:mm` for an email. @param country of the studio */
export const formatTimeOfDay = (time: string, country: string | null) => timeText(time, mailFormats(country))

/** A brand color as `#rrggbb`, and a readable text color on it; the product's own color if `h s% l%` is invalid. */
export function buttonColorsOf(color: string | undefined): { color: string; ink: string } {
  const hsl = parseHsl(color ?? '') ?? parseHsl(defaultBrandColors.primary) ?? { h: 0, s: 0, l: 0 }
  return { color: toHex(hsl), ink: readableInk(hsl) }
}
