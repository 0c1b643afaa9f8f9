import { isLengthOffered } from '@studiohub/contract/features/resources/rules.ts'
import { lengthText, sessionMinutes } from '@studiohub/contract/shared/length.ts'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useWorkingTimes } from '#features/bookings/hooks/use-working-times.ts'
import { mayEndNextDay } from '#features/bookings/model/free-time.ts'
import { findAbsentPeople, isWithinRoomHours } from '#features/bookings/model/working-hours.ts'
import { useBusyNames } from '#features/connected-calendars/shared/use-busy-names.ts'
import type { BookingForm } from '../model/booking-form.ts'
import { PriceFields } from './price-fields.tsx'
import { ServicePerson } from './service-person.tsx'

type PriceAndWarningsProps = { form: BookingForm; context: BookingContext }

/** The price of a session, and a warning for each client rule that it breaks. The desk may still book it. */
export function PriceAndWarnings({ form, context }: PriceAndWarningsProps) {
  const [service_type, booking_date, start_time, end_time, days = 1, room_id, resource_ids] = useWatch({
    control: form.control,
    name: ['service_type', 'booking_date', 'start_time', 'end_time', 'days', 'room_id', 'resource_ids'],
  })
  const hours = useWorkingTimes(context)
  const service = context.services.find(({ key }) => key === service_type)
  const isComplete = booking_date && start_time && end_time && (days > 1 || !mayEndNextDay(start_time, end_time))
  const session = { booking_date, start_time, end_time, days }
  const rooms = room_id ? [room_id] : context.rooms.map(({ id }) => id)
  // Without a date there are no opening hours to check.
  const isOpen = !isComplete || !hours || rooms.some((id) => isWithinRoomHours(id, session, hours))
  const absentNames = isComplete && hours ? findAbsentPeople(context.people, session, hours, resource_ids ?? []) : []
  const busyNames = useBusyNames({
    actor: context.actor,
    studio: context.studio,
    session: context.worksAtDesk && isComplete ? { ...session, ends_next_day: days > 1 } : null,
    needed: [...context.rooms, ...context.people].filter(({ id }) => id === room_id || resource_ids?.includes(id)),
    oneOf: room_id ? [] : context.rooms,
  })
  const isOffered = !service || isLengthOffered(sessionMinutes(session), service)
  return (
    <>
      {service && (
        <div className="grid gap-4 text-sm">
          <PriceFields form={form} context={context} service={service} />
          {context.worksAtDesk && isComplete && service.person_ids && (
            <ServicePerson form={form} context={context} service={service} session={session} />
          )}
        </div>
      )}
      <div role="status" className="grid gap-2 text-sm empty:hidden">
        {!isOpen && <Warning>Outside opening hours. You can book this time, clients can't.</Warning>}
        {absentNames.length > 0 && (
          <Warning>{absentNames.join(', ')} will not be working then. You can still book it.</Warning>
        )}
        {busyNames.length > 0 && (
          <Warning>{busyNames.join(', ')}: a connected calendar is busy then. You can book it, clients cannot.</Warning>
        )}
        {isComplete && service && !isOffered && (
          <Warning>
            {service.label} is not offered for {lengthText(sessionMinutes(session))}. You can book it, clients cannot.
          </Warning>
        )}
      </div>
    </>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 rounded-md border border-pending bg-pending-soft p-3">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-pending" />
      <span>{children}</span>
    </p>
  )
}
