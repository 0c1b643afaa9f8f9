import { timeText } from '@studiohub/contract/shared/formats.ts'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type Alternative, readAlternatives } from '#features/bookings/model/alternatives.ts'
import { formatShortDate } from '#features/bookings/shared/wording.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { Button } from '#ui/button.tsx'

export type PickedStart = Pick<Alternative, 'booking_date' | 'start_time'>

/** The server's error and the nearest free times. */
export function BookingError({ error, onPick }: { error: unknown; onPick: (alternative: PickedStart) => void }) {
  const { message, fields } = describeError(error)
  const fieldErrors = Object.values(fields)
  return <TakenSlotNotice message={fieldErrors[0] ?? message} nearest={readAlternatives(error)} onPick={onPick} />
}

type TakenSlotNoticeProps = { message: string; nearest: readonly PickedStart[]; onPick: (start: PickedStart) => void }

/** Why a time is not available, and the nearest free times. */
export function TakenSlotNotice({ message, nearest, onPick }: TakenSlotNoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} role="alert" className="grid gap-3 rounded-md border border-cancelled bg-cancelled-soft p-3 text-sm">
      <p className="flex items-start gap-2">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-cancelled" />
        {message}
      </p>
      {nearest.length > 0 && (
        <div className="grid gap-2">
          <p>The nearest free times:</p>
          <div className="flex flex-wrap gap-2">
            {nearest.map(({ booking_date, start_time }) => (
              <Button
                key={booking_date + start_time}
                look="secondary"
                size="small"
                className="tabular-nums"
                onClick={() => onPick({ booking_date, start_time })}
              >
                {formatShortDate(booking_date)}, {timeText(start_time)}
              </Button>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
