import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { bookingStatuses } from '@studiohub/contract/features/bookings/words.ts'

export const filterNames = ['room', 'service', 'status', 'person', 'client', 'project'] as const
export type FilterName = (typeof filterNames)[number]

/** Which bookings are shown, each by a key or an id; empty where it asks for nothing. */
export type Filters = Record<FilterName, string>

export const noFilters: Filters = { room: '', service: '', status: '', person: '', client: '', project: '' }

const KEY_MAX = 80

/** Reads the filters of an address; what makes no sense there filters nothing. */
export function filtersIn(params: URLSearchParams): Filters {
  const key = (name: FilterName) => {
    const value = params.get(name) ?? ''
    return value.length <= KEY_MAX ? value : ''
  }
  const status = bookingStatuses.find((one) => one === params.get('status')) ?? ''
  const [room, service, person, client, project] = [
    key('room'),
    key('service'),
    key('person'),
    key('client'),
    key('project'),
  ]
  return { room, service, status, person, client, project }
}

/** How many of them are set. @param without one that is chosen elsewhere */
export const countFilters = (filters: Filters, without?: FilterName) =>
  filterNames.filter((name) => name !== without && filters[name] !== '').length

export const isFiltered = (filters: Filters) => countFilters(filters) > 0

/** The same as a list is asked for: by the server, since it answers in pages. */
export function askedOf({ room, service, status, person, client, project }: Filters) {
  return {
    ...(room && { room_id: room }),
    ...(service && { service_type: service }),
    ...(bookingStatuses.find((one) => one === status) && { status: bookingStatuses.find((one) => one === status) }),
    ...(person && { person_id: person }),
    ...(client && { client_id: client }),
    ...(project && { project_id: project }),
  }
}

/** Whether a booking is among those asked for; every filter that is set must fit. */
export function isWanted(booking: Booking, { room, service, status, person, client, project }: Filters): boolean {
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
