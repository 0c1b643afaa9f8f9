import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { DaysOffList } from '#features/resources/shared/days-off-list.tsx'
import { Dialog } from '#ui/dialog.tsx'

type DaysOffDialogProps = { context: BookingContext; onOpenChange: (isOpen: boolean) => void }

/** The days off of all people, to change them from the calendar. */
export function DaysOffDialog({ context: { studio, people, today }, onOpenChange }: DaysOffDialogProps) {
  return (
    <Dialog open onOpenChange={onOpenChange} title="Days off" description="Days on which people can't be booked">
      <DaysOffList studio_id={studio.id} today={today} people={people} emptyText="No days off are planned." />
    </Dialog>
  )
}
