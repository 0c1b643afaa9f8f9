import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import type { CalendarAnswer, CalendarQuery } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { BOOKINGS_RANGE_ROWS_MAX } from '@studiohub/contract/features/bookings/lists/schema.ts'
import { canListBookings, canSeeAllBookings } from '@studiohub/contract/features/bookings/policy.ts'
import type { BusyTime } from '@studiohub/contract/features/bookings/schema.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { sha256 } from '#platform/auth/secrets.ts'
import { asActor, type Caller, readActorAndValue } from '#platform/db/actor.ts'
import { createResponseCache, type SerializedResponse } from '#platform/http/serialized-responses.ts'
import { listBusyTimes } from '../service.ts'
import { type CalendarRow, readCalendar, revisionQuery } from './queries.ts'

const ANSWERS_BYTES_MAX = 16_000_000
const cacheAnswer = createResponseCache(ANSWERS_BYTES_MAX)

/**
 * The bookings of a calendar between two days. Clients see only the times of other people's bookings. If the calendar has
 * not changed, one query is enough: it reads the caller and the calendar's revision.
 */
export async function getCalendar(caller: Caller, query: CalendarQuery): Promise<SerializedResponse> {
  const { studio_id, from, to } = query
  const { actor: callingActor, value: revision } = await readActorAndValue(caller, revisionQuery(studio_id))
  const actor = requireRole(callingActor)
  authorize(canListBookings(actor, studio_id))
  if (!canSeeAllBookings(actor, studio_id)) return getOwnCalendar(caller, query)
  const view = chooseView(actor)
  const etag = `"${view}.${revision}"`
  const key = [studio_id, view, from, to].join(' ')
  return { etag, read: () => cacheAnswer(key, revision, () => readWholeCalendar(caller, query, { view, etag })) }
}

/** A cache key: callers with the same key see the same calendar. */
const chooseView = ({ role, at_desk }: Pick<Actor, 'role' | 'at_desk'>) => (at_desk ? 'desk' : String(role))

const limit = BOOKINGS_RANGE_ROWS_MAX + 1

/** The revision was read first, so the calendar can be newer than its revision but never older. */
function readWholeCalendar(caller: Caller, query: CalendarQuery, { view, etag }: { view: string; etag: string }) {
  return asActor(caller, async (tx, callingActor) => {
    const actor = requireRole(callingActor)
    authorize(canSeeAllBookings(actor, query.studio_id) && chooseView(actor) === view)
    return withTag(etag, writeCalendar(await readCalendar(tx, { ...query, limit }, null), []))
  })
}

/**
 * A client's calendar is read for each call and never shared, because it also changes with time, when a visitor's hold ends.
 */
function getOwnCalendar(caller: Caller, query: CalendarQuery): Promise<SerializedResponse> {
  return asActor(caller, async (tx, callingActor) => {
    const { user_id, client_id, ...actor } = requireRole(callingActor)
    authorize(canListBookings({ ...actor, user_id, client_id }, query.studio_id))
    const row = await readCalendar(tx, { ...query, limit }, client_id)
    const text = writeCalendar(row, await listBusyTimes(tx, { ...query, client_id }))
    const etag = `"${sha256(`${user_id} ${text}`)}"`
    return { etag, read: async () => withTag(etag, text) }
  })
}

/** The JSON of an answer without its opening brace, because the tag is added before it later. */
function writeCalendar(row: CalendarRow, busy: readonly BusyTime[]): string {
  if (row.count > BOOKINGS_RANGE_ROWS_MAX) {
    fail('VALIDATION_FAILED', { fields: { to: 'There are too many bookings. Please request fewer days.' } })
  }
  const { id, service, client, project, series } = row.ids
  const { reserved, change_requests } = row
  const services = toTable([...service, ...change_requests.map(({ service_type }) => service_type)])
  const clients = toTable(client)
  const projects = toTable(project)
  const allSeries = toTable(series)
  const usedIds = new Set([
    ...reserved.map(([, resource]) => resource),
    ...change_requests.flatMap(({ resource_ids }) => resource_ids),
  ])
  // Only the resources of these bookings, so that a client does not see which other resources the studio has.
  const resources = row.resources.filter((resource) => usedIds.has(resource.id))
  const resourceAt = toTable(resources.map((resource) => resource.id)).positions
  const bookingAt = toTable(id).positions
  const indexPositions = (ids: readonly string[]) =>
    ids.flatMap((resource) => resourceAt.get(resource) ?? []).sort((a, b) => a - b)
  const groupReserved = Map.groupBy(reserved, ([booking]) => booking)
  const lists = {
    service: services.indexPositions(service),
    client: clients.indexPositions(client),
    project: projects.indexPositions(project),
    series: allSeries.indexPositions(series),
    resources: id.map((booking) => indexPositions((groupReserved.get(booking) ?? []).map(([, resource]) => resource))),
  }
  const getName = new Map(row.clients)
  const rest: Omit<CalendarAnswer, 'etag' | 'bookings'> = {
    change_requests: change_requests.map(({ booking_id, service_type, resource_ids, ...times }) => ({
      booking: bookingAt.get(booking_id) ?? 0,
      ...times,
      service: services.positions.get(service_type) ?? 0,
      resources: indexPositions(resource_ids),
    })),
    services: services.entries,
    clients: clients.entries.map((entry) => ({ id: entry, name: getName.get(entry) ?? null })),
    projects: projects.entries,
    series: allSeries.entries,
    resources,
    busy: [...busy],
  }
  // The fields from the database are already a JSON object, and the lists are added to it.
  const bookings = `${row.fields.slice(0, -1)},${JSON.stringify(lists).slice(1)}`
  return `"bookings":${bookings},${JSON.stringify(rest).slice(1)}`
}

const withTag = (etag: string, text: string) => `{"etag":${JSON.stringify(etag)},${text}`

/** The different values of a list, in the order of their first appearance. */
function toTable(values: readonly (string | null)[]) {
  const positions = new Map<string, number>()
  for (const value of values) if (value !== null && !positions.has(value)) positions.set(value, positions.size)
  return {
    entries: [...positions.keys()],
    positions,
    indexPositions: <Value extends string | null>(list: readonly Value[]) =>
      list.map((value) => (value === null ? null : (positions.get(value) ?? null))),
  }
}
