import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canConnectCalendar, canSeeCalendarTimes } from '@studiohub/contract/features/connected-calendars/policy.ts'
import type {
  CalendarChanges,
  CalendarTime,
  CalendarTimesQuery,
  ConnectedCalendar,
  NewConnectedCalendar,
} from '@studiohub/contract/features/connected-calendars/schema.ts'
import type { CalendarProviderKind } from '@studiohub/contract/features/connected-calendars/words.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { getCalendarProviders } from '#platform/calendars/providers.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Limit, requireLimits } from '#platform/http/limits.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { getResource } from '../resources/queries.ts'
import { queueGrantEnd } from './grants/jobs.ts'
import { nextReadingAfter, queueReading } from './jobs.ts'
import * as queries from './queries.ts'
import * as readings from './readings/queries.ts'

const readLimit: Limit = { name: 'calendar-readings', count: 60, per_seconds: 3600 }

/** The caller's connected calendars, and for the desk those of rooms and of people without an account. */
export function listCalendars(
  caller: Caller,
  studio_id: string,
): Promise<{ items: ConnectedCalendar[]; providers: CalendarProviderKind[] }> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    authorize(canSeeCalendarTimes(actor, studio_id))
    const items = await queries.listCalendars(tx, studio_id, user_id)
    return { items, providers: getCalendarProviders().map(({ kind }) => kind) }
  })
}

/** Connects a calendar by its address, and queues its first reading. */
export function connectCalendar(
  caller: Caller,
  input: NewConnectedCalendar & { studio_id: string },
  now: Date,
): Promise<ConnectedCalendar> {
  const { studio_id } = input
  return asActor(caller, async (tx, actor) => {
    const user_id = await requireConnectRight(tx, actor, input, now)
    await lock(tx, 'studio', studio_id)
    // From here with the rights of jobs.
    await actAs(tx, 'system')
    const { resource_id, label, url } = input
    const row = {
      studio_id,
      resource_id,
      label,
      owner_id: user_id,
      kind: 'ics',
      blocks: true,
      receives: false,
      secret: { url },
      now,
    } as const
    const id = (await queries.insertCalendar(tx, row)) ?? fail('CALENDARS_FULL')
    const calendar = (await queries.getCalendar(tx, id, user_id)) ?? fail('NOT_FOUND')
    await queueReading(tx, calendar)
    await recordCalendar(tx, actor, { caller, action: 'connectedCalendars.create', calendar })
    return calendar
  })
}

type ResourceKey = { studio_id: string; resource_id: string }

/** Checks that the actor may connect calendars of a person or room, and counts the attempt. @returns the actor's id */
export async function requireConnectRight(tx: Tx, actor: Actor, { studio_id, resource_id }: ResourceKey, now: Date) {
  const { user_id } = requireRole(actor)
  authorize(canSeeCalendarTimes(actor, studio_id))
  const resource = await getResource(tx, resource_id)
  if (resource?.studio_id !== studio_id || resource.archived_at !== null) fail('NOT_FOUND')
  authorize(canConnectCalendar(actor, resource))
  await requireLimits([{ limit: readLimit, by: user_id }], now)
  return user_id
}

/** Queues a reading of the calendar. @returns its state before that reading */
export const requestReading = (caller: Caller, id: string, now: Date): Promise<ConnectedCalendar> =>
  withCalendar(caller, id, async (tx, actor, calendar) => {
    if (calendar.ended_at !== null) fail('INVALID_TRANSITION', { message: ENDED })
    await requireLimits([{ limit: readLimit, by: id }], now)
    await readings.setNextReading(tx, id, nextReadingAfter(now))
    await queueReading(tx, calendar)
    await recordCalendar(tx, actor, { caller, action: 'connectedCalendars.read', calendar })
    return calendar
  })

/** Changes whether a calendar blocks time and gets sessions, and reads it again. */
export const updateCalendar = (caller: Caller, id: string, change: CalendarChanges): Promise<ConnectedCalendar> =>
  withCalendar(caller, id, async (tx, actor, calendar) => {
    if (calendar.ended_at !== null) fail('INVALID_TRANSITION', { message: ENDED })
    if (change.receives && calendar.kind === 'ics') fail('INVALID_TRANSITION', { message: READ_ONLY })
    await lock(tx, 'studio', calendar.studio_id)
    if (change.receives !== undefined) await queries.endReceiving(tx, calendar.resource_id, change.receives ? id : null)
    await queries.updateCalendar(tx, id, change)
    await queueReading(tx, calendar)
    await recordCalendar(tx, actor, { caller, action: 'connectedCalendars.update', calendar })
    return { ...calendar, blocks: change.blocks ?? calendar.blocks, receives: change.receives ?? calendar.receives }
  })

const ENDED =
  'The person who connected this calendar is no longer allowed to. Connect it again, and then disconnect this one.'
const READ_ONLY = 'A calendar that is connected by its address is read only. Connect its account to add sessions to it.'

/** Disconnects a calendar. Its events no longer block bookings. */
export const disconnectCalendar = (caller: Caller, id: string): Promise<ConnectedCalendar> =>
  withCalendar(caller, id, async (tx, actor, calendar) => {
    const { grant_id, channel } = await queries.deleteCalendar(tx, id)
    if (grant_id !== null) await queueGrantEnd(tx, { grant_id, channel })
    await recordCalendar(tx, actor, { caller, action: 'connectedCalendars.delete', calendar })
    return calendar
  })

/** The times in which people and rooms of a studio are busy in their connected calendars. */
export function listCalendarTimes(caller: Caller, query: CalendarTimesQuery): Promise<{ items: CalendarTime[] }> {
  return asActor(caller, async (tx, actor) => {
    authorize(canSeeCalendarTimes(requireRole(actor), query.studio_id))
    return { items: await queries.listCalendarTimes(tx, query) }
  })
}

/** Checks the caller's rights to a calendar. Then runs `work` as the system, because only jobs may write calendars. */
function withCalendar(
  caller: Caller,
  id: string,
  work: (tx: Tx, actor: Actor, calendar: ConnectedCalendar) => Promise<ConnectedCalendar>,
): Promise<ConnectedCalendar> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const calendar = (await queries.getCalendar(tx, id, user_id)) ?? fail('NOT_FOUND')
    authorize(canSeeCalendarTimes(actor, calendar.studio_id))
    await actAs(tx, 'system')
    return work(tx, actor, calendar)
  })
}

type CalendarChange = { caller: Caller; action: AuditAction; calendar: ConnectedCalendar }

/** Writes one audit row, without the calendar's name and address, and notifies the studio's open screens. */
export async function recordCalendar(tx: Tx, actor: Actor, { caller, action, calendar }: CalendarChange) {
  const { id, studio_id, resource_id } = calendar
  await audit(tx, actor, {
    action,
    studio_id,
    after: { resource_id },
    object_type: 'connected_calendar',
    object_id: id,
    request_id: caller.request_id,
  })
  publish(tx, { studio_id, topic: 'resources', id })
}
