import { priceText } from '@studiohub/contract/shared/money.ts'
import { ArrowDown, Clock } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { AnswerKeys, AnswerKeysHint } from '#features/bookings/details/components/answer-keys.tsx'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useBookingList } from '#features/bookings/lists-api.ts'
import { requestText } from '#features/bookings/model/change-request.ts'
import { formatRooms, formatTimes, serviceLabel, weekdayAndDay } from '#features/bookings/shared/wording.ts'
import { paths } from '#paths.ts'
import { QueryView } from '#ui/query-view.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { useTodayEntries } from '../hooks/use-today-entries.ts'
import { getDayState } from '../model/day-state.ts'
import { RequestAnswer } from './request-answer.tsx'

/** So few that overdue work and messages below are on the screen too. */
const SHOWN = 4
const SECTION_ID = 'to-confirm'

/**
 * A link above the day to the requests, with their number. Shown on narrow screens, where the requests are below the day.
 * @param isListNext whether on phones only the day is between the link and the list; then it needs no link after the last session
 */
export function RequestsLink({ context, isListNext }: { context: BookingContext; isListNext: boolean }) {
  const isPhone = useIsPhone()
  const { entries } = useTodayEntries(context)
  const count = useBookingList(context.studio.id, 'pending', context.today, {}).data?.length ?? 0
  if (count === 0) return null
  if (isPhone && isListNext && getDayState(entries, undefined, context.now) !== 'open') return null
  return (
    <a
      href={`#${SECTION_ID}`}
      className="flex min-h-11 items-center gap-2 rounded-md border border-pending bg-pending-soft px-3 text-sm font-medium xl:hidden"
    >
      <Clock aria-hidden className="size-4 text-pending" />
      {count === 1 ? '1 request to confirm' : `${count} requests to confirm`}
      <ArrowDown aria-hidden className="ml-auto size-4 text-muted-foreground" />
    </a>
  )
}

type RequestsToConfirmProps = {
  context: BookingContext
  /** Whether nothing is shown without requests, such as while the studio's plan is not paid. */
  isHiddenIfEmpty?: boolean
  onOpen: (id: string) => void
}

/** Requests that wait for the studio, each with the buttons to answer it. */
export function RequestsToConfirm({ context, isHiddenIfEmpty = false, onOpen }: RequestsToConfirmProps) {
  const requests = useBookingList(context.studio.id, 'pending', context.today, {})
  const list = useRef<HTMLUListElement>(null)
  if (isHiddenIfEmpty && !requests.data?.length && !requests.error) return null
  return (
    <section aria-labelledby={SECTION_ID} className="grid content-start gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <h2 id={SECTION_ID} className="flex grow scroll-mt-20 justify-between font-semibold">
          To confirm
          <span className="font-normal text-muted-foreground tabular-nums">{requests.data?.length || ''}</span>
        </h2>
        {requests.data?.length === 0 && <p className="text-muted-foreground">All requests are answered.</p>}
      </div>
      <QueryView query={requests} loadingText="Loading requests..." errorTitle="Failed to load bookings">
        {(rows) =>
          rows.length > 0 && (
            <div className="group/answers relative grid grid-cols-1 gap-2">
              <ul ref={list} className="grid divide-y divide-border border-t border-border">
                {rows.slice(0, SHOWN).map((booking) => (
                  <li key={booking.id} className="grid gap-2 py-2.5">
                    <button
                      type="button"
                      aria-haspopup="dialog"
                      data-booking={booking.id}
                      onClick={() => onOpen(booking.id)}
                      className="grid min-w-0 grid-cols-1 text-left"
                    >
                      <span className="text-sm font-medium">{booking.client_name ?? 'Internal session'}</span>
                      <span className="text-xs text-muted-foreground tabular-nums">
                        {weekdayAndDay(booking.booking_date)}, {formatTimes(booking)}
                      </span>
                      <span className="truncate text-xs text-muted-foreground tabular-nums">
                        {[
                          serviceLabel(booking, context.services),
                          formatRooms(booking),
                          priceText(booking.price_minor, booking.currency),
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </span>
                      {booking.change_request && (
                        <span className="text-xs tabular-nums">
                          Asks for {requestText(booking, booking.change_request, context.services)}
                        </span>
                      )}
                    </button>
                    <RequestAnswer booking={booking} context={context} />
                  </li>
                ))}
              </ul>
              <AnswerKeys bookings={rows} list={list} context={context} />
              {/* In the space before the next section, so that nothing moves. */}
              <AnswerKeysHint className="pointer-events-none absolute top-full left-0 pt-0.5 whitespace-nowrap opacity-0 transition duration-150 group-hover/answers:opacity-100 group-focus-within/answers:opacity-100" />
              {rows.length > SHOWN && (
                <Link to={paths.waitingBookings} className="w-fit text-sm text-link underline-offset-4 hover:underline">
                  Show all {rows.length} requests
                </Link>
              )}
            </div>
          )
        }
      </QueryView>
    </section>
  )
}
