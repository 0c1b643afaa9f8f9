import { CALENDAR_MINUTES } from '@studiohub/contract/features/connected-calendars/words.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { queueCalendarMail } from '#features/emails/calendar-jobs.ts'
import { createNotices } from '#features/notices/jobs.ts'
import { ConsentEnded } from '#platform/calendars/consent.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, type EnqueueOptions, enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { sendSessions } from './copies/jobs.ts'
import { listCalendarsToWrite, releaseCalendar, takeCalendar } from './copies/queries.ts'
import { endUnusedGrants, grantJobs, keepChannel } from './grants/jobs.ts'
import { recordConsentEnd } from './grants/queries.ts'
import * as queries from './queries.ts'
import { fetchTimes, problemFrom, type ReadingResult } from './readings/jobs.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const AT_ONCE = 3
const TAKEN_AT_ONCE = 200
/** An account with thousands of events takes some dozen calls. */
const READING_SECONDS = 180

/** When a calendar that is read now will be read again. */
export const nextTurnAfter = (now: Date) => new Date(now.getTime() + CALENDAR_MINUTES * MINUTE_MS)

/** Queues the calendars that are due to be read. */
const readDueCalendars = defineJob('connected-calendars.read-due', {
  payload: z.object({}),
  every: 'minute',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      const due = await queries.takeDueCalendars(tx, { now, next_at: nextTurnAfter(now), limit: TAKEN_AT_ONCE })
      for (const calendar of due) await queueReading(tx, calendar)
      for (const calendar of await listCalendarsToWrite(tx, now, TAKEN_AT_ONCE)) await queueReading(tx, calendar)
      await endUnusedGrants(tx, now, TAKEN_AT_ONCE)
    }),
})

/**
 * Reads one calendar, and writes the sessions into it that it receives. If reading fails, its last times stay. The next
 * reading is the next attempt.
 */
const readOneCalendar = defineJob('connected-calendars.read', {
  payload: z.object({ calendar_id: Id }),
  atOnce: AT_ONCE,
  expireSeconds: READING_SECONDS,
  retry: { limit: 1 },
  async run({ calendar_id }, context) {
    const calendar = await asSystem((tx) => takeToRead(tx, calendar_id, context.now))
    if (!calendar) return
    try {
      const outcome = await fetchTimes(calendar, context)
      // A server that could not be read is not written to.
      const isSeen =
        !calendar.receives || 'problem' in outcome || (await sendSessions(calendar, outcome.seen ?? null, context))
      await asSystem(async (tx) => {
        await recordOutcome(tx, calendar, isSeen ? outcome : readAgain(outcome, calendar), context.now)
        if (calendar.receives) await releaseCalendar(tx, calendar_id)
      })
      if (!('problem' in outcome)) await keepChannel(calendar, context)
    } catch (error) {
      await asSystem(async (tx) => {
        if (calendar.receives) await releaseCalendar(tx, calendar_id)
        if (error instanceof ConsentEnded) await recordOutcome(tx, calendar, problemFrom(error, context), context.now)
      })
      if (!(error instanceof ConsentEnded)) throw error
    }
  },
})

/** The outcome without the new state, so that the next reading tells the same changes. */
function readAgain(outcome: ReadingResult, { state }: queries.CalendarToRead): ReadingResult {
  return 'read' in outcome && outcome.read ? { ...outcome, read: { ...outcome.read, state } } : outcome
}

/**
 * A calendar that receives sessions is never read and written by two processes at once.
 * @returns undefined if another process has it; then its turn comes again in a minute
 */
async function takeToRead(tx: Tx, id: string, now: Date) {
  const calendar = await queries.getCalendarToRead(tx, id)
  const mustWait = calendar?.wait_until && Date.parse(calendar.wait_until) > now.getTime()
  if (mustWait || calendar?.needs_consent) return undefined
  if (!calendar?.receives || (await takeCalendar(tx, id, READING_SECONDS))) return calendar
  await queries.setNextTurn(tx, id, now)
  return undefined
}

export const connectedCalendarJobs = [readDueCalendars, readOneCalendar, ...grantJobs]

/** Queues the reading of a calendar. A process reads only one calendar of a server, or of a consent, at a time. */
export const queueReading = (
  tx: Tx,
  { id, host, grant_id }: queries.CalendarToQueue,
  once: Pick<EnqueueOptions, 'onceFor'> = {},
) => enqueue(tx, readOneCalendar, { calendar_id: id }, { group: grant_id ?? host, ...once })

async function recordOutcome(
  tx: Tx,
  calendar: queries.CalendarToRead,
  outcome: ReadingResult,
  now: Date,
): Promise<void> {
  const { id, studio_id } = calendar
  if ('problem' in outcome) {
    const { problem, wait_until = null, needs_consent = false } = outcome
    if (needs_consent && calendar.grant_id !== null) {
      if (await recordConsentEnd(tx, calendar.grant_id, { problem, now })) await tellOwner(tx, calendar, true)
    } else {
      await queries.recordFailure(tx, id, { problem, now, wait_until })
      await warnOwner(tx, calendar, now)
    }
  } else if (!(await queries.isChosenAs(tx, calendar))) {
    // The next reading is queued and reads everything.
    return
  } else if (outcome.read) {
    await queries.replaceTimes(tx, calendar, { ...outcome.read, now })
    if (outcome.secret) await queries.updateSecret(tx, id, outcome.secret)
  } else await queries.recordUnchanged(tx, id, now)
  publish(tx, { studio_id, topic: 'resources', id })
}

/** Notifies the owner once, after a day of failures. */
async function warnOwner(tx: Tx, calendar: queries.CalendarToRead, now: Date): Promise<void> {
  const { id, failing_since } = calendar
  const hasFailedForADay = failing_since !== null && Date.parse(failing_since) <= now.getTime() - DAY_MS
  if (hasFailedForADay && (await queries.markWarned(tx, id, now))) await tellOwner(tx, calendar, false)
}

async function tellOwner(tx: Tx, calendar: queries.CalendarToRead, needs_consent: boolean): Promise<void> {
  const { id, studio_id, owner_id, label } = calendar
  const notice = { studio_id, actor_id: null, subject_id: id, link: '/profile' }
  await createNotices(tx, { kind: 'calendar', data: { label, needs_consent }, ...notice }, [owner_id])
  await queueCalendarMail(tx, { user_id: owner_id, studio_id, label, needs_consent })
}
