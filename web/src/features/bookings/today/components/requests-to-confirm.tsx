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
import { RequestAnswer } from './request-answer.tsx'

/** So few that overdue work and messages below are on the screen too. */
const SHOWN = 4
const SECTION_ID = 'to-confirm'

/** A link above the day to the requests, with their number. Shown on narrow screens, where the requests are below the day. */
export function RequestsLink({ context }: { context: BookingContext }) {
  const count = useBookingList(context.studio.id, 'pending', context.today, {}).data?.length ?? 0
  if (count === 0) return null
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

/** Requests that wait for the studio, each with the buttons to answer it. */
export function RequestsToConfirm({ context, onOpen }: { context: BookingContext; onOpen: (id: string) => void }) {
  const requests = useBookingList(context.studio.id, 'pending', context.today, {})
  const list = useRef<HTMLUListElement>(null)
  return (
    <section aria-labelledby={SECTION_ID} className="grid content-start gap-2">
      <h2 id={SECTION_ID} className="flex scroll-mt-20 justify-between text-sm font-semibold">
        To confirm
        <span className="font-normal text-muted-foreground tabular-nums">{requests.data?.length ?? ''}</span>
      </h2>
      <QueryView query={requests} loadingText="Loading requests..." errorTitle="Failed to load bookings">
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-sm text-muted-foreground">All requests are answered.</p>
          ) : (
            <>
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
              <AnswerKeysHint />
              {rows.length > SHOWN && (
                <Link to={paths.waitingBookings} className="w-fit text-sm text-link underline-offset-4 hover:underline">
                  Show all {rows.length} requests
                </Link>
              )}
            </>
          )
        }
      </QueryView>
    </section>
  )
}
