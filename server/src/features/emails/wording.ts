import { defaultBrandColors } from '@studiohub/contract/features/studios/rules.ts'
import { parseHsl, readableInk, toHex } from '@studiohub/contract/shared/colors.ts'
import { name } from '@studiohub/contract/shared/text.ts'
import { CalendarDate, TimeOfDay } from '@studiohub/contract/shared/time.ts'
import { z } from 'zod'

const plain = name('', 120)

/**
 * A name as it may stand in a mail: what the sign-up form would refuse (safety T64, T69) is not repeated, and mail
 * programs, which make links of anything with a dot, find none (a zero-width space follows each).
 */
export function inertName(text: string | null, instead: string): string {
  const checked = plain.safeParse(text)
  return checked.success ? checked.data.replace(/\.(?=\S)/g, '.\u200b') : instead
}

/** What somebody wrote, as paragraphs without a link in them: mail programs make links of anything with a dot. */
export const inertParagraphs = (text: string): string[] =>
  text
    .split(/\n+/)
    .map((line) => line.trim().replace(/\.(?=\S)/g, '.\u200b'))
    .filter((line) => line !== '')

/** A session that was chosen before the sign-up, as a page's address names it. */
export type Chosen = { service: string; day: string; time: string; minutes: number | null }

const Choice = z.object({
  book: z.string().regex(/^[\w-]{1,60}$/),
  day: CalendarDate,
  time: TimeOfDay,
  minutes: z.coerce.number().int().min(5).max(1_440).nullable().catch(null),
})

/** The session that the address of a client's bookings names. It comes from the person, so nothing else of it is used. */
export function chosenIn(next: string | null): Chosen | null {
  const query = next?.split('?')[1]
  const choice = Choice.safeParse(Object.fromEntries(new URLSearchParams(query)))
  if (!choice.success) return null
  const { book, ...when } = choice.data
  return { service: book, ...when }
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `yyyy-MM-dd` as a mail says it. */
export const dayInWords = (date: string) => dayFormat.format(new Date(`${date}T00:00:00Z`))

/** `#rrggbb` of a brand colour and what can be read on it, the product's own where the text is no `h s% l%`. */
export function paintOf(color: string | undefined): { color: string; ink: string } {
  const hsl = parseHsl(color ?? '') ?? parseHsl(defaultBrandColors.primary) ?? { h: 0, s: 0, l: 0 }
  return { color: toHex(hsl), ink: readableInk(hsl) }
}
