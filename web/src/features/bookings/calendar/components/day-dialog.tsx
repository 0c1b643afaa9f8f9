import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { bookingTypeLabels } from '@studiohub/contract/features/bookings/words.ts'
import { Plus } from 'lucide-react'
import { BookingSteps } from '#features/bookings/details/components/booking-steps.tsx'
import { ChangeAnswer } from '#features/bookings/details/components/change-request.tsx'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useBookingsBetween } from '#features/bookings/lists-api.ts'
import { type CalendarEntry, getEntryResources } from '#features/bookings/shared/day-entries.ts'
import { ChangeRequestBadge, getEntryEdge, StatusBadge } from '#features/bookings/shared/status.tsx'
import { formatFullDate, formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Dialog } from '#ui/dialog.tsx'

type DayDialogProps = {
  context: BookingContext
  day: string
  entries: readonly CalendarEntry[]
  /** Null if nothing can be booked on that day. */
  onBook: (() => void) | null
  /** Opens the booking's details. */
  onOpen: (id: string) => void
  onClose: () => void
}

/** All entries of one day with their actions. */
export function DayDialog({ context, day, entries, onBook, onOpen, onClose }: DayDialogProps) {
  // The entries of a calendar have no notes or reasons, so the bookings are loaded as well.
  const { data: fullBookings } = useBookingsBetween(context.studio.id, { from: day, to: day })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={formatFullDate(day)}
      footer={
        onBook && (
          <Button look={entries.length === 0 ? 'primary' : 'secondary'} onClick={onBook}>
            <Plus aria-hidden />
            New Booking
          </Button>
        )
      }
    >
      {entries.length === 0 ? (
        <p className="py-6 text-center text-sm text-muted-foreground">
          {onBook ? 'Nothing is booked on this day yet.' : 'Nothing was booked on this day.'}
        </p>
      ) : (
        <ul className="grid gap-3">
          {entries.map((entry) => (
            <li
              key={entry.key}
              className={cx(
                'grid gap-3 rounded-md border border-l-4 border-border bg-background p-4',
                getEntryEdge(entry),
              )}
            >
              <EntryDetails
                entry={entry}
                texts={fullBookings?.items.find(({ id }) => id === entry.booking.id)}
                context={context}
                onOpen={() => onOpen(entry.booking.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

type EntryDetailsProps = {
  entry: CalendarEntry
  /** Undefined while it is loading. */
  texts: Pick<Booking, 'notes' | 'cancel_reason'> | undefined
  context: BookingContext
  onOpen: () => void
}

function EntryDetails({ entry, texts, context, onOpen }: EntryDetailsProps) {
  const { booking, request } = entry
  const rooms = getEntryResources(entry)
    .map(({ name }) => name)
    .join(', ')
  const isBlocked = booking.booking_type === 'blocked_time'
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div className="grid gap-0.5 text-sm">
          <p className="text-muted-foreground tabular-nums">{formatTimes(request ?? booking)}</p>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={onOpen}
            className="justify-self-start text-left font-medium underline-offset-4 hover:underline"
          >
            {isBlocked && `${bookingTypeLabels.blocked_time}: `}
            {serviceLabel(booking, context.services)}
          </button>
          {!isBlocked && <p className="text-muted-foreground">{booking.client_name ?? 'Internal session'}</p>}
          {rooms && <p className="text-muted-foreground">{rooms}</p>}
        </div>
        {request ? <ChangeRequestBadge /> : <StatusBadge status={booking.status} />}
      </div>
      {texts?.notes && <p className="text-sm whitespace-pre-line">{texts.notes}</p>}
      {texts?.cancel_reason && (
        <p className="text-sm whitespace-pre-line text-muted-foreground">Reason: {texts.cancel_reason}</p>
      )}
      {request ? (
        <ChangeAnswer booking={booking} context={context} />
      ) : (
        <BookingSteps booking={booking} context={context} />
      )}
    </>
  )
}
