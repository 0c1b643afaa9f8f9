import type { z } from 'zod'
import { sha256 } from '../auth/secrets.ts'
import type { CalendarTime } from './calendar-data.ts'
import type { CalendarWriter } from './calendar-writer.ts'
import type { ConsentServer, ProviderCall } from './consent.ts'
import type { AccountCalendar } from './find-calendars.ts'
import { CalendarError } from './read-calendar.ts'

/** A channel on which a provider announces changes of a calendar. */
export type Channel = { resource: string; ends_at: Date }

/** `id` is our id of the channel, `resource` the provider's. */
export type OpenChannel = { id: string; resource: string | null }

export type EventReading = {
  /** The state after the last reading; null to read everything. */
  state: string | null
  /** The range to read, in milliseconds. */
  from: number
  to: number
  /** The zone of whole days, unless the calendar has one. */
  zone: string
  /** The maximum number of times to return. If there are more, the earliest are returned. */
  limit: number
}

/** The changes of a calendar since the last reading (`part`), or all of its times. `etags`: the versions of the read objects. */
export type EventChanges = {
  kind: 'part' | 'all'
  times: CalendarTime[]
  isTruncated: boolean
  etags: Map<string, string | null>
  removed: Set<string>
  state: string | null
}

/** A provider whose calendars are read and written by consent. A calendar is identified by its address in the provider's API. */
export type CalendarProvider = ConsentServer & {
  /** The account, and its calendars. */
  list(call: ProviderCall): Promise<{ account: string; calendars: AccountCalendar[] }>
  read(call: ProviderCall, calendar: string, reading: EventReading): Promise<EventChanges>
  writer(call: ProviderCall, calendar: string, zone: string): CalendarWriter
  openChannel(
    call: ProviderCall,
    calendar: string,
    channel: { id: string; secret: string; address: string },
  ): Promise<Channel>
  closeChannel(call: ProviderCall, channel: OpenChannel): Promise<void>
}

/** The name of an event in our tables: a hash of its id. */
export const eventName = (id: string) => sha256(id)

const NOT_FOUND = [404, 410]
const FORBIDDEN = 403

/** The error for the status of a failed call, with a sentence for the person who connected the calendar. */
export function describeProblem({ label }: Pick<ConsentServer, 'label'>, status: number): CalendarError {
  if (NOT_FOUND.includes(status))
    return new CalendarError(`${label} no longer has this calendar, or no longer shares it.`)
  if (status === FORBIDDEN) return new CalendarError(`${label} does not allow this for the calendar.`)
  return new CalendarError(`${label} answered ${status}.`)
}

/** The body of an answer. @throws CalendarError if it has another format */
export function readAnswer<Answer>(
  { label }: Pick<ConsentServer, 'label'>,
  schema: z.ZodType<Answer>,
  body: unknown,
): Answer {
  const { data, success } = schema.safeParse(body)
  if (!success) throw new CalendarError(`${label} sent an answer that we cannot read.`)
  return data
}

/** The earliest times in the range, in order. */
export function firstTimes(times: CalendarTime[], { from, to, limit }: EventReading) {
  const busyTimes = times
    .filter(({ starts_at, ends_at }) => starts_at < ends_at && Date.parse(starts_at) < to && Date.parse(ends_at) > from)
    .sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
  return { times: busyTimes.slice(0, limit), isTruncated: busyTimes.length > limit }
}

const TITLE_CHARACTERS = 200

/** The title for our tables; null for a private event. */
export function chooseTitle(title: string | null | undefined, isPrivate: boolean): string | null {
  const text = title?.toWellFormed().replaceAll('\0', '').trim().slice(0, TITLE_CHARACTERS) ?? ''
  return isPrivate || text === '' ? null : text
}
