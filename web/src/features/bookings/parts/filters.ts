import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { bookingStatuses } from '@studiohub/contract/features/bookings/words.ts'

export const filterNames = ['room', 'service', 'status', 'person', 'client'] as const
export type FilterName = (typeof filterNames)[number]

/** Which bookings the calendar shows, each by a key or an id; empty where it asks for nothing. */
export type Filters = Record<FilterName, string>

export const noFilters: Filters = { room: '', service: '', status: '', person: '', client: '' }

const KEY_MAX = 80

/** Reads the filters of an address; what makes no sense there filters nothing. */
export function filtersIn(params: URLSearchParams): Filters {
  const key = (name: FilterName) => {
    const value = params.get(name) ?? ''
    return value.length <= KEY_MAX ? value : ''
  }
  const status = bookingStatuses.find((one) => one === params.get('status')) ?? ''
  return { room: key('room'), service: key('service'), status, person: key('person'), client: key('client') }
}

export const isFiltered = (filters: Filters) => filterNames.some((name) => filters[name] !== '')

/** Whether a booking is among those asked for; every filter that is set must fit. */
export function isWanted(booking: Booking, { room, service, status, person, client }: Filters): boolean {
  const occupies = (id: string) => booking.resources.some((resource) => resource.id === id)
  return (
    (room === '' || occupies(room)) &&
    (person === '' || occupies(person)) &&
    (service === '' || booking.service_type === service) &&
    (status === '' || booking.status === status) &&
    (client === '' || booking.client_id === client)
  )
}
