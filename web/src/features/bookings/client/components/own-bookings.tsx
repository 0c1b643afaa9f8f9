import { awaitsPayment } from '@studiohub/contract/features/bookings/lists/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { priceText } from '@studiohub/contract/shared/money.ts'
import { CalendarPlus, ChevronRight, History } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { ChangeRequestBadge, PaymentDueBadge, StatusBadge } from '#features/bookings/shared/status.tsx'
import {
  formatMonthName,
  formatNearDay,
  formatRooms,
  formatShortDate,
  formatShortWeekday,
  serviceLabel,
  weekdayAndDay,
} from '#features/bookings/shared/wording.ts'
import { ZoneNote } from '#features/bookings/shared/zone-note.tsx'
import { useIdInUrl } from '#lib/hooks/use-id-in-url.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { QueryView } from '#ui/query-view.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useOwnBookings } from '../api.ts'
import { formatSessionTimes } from '../model/session-times.ts'

const BookingDetails = lazy(async () => ({ default: (await import('./booking-details.tsx')).BookingDetails }))

const ROWS_AT_FIRST = 10

type OwnBookingsProps = {
  context: BookingContext
  isLoading: boolean
  heading: ReactNode
  tab: 'upcoming' | 'past'
  onTabChange: (tab: 'upcoming' | 'past') => void
  newBooking: ReactNode
}

/** The client's bookings: upcoming ones soonest first, past and cancelled ones newest first. */
export function OwnBookings({ context, isLoading, heading, tab, onTabChange, newBooking }: OwnBookingsProps) {
  const query = useOwnBookings(context.studio.id)
  const [clickedId, setClickedId] = useState<string | null>(null)
  const [linkedId, removeLinkedId] = useIdInUrl('booking')
  const openId = clickedId ?? linkedId
  const isUpcoming = ({ status, ends_at }: Booking) =>
    (status === 'pending' || status === 'confirmed') && Date.parse(ends_at) > context.now.getTime()
  const openBooking = query.data?.find(({ id }) => id === openId)
  const renderList = (select: (all: readonly Booking[]) => Booking[], empty: ReactNode) => (
    <QueryView
      query={{ ...query, data: isLoading ? undefined : query.data && select(query.data) }}
      loadingText="Loading bookings..."
      errorTitle="Failed to load bookings"
      empty={empty}
    >
      {(bookings) => <Rows bookings={bookings} context={context} onOpen={setClickedId} />}
    </QueryView>
  )
  return (
    <>
      <Tabs
        label="Your bookings"
        heading={heading}
        value={tab}
        onChange={(value) => onTabChange(value === 'past' ? 'past' : 'upcoming')}
        tabs={[
          {
            value: 'upcoming',
            label: 'Upcoming',
            content: renderList(
              (all) => all.filter(isUpcoming),
              <NoUpcoming bookings={query.data} action={newBooking} />,
            ),
          },
          {
            value: 'past',
            label: 'Past',
            content: renderList(
              (all) => all.filter((booking) => !isUpcoming(booking)).reverse(),
              <EmptyState icon={History} title="Nothing yet">
                Past and cancelled sessions appear here.
              </EmptyState>,
            ),
          },
        ]}
      />
      {openBooking && (
        <Suspense fallback={<LoadingOverlay>Opening the booking...</LoadingOverlay>}>
          <BookingDetails
            booking={openBooking}
            context={context}
            onClose={() => {
              setClickedId(null)
              if (linkedId) removeLinkedId()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function NoUpcoming({ bookings, action }: { bookings: readonly Booking[] | undefined; action: ReactNode }) {
  return (
    <EmptyState
      icon={CalendarPlus}
      title={bookings?.length ? 'No upcoming bookings' : 'No Bookings Yet'}
      action={action}
    >
      {nextStepText(Boolean(action), Boolean(bookings?.length))}
    </EmptyState>
  )
}

function nextStepText(canBook: boolean, hasBookings: boolean) {
  if (!canBook) return 'Sessions that are booked for you appear here.'
  return hasBookings ? 'Book your next session.' : 'Choose a service, then one of the free times.'
}

type RowsProps = { bookings: readonly Booking[]; context: BookingContext; onOpen: (id: string) => void }

function Rows({ bookings, context, onOpen }: RowsProps) {
  const [showsAll, setShowsAll] = useState(false)
  const rows = showsAll ? bookings : bookings.slice(0, ROWS_AT_FIRST)
  return (
    <div className="grid grid-cols-1 gap-3">
      <ZoneNote zone={context.studio.timezone} />
      <ul className="grid grid-cols-1 gap-2">
        {rows.map((booking) => (
          <li key={booking.id}>
            <button
              type="button"
              onClick={() => onOpen(booking.id)}
              className="grid min-h-14 w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 rounded-md border border-border bg-card py-3 pr-4 pl-3 text-left transition duration-150 hover:bg-muted max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:gap-2 max-sm:py-1.5 max-sm:pr-3 max-sm:pl-1.5"
            >
              <DateTile date={booking.booking_date} />
              <SessionLines booking={booking} context={context} />
              {/* A phone needs its space for the price. */}
              <ChevronRight aria-hidden className="size-5 text-muted-foreground max-sm:hidden" />
            </button>
          </li>
        ))}
      </ul>
      {rows.length < bookings.length && (
        <Button look="secondary" className="justify-self-center" onClick={() => setShowsAll(true)}>
          Show all {bookings.length}
        </Button>
      )}
    </div>
  )
}

/** The service and its status, and one line with when, where and the price. On phones the price has a column at the end. */
function SessionLines({ booking, context }: { booking: Booking; context: BookingContext }) {
  const { status, booking_date, change_request, price_minor, currency } = booking
  const rooms = formatRooms(booking)
  const price = priceText(price_minor, currency)
  return (
    <span className="grid min-w-0 grid-cols-1 gap-0.5 max-sm:gap-0">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:justify-between">
        <span className={cx('font-medium wrap-anywhere', status === 'cancelled' && 'line-through')}>
          {serviceLabel(booking, context.services)}
        </span>
        <StatusBadge status={status} />
        {change_request && <ChangeRequestBadge />}
        {awaitsPayment(booking) && <PaymentDueBadge />}
      </span>
      <span className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 text-sm text-muted-foreground tabular-nums sm:block">
        <span>
          <SessionDate date={booking_date} today={context.today} />,{' '}
          <span className="whitespace-nowrap">{formatSessionTimes(booking)}</span>
          {rooms && ` · ${rooms}`}
        </span>
        {price && (
          <span className="whitespace-nowrap">
            <span className="max-sm:hidden"> · </span>
            {price}
          </span>
        )}
      </span>
    </span>
  )
}

/** The month and the day as on a calendar, to find a session at a glance. The row has the date as text. */
const DateTile = ({ date }: { date: string }) => (
  <span
    aria-hidden
    className="grid size-12 content-center justify-items-center rounded-md border border-border bg-muted max-sm:size-11"
  >
    <span className="text-xs leading-4 text-muted-foreground">{formatMonthName(date)}</span>
    <span className="text-lg leading-6 font-semibold tabular-nums">{Number(date.slice(-2))}</span>
  </span>
)

/**
 * 'Tomorrow' or 'Mon', because the tile shows the day. Screen readers get the whole date: 'Tomorrow, Mon, Nov 23' or 'Wed, Nov 25,
 * 2026'. Other years than this one are visible.
 */
function SessionDate({ date, today }: { date: string; today: string }) {
  const near = formatNearDay(date, today)
  if (near) {
    return (
      <>
        <span className="font-medium text-link">{near}</span>
        <span className="sr-only">, {weekdayAndDay(date)}</span>
      </>
    )
  }
  if (date.slice(0, 4) !== today.slice(0, 4)) return formatShortDate(date)
  return (
    <>
      <span aria-hidden>{formatShortWeekday(date)}</span>
      <span className="sr-only">{formatShortDate(date)}</span>
    </>
  )
}
