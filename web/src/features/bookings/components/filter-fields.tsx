import { bookingStatuses, bookingStatusLabels } from '@studiohub/contract/features/bookings/words.ts'
import { useClientOptions } from '#features/clients/api.ts'
import { Field } from '#ui/field.tsx'
import { type Choice, Select } from '#ui/select.tsx'
import type { BookingContext } from '../hooks/use-booking-context.ts'
import { type FilterName, type Filters, filterNames } from '../model/filters.ts'
import { useProjects } from '../projects-api.ts'

export type FilterFieldsProps = {
  context: BookingContext
  filters: Filters
  onChange: (filters: Filters) => void
  /** A filter to leave out, because it is shown elsewhere. */
  without?: FilterName
}

const texts: Record<FilterName, { label: string; all: string }> = {
  room: { label: 'Room', all: 'All rooms' },
  service: { label: 'Service', all: 'All services' },
  status: { label: 'Status', all: 'Any status' },
  person: { label: 'Person', all: 'Everyone' },
  client: { label: 'Client', all: 'All clients' },
  project: { label: 'Project', all: 'All projects' },
}

const toChoice = ({ id, name }: { id: string; name: string }): Choice => ({ value: id, label: name })

/** A select per filter; filters without options are omitted. */
export function FilterFields({ context, filters, onChange, without }: FilterFieldsProps) {
  const clients = useClientOptions(context.studio.id, context.worksAtDesk)
  const projects = useProjects(context.studio.id, filters.client || null)
  const choices: Record<FilterName, Choice[]> = {
    room: context.rooms.length > 1 ? context.rooms.map(toChoice) : [],
    service: context.services.map(({ key, label }) => ({ value: key, label })),
    status: bookingStatuses.map((value) => ({ value, label: bookingStatusLabels[value] })),
    person: context.people.map(toChoice),
    client: (clients.data ?? []).map(({ id, full_name }) => ({ value: id, label: full_name ?? 'Without a name' })),
    project: (projects.data ?? []).map(({ id, title }) => ({ value: id, label: title })),
  }
  return filterNames
    .filter((name) => name !== without && choices[name].length > 0)
    .map((name) => (
      <Field key={name} label={texts[name].label}>
        {(control) => (
          <Select
            {...control}
            placeholder={texts[name].all}
            choices={choices[name]}
            value={filters[name]}
            onChange={(event) => onChange({ ...filters, [name]: event.target.value })}
          />
        )}
      </Field>
    ))
}
