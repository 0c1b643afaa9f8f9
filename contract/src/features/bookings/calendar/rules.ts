import type { CalendarAnswer, CalendarBooking } from './schema.ts'

/** Turns the compact answer of a calendar into bookings. */
export function readCalendar(studio_id: string, answer: CalendarAnswer): CalendarBooking[] {
  const { bookings, change_requests, services, clients, projects, series } = answer
  const resourcesAt = (indexes: readonly number[] = []) => indexes.flatMap((index) => answer.resources[index] ?? [])
  const items = bookings.id.map((id, at): CalendarBooking => {
    const client = entryAt(clients, bookings.client[at])
    const expires_at = valueAt(bookings.expires_at, at)
    return {
      id,
      studio_id,
      booking_date: valueAt(bookings.booking_date, at),
      start_time: valueAt(bookings.start_time, at),
      end_time: valueAt(bookings.end_time, at),
      ...daysTouched(valueAt(bookings.days, at)),
      starts_at: toInstant(valueAt(bookings.starts_at, at)),
      ends_at: toInstant(valueAt(bookings.ends_at, at)),
      booking_type: valueAt(bookings.booking_type, at),
      status: valueAt(bookings.status, at),
      version: valueAt(bookings.version, at),
      expires_at: expires_at === null ? null : toInstant(expires_at),
      service_type: entryAt(services, bookings.service[at]) ?? '',
      client_id: client?.id ?? null,
      client_name: client?.name ?? null,
      project_id: entryAt(projects, bookings.project[at]),
      series_id: entryAt(series, bookings.series[at]),
      resources: resourcesAt(bookings.resources[at]),
      change_request: null,
    }
  })
  for (const { booking, service, resources, days, ...times } of change_requests) {
    const changed = items[booking]
    if (!changed) continue
    const service_type = entryAt(services, service) ?? ''
    changed.change_request = { ...times, ...daysTouched(days), service_type, resources: resourcesAt(resources) }
  }
  return items
}

/** The database has its own format for instants. Here all end in `.000Z`. */
const toInstant = (text: string) => new Date(text).toISOString()

const daysTouched = (days: number) => ({ days, ends_next_day: days > 1 })

const entryAt = <Entry>(entries: readonly Entry[], index: number | null | undefined): Entry | null =>
  entries[index ?? -1] ?? null

/** @throws if the lists of an answer have different lengths */
function valueAt<Value>(values: readonly Value[], at: number): Value {
  const value = values[at]
  if (value === undefined) throw new Error('a list of the calendar is too short')
  return value
}
