import { fail } from '@studiohub/contract/errors.ts'
import type {
  AccountCalendar,
  CalendarAccount,
  ConnectedCalendar,
  NewAccountCalendars,
} from '@studiohub/contract/features/connected-calendars/schema.ts'
import { findCalendars } from '#platform/calendars/find-calendars.ts'
import { CalendarError } from '#platform/calendars/read-calendar.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import { queueReading } from '../jobs.ts'
import * as queries from '../queries.ts'
import { recordCalendar, requireConnectRight } from '../service.ts'

/** The time limit of the whole search, because a person waits for its result. */
const SEARCH_MS = 25_000

/**
 * Finds the calendars of a CalDAV account. Stores neither the account nor its password.
 * @throws AppError CALENDARS_NOT_FOUND with the reason in its message
 */
export async function findAccountCalendars(
  caller: Caller,
  { studio_id, resource_id, ...access }: CalendarAccount & { studio_id: string },
  now: Date,
): Promise<{ items: AccountCalendar[] }> {
  await asActor(caller, (tx, actor) => requireConnectRight(tx, actor, { studio_id, resource_id }, now))
  try {
    return { items: await findCalendars(access, AbortSignal.timeout(SEARCH_MS)) }
  } catch (error) {
    if (error instanceof CalendarError) fail('CALENDARS_NOT_FOUND', { message: error.message })
    if (error instanceof Error && error.name === 'TimeoutError') fail('CALENDARS_NOT_FOUND', { message: TOO_SLOW })
    throw error
  }
}

const TOO_SLOW = 'The server did not answer in time.'

/** Connects calendars of a CalDAV account, all or none, and queues their first reading. */
export function connectAccountCalendars(
  caller: Caller,
  { studio_id, resource_id, username, password, calendars }: NewAccountCalendars & { studio_id: string },
  now: Date,
): Promise<{ items: ConnectedCalendar[] }> {
  return asActor(caller, async (tx, actor) => {
    const owner_id = await requireConnectRight(tx, actor, { studio_id, resource_id }, now)
    await lock(tx, 'studio', studio_id)
    await actAs(tx, 'system')
    const items: ConnectedCalendar[] = []
    if (calendars.some(({ receives }) => receives)) await queries.endReceiving(tx, resource_id, null)
    for (const { url, label, blocks, receives } of calendars) {
      const secret = { url, username, password }
      const row = { studio_id, resource_id, owner_id, label, kind: 'caldav', blocks, receives, secret, now } as const
      const id = (await queries.insertCalendar(tx, row)) ?? fail('CALENDARS_FULL')
      const calendar = (await queries.getCalendar(tx, id, owner_id)) ?? fail('NOT_FOUND')
      await queueReading(tx, calendar)
      await recordCalendar(tx, actor, { caller, action: 'connectedCalendars.createFromAccount', calendar })
      items.push(calendar)
    }
    return { items }
  })
}
