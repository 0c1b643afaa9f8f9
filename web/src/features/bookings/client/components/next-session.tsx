import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { priceText } from '@studiohub/contract/shared/money.ts'
import { ChevronRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useLiveBookings } from '#features/bookings/cache-api.ts'
import { CancellationRule, TooLateNotice } from '#features/bookings/details/components/cancellation-rule.tsx'
import { getSteps } from '#features/bookings/details/model/steps.ts'
import { type BookingContext, useBookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { StatusBadge } from '#features/bookings/shared/status.tsx'
import {
  formatDayOfYear,
  formatNearDay,
  formatRooms,
  serviceLabel,
  weekdayAndDay,
} from '#features/bookings/shared/wording.ts'
import { ZoneNote } from '#features/bookings/shared/zone-note.tsx'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { useOwnBookings, usePictures } from '../api.ts'
import { formatSessionTimes } from '../model/session-times.ts'
import { AddToCalendar } from './add-to-calendar.tsx'
import { AddressLink } from './address-link.tsx'

const BookingDetails = lazy(async () => ({ default: (await import('./booking-details.tsx')).BookingDetails }))

const isAhead = ({ status, ends_at }: Booking, now: Date) =>
  (status === 'pending' || status === 'confirmed') && Date.parse(ends_at) > now.getTime()

/** The client's next session: when, where, how to get there, and until when it can be cancelled. Below it the later ones. */
export function NextSession({ studio }: { studio: Studio }) {
  useLiveBookings()
  const { context, isLoading } = useBookingContext(studio)
  const query = useOwnBookings(studio.id)
  const isPhone = useIsPhone()
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <Card title="Next session">
      <QueryView
        query={{ ...query, data: isLoading ? undefined : query.data }}
        loadingText="Loading bookings..."
        errorTitle="Failed to load bookings"
      >
        {(all) => {
          const [next, ...later] = all.filter((booking) => isAhead(booking, context.now))
          // The next session may change while the details are open, for example when it is cancelled there.
          const opened = all.find(({ id }) => id === openId)
          return (
            <>
              {next ? (
                <SessionSummary booking={next} context={context} onOpen={() => setOpenId(next.id)} />
              ) : (
                <p className="text-sm text-muted-foreground">You have no upcoming sessions.</p>
              )}
              {/* On phones what waits for the client comes before the later sessions (`LaterSessionsCard`). */}
              {later.length > 0 && !isPhone && (
                <div className="border-t border-border pt-3">
                  <LaterSessions bookings={later} context={context} />
                </div>
              )}
              {opened && (
                <Suspense fallback={<LoadingOverlay>Opening the booking...</LoadingOverlay>}>
                  <BookingDetails key={opened.id} booking={opened} context={context} onClose={() => setOpenId(null)} />
                </Suspense>
              )}
            </>
          )
        }}
      </QueryView>
    </Card>
  )
}

type SessionSummaryProps = { booking: Booking; context: BookingContext; onOpen: () => void }

/** When and where the session is, and until when it can be cancelled. */
function SessionSummary({ booking, context, onOpen }: SessionSummaryProps) {
  const { studio } = context
  const { cancel } = getSteps(booking, context.actor, {
    cutoff_hours: studio.cancellation_cutoff_hours,
    now: context.now,
  })
  const service = serviceLabel(booking, context.services)
  const price = priceText(booking.price_minor, booking.currency)
  const title = [service, formatRooms(booking), price].filter(Boolean).join(' · ')
  const near = formatNearDay(booking.booking_date, context.today)
  const picture = useSessionPicture(booking)
  return (
    <div className="flex gap-6">
      <div className="grid min-w-0 grow grid-cols-1 content-start gap-3">
        <div className="grid grid-cols-1 gap-1">
          <p className="flex flex-wrap items-center gap-2">
            {near && <span className="text-sm font-medium text-link">{near}</span>}
            <StatusBadge status={booking.status} />
          </p>
          <p className="text-lg font-semibold tabular-nums">
            {formatDayOfYear(booking.booking_date)}
            <span className="sr-only">, </span>
            <span className="block">{formatSessionTimes(booking)}</span>
          </p>
          <ZoneNote zone={studio.timezone} />
          <p className="text-sm">{title}</p>
          {studio.location && (
            <p>
              <AddressLink address={studio.location} />
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <AddToCalendar
            booking={booking}
            studio={studio}
            service={service}
            path={paths.clientBookings(studio.slug, { booked: booking.id })}
            look="secondary"
          />
          <Button
            look="secondary"
            aria-haspopup="dialog"
            aria-label={cancel === true ? 'Details, move or cancel' : 'Details'}
            onClick={onOpen}
          >
            {/* On phones only the first word is visible, so that both buttons are in one row. */}
            <span>Details{cancel === true && <span className="max-sm:hidden">, move or cancel</span>}</span>
          </Button>
        </div>
        {cancel === true && (
          <CancellationRule
            booking={booking}
            studio={studio}
            now={context.now}
            className="text-sm text-muted-foreground"
          />
        )}
        {cancel === 'too_late' && (
          <>
            <ShortTooLateNotice studio={studio} />
            <TooLateNotice
              starts_at={booking.starts_at}
              studio={studio}
              className="text-sm text-muted-foreground max-md:hidden"
            />
          </>
        )}
      </div>
      {picture && (
        <img
          src={picture.small_url}
          alt={picture.alt}
          width={640}
          height={480}
          className="h-auto w-72 shrink-0 self-stretch rounded-md bg-muted object-cover max-lg:w-56 max-md:hidden"
        />
      )}
    </div>
  )
}

/** What `TooLateNotice` says, in one row for phones. The details have the whole sentence. */
function ShortTooLateNotice({ studio: { contact_phone, contact_email } }: { studio: Studio }) {
  return (
    <div className="-mr-3 flex flex-wrap items-center text-sm text-muted-foreground md:hidden">
      <p className="mr-auto">
        {contact_phone || contact_email
          ? 'Too late to cancel online'
          : 'Too late to cancel online. Please contact the studio.'}
      </p>
      {contact_phone && (
        <ButtonLink look="link" size="small" className="min-h-11">
          <a href={`tel:${contact_phone.replace(/[^+\d]/g, '')}`} title={contact_phone}>
            Call
          </a>
        </ButtonLink>
      )}
      {contact_email && (
        <ButtonLink look="link" size="small" className="min-h-11">
          <a href={`mailto:${contact_email}`} title={contact_email}>
            Email
          </a>
        </ButtonLink>
      )}
    </div>
  )
}

/** On phones: the later sessions in a card of their own. Renders nothing if there are none. */
export function LaterSessionsCard({ studio }: { studio: Studio }) {
  const { context, isLoading } = useBookingContext(studio)
  const { data = [] } = useOwnBookings(studio.id)
  const [, ...later] = data.filter((booking) => isAhead(booking, context.now))
  if (isLoading || later.length === 0) return null
  return (
    <Card className="pt-1! pb-2!">
      <LaterSessions bookings={later} context={context} />
    </Card>
  )
}

const LATER_SHOWN = 2

/** The sessions after the next one. Each opens on the page of bookings. */
function LaterSessions({ bookings, context }: { bookings: readonly Booking[]; context: BookingContext }) {
  const { slug } = context.studio
  return (
    <div className="grid gap-1 max-md:gap-0">
      <div className="flex items-center justify-between gap-4">
        <h3 className="text-sm font-medium text-muted-foreground">Later</h3>
        <ButtonLink look="link" size="small" className="-mr-3 gap-1 max-md:min-h-11">
          <Link to={paths.clientBookings(slug)}>
            All bookings
            <ChevronRight aria-hidden />
          </Link>
        </ButtonLink>
      </div>
      <ul aria-label="Later sessions" className="grid divide-y divide-border">
        {bookings.slice(0, LATER_SHOWN).map((booking) => (
          <li
            key={booking.id}
            className="relative grid min-h-14 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-4 py-1.5 text-sm md:grid-cols-[12rem_minmax(0,1fr)_auto] md:last:-mb-1.5"
          >
            <Link
              to={paths.withOpen(paths.clientBookings(slug), { booking: booking.id })}
              className="truncate font-medium after:absolute after:inset-0 hover:underline"
            >
              {serviceLabel(booking, context.services)}
              <span className="sr-only">, {weekdayAndDay(booking.booking_date)}</span>
            </Link>
            <span className="truncate text-muted-foreground tabular-nums max-md:order-last max-md:col-span-full">
              {weekdayAndDay(booking.booking_date)}, {formatSessionTimes(booking)}
              {booking.resources.length > 0 && ` · ${formatRooms(booking)}`}
            </span>
            <StatusBadge status={booking.status} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The cover of the session's room, or of its service. */
function useSessionPicture({ studio_id, resources, service_type }: Booking) {
  const { data: pictures } = usePictures(studio_id)
  return (
    pictures?.find(({ resource_id }) => resources.some(({ id }) => id === resource_id)) ??
    pictures?.find(({ service_key }) => service_key === service_type)
  )
}
