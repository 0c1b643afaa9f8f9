import { bookingStatuses, bookingStatusLabels } from '@studiohub/contract/features/bookings/words.ts'
import { X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { type Choice, Select } from '../../../ui/select.tsx'
import { useClients, useProjects } from '../api.ts'
import { type FilterName, type Filters, filterNames, isFiltered, noFilters } from '../parts/filters.ts'
import type { Place } from '../parts/use-place.ts'

type FilterBarProps = {
  place: Place
  filters: Filters
  onChange: (filters: Filters) => void
  /** What is chosen elsewhere already. */
  without?: FilterName
}

const words: Record<FilterName, { label: string; all: string }> = {
  room: { label: 'Room', all: 'All rooms' },
  service: { label: 'Service', all: 'All services' },
  status: { label: 'Status', all: 'Any status' },
  person: { label: 'Person', all: 'Everybody' },
  client: { label: 'Client', all: 'All clients' },
  project: { label: 'Project', all: 'All projects' },
}

const byName = ({ id, name }: { id: string; name: string }): Choice => ({ value: id, label: name })

/** Which bookings are shown; what offers no choice is not asked. */
export function FilterBar({ place, filters, onChange, without }: FilterBarProps) {
  const clients = useClients(place.studio.id, place.runs)
  const projects = useProjects(place.studio.id, filters.client || null)
  const choices: Record<FilterName, Choice[]> = {
    room: place.rooms.length > 1 ? place.rooms.map(byName) : [],
    service: place.services.map(({ key, label }) => ({ value: key, label })),
    status: bookingStatuses.map((value) => ({ value, label: bookingStatusLabels[value] })),
    person: place.people.map(byName),
    client: (clients.data ?? []).map((one) => ({ value: one.user_id, label: one.full_name ?? 'Without a name' })),
    project: (projects.data ?? []).map(({ id, title }) => ({ value: id, label: title })),
  }
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Filter bookings</legend>
      {filterNames
        .filter((name) => name !== without && choices[name].length > 0)
        .map((name) => (
          <div key={name} className="min-w-36 max-md:min-w-[calc(50%-0.25rem)] max-md:flex-1">
            <Select
              aria-label={words[name].label}
              placeholder={words[name].all}
              choices={choices[name]}
              value={filters[name]}
              onChange={(event) => onChange({ ...filters, [name]: event.target.value })}
            />
          </div>
        ))}
      {isFiltered(filters) && (
        <Button look="quiet" onClick={() => onChange(noFilters)}>
          <X aria-hidden />
          Clear filters
        </Button>
      )}
    </fieldset>
  )
}
