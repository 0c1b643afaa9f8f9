import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { CheckboxGroup } from '#ui/checkbox-group.tsx'
import { cx } from '#ui/cx.ts'

type PeopleAndEquipmentFieldProps = {
  context: BookingContext
  value: readonly string[]
  onChange: (ids: string[]) => void
}

/** People and equipment for the session besides its room. */
export function PeopleAndEquipmentField({ context, value, onChange }: PeopleAndEquipmentFieldProps) {
  const groups = [
    { label: 'People', resources: context.people },
    { label: 'Equipment', resources: context.equipment },
  ]
  const shown = groups.filter(({ resources }) => resources.length > 0)
  if (shown.length === 0) return null
  return (
    <div className={cx('grid items-start gap-4', shown.length > 1 && 'sm:grid-cols-2')}>
      {shown.map(({ label, resources }) => (
        <CheckboxGroup
          key={label}
          label={label}
          choices={resources.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={value}
          onChange={onChange}
        />
      ))}
    </div>
  )
}
