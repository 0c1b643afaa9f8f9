import { awaitsPayment } from '@studiohub/contract/features/bookings/lists/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { priceText } from '@studiohub/contract/shared/money.ts'
import { CalendarClock, CalendarX2, MessageSquare } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { CancellationRule, TooLateNotice } from '#features/bookings/details/components/cancellation-rule.tsx'
import { FeeText } from '#features/bookings/details/components/fee-text.tsx'
import { getSteps } from '#features/bookings/details/model/steps.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { StatusBadge } from '#features/bookings/shared/status.tsx'
import { waitingText } from '#features/bookings/shared/waiting-text.ts'
import { formatFullDate, formatShortDate, formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'
import { ZoneNote } from '#features/bookings/shared/zone-note.tsx'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import { AddressLink } from './address-link.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { OwnChangeRequest } from './own-change-request.tsx'
import { SessionPrice } from './session-price.tsx'

const BookingHistory = lazy(async () => ({
  default: (await import('#features/bookings/details/components/booking-history.tsx')).BookingHistory,
}))

const DepositPayment = lazy(async () => ({
  default: (await import('#features/payments/shared/deposit-payment.tsx')).DepositPayment,
}))

const OwnSessionTerms = lazy(async () => ({
  default: (await import('#features/terms/shared/session-terms.tsx')).OwnSessionTerms,
}))

const CancelDialog = lazy(async () => ({
  default: (await import('#features/bookings/details/components/cancel-dialog.tsx')).CancelDialog,
}))

type BookingDetailsProps = { booking: Booking; context: BookingContext; onClose: () => void }

/** Details of a client's booking with the available actions. */
export function BookingDetails({ booking, context, onClose }: BookingDetailsProps) {
  const [openDialog, setOpenDialog] = useState<'move' | 'cancel' | null>(null)
  const { studio, actor, now, services } = context
  const { status } = booking
  const { cancel } = getSteps(booking, actor, { cutoff_hours: studio.cancellation_cutoff_hours, now })
  const label = serviceLabel(booking, services)
  const summary = `${label}, ${formatShortDate(booking.booking_date)}, ${formatTimes(booking)}`
  const rule = { starts_at: booking.starts_at, studio }
  const closeDialog = () => setOpenDialog(null)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={label}
      footer={
        cancel === true && (
          <>
            <Button look="quiet-danger" className="md:mr-auto" onClick={() => setOpenDialog('cancel')}>
              <CalendarX2 aria-hidden />
              Cancel session
            </Button>
            {!awaitsPayment(booking) && (
              <Button look="secondary" onClick={() => setOpenDialog('move')}>
                <CalendarClock aria-hidden />
                Move
              </Button>
            )}
          </>
        )
      }
    >
      <div className="grid gap-4 pb-2">
        <div className="grid gap-1">
          <p className="text-lg font-semibold tabular-nums">
            {formatFullDate(booking.booking_date)}, <span className="whitespace-nowrap">{formatTimes(booking)}</span>
          </p>
          <ZoneNote zone={studio.timezone} />
          <StatusLine booking={booking} zone={studio.timezone} />
        </div>
        <OwnChangeRequest booking={booking} context={context} />
        <Facts booking={booking} studio={studio} />
        {booking.deposit_minor !== null && (
          <Suspense fallback={null}>
            <DepositPayment booking={booking} studio={studio} isBelowPrice />
          </Suspense>
        )}
        <Suspense fallback={null}>
          <OwnSessionTerms booking_id={booking.id} zone={studio.timezone} studio={studio} />
        </Suspense>
        {cancel === 'too_late' && (
          <TooLateNotice {...rule} className="rounded-md border border-border bg-muted p-3 text-sm" />
        )}
        {cancel === true && (
          <CancellationRule booking={booking} studio={studio} now={now} className="text-sm text-muted-foreground" />
        )}
        <div className="flex flex-wrap gap-2">
          {(status === 'confirmed' || status === 'pending') && (
            <AddToCalendar
              booking={booking}
              studio={studio}
              service={label}
              path={paths.clientBookings(studio.slug, { booked: booking.id })}
              look="secondary"
            />
          )}
          <ButtonLink look="secondary">
            <Link to={paths.messagesOf(paths.clientMessages(studio.slug), booking.client_id, booking.project_id)}>
              <MessageSquare aria-hidden />
              <span>
                Send a message<span className="sr-only"> to {studio.name}</span>
              </span>
            </Link>
          </ButtonLink>
        </div>
        <Suspense fallback={<SkeletonRows />}>
          <BookingHistory id={booking.id} zone={studio.timezone} services={services} />
        </Suspense>
      </div>
      {openDialog === 'move' && <MoveDialog booking={booking} context={context} onClose={closeDialog} />}
      {openDialog === 'cancel' && (
        <Suspense fallback={null}>
          <CancelDialog booking={booking} summary={summary} open onClose={closeDialog} />
        </Suspense>
      )}
    </Dialog>
  )
}

function StatusLine({ booking, zone }: { booking: Booking; zone: string }) {
  const { status } = booking
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted-foreground">
      <StatusBadge status={status} />
      {status !== 'confirmed' && waitingText(booking, { zone, reader: 'client' })}
    </p>
  )
}

function Facts({ booking, studio }: { booking: Booking; studio: Studio }) {
  const { resources, price_minor, price_lines, currency, notes, cancel_reason, tax } = booking
  const namesOf = (kind: Booking['resources'][number]['kind']) =>
    resources
      .filter((resource) => resource.kind === kind)
      .map(({ name }) => name)
      .join(', ')
  const address = studio.location && <AddressLink address={studio.location} />
  const price =
    price_lines.length > 0 ? (
      <SessionPrice booking={booking} currency={currency ?? studio.currency} />
    ) : (
      priceText(price_minor, currency)
    )
  const facts: [string, ReactNode][] = [
    ['Room', namesOf('room')],
    ['Address', address],
    ['With', namesOf('person')],
    ['Equipment', namesOf('equipment')],
    ['People', booking.people],
    ['Price', price],
    ['Fee', booking.fee && <FeeText fee={booking.fee} currency={currency} tax={tax} />],
    ['Project', booking.project_title],
    ['Notes', notes],
    ['Reason', cancel_reason],
  ]
  return (
    <dl className="grid gap-3 text-sm">
      {facts.map(
        ([name, fact]) =>
          fact && (
            <div key={name} className="grid grid-cols-[5rem_1fr] gap-3">
              <dt className="text-muted-foreground">{name}</dt>
              <dd className="min-w-0 break-words whitespace-pre-line tabular-nums">{fact}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
