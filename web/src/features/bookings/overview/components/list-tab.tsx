import { ArrowUp, CalendarSearch } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { listViews, type UrlState } from '#features/bookings/calendar/model/view-in-url.ts'
import { FilterButton } from '#features/bookings/components/filter-button.tsx'
import { NoBookingsYet } from '#features/bookings/components/no-bookings-yet.tsx'
import { AnswerKeys, AnswerKeysHint } from '#features/bookings/details/components/answer-keys.tsx'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import {
  type BookingListView,
  useBookingList,
  useEarlierBookings,
  useHasBookings,
} from '#features/bookings/lists-api.ts'
import { isFiltered, toQuery } from '#features/bookings/model/filters.ts'
import { muteRowsThatAreOver } from '#features/bookings/shared/status.tsx'
import { formatShortDate } from '#features/bookings/shared/wording.ts'
import { ZoneNote } from '#features/bookings/shared/zone-note.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { DateInput } from '#ui/date-time/date-input.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Select } from '#ui/select.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { SkeletonTable } from '#ui/skeleton-shapes.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { BookingTable } from './booking-table.tsx'

const showLabels: Record<BookingListView, string> = {
  all: 'From a date',
  upcoming: 'Next 60 days',
  pending: 'Waiting for confirmation',
}

type ListTabProps = {
  context: BookingContext
  isLoading: boolean
  urlState: Pick<UrlState, 'show' | 'filters' | 'date'>
  onNavigate: (part: Partial<UrlState>) => void
  /** Opens the booking's details. */
  onOpen: (id: string) => void
  newBooking: ReactNode
}

/** Which bookings the list shows. */
export function ListToolbar({
  context,
  urlState,
  onNavigate,
}: Pick<ListTabProps, 'context' | 'urlState' | 'onNavigate'>) {
  const { show, filters, date } = urlState
  return (
    <div className="flex items-center gap-2 max-md:w-full max-md:gap-1.5">
      <ShowSelect show={show} onShow={(to) => onNavigate({ show: to })} />
      {show === 'all' && (
        <DateInput
          aria-label="Bookings from"
          required
          value={date}
          onChange={({ target }) => onNavigate({ date: target.value })}
          className="w-40 shrink-0 max-md:w-40"
        />
      )}
      <FilterButton
        context={context}
        filters={filters}
        onChange={(to) => onNavigate({ filters: to })}
        {...(show === 'pending' && { without: 'status' })}
      />
    </div>
  )
}

/** All bookings as a table (spec section 2). It begins with today or a chosen day; earlier bookings can be loaded above. */
export function ListTab(props: ListTabProps) {
  const { show, date } = props.urlState
  return <BookingList key={`${show} ${date}`} {...props} />
}

function BookingList({ context, isLoading, urlState, onOpen, newBooking }: ListTabProps) {
  const { show } = urlState
  const isPhone = useIsPhone()
  const table = useRef<HTMLDivElement>(null)
  // The list of pending bookings has no filter by status.
  const filters = show === 'pending' ? { ...urlState.filters, status: '' } : urlState.filters
  const studio_id = context.studio.id
  const day = show === 'all' ? urlState.date : context.today
  const [withEarlier, setWithEarlier] = useState(false)
  const list = useBookingList(studio_id, show, day, toQuery(filters))
  const earlierBookings = useEarlierBookings(studio_id, day, toQuery(filters), withEarlier)
  const isEmpty = show === 'all' && list.data?.length === 0
  const { data: hasBookings } = useHasBookings(studio_id, isEmpty && !isFiltered(filters))
  const rows = list.data && [...(earlierBookings.data ?? []).toReversed(), ...list.data]
  const showEarlier = show === 'all' &&
    hasBookings !== false &&
    (!earlierBookings.data || earlierBookings.hasNextPage) && (
      <Button
        look="link"
        size="small"
        className="max-md:-mr-3 max-md:min-h-11 md:-my-1.5 md:@max-3xl:-ml-3"
        pending={earlierBookings.isFetching}
        pendingText="Loading..."
        onClick={() => (withEarlier ? earlierBookings.fetchNextPage() : setWithEarlier(true))}
      >
        {!earlierBookings.isFetching && <ArrowUp aria-hidden />}
        Show earlier bookings
      </Button>
    )
  const description = (
    <>
      <p>View and manage all studio bookings</p>
      <ZoneNote zone={context.studio.timezone} />
    </>
  )
  return (
    <section className="grid grid-cols-1 gap-2 max-md:-mt-2.5 max-md:gap-0.5 md:pt-2">
      {/* On phones one line, so that the first booking is near the top. */}
      <header className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted-foreground max-md:min-h-11 max-md:items-center max-md:justify-between">
        <h2 className="font-medium text-foreground">All Bookings</h2>
        {isPhone ? showEarlier : description}
        {context.worksAtDesk && <AnswerKeysHint className="ml-auto max-md:hidden" />}
      </header>
      {!isPhone && !isLoading && rows?.length === 0 && <div>{showEarlier}</div>}
      <QueryView
        query={{ ...list, data: isLoading ? undefined : rows }}
        loadingText="Loading bookings..."
        skeleton={<SkeletonTable />}
        errorTitle="Failed to load bookings"
        empty={
          hasBookings === false ? (
            <NoBookingsYet newBooking={newBooking} />
          ) : (
            <EmptyList show={show} day={day} isFiltered={isFiltered(filters)} />
          )
        }
      >
        {(bookings) => (
          <>
            {/* Narrow screens have less padding, so that the actions are not cut off. */}
            <div ref={table} className={cx(muteRowsThatAreOver, 'md:max-[85rem]:[&_:is(td,th)]:px-2!')}>
              <BookingTable
                rows={bookings}
                context={context}
                onOpen={onOpen}
                showEarlier={isPhone ? null : showEarlier}
              />
            </div>
            <AnswerKeys bookings={bookings} list={table} context={context} />
            <ShowMore list={list} />
          </>
        )}
      </QueryView>
      {isPhone && (
        <footer className="flex flex-wrap items-baseline gap-x-2 pt-2 text-xs text-muted-foreground">
          {description}
        </footer>
      )}
    </section>
  )
}

function ShowSelect({ show, onShow }: { show: BookingListView; onShow: (show: BookingListView) => void }) {
  return (
    <Select
      aria-label="Bookings shown"
      className="max-md:pr-7! max-md:pl-2.5!"
      value={show}
      choices={listViews.map((value) => ({ value, label: showLabels[value] }))}
      onChange={(event) => onShow(listViews.find((view) => view === event.target.value) ?? 'all')}
    />
  )
}

const emptyTexts: Record<BookingListView, (day: string) => { title: string; text: string }> = {
  all: (day) => ({ title: `No bookings from ${formatShortDate(day)} on`, text: 'Earlier bookings are above.' }),
  upcoming: () => ({
    title: 'No bookings in the next 60 days',
    text: 'Choose "From a date" to see others.',
  }),
  pending: () => ({ title: 'No pending bookings', text: 'Every booking has been answered.' }),
}

function EmptyList({ show, day, isFiltered: hasFilters }: { show: BookingListView; day: string; isFiltered: boolean }) {
  const { title, text } = hasFilters
    ? { title: 'No matching bookings', text: 'Remove filters to see more.' }
    : emptyTexts[show](day)
  return (
    <EmptyState icon={CalendarSearch} title={title}>
      {text}
    </EmptyState>
  )
}
