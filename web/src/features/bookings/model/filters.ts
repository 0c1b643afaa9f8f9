import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { bookingStatuses } from '@studiohub/contract/features/bookings/words.ts'

export const filterNames = ['room', 'service', 'status', 'person', 'client', 'project'] as const
export type FilterName = (typeof filterNames)[number]

/** Filters by key or id; an empty text means no filter. */
export type Filters = Record<FilterName, string>

export const noFilters: Filters = { room: '', service: '', status: '', person: '', client: '', project: '' }

const KEY_MAX = 80

/** Reads the filters from the URL; invalid values are ignored. */
export function readFilters(params: URLSearchParams): Filters {
  const readKey = (name: FilterName) => {
    const value = params.get(name) ?? ''
    return value.length <= KEY_MAX ? value : ''
  }
  const status = bookingStatuses.find((name) => name === params.get('status')) ?? ''
  const [room, service, person, client, project] = [
    readKey('room'),
    readKey('service'),
    readKey('person'),
    readKey('client'),
    readKey('project'),
  ]
  return { room, service, status, person, client, project }
}

/** Number of active filters. @param without a filter that is shown elsewhere */
export const countFilters = (filters: Filters, without?: FilterName) =>
  filterNames.filter((name) => name !== without && filters[name] !== '').length

export const isFiltered = (filters: Filters) => countFilters(filters) > 0

/** The filters as query parameters, because paginated lists are filtered on the server. */
export function toQuery({ room, service, status, person, client, project }: Filters) {
  return {
    ...(room && { room_id: room }),
    ...(service && { service_type: service }),
    ...(bookingStatuses.find((name) => name === status) && { status: bookingStatuses.find((name) => name === status) }),
    ...(person && { person_id: person }),
    ...(client && { client_id: client }),
    ...(project && { project_id: project }),
  }
}

/** Whether a booking matches all active filters. */
export function matchesFilters(
  booking: CalendarBooking,
  { room, service, status, person, client, project }: Filters,
): boolean {
  const occupies = (id: string) => booking.resources.some((resource) => resource.id === id)
  return (
    (room === '' || occupies(room)) &&
    (person === '' || occupies(person)) &&
    (service === '' || booking.service_type === service) &&
    (status === '' || booking.status === status) &&
    (client === '' || booking.client_id === client) &&
    (project === '' || booking.project_id === project)
  )
}
