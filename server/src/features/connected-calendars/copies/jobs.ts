import { createHash } from 'node:crypto'
import { buildCalendarEvent, type FeedBooking } from '@studiohub/contract/features/calendar-feeds/rules.ts'
import { MINUTE_MS } from '@studiohub/contract/shared/durations.ts'
import { type CalendarEvent, writeCalendar } from '@studiohub/contract/shared/icalendar.ts'
import { createNotices } from '#features/notices/jobs.ts'
import type { CalendarWriter, StoredObject } from '#platform/calendars/calendar-writer.ts'
import { ConsentEndedError, ProviderBusyError } from '#platform/calendars/consent.ts'
import { CalendarError } from '#platform/calendars/read-calendar.ts'
import { asSystem } from '#platform/db/actor.ts'
import { getMail } from '#platform/mail/open.ts'
import { publish } from '#platform/realtime/realtime.ts'
import {
  type CalendarJobContext,
  computeRetryTime,
  createWriter,
  getCalendarUrl,
  type ReportedObjects,
} from '../readings/jobs.ts'
import { type CalendarToRead, delayAccount } from '../readings/queries.ts'
import * as queries from './queries.ts'

const RETRY_MINUTES_MAX = 60
const RETRY_POWER_MAX = 6

type Run = {
  calendar: CalendarToRead
  writer: CalendarWriter
  context: CalendarJobContext
  copies: ReadonlyMap<string, queries.Copy>
}

/**
 * Updates the copies of sessions in a calendar. First it inspects copies that were moved or deleted in the calendar, and asks
 * the studio about them. Then it writes new and changed sessions, and removes copies that no longer belong in the calendar.
 * It may run twice, because each write names the version that it replaces. A failure is stored, and a later run tries again.
 * @param reportedObjects what the reading just before found; null if nothing has changed on the server
 * @returns `isInspected` is false if the calendar must be read again; `isBusy` is true if the provider asked us to wait
 */
export async function sendSessions(
  calendar: CalendarToRead,
  reportedObjects: ReportedObjects | null,
  context: CalendarJobContext,
): Promise<{ isInspected: boolean; isBusy: boolean }> {
  const { now, signal } = context
  let isBusy = false
  let isInspected = reportedObjects === null
  try {
    if (reportedObjects) await inspectCopies(calendar, reportedObjects, context)
    isInspected = true
    if (calendar.write_at !== null && Date.parse(calendar.write_at) > now.getTime()) return { isInspected, isBusy }
    await writeCopies(calendar, context)
    await asSystem((tx) => queries.recordWriteResult(tx, calendar.id, null))
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof CalendarError) || error instanceof ConsentEndedError) throw error
    const minutes = Math.min(RETRY_MINUTES_MAX, 2 ** Math.min(calendar.write_failures, RETRY_POWER_MAX))
    isBusy = error instanceof ProviderBusyError
    const waitEnd = error instanceof ProviderBusyError ? computeRetryTime(error, now) : null
    const at = new Date(Math.max(now.getTime() + minutes * MINUTE_MS, waitEnd?.getTime() ?? 0))
    await asSystem(async (tx) => {
      await queries.recordWriteResult(tx, calendar.id, { problem: error.message, at })
      if (waitEnd) await delayAccount(tx, calendar, waitEnd)
    })
  }
  return { isInspected, isBusy }
}

/** Inspects the copies whose version on the server differs from the stored one. */
async function inspectCopies(
  calendar: CalendarToRead,
  reportedObjects: ReportedObjects,
  context: CalendarJobContext,
): Promise<void> {
  const { isComplete, etags, removed } = reportedObjects
  const copies = await asSystem((tx) => queries.listCopies(tx, calendar.id, context.now))
  const changedCopies = copies.filter(({ object, etag }) => {
    const wasReported = isComplete || etags.has(object) || removed.has(object)
    return wasReported && (etags.get(object) ?? null) !== etag
  })
  if (changedCopies.length === 0) return
  const ids = changedCopies.map(({ booking_id }) => booking_id)
  const sessions = await asSystem((tx) => queries.listSessionsIn(tx, calendar, ids, context.now))
  const writer = createWriter(calendar, context)
  for (const copy of changedCopies) {
    const session = sessions.find(({ id }) => id === copy.booking_id)
    if (session) await inspectCopy({ calendar, writer, context }, copy, session)
  }
}

async function writeCopies(calendar: CalendarToRead, context: CalendarJobContext): Promise<void> {
  const { now } = context
  const plan = await asSystem(async (tx) => ({
    sessions: await queries.listSessionsToWrite(tx, calendar, now),
    copies: await queries.listCopies(tx, calendar.id, now),
    bookingIdsToRemove: await queries.listCopiesToRemove(tx, calendar.id, now),
  }))
  const copies = new Map(plan.copies.map((copy) => [copy.booking_id, copy]))
  const run: Run = { calendar, writer: createWriter(calendar, context), context, copies }
  for (const booking_id of plan.bookingIdsToRemove) await removeCopy(run, booking_id)
  for (const session of plan.sessions) await writeCopy(run, session)
}

async function writeCopy(run: Run, session: FeedBooking): Promise<void> {
  const { calendar, writer, context, copies } = run
  const copy = copies.get(session.id)
  const event = buildEvent(calendar, session)
  const text = writeCalendar({ zone: calendar.timezone, events: [event] })
  const contentHash = createHash('sha256').update(text).digest('base64url')
  if (copy?.outside_at) return
  if (copy?.content === contentHash && copy.etag !== null) {
    // The event is the same; only the version number of the booking has changed.
    if (copy.version !== session.version)
      await recordWritten(run, session, { content: contentHash, etag: copy.etag, object: copy.object })
    return
  }
  const firstWrite = await writer.put(session.id, { event, etag: copy?.etag ?? null }, context.signal)
  if (firstWrite.done)
    return recordWritten(run, session, { content: contentHash, etag: firstWrite.etag, object: firstWrite.object })
  // Either an earlier write was not recorded, or the other program changed the event.
  const storedObject = copy ? await inspectCopy(run, copy, session) : await writer.get(session.id, context.signal)
  if (!storedObject) return
  const secondWrite = await writer.put(session.id, { event, etag: storedObject.etag }, context.signal)
  // If this fails too, the event is changing right now, and the next run handles it.
  if (secondWrite.done)
    await recordWritten(run, session, { content: contentHash, etag: secondWrite.etag, object: secondWrite.object })
}

function recordWritten(
  { calendar }: Run,
  { id, version, starts_at, ends_at }: FeedBooking,
  writtenFields: Pick<queries.Copy, 'content' | 'etag' | 'object'>,
): Promise<void> {
  const { id: calendar_id, studio_id, resource_id } = calendar
  const copy = { booking_id: id, version, starts_at, ends_at, ...writtenFields }
  return asSystem((tx) => queries.recordCopy(tx, { calendar_id, studio_id, resource_id }, copy))
}

/** The event of a session. It has no notes, because a calendar may be shared with people outside of the studio. */
function buildEvent(calendar: CalendarToRead, session: FeedBooking): CalendarEvent {
  const studio = {
    name: calendar.studio_name,
    location: calendar.location,
    host: new URL(getMail().publicUrl).hostname,
  }
  const reader = calendar.resource_kind === 'room' ? 'shared_screen' : 'crew'
  return buildCalendarEvent(session, studio, reader)
}

/**
 * Removes the copy of a session that is cancelled or now belongs to another room, even if the copy was moved in the other
 * program. If two rooms share one calendar, the event is also the copy of the other room, so it stays.
 */
async function removeCopy({ calendar, writer, context, copies }: Run, booking_id: string): Promise<void> {
  const { signal } = context
  const etag = copies.get(booking_id)?.etag ?? null
  const otherCalendars = await asSystem((tx) => queries.listOtherCalendars(tx, calendar.id, booking_id))
  if (otherCalendars.some(({ secret }) => getCalendarUrl(secret) === getCalendarUrl(calendar.secret)))
    return asSystem((tx) => queries.deleteCopy(tx, calendar.id, booking_id))
  const firstRemoval = await writer.remove(booking_id, etag, signal)
  if (!firstRemoval.done) {
    const storedObject = await writer.get(booking_id, signal)
    const secondRemoval = storedObject ? await writer.remove(booking_id, storedObject.etag, signal) : { done: true }
    if (!secondRemoval.done) return
  }
  await asSystem((tx) => queries.deleteCopy(tx, calendar.id, booking_id))
}

type SessionTime = { starts_at: string; ends_at: string }

/**
 * Inspects a copy whose version on the server differs from the one that we wrote, or that is missing there. If the copy was
 * moved or deleted, asks the studio.
 * @param session the time of the session in the product
 * @returns the stored event if it may be overwritten, else null
 */
async function inspectCopy(
  run: Omit<Run, 'copies'>,
  copy: queries.Copy,
  session: SessionTime,
): Promise<StoredObject | null> {
  const { calendar, writer, context } = run
  const storedObject = await writer.get(copy.booking_id, context.signal)
  const move = storedObject ? findMove(storedObject, [copy, session]) : 'deleted'
  const { id: calendar_id, studio_id } = calendar
  await asSystem(async (tx) => {
    const copyKey = { calendar_id, booking_id: copy.booking_id, now: context.now }
    const isNew = await queries.recordServerState(tx, copyKey, { etag: storedObject?.etag ?? null, move })
    if (!isNew) return
    const notice = { studio_id, actor_id: null, subject_id: copy.booking_id, link: '/studio/bookings' }
    await createNotices(tx, { kind: 'session_moved', data: { deleted: move === 'deleted' }, ...notice }, 'admins')
    publish(tx, { studio_id, topic: 'resources', id: calendar_id })
  })
  return move === null ? storedObject : null
}

/** The time to which the event was moved. Null if it is at a known time, or no longer blocks any time. */
const findMove = ({ time }: StoredObject, knownTimes: SessionTime[]): SessionTime | null =>
  !time || knownTimes.some((known) => isSameTime(known, time)) ? null : time

const isSameTime = (a: SessionTime, b: SessionTime) =>
  Date.parse(a.starts_at) === Date.parse(b.starts_at) && Date.parse(a.ends_at) === Date.parse(b.ends_at)
