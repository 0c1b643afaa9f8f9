import { createHash } from 'node:crypto'
import { type CalendarBooking, eventOf } from '@studiohub/contract/features/calendar-feeds/rules.ts'
import { type CalendarEvent, writeCalendar } from '@studiohub/contract/shared/icalendar.ts'
import { createNotices } from '#features/notices/jobs.ts'
import type { CalendarWriter, StoredObject } from '#platform/calendars/calendar-writer.ts'
import { ConsentEnded, ProviderBusy } from '#platform/calendars/consent.ts'
import { CalendarProblem } from '#platform/calendars/read-calendar.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { theMail } from '#platform/mail/open.ts'
import { publish } from '#platform/realtime/realtime.ts'
import type { CalendarToRead } from '../queries.ts'
import { addressOf, type SeenObjects, writerOf } from '../readings/jobs.ts'
import * as queries from './queries.ts'

const MINUTE_MS = 60_000
const LONGEST_MINUTES = 60
const LARGEST_POWER = 6

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
    if (!(error instanceof CalendarProblem) || error instanceof ConsentEnded) throw error
    const minutes = Math.min(LONGEST_MINUTES, 2 ** Math.min(calendar.write_failures, LARGEST_POWER))
    const wait = error instanceof ProviderBusy ? error.seconds * 1000 : 0
    const at = new Date(now.getTime() + Math.max(minutes * MINUTE_MS, wait))
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
  const writer = writerOf(calendar, context)
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
  const run: Run = { calendar, writer: writerOf(calendar, context), context, copies }
  for (const booking_id of plan.removed) await removeCopy(run, booking_id)
  for (const session of plan.sessions) await writeCopy(run, session)
}

async function writeCopy(run: Run, session: CalendarBooking): Promise<void> {
  const { calendar, writer, context, copies } = run
  const copy = copies.get(session.id)
  const event = eventFor(calendar, session)
  const text = writeCalendar({ zone: calendar.timezone, events: [event] })
  const content = createHash('sha256').update(text).digest('base64url')
  if (copy?.outside_at) return
  if (copy?.content === content && copy.etag !== null) {
    // Only the number of the version is another one.
    if (copy.version !== session.version)
      await recordWritten(run, session, { content, etag: copy.etag, object: copy.object })
    return
  }
  const first = await writer.put(session.id, { event, etag: copy?.etag ?? null }, context.signal)
  if (first.done) return recordWritten(run, session, { content, etag: first.etag, object: first.object })
  // Written before, but not recorded; or changed in the other program.
  const seen = copy ? await inspectCopy(run, copy, session) : await writer.get(session.id, context.signal)
  if (!seen) return
  const second = await writer.put(session.id, { event, etag: seen.etag }, context.signal)
  // Else it changes right now: the next run sees how.
  if (second.done) await recordWritten(run, session, { content, etag: second.etag, object: second.object })
}

function recordWritten(
  { calendar }: Run,
  { id, version, starts_at, ends_at }: CalendarBooking,
  written: Pick<queries.Copy, 'content' | 'etag' | 'object'>,
): Promise<void> {
  const { id: calendar_id, studio_id, resource_id } = calendar
  const copy = { booking_id: id, version, starts_at, ends_at, ...written }
  return asSystem((tx) => queries.recordCopy(tx, { calendar_id, studio_id, resource_id }, copy))
}

/** Without notes: a calendar may be shared with people outside of the studio. */
function eventFor(calendar: CalendarToRead, session: CalendarBooking): CalendarEvent {
  const place = { name: calendar.studio_name, location: calendar.location, host: new URL(theMail().publicUrl).hostname }
  const reader = calendar.resource_kind === 'room' ? 'wall' : 'crew'
  return eventOf(session, place, reader)
}

/**
 * The session is cancelled, or belongs to another room: that counts, also if it was moved in the other program. If two rooms
 * share one calendar, the event is also the copy of the other room, and stays.
 */
async function removeCopy({ calendar, writer, context, copies }: Run, booking_id: string): Promise<void> {
  const { signal } = context
  const etag = copies.get(booking_id)?.etag ?? null
  const others = await asSystem((tx) => queries.listOtherPlaces(tx, calendar.id, booking_id))
  if (others.some(({ secret }) => addressOf(secret) === addressOf(calendar.secret)))
    return asSystem((tx) => queries.deleteCopy(tx, calendar.id, booking_id))
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
  const outside = seen ? moveOf(seen, [copy, session]) : 'deleted'
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
const moveOf = ({ time }: StoredObject, known: Time[]): Time | null =>
  !time || known.some((one) => isSameTime(one, time)) ? null : time

const isSameTime = (one: Time, other: Time) =>
  Date.parse(one.starts_at) === Date.parse(other.starts_at) && Date.parse(one.ends_at) === Date.parse(other.ends_at)
