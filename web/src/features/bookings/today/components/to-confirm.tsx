import { priceText } from '@studiohub/contract/shared/money.ts'
import { useBookingList } from '#features/bookings/api.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { requestText } from '#features/bookings/model/change-request.ts'
import { formatRooms, formatTimes, serviceLabel, weekdayAndDay } from '#features/bookings/shared/wording.ts'
import { QueryView } from '#ui/query-view.tsx'
import { RequestAnswer } from './request-answer.tsx'

const SHOWN = 6

/** Requests that wait for the studio, with its answer in place. */
export function ToConfirm({ context, onOpen }: { context: BookingContext; onOpen: (id: string) => void }) {
  const waiting = useBookingList(context.studio.id, 'pending', context.today, {})
  return (
    <section aria-labelledby="to-confirm" className="grid content-start gap-2">
      <h2 id="to-confirm" className="flex justify-between text-sm font-semibold">
        To confirm
        <span className="font-normal text-muted-foreground tabular-nums">{waiting.data?.length ?? ''}</span>
      </h2>
      <QueryView query={waiting} loadingText="Loading requests..." errorTitle="Failed to load bookings">
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-sm text-muted-foreground">All requests are answered.</p>
          ) : (
            <ul className="grid divide-y divide-border border-t border-border">
              {rows.slice(0, SHOWN).map((booking) => (
                <li key={booking.id} className="grid gap-2 py-2.5">
                  <button
                    type="button"
                    aria-haspopup="dialog"
                    onClick={() => onOpen(booking.id)}
                    className="grid text-left"
                  >
                    <span className="text-sm font-medium">{booking.client_name ?? 'Internal session'}</span>
                    <span className="text-xs text-muted-foreground tabular-nums">
                      {weekdayAndDay(booking.booking_date)}, {formatTimes(booking)} ·{' '}
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
          )
        }
      </QueryView>
    </section>
  )
}
