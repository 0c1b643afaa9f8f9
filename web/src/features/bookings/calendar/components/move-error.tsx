import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { timeText } from '@studiohub/contract/shared/formats.ts'
import { CircleAlert, X } from 'lucide-react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import type { Alternative } from '#features/bookings/model/alternatives.ts'
import { serviceLabel, weekdayAndDay } from '#features/bookings/shared/wording.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { Button, IconButton } from '#ui/button.tsx'
import type { BookingMover } from '../hooks/use-move-bookings.ts'

/**
 * Why a move failed, and the nearest free times. It sticks to the bottom of the screen, so that the grid above does not move
 * under the pointer.
 */
export function MoveError({ context, moving }: { context: BookingContext; moving: BookingMover }) {
  const { failedMove } = moving
  if (!failedMove) return null
  const { booking, error, alternatives } = failedMove
  return (
    <div className="sticky bottom-[calc(var(--bottom-tabs)+1rem)] z-20 rounded-md bg-card shadow-lg">
      <div
        role="alert"
        className="flex items-start gap-3 rounded-md border border-cancelled bg-cancelled-soft p-3 text-sm"
      >
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-cancelled" />
        <div className="grid grow gap-2">
          <p>
            <span className="font-medium">{serviceLabel(booking, context.services)} was not moved.</span>{' '}
            {describeError(error).message}
          </p>
          {alternatives.length > 0 && (
            <div className="flex flex-wrap items-center gap-2">
              <span>Free instead:</span>
              {alternatives.map((alternative) => (
                <Button
                  key={`${alternative.booking_date} ${alternative.start_time}`}
                  look="secondary"
                  size="small"
                  className="tabular-nums"
                  onClick={() => moving.moveToAlternative(failedMove, alternative)}
                >
                  {[
                    weekdayAndDay(alternative.booking_date),
                    timeText(alternative.start_time),
                    findOtherRoom(booking, alternative, context),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </Button>
              ))}
            </div>
          )}
        </div>
        <IconButton name="Dismiss" onClick={moving.dismissError} className="-my-1.5 -mr-1.5">
          <X aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}

/** The name of the alternative's room, if it is not a room of the booking. */
const findOtherRoom = ({ resources }: CalendarBooking, { room_id }: Alternative, { rooms }: BookingContext) =>
  resources.some(({ id }) => id === room_id) ? null : rooms.find(({ id }) => id === room_id)?.name
