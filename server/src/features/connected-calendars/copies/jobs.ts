import { createHash } from 'node:crypto'
import { type CalendarBooking, eventOf } from '@studiohub/contract/features/calendar-feeds/rules.ts'
import { writeCalendar } from '@studiohub/contract/shared/icalendar.ts'
import { createNotices } from '#features/notices/jobs.ts'
import { objectName } from '#platform/calendars/read-caldav.ts'
import { CalendarProblem, readCalendar } from '#platform/calendars/read-calendar.ts'
import { type CalendarWriter, calDavWriter, type StoredObject, urlOfObject } from '#platform/calendars/write-caldav.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { theMail } from '#platform/mail/open.ts'
import { publish } from '#platform/realtime/realtime.ts'
import type { CalendarToRead } from '../queries.ts'
import { accessOf, type SeenObjects } from '../readings/jobs.ts'
import * as queries from './queries.ts'

const MINUTE_MS = 60_000
const LONGEST_MINUTES = 60
const LARGEST_POWER = 6
const RANGE_MS = 10 * 366 * 86_400_000
const MOST_TIMES = 10

type Context = Pick<JobContext, 'now' | 'signal'>
type Run = {
  calendar: CalendarToRead
  writer: CalendarWriter
  context: Context
  copies: ReadonlyMap<string, queries.Copy>
}

/**
 * Compares the sessions of a person or room with the copies in their calendar. Those that were moved or deleted there become
 * questions to the studio; then new and changed sessions are written, and those that no longer belong there are removed. May
 * run twice: each write names the version it replaces. A failure is stored and tried again later.
 * @param seen what was read just before; null if nothing changed on the server
 * @returns whether all of that was looked at; if not, it has to be read again
 */
export async function sendSessions(
  calendar: CalendarToRead,
  seen: SeenObjects | null,
  context: Context,
): Promise<boolean> {
  const { now, signal } = context
  let isSeen = seen === null
  try {
    if (seen) await inspectCopies(calendar, seen, context)
    isSeen = true
    if (calendar.write_at !== null && Date.parse(calendar.write_at) > now.getTime()) return isSeen
    await sendAll(calendar, context)
    await asSystem((tx) => queries.recordWriting(tx, calendar.id, null))
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof CalendarProblem)) throw error
    const minutes = Math.min(LONGEST_MINUTES, 2 ** Math.min(calendar.write_failures, LARGEST_POWER))
    const at = new Date(now.getTime() + minutes * MINUTE_MS)
    await asSystem((tx) => queries.recordWriting(tx, calendar.id, { problem: error.message, at }))
  }
  return isSeen
}

/** Looks at the copies that the server has in another version than we know. */
async function inspectCopies(calendar: CalendarToRead, seen: SeenObjects, context: Context): Promise<void> {
  const { isWhole, etags, removed } = seen
  const { copies, sessions } = await asSystem(async (tx) => ({
    copies: await queries.listCopies(tx, calendar.id, context.now),
    sessions: await queries.listSessionsToWrite(tx, calendar, context.now),
  }))
  const writer = calDavWriter(accessOf(calendar))
  for (const copy of copies) {
    const session = sessions.find(({ id }) => id === copy.booking_id)
    const isTold = isWhole || etags.has(copy.object) || removed.has(copy.object)
    const isOther = (etags.get(copy.object) ?? null) !== copy.etag
    if (session && isTold && isOther) await inspectCopy({ calendar, writer, context }, copy, session)
  }
}

async function sendAll(calendar: CalendarToRead, context: Context): Promise<void> {
  const { now } = context
  const plan = await asSystem(async (tx) => ({
    sessions: await queries.listSessionsToWrite(tx, calendar, now),
    copies: await queries.listCopies(tx, calendar.id, now),
    removed: await queries.listCopiesToRemove(tx, calendar.id, now),
  }))
  const copies = new Map(plan.copies.map((copy) => [copy.booking_id, copy]))
  const run: Run = { calendar, writer: calDavWriter(accessOf(calendar)), context, copies }
  for (const booking_id of plan.removed) await removeCopy(run, booking_id)
  for (const session of plan.sessions) await writeCopy(run, session)
}

async function writeCopy(run: Run, session: CalendarBooking): Promise<void> {
  const { calendar, writer, context, copies } = run
  const copy = copies.get(session.id)
  const text = textOf(calendar, session)
  const content = createHash('sha256').update(text).digest('base64url')
  if (copy?.outside_at) return
  if (copy?.content === content && copy.etag !== null) {
    // Only the number of the version is another one.
    if (copy.version !== session.version) await recordWritten(run, session, { content, etag: copy.etag })
    return
  }
  const first = await writer.put(session.id, { text, etag: copy?.etag ?? null }, context.signal)
  if (first.done) return recordWritten(run, session, { content, etag: first.etag })
  // Written before, but not recorded; or changed in the other program.
  const seen = copy ? await inspectCopy(run, copy, session) : await writer.get(session.id, context.signal)
  if (!seen) return
  const second = await writer.put(session.id, { text, etag: seen.etag }, context.signal)
  // Else it changes right now: the next run sees how.
  if (second.done) await recordWritten(run, session, { content, etag: second.etag })
}

function recordWritten(
  { calendar }: Run,
  { id, version, starts_at, ends_at }: CalendarBooking,
  written: { content: string; etag: string | null },
): Promise<void> {
  const { id: calendar_id, studio_id, resource_id } = calendar
  const object = objectName(urlOfObject(accessOf(calendar), id))
  const copy = { booking_id: id, object, version, starts_at, ends_at, ...written }
  return asSystem((tx) => queries.recordCopy(tx, { calendar_id, studio_id, resource_id }, copy))
}

/** Without notes: a calendar may be shared with people outside of the studio. */
function textOf(calendar: CalendarToRead, session: CalendarBooking): string {
  const place = { name: calendar.studio_name, location: calendar.location, host: new URL(theMail().publicUrl).hostname }
  const reader = calendar.resource_kind === 'room' ? 'wall' : 'crew'
  return writeCalendar({ zone: calendar.timezone, events: [eventOf(session, place, reader)] })
}

/** The session is cancelled, or belongs to another room: that counts, also if it was moved in the other program. */
async function removeCopy({ calendar, writer, context, copies }: Run, booking_id: string): Promise<void> {
  const { signal } = context
  const etag = copies.get(booking_id)?.etag ?? null
  const first = await writer.remove(booking_id, etag, signal)
  if (!first.done) {
    const seen = await writer.get(booking_id, signal)
    const second = seen ? await writer.remove(booking_id, seen.etag, signal) : { done: true }
    if (!second.done) return
  }
  await asSystem((tx) => queries.deleteCopy(tx, calendar.id, booking_id))
}

type Time = { starts_at: string; ends_at: string }

/**
 * Looks at a copy that the server has in another version than we wrote, or no longer. If it was moved or deleted there, the
 * studio is asked.
 * @param session its time in the product
 * @returns what is there, if it may be overwritten
 */
async function inspectCopy(run: Omit<Run, 'copies'>, copy: queries.Copy, session: Time): Promise<StoredObject | null> {
  const { calendar, writer, context } = run
  const seen = await writer.get(copy.booking_id, context.signal)
  const outside = seen ? await readMove(run, seen, [copy, session]) : 'deleted'
  const { id: calendar_id, studio_id } = calendar
  await asSystem(async (tx) => {
    const about = { calendar_id, booking_id: copy.booking_id, now: context.now }
    const isNew = await queries.recordSeen(tx, about, { etag: seen?.etag ?? null, outside })
    if (!isNew) return
    const notice = { studio_id, actor_id: null, subject_id: copy.booking_id, link: '/studio/bookings' }
    await createNotices(tx, { kind: 'session_moved', data: { deleted: outside === 'deleted' }, ...notice }, 'admins')
    publish(tx, { studio_id, topic: 'resources', id: calendar_id })
  })
  return outside === null ? seen : null
}

/** The time to which the event was moved, or null if it is at one of these times, or makes nobody busy any longer. */
async function readMove(
  { calendar, context }: Pick<Run, 'calendar' | 'context'>,
  { text }: StoredObject,
  known: Time[],
): Promise<Time | null> {
  const now = context.now.getTime()
  const { times } = await readCalendar({
    objects: [{ name: null, text }],
    zone: calendar.timezone,
    ...{ from: now - RANGE_MS, to: now + RANGE_MS, most: MOST_TIMES, emails: [] },
  })
  const [time] = times
  if (!time || known.some((one) => isSameTime(one, time))) return null
  return { starts_at: time.starts_at, ends_at: time.ends_at }
}

const isSameTime = (one: Time, other: Time) =>
  Date.parse(one.starts_at) === Date.parse(other.starts_at) && Date.parse(one.ends_at) === Date.parse(other.ends_at)
