import { CALENDAR_MINUTES } from '@studiohub/contract/features/connected-calendars/words.ts'
import { DAY_MS, MINUTE_MS } from '@studiohub/contract/shared/durations.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { queueCalendarEmail } from '#features/emails/calendar-jobs.ts'
import { createNotices } from '#features/notices/jobs.ts'
import { ConsentEndedError } from '#platform/calendars/consent.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, type EnqueueOptions, enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { sendSessions } from './copies/jobs.ts'
import { listCalendarsToWrite, releaseCalendar, reserveCalendar } from './copies/queries.ts'
import { endUnusedGrants, grantJobs, queueGrantEnd, renewChannel } from './grants/jobs.ts'
import { recordConsentEnd } from './grants/queries.ts'
import * as queries from './queries.ts'
import { fetchTimes, type ReadingResult, toReadingProblem } from './readings/jobs.ts'
import * as readings from './readings/queries.ts'

const READINGS_AT_ONCE = 3
const CALENDARS_PER_RUN = 200
/** An account with thousands of events needs dozens of calls. */
const READING_SECONDS = 180

/** When a calendar that is read now will be read again. */
export const nextReadingAfter = (now: Date) => new Date(now.getTime() + CALENDAR_MINUTES * MINUTE_MS)

/** Queues the calendars that are due to be read. */
const readDueCalendars = defineJob('connected-calendars.read-due', {
  payload: z.object({}),
  every: 'minute',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      const dueCalendars = await readings.reserveDueCalendars(tx, {
        now,
        next_at: nextReadingAfter(now),
        limit: CALENDARS_PER_RUN,
      })
      for (const calendar of dueCalendars) await queueReading(tx, calendar)
      for (const calendar of await listCalendarsToWrite(tx, now, CALENDARS_PER_RUN)) await queueReading(tx, calendar)
      // `releaseEndedCalendars` clears `grant_id`: if it ran first, `endUnusedGrants` would end these grants before their
      // channels are closed.
      await endUnusedGrants(tx, now, CALENDARS_PER_RUN)
      await releaseEndedCalendars(tx, now)
    }),
})

/**
 * Reads one calendar. Then writes sessions into it if it receives them. If reading fails, its last times stay, and the next
 * reading tries again.
 */
const readOneCalendar = defineJob('connected-calendars.read', {
  payload: z.object({ calendar_id: Id }),
  concurrency: READINGS_AT_ONCE,
  expireSeconds: READING_SECONDS,
  retry: { limit: 1 },
  async run({ calendar_id }, context) {
    const calendar = await asSystem((tx) => reserveForReading(tx, calendar_id, context.now))
    if (!calendar) return
    try {
      const result = await fetchTimes(calendar, context)
      // Do not write to a server that could not be read.
      const { isInspected, isBusy } =
        calendar.receives && !('problem' in result)
          ? await sendSessions(calendar, result.reportedObjects ?? null, context)
          : { isInspected: true, isBusy: false }
      await asSystem(async (tx) => {
        await recordReadingResult(tx, calendar, isInspected ? result : withFormerState(result, calendar), context.now)
        if (calendar.receives) await releaseCalendar(tx, calendar_id)
      })
      if (!('problem' in result) && !isBusy) await renewChannel(calendar, context)
    } catch (error) {
      await asSystem(async (tx) => {
        if (calendar.receives) await releaseCalendar(tx, calendar_id)
        if (error instanceof ConsentEndedError)
          await recordReadingResult(tx, calendar, toReadingProblem(error, context), context.now)
      })
      if (!(error instanceof ConsentEndedError)) throw error
    }
  },
})

/** The result with the former state, so that the next reading finds the same changes again. */
function withFormerState(result: ReadingResult, { state }: readings.CalendarToRead): ReadingResult {
  return 'read' in result && result.read ? { ...result, read: { ...result.read, state } } : result
}

/**
 * Gets a calendar to read. If it receives sessions, reserves it, so that no two processes read and write it at once.
 * @returns undefined if the calendar must wait, or if another process has it; then it is due again within a minute
 */
async function reserveForReading(tx: Tx, id: string, now: Date) {
  const calendar = await readings.getCalendarToRead(tx, id)
  const mustWait = calendar?.wait_until && Date.parse(calendar.wait_until) > now.getTime()
  if (mustWait || calendar?.needs_consent) return undefined
  if (!calendar?.receives || (await reserveCalendar(tx, id, READING_SECONDS))) return calendar
  await readings.setNextReading(tx, id, now)
  return undefined
}

export const connectedCalendarJobs = [readDueCalendars, readOneCalendar, ...grantJobs]

/** Queues the reading of a calendar. A process reads only one calendar of a server, or of a consent, at a time. */
export const queueReading = (
  tx: Tx,
  { id, host, grant_id }: readings.CalendarToQueue,
  options: Pick<EnqueueOptions, 'onceFor'> = {},
) => enqueue(tx, readOneCalendar, { calendar_id: id }, { group: grant_id ?? host, ...options })

async function recordReadingResult(
  tx: Tx,
  calendar: readings.CalendarToRead,
  result: ReadingResult,
  now: Date,
): Promise<void> {
  const { id, studio_id } = calendar
  if ('problem' in result) {
    const { problem, wait_until = null, needs_consent = false } = result
    if (needs_consent && calendar.grant_id !== null) {
      if (await recordConsentEnd(tx, calendar.grant_id, { problem, now })) await notifyOwner(tx, calendar, true)
    } else {
      await readings.recordFailure(tx, id, { problem, now })
      if (wait_until) await readings.delayAccount(tx, calendar, wait_until)
      await warnOwner(tx, calendar, now)
    }
  } else if (!(await readings.lockIfSettingsUnchanged(tx, calendar))) {
    // The settings have changed. The next reading is queued already, and reads everything.
    return
  } else if (result.read) {
    await readings.replaceTimes(tx, calendar, { ...result.read, now })
    if (result.secret) await queries.updateSecret(tx, id, result.secret)
  } else await readings.recordUnchanged(tx, id, now)
  publish(tx, { studio_id, topic: 'resources', id })
}

/** Notifies the owner once, after a day of failures. */
async function warnOwner(tx: Tx, calendar: readings.CalendarToRead, now: Date): Promise<void> {
  const { id, failing_since } = calendar
  const hasFailedForADay = failing_since !== null && Date.parse(failing_since) <= now.getTime() - DAY_MS
  if (hasFailedForADay && (await readings.markWarned(tx, id, now))) await notifyOwner(tx, calendar, false)
}

async function notifyOwner(tx: Tx, calendar: readings.CalendarToRead, needs_consent: boolean): Promise<void> {
  const { id, studio_id, owner_id, label, is_in_settings } = calendar
  // The page on which the owner can connect the calendar again.
  const link = is_in_settings ? CALENDAR_SETTINGS_PATH : '/profile?tab=calendar'
  const notice = { studio_id, actor_id: null, subject_id: id, link }
  await createNotices(tx, { kind: 'calendar', data: { label, needs_consent }, ...notice }, [owner_id])
  await queueCalendarEmail(tx, { user_id: owner_id, studio_id, label, needs_consent, page: link })
}

const CALENDAR_SETTINGS_PATH = '/studio/settings?tab=calendar'

/**
 * Ends the grants and channels of calendars whose owner may no longer connect them, and tells the admins that they are no
 * longer read.
 */
async function releaseEndedCalendars(tx: Tx, now: Date): Promise<void> {
  for (const calendar of await readings.releaseEndedCalendars(tx, now, CALENDARS_PER_RUN)) {
    const { id, studio_id, label, resource_name, grant_id, channel_id, channel_resource } = calendar
    const channel = channel_id === null ? null : { id: channel_id, resource: channel_resource }
    if (grant_id !== null) await queueGrantEnd(tx, { grant_id, channel })
    const data = { label: `${resource_name}: ${label}`, has_ended: true }
    const notice = { studio_id, actor_id: null, subject_id: id, link: CALENDAR_SETTINGS_PATH }
    await createNotices(tx, { kind: 'calendar', data, ...notice }, 'admins')
    publish(tx, { studio_id, topic: 'resources', id })
  }
}
