import { isLengthOffered } from '@studiohub/contract/features/resources/rules.ts'
import { lengthText, minutesLong } from '@studiohub/contract/shared/length.ts'
import { hoursOfResource, isWithinOpeningHours } from '@studiohub/contract/shared/opening-hours.ts'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useWorkingTimes } from '#features/bookings/hooks/use-working-times.ts'
import { mayEndNextDay } from '#features/bookings/model/free-time.ts'
import { findAbsentPeople } from '#features/bookings/model/working-hours.ts'
import { useBusyNames } from '#features/connected-calendars/shared/use-busy-names.ts'
import type { BookingForm } from '../model/booking-form.ts'
import type { Repeat } from '../model/repeat.ts'
import { PriceFields } from './price-fields.tsx'
import { ServicePerson } from './service-person.tsx'

type PriceAndWarningsProps = { form: BookingForm; context: BookingContext; repeat: Repeat }

/** The price of a session, and a warning for each rule for clients that it breaks. The desk may break them. */
export function PriceAndWarnings({ form, context, repeat }: PriceAndWarningsProps) {
  const [service_type, booking_date, start_time, end_time, days = 1, room_id, chosen] = useWatch({
    control: form.control,
    name: ['service_type', 'booking_date', 'start_time', 'end_time', 'days', 'room_id', 'resource_ids'],
  })
  const hours = useWorkingTimes(context)
  const service = context.services.find(({ key }) => key === service_type)
  const isWhole = booking_date && start_time && end_time && (days > 1 || !mayEndNextDay(start_time, end_time))
  const session = { booking_date, start_time, end_time, days }
  const rooms = room_id ? [room_id] : context.rooms.map(({ id }) => id)
  const weekOf = (id: string) => hours?.own_hours.find(({ resource_id }) => resource_id === id)?.weekly ?? null
  // Without a date there are no opening hours to check.
  const isOpen =
    !isWhole || !hours || rooms.some((id) => hours && isWithinOpeningHours(session, hoursOfResource(weekOf(id), hours)))
  const away = isWhole && hours ? findAbsentPeople(context.people, session, hours, chosen ?? []) : []
  const busy = useBusyNames({
    ...{ actor: context.actor, studio: context.studio },
    session: context.worksAtDesk && isWhole ? { ...session, ends_next_day: days > 1 } : null,
    needed: [...context.rooms, ...context.people].filter(({ id }) => id === room_id || chosen?.includes(id)),
    oneOf: room_id ? [] : context.rooms,
  })
  const isOffered = !service || isLengthOffered(minutesLong(session), service)
  return (
    <div className="grid gap-4 text-sm empty:hidden">
      {service && (
        <PriceFields form={form} context={context} service={service} repeat={repeat} isWhole={Boolean(isWhole)} />
      )}
      {context.worksAtDesk && isWhole && service?.person_ids && (
        <ServicePerson form={form} context={context} service={service} session={session} />
      )}
      <div role="status" className="grid gap-2 empty:hidden">
        {!isOpen && <Warning>Outside opening hours. You may book it, clients may not.</Warning>}
        {away.length > 0 && <Warning>{away.join(', ')} will not be working then. You may book it anyway.</Warning>}
        {busy.length > 0 && (
          <Warning>{busy.join(', ')}: a connected calendar is busy then. You may book it, clients may not.</Warning>
        )}
        {isWhole && service && !isOffered && (
          <Warning>
            {service.label} is not offered for {lengthText(minutesLong(session))}. You may book it, clients may not.
          </Warning>
        )}
      </div>
    </div>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 rounded-md border border-pending bg-pending/10 p-3">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-pending" />
      <span>{children}</span>
    </p>
  )
}
