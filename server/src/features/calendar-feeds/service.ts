import { fail } from '@studiohub/contract/errors.ts'
import { canOpenFeed } from '@studiohub/contract/features/calendar-feeds/policy.ts'
import { buildCalendarEvent, type FeedReader } from '@studiohub/contract/features/calendar-feeds/rules.ts'
import type { CalendarFeed, CreatedCalendarFeed, FeedKind } from '@studiohub/contract/features/calendar-feeds/schema.ts'
import { writeCalendar } from '@studiohub/contract/shared/icalendar.ts'
import { queueSecurityNotice } from '#features/auth/email-service.ts'
import { getUser } from '#features/auth/users/queries.ts'
import { audit } from '#platform/audit/audit.ts'
import { requireRole } from '#platform/auth/authorize.ts'
import { randomSecret, sha256 } from '#platform/auth/secrets.ts'
import { actAs, actAsCaller, asActor, asSystem, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import { getNetwork, type Limit, requireLimits } from '#platform/http/limits.ts'
import { getMail } from '#platform/mail/open.ts'
import * as queries from './queries.ts'

const SECRET_BYTES = 24
const SECRET_PATTERN = /^[\w-]{32}$/

// Calendar programs reload at most every 15 minutes. Google reads for many people from few addresses, so valid reads count
// per feed, and only wrong secrets count per network.
const perFeed: Limit = { name: 'calendar-feeds.read', count: 60, per_seconds: 3600 }
const perNetwork: Limit = { name: 'calendar-feeds.guess', count: 60, per_seconds: 3600 }

/** The active feeds of the current studio that the caller may see. */
export function listFeeds(caller: Caller): Promise<{ items: CalendarFeed[]; next_cursor: null }> {
  return asActor(caller, async (tx, actor) => {
    const { user_id, studio_id, role } = requireRole(actor)
    const items =
      studio_id === null ? [] : await queries.listFeeds(tx, { user_id, studio_id, is_client: role === 'client' })
    return { items, next_cursor: null }
  })
}

/**
 * Creates an address and ends the previous one of its kind. The owner gets an email, because the address works without
 * a session.
 */
export function createFeed(caller: Caller, kind: FeedKind, now: Date): Promise<CreatedCalendarFeed> {
  return asActor(caller, async (tx, actorBeforeLock) => {
    const { user_id } = requireRole(actorBeforeLock)
    await lock(tx, 'user', user_id)
    if (kind === 'studio' && actorBeforeLock.studio_id !== null) await lock(tx, 'studio', actorBeforeLock.studio_id)
    // A new password that was set at the same time has ended the session and all calendar addresses.
    const actor = await actAsCaller(tx, caller)
    const { studio_id, role } = requireRole(actor)
    if (studio_id === null || !canOpenFeed(actor, kind)) fail('FORBIDDEN')
    const created_at = now.toISOString()
    const secret = randomSecret(SECRET_BYTES)
    await queries.endActiveFeed(tx, { kind, user_id, studio_id }, created_at)
    const owner = { user_id, studio_id, is_client: role === 'client' }
    const feed = await queries.insertFeed(tx, { kind, ...owner, token_hash: sha256(secret), created_at })
    await audit(tx, actor, { ...auditFields(caller, feed), action: 'calendarFeeds.create', after: { kind } })
    await actAs(tx, 'auth')
    const user = (await getUser(tx, user_id)) ?? fail('UNAUTHENTICATED')
    await queueSecurityNotice(tx, user, { kind: 'calendar_address_added' }, now)
    return { ...feed, url: new URL(`/calendars/${secret}.ics`, getMail().publicUrl).href }
  })
}

/** Ends a feed. Its address then returns NOT_FOUND. */
export function deleteFeed(caller: Caller, id: string, now: Date): Promise<CalendarFeed> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const feed = (await queries.endFeed(tx, id, now.toISOString())) ?? fail('NOT_FOUND')
    await audit(tx, actor, {
      ...auditFields(caller, feed),
      action: 'calendarFeeds.delete',
      before: { kind: feed.kind },
    })
    return feed
  })
}

const auditFields = ({ request_id }: Caller, { id, studio_id }: CalendarFeed) => ({
  object_type: 'calendar_feed',
  object_id: id,
  studio_id,
  request_id,
})

/**
 * Writes the calendar of a secret address. The error is the same for an unknown feed, an ended one, and one whose creator
 * has another role or lost the account.
 * @throws AppError NOT_FOUND or RATE_LIMITED
 */
export async function readFeed(
  secret: string,
  request: { ip: string; now: Date },
): Promise<{ text: string; changedAt: Date }> {
  const { ip, now } = request
  const token_hash = sha256(secret)
  const openFeed = SECRET_PATTERN.test(secret)
    ? await asSystem((tx) => queries.getOpenFeed(tx, token_hash, now))
    : undefined
  if (!openFeed) {
    await requireLimits([{ limit: perNetwork, by: getNetwork(ip) }], now)
    fail('NOT_FOUND')
  }
  await requireLimits([{ limit: perFeed, by: token_hash }], now)
  const reader: FeedReader = openFeed.kind === 'studio' ? 'shared_screen' : openFeed.is_client ? 'client' : 'crew'
  const client_id = reader === 'client' ? (openFeed.client_id ?? fail('NOT_FOUND')) : null
  const { studio_id, name, timezone: zone } = openFeed
  const bookings = await asSystem((tx) => queries.listCalendarBookings(tx, { studio_id, client_id }, now))
  const studio = { name, location: openFeed.location, host: new URL(getMail().publicUrl).hostname }
  const text = writeCalendar({
    name,
    zone,
    events: bookings.map((booking) => buildCalendarEvent(booking, studio, reader)),
  })
  const changes = [openFeed.created_at, ...bookings.map(({ updated_at }) => updated_at)].map((at) => Date.parse(at))
  return { text, changedAt: new Date(Math.max(...changes)) }
}
