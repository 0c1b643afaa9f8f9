import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { useChangeBooking } from '#features/bookings/hooks/use-change-booking.ts'
import { resizeSession } from '#features/bookings/model/moves.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { Button } from '#ui/button.tsx'

const EXTENSIONS = [15, 30, 60]

/** Makes a session longer with one click. */
export function ExtendSession({ booking }: { booking: Booking }) {
  const change = useChangeBooking()
  const extend = (minutes: number) => {
    const times = resizeSession(booking, 'end', minutes)
    change.mutate({ booking, change: { end_time: times.end_time, days: times.days }, preview: times })
  }
  return (
    <div className="grid gap-2">
      <fieldset className="-my-1.5 flex gap-2">
        <legend className="sr-only">Extend this session</legend>
        {EXTENSIONS.map((minutes) => (
          <Button
            key={minutes}
            size="small"
            look="secondary"
            className="whitespace-nowrap max-md:min-h-11"
            aria-label={`Extend by ${minutes} minutes`}
            pending={change.isPending}
            onClick={() => extend(minutes)}
          >
            {minutes} min
          </Button>
        ))}
      </fieldset>
      {change.error && (
        <p role="alert" className="text-sm text-cancelled">
          {describeError(change.error).message}
        </p>
      )}
    </div>
  )
}
