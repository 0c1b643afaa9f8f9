import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { noPersonText, personTitle } from '@studiohub/contract/features/resources/words.ts'
import { TriangleAlert } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useServicePeople } from '#features/bookings/people-api.ts'
import { Switch } from '#ui/switch.tsx'
import type { BookingForm } from '../model/booking-form.ts'

type ServicePersonProps = {
  form: BookingForm
  context: BookingContext
  service: StudioService
  session: { booking_date: string; start_time: string; end_time: string; days: number }
}

/** The person who will be assigned to the session if none is chosen, or a warning if all are busy. */
export function ServicePerson({ form, context, service, session }: ServicePersonProps) {
  const [resource_ids, without_person] = useWatch({ control: form.control, name: ['resource_ids', 'without_person'] })
  const { data } = useServicePeople({ studio_id: context.studio.id, service: service.key, ...session })
  const hasPerson = context.people.some(({ id }) => resource_ids?.includes(id))
  if (hasPerson || !data) return null
  const suggested = data.items.find(({ resource_id }) => resource_id === data.suggested_id)
  const title = personTitle(service.person_title)
  return (
    <div className="grid gap-3">
      {!suggested && (
        <p className="flex items-start gap-2 rounded-md border border-pending bg-pending-soft p-3">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-pending" />
          <span>{noPersonText(service.person_title)} at this time. You can still book the session.</span>
        </p>
      )}
      {suggested && !without_person && (
        <p>
          <span className="font-medium">{suggested.name}</span> is free and will be assigned. You can choose another
          person above.
        </p>
      )}
      {suggested && (
        <Switch
          label={`Book without ${/^[aeiou]/i.test(title) ? 'an' : 'a'} ${title}`}
          checked={without_person ?? false}
          onChange={(isOn) => form.setValue('without_person', isOn)}
        />
      )}
    </div>
  )
}
