import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { bookingTypeLabels } from '@studiohub/contract/features/bookings/words.ts'
import { CalendarSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Show, useBookingList } from '#features/bookings/api.ts'
import { shows, type UrlState } from '#features/bookings/calendar/model/view-in-url.ts'
import { FilterButton } from '#features/bookings/components/filter-button.tsx'
import { NoBookingsYet } from '#features/bookings/components/no-bookings-yet.tsx'
import { BookingSteps } from '#features/bookings/details/components/booking-steps.tsx'
import { ChangeAnswer } from '#features/bookings/details/components/change-request.tsx'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { requestText } from '#features/bookings/model/change-request.ts'
import { isFiltered, toQuery } from '#features/bookings/model/filters.ts'
import { ChangeRequestBadge, StatusBadge } from '#features/bookings/shared/status.tsx'
import { shortWaitingText } from '#features/bookings/shared/waiting-text.ts'
import {
  formatRooms,
  formatShortDate,
  formatTimes,
  serviceLabel,
  truncateText,
} from '#features/bookings/shared/wording.ts'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Select } from '#ui/select.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'

const NOTES_SHOWN = 40
const ACTIONS = 'justify-end @3xl:justify-start @5xl:flex-nowrap'

const showLabels: Record<Show, string> = {
  all: 'All dates',
  upcoming: 'Next 60 days',
  pending: 'Waiting for confirmation',
}

type ListTabProps = {
  context: BookingContext
  isLoading: boolean
  urlState: Pick<UrlState, 'show' | 'filters'>
  onGo: (part: Partial<UrlState>) => void
  /** Opens the booking's details. */
  onOpen: (id: string) => void
  newBooking: ReactNode
}

/** All bookings as a table (spec section 2). */
export function ListTab(props: ListTabProps) {
  const { context, isLoading, urlState, onGo, onOpen, newBooking } = props
  const { show, filters } = urlState
  const list = useBookingList(context.studio.id, show, context.today, toQuery(filters))
  const isAll = show === 'all' && !isFiltered(filters)
  return (
    <Card
      title="All Bookings"
      description="View and manage all studio bookings"
      action={
        <div className="flex gap-2">
          <ShowSelect show={show} onShow={(to) => onGo({ show: to })} />
          <FilterButton
            context={context}
            filters={filters}
            onChange={(to) => onGo({ filters: to })}
            {...(show === 'pending' && { without: 'status' })}
          />
        </div>
      }
    >
      <QueryView
        query={{ ...list, data: isLoading ? undefined : list.data }}
        loadingText="Loading bookings..."
        errorTitle="Failed to load bookings"
        empty={
          isAll ? (
            <NoBookingsYet newBooking={newBooking} />
          ) : (
            <NothingHere show={show} isFiltered={isFiltered(filters)} />
          )
        }
      >
        {(rows) => (
          <>
            <BookingTable rows={rows} context={context} onOpen={onOpen} />
            <ShowMore list={list} />
          </>
        )}
      </QueryView>
    </Card>
  )
}

function ShowSelect({ show, onShow }: { show: Show; onShow: (show: Show) => void }) {
  return (
    <Select
      aria-label="Bookings shown"
      value={show}
      choices={shows.map((value) => ({ value, label: showLabels[value] }))}
      onChange={(event) => onShow(shows.find((one) => one === event.target.value) ?? 'all')}
    />
  )
}

function NothingHere({ show, isFiltered: isNarrowed }: { show: Show; isFiltered: boolean }) {
  if (isNarrowed) {
    return (
      <EmptyState icon={CalendarSearch} title="No matching bookings">
        Remove filters to see more.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={CalendarSearch}
      title={show === 'pending' ? 'No pending bookings' : 'Nothing in the next 60 days'}
    >
      {show === 'pending'
        ? 'Every booking has been answered.'
        : 'Choose "All dates" to see earlier and later bookings.'}
    </EmptyState>
  )
}

type BookingTableProps = { rows: readonly Booking[]; context: BookingContext; onOpen: (id: string) => void }

function BookingTable({ rows, context, onOpen }: BookingTableProps) {
  return (
    <Table
      label="All Bookings"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Date',
          cell: ({ booking_date }) => (
            <span className="inline-block @3xl:min-w-24 @5xl:whitespace-nowrap">{formatShortDate(booking_date)}</span>
          ),
        },
        { name: 'Time', cell: (row) => <TimeCell booking={row} /> },
        { name: 'Type', cell: (row) => <TypeCell booking={row} /> },
        {
          name: 'Service',
          cell: (row) => (
            <span className="grid justify-items-end @3xl:justify-items-start">
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => onOpen(row.id)}
                className="text-left underline-offset-4 hover:underline"
              >
                {serviceLabel(row, context.services)}
              </button>
              <span className="text-xs text-muted-foreground">{formatRooms(row)}</span>
            </span>
          ),
        },
        { name: 'Status', cell: (row) => <StatusCell booking={row} context={context} /> },
        { name: 'Notes', cell: ({ notes }) => <Notes>{notes}</Notes> },
        {
          name: 'Actions',
          cell: (row) => (
            <span className="grid gap-2">
              <ChangeAnswer booking={row} context={context} className={ACTIONS} isShort />
              <BookingSteps booking={row} context={context} className={ACTIONS} />
            </span>
          ),
        },
      ]}
    />
  )
}

function TimeCell({ booking: { start_time, end_time, days } }: { booking: Booking }) {
  return (
    <span className="grid">
      <span className="whitespace-nowrap tabular-nums">{formatTimes({ start_time, end_time, days: 1 })}</span>
      {days > 1 && <span className="text-xs text-muted-foreground">{days === 2 ? 'next day' : `${days} days`}</span>}
    </span>
  )
}

function TypeCell({ booking }: { booking: Booking }) {
  const isBlocked = booking.booking_type === 'blocked_time'
  return (
    <span className="grid">
      <span className="whitespace-nowrap">{bookingTypeLabels[booking.booking_type]}</span>
      {!isBlocked && <span className="text-xs text-muted-foreground">{booking.client_name ?? 'Internal session'}</span>}
    </span>
  )
}

function StatusCell({ booking, context }: { booking: Booking; context: BookingContext }) {
  const { status, no_show_at, change_request } = booking
  const waits = shortWaitingText(booking, context.studio.timezone)
  return (
    <span className="grid justify-items-end gap-1 @3xl:justify-items-start">
      <StatusBadge status={status} />
      {waits && <span className="text-xs text-balance text-muted-foreground tabular-nums">{waits}</span>}
      {change_request && (
        <>
          <ChangeRequestBadge />
          <span className="text-xs text-balance tabular-nums">
            {requestText(booking, change_request, context.services)}
          </span>
        </>
      )}
      {no_show_at && <span className="text-xs text-muted-foreground">No-show</span>}
    </span>
  )
}

function Notes({ children: notes }: { children: string | null }) {
  if (!notes) return <None what="No notes" />
  return (
    <span className="text-muted-foreground" title={notes}>
      {truncateText(notes, NOTES_SHOWN)}
    </span>
  )
}

function None({ what }: { what: string }) {
  return (
    <span className="text-muted-foreground">
      <span aria-hidden>–</span>
      <span className="sr-only">{what}</span>
    </span>
  )
}
