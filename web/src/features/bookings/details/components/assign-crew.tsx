import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useChangeBooking } from '#features/bookings/hooks/use-change-booking.ts'
import { useResourcePictures } from '#features/bookings/people-api.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { Avatar } from '#ui/avatar.tsx'

/** Assigns crew members to a booking. Only people who are free at that time can be checked. */
export function AssignCrew({ booking, context }: { booking: Booking; context: BookingContext }) {
  const change = useChangeBooking()
  const pictures = useResourcePictures(context.studio.id)
  // Shows the requested state until the response arrives.
  const pendingResources = change.isPending ? change.variables.preview.resources : undefined
  const assigned = (pendingResources ?? booking.resources).map(({ id }) => id)
  const toggle = (person: BookingContext['people'][number]) => {
    const { id, name, kind } = person
    const isAssigned = assigned.includes(id)
    const resources = isAssigned
      ? booking.resources.filter((resource) => resource.id !== id)
      : [...booking.resources, { id, name, kind }]
    const update = isAssigned ? { remove_resource_ids: [id] } : { add_resource_ids: [id] }
    change.mutate({ booking, change: update, preview: { resources } })
  }
  return (
    <fieldset className="grid gap-2 border-t border-border pt-4">
      <legend className="float-left mb-2 text-sm font-semibold">Crew on this session</legend>
      {change.error && (
        <p role="alert" className="text-sm text-cancelled">
          {describeError(change.error).message}
        </p>
      )}
      <div className="clear-both grid divide-y divide-border">
        {context.people.map((person) => (
          <label key={person.id} className="flex min-h-12 cursor-pointer items-center gap-3 text-sm">
            <Avatar src={pictures.get(person.id)} name={person.name} />
            <span className="grow">{person.name}</span>
            <input
              type="checkbox"
              checked={assigned.includes(person.id)}
              disabled={change.isPending}
              onChange={() => toggle(person)}
              className="size-4 accent-primary"
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
