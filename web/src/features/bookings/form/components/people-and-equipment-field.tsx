import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useResourcePictures } from '#features/bookings/people-api.ts'
import { Avatar } from '#ui/avatar.tsx'
import { CheckboxGroup } from '#ui/checkbox-group.tsx'
import { cx } from '#ui/cx.ts'

type PeopleAndEquipmentFieldProps = {
  context: BookingContext
  value: readonly string[]
  onChange: (ids: string[]) => void
}

/** People and equipment for the session besides its room. */
export function PeopleAndEquipmentField({ context, value, onChange }: PeopleAndEquipmentFieldProps) {
  const pictures = useResourcePictures(context.studio.id)
  const face = ({ id, name }: { id: string; name: string }) => <Avatar src={pictures.get(id)} name={name} small />
  const groups = [
    { label: 'People', resources: context.people, start: face },
    { label: 'Equipment', resources: context.equipment, start: () => null },
  ]
  const shown = groups.filter(({ resources }) => resources.length > 0)
  if (shown.length === 0) return null
  return (
    <div className={cx('grid items-start gap-4', shown.length > 1 && 'sm:grid-cols-2')}>
      {shown.map(({ label, resources, start }) => (
        <CheckboxGroup
          key={label}
          label={label}
          choices={resources.map((resource) => ({ value: resource.id, label: resource.name, start: start(resource) }))}
          chosen={value}
          onChange={onChange}
        />
      ))}
    </div>
  )
}
