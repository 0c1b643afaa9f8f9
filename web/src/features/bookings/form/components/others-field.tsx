import type { BookingPlace } from '#features/bookings/hooks/use-booking-place.ts'

type OthersFieldProps = { place: BookingPlace; value: readonly string[]; onChange: (ids: string[]) => void }

/** People and equipment for the session besides its room. */
export function OthersField({ place, value, onChange }: OthersFieldProps) {
  const groups = [
    { name: 'People', all: place.people },
    { name: 'Equipment', all: place.equipment },
  ]
  const toggle = (id: string) => onChange(value.includes(id) ? value.filter((one) => one !== id) : [...value, id])
  return groups
    .filter(({ all }) => all.length > 0)
    .map(({ name, all }) => (
      <fieldset key={name} className="grid gap-1.5">
        <legend className="mb-1.5 text-sm font-medium">{name}</legend>
        <div className="flex flex-wrap gap-2">
          {all.map(({ id, name: label }) => (
            <label
              key={id}
              className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md border border-border bg-raised px-3 text-sm has-checked:border-link"
            >
              <input
                type="checkbox"
                checked={value.includes(id)}
                onChange={() => toggle(id)}
                className="size-4 accent-primary"
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
    ))
}
