import type { z } from 'zod'
import { sha256 } from '../auth/secrets.ts'
import type { CalendarTime } from './calendar-order.ts'
import type { CalendarWriter } from './calendar-writer.ts'
import type { ConsentServer, ProviderCall } from './consent.ts'
import type { FoundCalendar } from './find-calendars.ts'
import { CalendarProblem } from './read-calendar.ts'

/** A channel on which a provider tells that a calendar changed. */
export type Channel = { resource: string; ends_at: Date }

/** `id` is ours, `resource` what the provider calls it. */
export type OpenChannel = { id: string; resource: string | null }

export type EventReading = {
  /** Of the last reading; null to read everything. */
  state: string | null
  /** The wanted range, in milliseconds. */
  from: number
  to: number
  /** The zone of whole days, unless the calendar has one. */
  zone: string
  /** The most times to return; the earliest are kept. */
  most: number
}

/** What changed in a calendar, or all of it. `etags`: the versions of the objects that were read. */
export type EventChanges = {
  kind: 'part' | 'all'
  times: CalendarTime[]
  isCut: boolean
  etags: Map<string, string | null>
  removed: Set<string>
  state: string | null
}

/** A provider whose calendars are read and written by consent. A calendar is named by its address in the provider's API. */
export type CalendarProvider = ConsentServer & {
  /** The account, and its calendars. */
  list(call: ProviderCall): Promise<{ account: string; calendars: FoundCalendar[] }>
  read(call: ProviderCall, calendar: string, reading: EventReading): Promise<EventChanges>
  writer(call: ProviderCall, calendar: string, zone: string): CalendarWriter
  openChannel(
    call: ProviderCall,
    calendar: string,
    channel: { id: string; secret: string; address: string },
  ): Promise<Channel>
  closeChannel(call: ProviderCall, channel: OpenChannel): Promise<void>
}

/** The name of an event in our tables. */
export const eventName = (id: string) => sha256(id)

const GONE = [404, 410]
const REFUSED = 403

/** What a refusing answer of the API means for the person who connected the calendar. */
export function problemOf({ label }: Pick<ConsentServer, 'label'>, status: number): CalendarProblem {
  if (GONE.includes(status)) return new CalendarProblem(`${label} no longer has this calendar, or no longer shares it.`)
  if (status === REFUSED) return new CalendarProblem(`${label} does not allow this for the calendar.`)
  return new CalendarProblem(`${label} answered ${status}.`)
}

/** The body of an answer. @throws CalendarProblem if it has another form */
export function readAnswer<Answer>(
  { label }: Pick<ConsentServer, 'label'>,
  schema: z.ZodType<Answer>,
  body: unknown,
): Answer {
  const { data, success } = schema.safeParse(body)
  if (!success) throw new CalendarProblem(`${label} answered in a way that we cannot read.`)
  return data
}

/** The first times in order, of those in the range. */
export function firstTimes(times: CalendarTime[], { from, to, most }: EventReading) {
  const found = times
    .filter(({ starts_at, ends_at }) => starts_at < ends_at && Date.parse(starts_at) < to && Date.parse(ends_at) > from)
    .sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
  return { times: found.slice(0, most), isCut: found.length > most }
}

const TITLE_CHARACTERS = 200

/** The title as it is stored; null for a private event. */
export function titleOf(title: string | null | undefined, isPrivate: boolean): string | null {
  const text = title?.toWellFormed().replaceAll('\0', '').trim().slice(0, TITLE_CHARACTERS) ?? ''
  return isPrivate || text === '' ? null : text
}
