import type { BookingPlace } from '#features/bookings/hooks/use-booking-place.ts'
import { CheckboxGroup } from '#ui/checkbox-group.tsx'

type OthersFieldProps = { place: BookingPlace; value: readonly string[]; onChange: (ids: string[]) => void }

/** People and equipment for the session besides its room. */
export function OthersField({ place, value, onChange }: OthersFieldProps) {
  const groups = [
    { label: 'People', all: place.people },
    { label: 'Equipment', all: place.equipment },
  ]
  return groups
    .filter(({ all }) => all.length > 0)
    .map(({ label, all }) => (
      <CheckboxGroup
        key={label}
        label={label}
        choices={all.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={value}
        onChange={onChange}
      />
    ))
}
