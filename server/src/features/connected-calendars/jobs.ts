import {
  CALENDAR_DAYS_AHEAD,
  CALENDAR_MINUTES,
  CALENDAR_TIMES_MAX,
} from '@studiohub/contract/features/connected-calendars/words.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { queueCalendarMail } from '#features/emails/calendar-jobs.ts'
import { createNotices } from '#features/notices/jobs.ts'
import { unseal } from '#platform/auth/secrets.ts'
import { CalendarProblem, readCalendar } from '#platform/calendars/read-calendar.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { guardedFetch } from '#platform/outbound/guarded-fetch.ts'
import { outboundErrorOf } from '#platform/outbound/outbound-error.ts'
import { publish } from '#platform/realtime/realtime.ts'
import * as queries from './queries.ts'

const WITHIN_MS = 20_000
const MOST_BYTES = 10 * 1024 * 1024
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const AT_ONCE = 3
const TAKEN_AT_ONCE = 200
const HEADER_CHARACTERS = 1_000
const NOT_MODIFIED = 304

const call = guardedFetch({ withinMs: WITHIN_MS, maxBytes: MOST_BYTES })

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
    }),
})

/** Reads one calendar. If that fails, the times of the last reading stay, and the next reading is the next attempt. */
const readOneCalendar = defineJob('connected-calendars.read', {
  payload: z.object({ calendar_id: Id }),
  atOnce: AT_ONCE,
  retry: { limit: 1 },
  async run({ calendar_id }, context) {
    const calendar = await asSystem((tx) => queries.getCalendarToRead(tx, calendar_id))
    if (!calendar) return
    const outcome = await fetchTimes(calendar, context)
    await asSystem((tx) => recordOutcome(tx, calendar, outcome, context.now))
  },
})

export const connectedCalendarJobs = [readDueCalendars, readOneCalendar]

/** Queues the reading of a calendar. A process reads only one calendar of a server at a time. */
export const queueReading = (tx: Tx, { id, host }: { id: string; host: string }) =>
  enqueue(tx, readOneCalendar, { calendar_id: id }, { group: host })

type CalendarReading = Omit<Parameters<typeof queries.replaceTimes>[2], 'now'>
type ReadingResult = { read: CalendarReading | null } | { problem: string }

async function fetchTimes(calendar: queries.CalendarToRead, { now, signal }: JobContext): Promise<ReadingResult> {
  try {
    const answer = await call(unseal('calendar-secret', calendar.secret).toString(), {
      signal,
      headers: {
        accept: 'text/calendar, text/plain;q=0.5',
        'user-agent': 'StudioHub-Calendars',
        ...versionSeen(calendar, now),
      },
    })
    if (answer.status === NOT_MODIFIED) return { read: null }
    if (!answer.ok) {
      await answer.body?.cancel()
      return { problem: `The server answered ${answer.status}. Check the address, and whether it is still shared.` }
    }
    const times = await readCalendar({
      text: await answer.text(),
      zone: calendar.timezone,
      from: now.getTime() - DAY_MS,
      to: now.getTime() + CALENDAR_DAYS_AHEAD * DAY_MS,
      most: CALENDAR_TIMES_MAX,
      emails: [calendar.email],
    })
    const header = (name: string) => answer.headers.get(name)?.slice(0, HEADER_CHARACTERS) ?? null
    return { read: { ...times, etag: header('etag'), last_modified: header('last-modified') } }
  } catch (error) {
    signal.throwIfAborted()
    return { problem: error instanceof CalendarProblem ? error.message : outboundErrorOf(error).message }
  }
}

/**
 * The version to compare with, so that only a changed calendar is read. Once a day it is read anyway, because the days ahead
 * move on.
 */
function versionSeen({ etag, last_modified, full_read_at }: queries.CalendarToRead, now: Date): Record<string, string> {
  const isOld = full_read_at === null || Date.parse(full_read_at) < now.getTime() - DAY_MS
  if (isOld) return {}
  return { ...(etag && { 'if-none-match': etag }), ...(last_modified && { 'if-modified-since': last_modified }) }
}

async function recordOutcome(
  tx: Tx,
  calendar: queries.CalendarToRead,
  outcome: ReadingResult,
  now: Date,
): Promise<void> {
  const { id, studio_id } = calendar
  if ('problem' in outcome) {
    await queries.recordFailure(tx, id, { problem: outcome.problem, now })
    await warnOwner(tx, calendar, now)
  } else if (outcome.read) await queries.replaceTimes(tx, calendar, { ...outcome.read, now })
  else await queries.recordUnchanged(tx, id, now)
  publish(tx, { studio_id, topic: 'resources', id })
}

/** Notifies the owner once, after a day of failures. */
async function warnOwner(tx: Tx, calendar: queries.CalendarToRead, now: Date): Promise<void> {
  const { id, studio_id, owner_id, label, failing_since } = calendar
  const hasFailedForADay = failing_since !== null && Date.parse(failing_since) <= now.getTime() - DAY_MS
  if (!hasFailedForADay || !(await queries.markWarned(tx, id, now))) return
  const notice = { studio_id, actor_id: null, subject_id: id, link: '/profile' }
  await createNotices(tx, { kind: 'calendar', data: { label }, ...notice }, [owner_id])
  await queueCalendarMail(tx, { user_id: owner_id, studio_id, label })
}
