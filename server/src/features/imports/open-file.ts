import { fail } from '@studiohub/contract/errors.ts'
import { getLastBookableDay } from '@studiohub/contract/features/availability/window/rules.ts'
import type { CalendarEvent } from '@studiohub/contract/features/imports/events/rules.ts'
import { canImport } from '@studiohub/contract/features/imports/policy.ts'
import { ImportOptions, importFileRule } from '@studiohub/contract/features/imports/schema.ts'
import { IMPORT_ROWS_MAX, type ImportKind } from '@studiohub/contract/features/imports/words.ts'
import { maxBytes, tooLarge } from '@studiohub/contract/shared/images.ts'
import { dayStart, plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { CalendarError, readCalendar } from '#platform/calendars/read-calendar.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { type Limit, requireLimits } from '#platform/http/limits.ts'
import { getImportSettings } from './queries.ts'

export type ImportInput = { studio_id: string; file: File; kind: ImportKind; options?: string | undefined }
/** The text of a file, and the options for reading it. */
export type OpenedFile = {
  text: string
  /** The events of a calendar; null for a CSV file. */
  events: readonly CalendarEvent[] | null
  options: ImportOptions
}

const perPerson: Limit = { name: 'imports', count: 240, per_seconds: 3_600 }

/** Checks the rights, then reads the file. @throws AppError PAYLOAD_TOO_LARGE, VALIDATION_FAILED */
export async function openFile(
  caller: Caller,
  { studio_id, file, kind, options }: ImportInput,
  now: Date,
): Promise<OpenedFile> {
  const { user_id, zone } = await asActor(caller, async (tx, actor) => {
    authorize(canImport(requireRole(actor), studio_id, kind))
    const settings = (await getImportSettings(tx, studio_id)) ?? fail('NOT_FOUND')
    return { user_id: actor.user_id ?? fail('FORBIDDEN'), zone: settings.timezone }
  })
  await requireLimits([{ limit: perPerson, by: user_id }], now)
  if (file.size > maxBytes(importFileRule)) fail('PAYLOAD_TOO_LARGE', { message: tooLarge(importFileRule) })
  const text = decodeText(new Uint8Array(await file.arrayBuffer()))
  if (text.includes('\0'))
    fail('VALIDATION_FAILED', { fields: { file: 'This is not a text file. In a spreadsheet, save it as CSV first.' } })
  const isCalendar = /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)
  if (isCalendar && kind !== 'bookings')
    fail('VALIDATION_FAILED', {
      fields: { file: 'This is a calendar file. Import it as bookings, or choose a CSV file.' },
    })
  const events = isCalendar ? await readCalendarEvents(text, { zone, now }) : null
  return { text, events, options: parseOptions(options) }
}

const YEARS_BACK = 20
const YEAR_MS = 31_557_600_000

/** Reads the events of a calendar, outside of any transaction. @throws AppError VALIDATION_FAILED */
async function readCalendarEvents(text: string, { zone, now }: { zone: string; now: Date }): Promise<CalendarEvent[]> {
  const from = now.getTime() - YEARS_BACK * YEAR_MS
  const to = Date.parse(dayStart(plusDays(getLastBookableDay(todayIn(zone, now)), 1), zone))
  const calendarRequest = {
    objects: [{ name: null, text }],
    zone,
    from,
    to,
    limit: IMPORT_ROWS_MAX,
    emails: [],
    withDetails: true,
  }
  const { times, isTruncated } = await readCalendar(calendarRequest).catch((error: unknown) => {
    if (!(error instanceof CalendarError)) throw error
    return rejectFile(
      error.isTooComplex
        ? 'This calendar is too large or repeats too often to be read.'
        : 'This calendar is damaged. Export it again.',
    )
  })
  if (isTruncated) rejectFile(`Please import at most ${IMPORT_ROWS_MAX.toLocaleString('en')} events at once.`)
  return times.flatMap(({ details, starts_at, ends_at, title }) =>
    details ? [{ starts_at, ends_at, title, ...details }] : [],
  )
}

const rejectFile = (message: string): never => fail('VALIDATION_FAILED', { fields: { file: message } })

/** Decodes a file as UTF-8, as UTF-16 with a byte order mark, or otherwise as Windows-1252. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function parseOptions(text: string | undefined): ImportOptions {
  if (text === undefined || text === '') return {}
  const parsedOptions = ImportOptions.safeParse(parseJson(text))
  return parsedOptions.success
    ? parsedOptions.data
    : fail('VALIDATION_FAILED', { fields: { options: 'Please choose the columns again.' } })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
