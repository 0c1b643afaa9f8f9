import { awaitsPayment } from '@studiohub/contract/features/bookings/lists/rules.ts'
import { isTooLateToCancel } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { isItemized } from '@studiohub/contract/features/prices/reductions/rules.ts'
import { PRICE_ON_REQUEST } from '@studiohub/contract/features/prices/rules.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { priceText } from '@studiohub/contract/shared/money.ts'
import { CalendarClock, Clock, type LucideIcon, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useBooking } from '#features/bookings/booking-api.ts'
import { useLiveBookings } from '#features/bookings/cache-api.ts'
import { CancellationRule, TooLateNotice } from '#features/bookings/details/components/cancellation-rule.tsx'
import { useBookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import {
  formatFullDate,
  formatInstant,
  formatRooms,
  formatTimes,
  getZoneNote,
  serviceLabel,
} from '#features/bookings/shared/wording.ts'
import { DepositPayment } from '#features/payments/shared/deposit-payment.tsx'
import { PriceLines } from '#features/prices/shared/price-lines.tsx'
import { browserTimeZone } from '#lib/page/browser-time.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'

const linkLook = 'text-link underline underline-offset-4'

/** The confirmation after booking: the session, its price, the directions to the studio, and the next steps. */
export function BookedSession({ id, studio }: { id: string; studio: Studio }) {
  useLiveBookings()
  const query = useBooking(id)
  const { context } = useBookingContext(studio)
  const title = query.data ? titleOf(query.data) : 'Your session'
  return (
    <Page title={title} subtitle={studio.name} titleSuffix={studio.name}>
      <QueryView query={query} loadingText="Loading your session..." errorTitle="Failed to load the booking">
        {(booking) => (
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
            <Facts
              booking={booking}
              studio={studio}
              service={serviceLabel(booking, context.services)}
              now={context.now}
            />
            <div className="grid grid-cols-1 gap-6">
              <DepositPayment booking={booking} studio={studio} />
              <NextSteps booking={booking} studio={studio} />
              <Actions booking={booking} studio={studio} service={serviceLabel(booking, context.services)} />
            </div>
          </div>
        )}
      </QueryView>
    </Page>
  )
}

const titles: Record<Booking['status'], string> = {
  pending: 'Your request was sent',
  confirmed: 'Your session is booked',
  cancelled: 'This session was cancelled',
  completed: 'Your session is over',
}
const titleOf = (booking: Booking) => (awaitsPayment(booking) ? 'One step left: pay' : titles[booking.status])

const isUpcoming = ({ status }: Booking) => status === 'pending' || status === 'confirmed'

type SessionProps = { booking: Booking; studio: Studio; service: string }

function Facts({ booking, studio, service, now }: SessionProps & { now: Date }) {
  const { starts_at } = booking
  const zone = getZoneNote(studio.timezone, browserTimeZone())
  const isLate = isTooLateToCancel(starts_at, studio.cancellation_cutoff_hours, now)
  return (
    <Card title={service}>
      <dl className="grid gap-3">
        <Fact name="When">
          {formatFullDate(booking.booking_date)}
          <span className="block tabular-nums">{formatTimes(booking)}</span>
          {zone && <span className="block text-sm text-muted-foreground">{zone}</span>}
        </Fact>
        <Fact name="Where">
          {studio.name}
          {formatRooms(booking) && `, ${formatRooms(booking)}`}
          {studio.location && (
            <span className="block">
              {studio.location}
              <a
                href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(studio.location)}`}
                target="_blank"
                rel="noopener noreferrer"
                className={`${linkLook} block w-fit`}
              >
                Get directions
              </a>
            </span>
          )}
        </Fact>
        <Fact name="Price">
          <Price booking={booking} studio_currency={studio.currency} />
        </Fact>
        {isUpcoming(booking) && (
          <Fact name="Cancel">
            {isLate ? (
              <TooLateNotice starts_at={starts_at} studio={studio} className="" />
            ) : (
              <CancellationRule booking={booking} studio={studio} now={now} className="" />
            )}
          </Fact>
        )}
        <Fact name="Contact">{(studio.contact_phone || studio.contact_email) && <Contact studio={studio} />}</Fact>
      </dl>
    </Card>
  )
}

/** The price: one amount, or a line per part if there are several. */
function Price({ booking, studio_currency }: { booking: Booking; studio_currency: string }) {
  const { price_minor, currency, price_lines, tax, deposit_minor } = booking
  if (!isItemized(price_lines) && !tax && deposit_minor === null)
    return priceText(price_minor, currency) || PRICE_ON_REQUEST
  return (
    <PriceLines
      lines={price_lines}
      currency={currency ?? studio_currency}
      total_minor={price_minor}
      tax={tax}
      deposit_minor={deposit_minor}
      isLabeled
    />
  )
}

function Contact({ studio: { contact_phone, contact_email } }: { studio: Studio }) {
  return (
    <span className="flex flex-wrap gap-x-4">
      {contact_phone && (
        <a href={`tel:${contact_phone.replace(/[^+\d]/g, '')}`} className={linkLook}>
          {contact_phone}
        </a>
      )}
      {contact_email && (
        <a href={`mailto:${contact_email}`} className={linkLook}>
          {contact_email}
        </a>
      )}
    </span>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="grid grid-cols-[5rem_1fr] gap-3">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0 wrap-break-word">{children}</dd>
    </div>
  )
}

function NextSteps({ booking, studio }: Omit<SessionProps, 'service'>) {
  if (!isUpcoming(booking) || awaitsPayment(booking)) return null
  const { status, expires_at } = booking
  const answerText = expires_at
    ? `${studio.name} answers by ${formatInstant(expires_at, studio.timezone)}. Until then the time is yours.`
    : `${studio.name} answers your request.`
  return (
    <Card title="What happens next">
      <ul className="grid gap-3 text-sm">
        {status === 'pending' && <NextStep icon={Clock}>{answerText}</NextStep>}
        <NextStep icon={Mail}>
          {status === 'pending'
            ? 'You get an email as soon as it is confirmed.'
            : 'You get an email with this session, and a reminder before it begins.'}
        </NextStep>
        <NextStep icon={CalendarClock}>To change or cancel it, open your bookings.</NextStep>
      </ul>
    </Card>
  )
}

const NextStep = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <li className="flex items-start gap-3">
    <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-link" />
    <span>{children}</span>
  </li>
)

function Actions({ booking, studio, service }: SessionProps) {
  const path = paths.clientBookings(studio.slug, { booked: booking.id })
  return (
    <div className="flex flex-wrap gap-3 max-sm:*:grow">
      {isUpcoming(booking) && <AddToCalendar booking={booking} studio={studio} service={service} path={path} />}
      <ButtonLink look="secondary">
        <Link to={paths.clientBookings(studio.slug)}>Your bookings</Link>
      </ButtonLink>
    </div>
  )
}
