import { canSeeAmounts, canWaiveFee } from '@studiohub/contract/features/bookings/policy.ts'
import { reservesTime } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { personTitle } from '@studiohub/contract/features/resources/words.ts'
import { isCharged } from '@studiohub/contract/features/studios/cancellation/rules.ts'
import { lengthText, sessionMinutes } from '@studiohub/contract/shared/length.ts'
import { TriangleAlert } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { useBooking, useCalendarBooking } from '#features/bookings/booking-api.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useWorkingTimes } from '#features/bookings/hooks/use-working-times.ts'
import { findAbsentPeople, isWithinRoomHours } from '#features/bookings/model/working-hours.ts'
import { StatusBadge } from '#features/bookings/shared/status.tsx'
import { waitingText } from '#features/bookings/shared/waiting-text.ts'
import { formatFullDate, formatTimes, getZoneNote, serviceLabel } from '#features/bookings/shared/wording.ts'
import { PriceLines } from '#features/prices/shared/price-lines.tsx'
import { browserTimeZone } from '#lib/page/browser-time.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { paths } from '#paths.ts'
import { SideSheet } from '#ui/side-sheet.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { AssignCrew } from './assign-crew.tsx'
import { BookingActions, getChangeRight } from './booking-actions.tsx'
import { BookingHistory } from './booking-history.tsx'
import { ChangeRequestPanel } from './change-request.tsx'
import { PresenceBadge } from './check-in.tsx'
import { ClientContacts } from './client-contacts.tsx'
import { ExtendSession } from './extend-session.tsx'
import { FeeText } from './fee-text.tsx'

type BookingDrawerProps = { context: BookingContext; id: string; onClose: () => void }

/** Details of a booking with all its actions. */
export function BookingDrawer({ context, id, onClose }: BookingDrawerProps) {
  const { data: booking, error, isFetching, refetch } = useBooking(id)
  const calendarBooking = useCalendarBooking(id)
  const header = booking ?? calendarBooking
  return (
    <SideSheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={header ? titleOf(header, context) : 'Booking'}
      subtitle={
        header && (
          <span className="flex flex-wrap gap-2">
            <StatusBadge status={header.status} />
            <PresenceBadge booking={header} context={context} />
          </span>
        )
      }
      footer={booking && <BookingActions booking={booking} context={context} />}
    >
      {booking && <Facts booking={booking} context={context} />}
      {!booking && !error && <SkeletonRows />}
      {!booking && error && (
        <ErrorState
          title="Failed to load the booking"
          message={describeError(error).message}
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      )}
    </SideSheet>
  )
}

/** The booked add-ons, for crew who see no amounts. */
const extrasText = ({ price_lines }: Booking) =>
  price_lines
    .map(({ label, unit, quantity }) => (unit === 'piece' && quantity > 1 ? `${quantity} × ${label}` : label))
    .join(', ')

const titleOf = (booking: Pick<Booking, 'booking_type' | 'service_type'>, context: BookingContext) =>
  `${booking.booking_type === 'blocked_time' ? 'Blocked: ' : ''}${serviceLabel(booking, context.services)}`

function Facts({ booking, context }: { booking: Booking; context: BookingContext }) {
  const namesOf = (kind: Booking['resources'][number]['kind']) =>
    booking.resources
      .filter((resource) => resource.kind === kind)
      .map(({ name }) => name)
      .join(', ')
  const isBlocked = booking.booking_type === 'blocked_time'
  const { studio } = context
  const messagesPath = findMessagesPath(booking, context.worksAtDesk)
  const zone = getZoneNote(studio.timezone, browserTimeZone())
  return (
    <div className="grid gap-5">
      <ChangeRequestPanel booking={booking} context={context} />
      <Warnings booking={booking} context={context} />
      <dl className="grid gap-4">
        <Fact name="When">
          {booking.booking_date === context.today && <span className="font-semibold">Today, </span>}
          {formatFullDate(booking.booking_date)}
          <span className="block tabular-nums">
            {formatTimes(booking)}
            <span className="text-muted-foreground">, {lengthText(sessionMinutes(booking))}</span>
          </span>
          {zone && <span className="block text-xs text-muted-foreground">{zone}</span>}
        </Fact>
        <Fact name="Extend by">
          {reservesTime(booking.status) && getChangeRight(booking, context) && <ExtendSession booking={booking} />}
        </Fact>
        <Fact name="Waiting">{waitingText(booking, { zone: studio.timezone, reader: 'studio' })}</Fact>
        <Fact name="Room">{namesOf('room')}</Fact>
        <Fact name="People">{namesOf('person')}</Fact>
        <Fact name="Equipment">{namesOf('equipment')}</Fact>
        {!isBlocked && (
          <Fact name="Client">
            <ClientName booking={booking} context={context} />
            {context.worksAtDesk && booking.client_id && (
              <ClientContacts studio_id={studio.id} client_id={booking.client_id} />
            )}
            {messagesPath && (
              <Link to={messagesPath} className="block w-fit py-0.5 text-link underline-offset-4 hover:underline">
                Send a message
              </Link>
            )}
          </Fact>
        )}
        <Fact name="Project">{booking.project_title}</Fact>
        <Fact name="Attendees">{booking.people}</Fact>
        {!canSeeAmounts(context.actor, studio) && <Fact name="Extras">{extrasText(booking)}</Fact>}
        <Fact name="Price">
          {canSeeAmounts(context.actor, studio) && booking.price_lines.length > 0 && (
            <PriceLines
              lines={booking.price_lines}
              currency={booking.currency ?? studio.currency}
              total_minor={booking.price_minor}
              tax={booking.tax}
              deposit_minor={booking.deposit_minor}
              isLabeled
            />
          )}
          {context.worksAtDesk && booking.price_minor !== null && (
            <Suspense fallback={null}>
              <SessionMoney booking_id={booking.id} />
              {booking.deposit_minor !== null && <DepositNotice booking={booking} zone={studio.timezone} />}
              <DisputeNotice studio_id={studio.id} booking_id={booking.id} />
            </Suspense>
          )}
        </Fact>
        <Fact name="Fee">{booking.fee && <Fee booking={booking} context={context} />}</Fact>
        {context.worksAtDesk && booking.client_id && (
          <Suspense fallback={null}>
            <SessionTerms booking_id={booking.id} zone={studio.timezone} />
          </Suspense>
        )}
        <Fact name="Notes">{booking.notes}</Fact>
        <Fact name="Reason">{booking.cancel_reason}</Fact>
        <Fact name="Series">{booking.series_id && 'Part of a series'}</Fact>
      </dl>
      {context.worksAtDesk && context.people.length > 0 && reservesTime(booking.status) && !isBlocked && (
        <AssignCrew booking={booking} context={context} />
      )}
      <BookingHistory id={booking.id} zone={studio.timezone} services={context.services} />
    </div>
  )
}

const SessionMoney = lazy(async () => ({
  default: (await import('#features/invoices/shared/session-money.tsx')).SessionMoney,
}))
const SessionTerms = lazy(async () => ({
  default: (await import('#features/terms/shared/session-terms.tsx')).SessionTerms,
}))
const DisputeNotice = lazy(async () => ({
  default: (await import('#features/payments/shared/dispute-notice.tsx')).DisputeNotice,
}))
const DepositNotice = lazy(async () => ({
  default: (await import('#features/payments/shared/deposit-notice.tsx')).DepositNotice,
}))
const ChargeFee = lazy(async () => ({
  default: (await import('#features/payments/shared/charge-fee.tsx')).ChargeFee,
}))
const WaiveFee = lazy(async () => ({ default: (await import('./waive-fee.tsx')).WaiveFee }))

/** The fee of a cancelled or missed session; an admin may charge or waive it. */
const Fee = ({ booking, context }: { booking: Booking; context: BookingContext }) => (
  <>
    {booking.fee && <FeeText fee={booking.fee} currency={booking.currency} tax={booking.tax} />}
    {isCharged(booking.fee) && canWaiveFee(context.actor, booking) && (
      <Suspense fallback={null}>
        <ChargeFee booking_id={booking.id} />
        <WaiveFee booking={booking} />
      </Suspense>
    )}
  </>
)

/** The name of the client; for the desk a link to their record. */
function ClientName({ booking: { client_id, client_name }, context }: { booking: Booking; context: BookingContext }) {
  if (client_id === null || !context.worksAtDesk) return client_name ?? 'Internal session'
  return (
    <Link
      to={paths.withOpen(paths.studioClients, { client: client_id })}
      className="block w-fit py-0.5 font-medium text-link underline-offset-4 hover:underline"
    >
      {client_name ?? 'Client'}
    </Link>
  )
}

/** One row of the list; nothing if it has no content. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="grid grid-cols-[6rem_1fr] gap-3 text-sm">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0 whitespace-pre-line">{children}</dd>
    </div>
  )
}

function Warnings({ booking, context }: { booking: Booking; context: BookingContext }) {
  const hours = useWorkingTimes(context)
  const room_ids = booking.resources.filter(({ kind }) => kind === 'room').map(({ id }) => id)
  const isOutside =
    context.worksAtDesk &&
    booking.booking_type === 'client_booking' &&
    hours &&
    // Without a room, the hours of the studio apply; their id is empty.
    !(room_ids.length > 0 ? room_ids : ['']).every((id) => isWithinRoomHours(id, booking, hours))
  const absentNames =
    context.worksAtDesk && hours
      ? findAbsentPeople(
          context.people,
          booking,
          hours,
          booking.resources.map(({ id }) => id),
        )
      : []
  const service = context.services.find(({ key }) => key === booking.service_type)
  const isPersonMissing =
    context.worksAtDesk &&
    booking.booking_type === 'client_booking' &&
    reservesTime(booking.status) &&
    service?.person_ids &&
    !booking.resources.some(({ kind }) => kind === 'person')
  return (
    <>
      {booking.no_show_at && <Warning>The client did not show up.</Warning>}
      {isPersonMissing && <Warning>No {personTitle(service.person_title)} is assigned to this session.</Warning>}
      {isOutside && <Warning>This session is outside opening hours.</Warning>}
      {absentNames.length > 0 && <Warning>{absentNames.join(', ')} will not be working then.</Warning>}
    </>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 rounded-md border border-pending bg-pending-soft p-3 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-pending" />
      {children}
    </p>
  )
}

/** The path of the conversation about a booking's project; for the desk also of the general one with the client. */
function findMessagesPath({ client_id, project_id }: Booking, worksAtDesk: boolean): string | null {
  if (client_id === null) return null
  if (worksAtDesk) return paths.messagesOf(paths.studioMessages, client_id, project_id)
  return project_id === null ? null : paths.messagesOf(paths.staffMessages, client_id, project_id)
}
