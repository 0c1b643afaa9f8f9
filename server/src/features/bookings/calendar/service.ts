import { fail } from '@studiohub/contract/errors.ts'
import type { CalendarAnswer, CalendarQuery } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { canListBookings, canSeeAllBookings } from '@studiohub/contract/features/bookings/policy.ts'
import { BOOKINGS_RANGE_ROWS_MAX, type BusyTime } from '@studiohub/contract/features/bookings/schema.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { sha256 } from '#platform/auth/secrets.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { ReadyAnswer } from '#platform/http/ready-answers.ts'
import { listBusy } from '../service.ts'
import { type CalendarRow, readCalendar } from './queries.ts'

/** What a calendar draws between two days. Clients see only the time of other people's bookings. */
export function getCalendar(caller: Caller, query: CalendarQuery): Promise<ReadyAnswer> {
  const { studio_id } = query
  return asActor(caller, async (tx, someone) => {
    const actor = requireRole(someone)
    authorize(canListBookings(actor, studio_id))
    const isClient = !canSeeAllBookings(actor, studio_id)
    const client_id = isClient ? actor.client_id : null
    const row = await readCalendar(tx, { ...query, limit: BOOKINGS_RANGE_ROWS_MAX + 1 }, client_id)
    const busy = isClient ? await listBusy(tx, { ...query, client_id }) : []
    const text = writeCalendar(row, busy)
    const etag = `"${sha256(`${actor.user_id} ${text}`)}"`
    return { etag, read: async () => withTag(etag, text) }
  })
}

/** JSON of an answer, without the brace that opens it: the tag is written before it, once it is known. */
function writeCalendar(row: CalendarRow, busy: readonly BusyTime[]): string {
  if (row.count > BOOKINGS_RANGE_ROWS_MAX) {
    fail('VALIDATION_FAILED', { fields: { to: 'There are too many bookings. Please ask for fewer days.' } })
  }
  const { id, service, client, project, series } = row.ids
  const { held, change_requests } = row
  const services = toTable([...service, ...change_requests.map(({ service_type }) => service_type)])
  const clients = toTable(client)
  const projects = toTable(project)
  const allSeries = toTable(series)
  const used = new Set([...held.map(([, resource]) => resource), ...change_requests.flatMap((one) => one.resource_ids)])
  // Only those of these bookings: a client does not learn which others the studio has.
  const resources = row.resources.filter((resource) => used.has(resource.id))
  const resourceAt = toTable(resources.map((resource) => resource.id)).positions
  const bookingAt = toTable(id).positions
  const positionsOf = (ids: readonly string[]) =>
    ids.flatMap((one) => resourceAt.get(one) ?? []).sort((one, other) => one - other)
  const heldOf = Map.groupBy(held, ([booking]) => booking)
  const lists = {
    service: services.positionsOf(service),
    client: clients.positionsOf(client),
    project: projects.positionsOf(project),
    series: allSeries.positionsOf(series),
    resources: id.map((booking) => positionsOf((heldOf.get(booking) ?? []).map(([, resource]) => resource))),
  }
  const nameOf = new Map(row.clients)
  const rest: Omit<CalendarAnswer, 'etag' | 'bookings'> = {
    change_requests: change_requests.map(({ booking_id, service_type, resource_ids, ...times }) => ({
      booking: bookingAt.get(booking_id) ?? 0,
      ...times,
      service: services.positions.get(service_type) ?? 0,
      resources: positionsOf(resource_ids),
    })),
    services: services.entries,
    clients: clients.entries.map((one) => ({ id: one, name: nameOf.get(one) ?? null })),
    projects: projects.entries,
    series: allSeries.entries,
    resources,
    busy: [...busy],
  }
  // The fields from the database are a JSON object already: the lists continue it.
  const bookings = `${row.fields.slice(0, -1)},${JSON.stringify(lists).slice(1)}`
  return `"bookings":${bookings},${JSON.stringify(rest).slice(1)}`
}

const withTag = (etag: string, text: string) => `{"etag":${JSON.stringify(etag)},${text}`

/** The different values of a list, in the order in which they first appear. */
function toTable(values: readonly (string | null)[]) {
  const positions = new Map<string, number>()
  for (const value of values) if (value !== null && !positions.has(value)) positions.set(value, positions.size)
  return {
    entries: [...positions.keys()],
    positions,
    positionsOf: <Value extends string | null>(list: readonly Value[]) =>
      list.map((value) => (value === null ? null : (positions.get(value) ?? null))),
  }
}
